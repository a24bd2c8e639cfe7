"""A game in plain Python with the same drivers behind it: step for step the reference for machine code."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from types import CodeType, SimpleNamespace
from typing import Any

from kosmoport.core.game import Game
from kosmoport.engine import defaults, playout, the_game

DEFAULTS, PLAYOUT = Path(str(defaults.__file__)), Path(str(playout.__file__))


def plain(game: Game, *sources: Path, thumbs: object = None) -> Any:
    """Functions of the game and of these files in one namespace; what the game defines stays its own."""
    own = {name: value for part in game.compiled for name, value in vars(part).items() if name[0] != "_"}
    own |= vars(thumbs) if thumbs else {}
    everything = SimpleNamespace(**own)
    names: dict[str, Any] = {**vars(the_game), "rules": everything, "thumbs": everything, **own}
    for source in (DEFAULTS, *sources):
        exec(_without_the_game(source), names)
        names.update(own)
        vars(everything).update(names)
    return everything


def _without_the_game(source: Path) -> CodeType:
    """The file without its records, which a game makes its own of, and without the names that it fills."""
    tree = ast.parse(source.read_text(encoding="utf-8"), str(source))
    tree.body = [
        node
        for node in tree.body
        if not isinstance(node, ast.ClassDef) and getattr(node, "module", "") != the_game.__name__
    ]
    return compile(tree, str(source), "exec")


@cache
def playing(game: Game) -> Any:
    """`playout.py` with the functions of this game: new_game, random_step, play_on, complete_action."""
    return plain(game, PLAYOUT)
