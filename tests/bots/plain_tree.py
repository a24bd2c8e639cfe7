"""A tree in plain Python with the same memory as a compiled one, to compare them."""

from __future__ import annotations

from typing import Any

from kosmoport.bots.hints import Worlds
from kosmoport.bots.search import Tree
from kosmoport.core import layout
from kosmoport.core.chance import Rng
from kosmoport.core.game import Game
from kosmoport.engine.drivers import tree
from kosmoport.engine.reference import plain_search, tools_type

SETTINGS = ("me", "rule", "explore", "temper", "width", "places", "depth", "cheat")


def plain_roots(game: Game, c: Any, s: Any, like: Tree, number: int, iterations: int) -> list[Any]:
    """Action, visits and gain of the root's arms after so many iterations in plain Python."""
    functions, tools = plain_search(game), tools_type(game)()
    for name in SETTINGS:
        setattr(tools, name, int(like.tools.field(name)[0]))
    room = like.arms.count
    nodes = [tree.Node() for _ in range(room)]
    arms = [tree.Arm() for _ in range(room)]
    memory = (Worlds([layout.clone(s), layout.clone(s)]), [c], [Rng()], nodes, arms, [tools])
    functions.entry_begin_search(*memory, number)
    functions.entry_search(*memory, iterations)
    return [(arm.action, arm.visits, arm.gained) for arm in arms[1 : 1 + tools.roots]]
