"""A game's own functions with the same drivers behind them: step for step the reference for every machine.

They work on plain records, tell what happens, and are the very functions of the game's files, which a
debugger knows. Machines of plain Python (`plain.py`) run the text that the emitter reads, in their memory.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from types import CodeType, SimpleNamespace
from typing import Any

from kosmoport.core.contract import MAX_SEATS
from kosmoport.core.game import Game
from kosmoport.core.layout import variant
from kosmoport.engine import drivers
from kosmoport.engine.drivers import entries, the_game, tree, vector_rows
from kosmoport.engine.drivers.tree import Tools

RECORDS = {  # what signatures of the drivers name
    name: value
    for module in (entries, the_game, tree, vector_rows)
    for name, value in vars(module).items()
    if isinstance(value, type)
}
PACKAGE = drivers.__name__
DRIVERS = Path(str(drivers.__file__)).parent
SEATS, DEFAULTS, PLAYOUT = DRIVERS / "seats.py", DRIVERS / "defaults.py", DRIVERS / "playout.py"
NO_THUMBS, TREE = DRIVERS / "no_thumbs.py", DRIVERS / "tree.py"


def plain(game: Game, *sources: Path, thumbs: object = None) -> Any:
    """Functions of the game and of these files in one namespace; what the game defines stays its own."""
    own = {name: value for part in game.compiled for name, value in vars(part).items() if name[0] != "_"}
    own |= vars(thumbs) if thumbs else {}
    everything = SimpleNamespace(**own)
    names: dict[str, Any] = {**RECORDS, "rules": everything, "thumbs": everything, **own}
    for source in (SEATS, DEFAULTS, *sources):
        exec(_without_the_game(source), names)
        names.update(own)
        vars(everything).update(names)
    return everything


def _without_the_game(source: Path) -> CodeType:
    """The file without its records, which a game makes its own of, and without what other drivers define."""
    tree = ast.parse(source.read_text(encoding="utf-8"), str(source))
    tree.body = [
        node
        for node in tree.body
        if not isinstance(node, ast.ClassDef) and not str(getattr(node, "module", "")).startswith(PACKAGE)
    ]
    return compile(tree, str(source), "exec")


@cache
def playing(game: Game) -> Any:
    """`playout.py` with the functions of this game: new_game, random_step, play_on, complete_action."""
    return plain(game, PLAYOUT)


@cache
def plain_search(game: Game) -> Any:
    """Rules, thumbs and the tree of a search."""
    return plain(game, NO_THUMBS, TREE, thumbs=game.thumbs)


def constant(game: Game, name: str) -> int:
    """A constant of the game's thumbs, or what a game without them gets."""
    return int(getattr(plain_search(game), name))


@cache
def tools_type(game: Game) -> type[Tools]:
    """The tools of a tree, as wide as this game needs them."""
    wide = max(game.schema.MAX_LEGAL, constant(game, "MAX_CANDIDATES"), MAX_SEATS)
    buffers = dict.fromkeys(("legal", "act", "meaning", "open", "share"), wide)
    return variant(Tools, **buffers, path=constant(game, "MAX_PATH"), mark=constant(game, "MEANINGS"))
