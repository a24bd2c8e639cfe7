"""The search of a game as machine code, and the same text in plain Python."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from kosmoport.bots.tree import Tools
from kosmoport.core.contract import MAX_SEATS
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.layout import variant
from kosmoport.engine.assemble import assemble
from kosmoport.engine.compiled import load
from kosmoport.engine.reference import plain
from kosmoport.engine.subset import check_file

FOLDER = Path(__file__).parent
TREE = FOLDER / "tree.py"
NO_THUMBS = FOLDER / "no_thumbs.py"


def thumbs_file(game: Game) -> tuple[Path, ...]:
    """The game's rules of thumb, if it has some, and what of its folder only they use; all in the subset."""
    if game.thumbs is None:
        return ()
    ruled = {module.__name__ for module in game.compiled}
    used = {getattr(value, "__module__", "") for value in vars(game.thumbs).values()}
    helpers = sorted(name for name in used - ruled if name.startswith(game.package + "."))
    paths = tuple(Path(str(sys.modules[name].__file__)) for name in helpers)
    if complaints := [complaint for path in paths for complaint in check_file(path, game.package)]:
        raise BadInput("; ".join(map(str, complaints)))
    return paths


@cache
def compiled_search(game: Game, boundscheck: bool = False) -> ModuleType:
    """Rules, thumbs and tree in one module; functions compile when first called, or come from the cache."""
    return load(assemble(game, boundscheck, extra=(*thumbs_file(game), TREE), spare=(NO_THUMBS,)))


@cache
def plain_search(game: Game) -> Any:
    """The same functions in plain Python."""
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
