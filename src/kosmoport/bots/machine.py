"""The search of a game as machine code, and the same text in plain Python."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from kosmoport.core import chance, record
from kosmoport.core.contract import MAX_SEATS
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.engine import defaults, seats
from kosmoport.engine.assemble import assemble
from kosmoport.engine.compiled import load
from kosmoport.engine.subset import check_file

FOLDER = Path(__file__).parent
TREE = FOLDER / "tree.py"
NO_THUMBS = FOLDER / "no_thumbs.py"


def thumbs_file(game: Game) -> tuple[Path, ...]:
    """The game's rules of thumb, if it has some, and what of its folder only they use; all in the subset."""
    if game.thumbs is None:
        return ()
    package = game.modules[0].__name__.rpartition(".")[0]
    ruled = {module.__name__ for module in game.modules}
    used = {getattr(value, "__module__", "") for value in vars(game.thumbs).values()}
    helpers = sorted(name for name in used - ruled if name.startswith(package + "."))
    paths = tuple(Path(str(sys.modules[name].__file__)) for name in helpers)
    if complaints := [complaint for path in paths for complaint in check_file(path, package)]:
        raise BadInput("; ".join(map(str, complaints)))
    return paths


@cache
def compiled_search(game: Game, boundscheck: bool = False) -> ModuleType:
    """Rules, thumbs and tree in one module; functions compile when first called, or come from the cache."""
    return load(assemble(game, boundscheck, extra=(*thumbs_file(game), TREE), spare=(NO_THUMBS,)))


@cache
def plain_search(game: Game) -> Any:
    """The same functions in plain Python."""
    names: dict[str, Any] = dict(vars(game.rules))
    for source in (Path(str(defaults.__file__)), NO_THUMBS):
        exec(compile(source.read_text(encoding="utf-8"), str(source), "exec"), names)
    names |= vars(chance) | vars(seats) | vars(game.rules) | (vars(game.thumbs) if game.thumbs else {})
    exec(compile(TREE.read_text(encoding="utf-8"), str(TREE), "exec"), names)
    return SimpleNamespace(**names)


def constant(game: Game, name: str) -> int:
    """A constant of the game's thumbs, or what a game without them gets."""
    return int(getattr(plain_search(game), name))


@cache
def tools_schema(game: Game) -> record.Schema:
    """Buffers and settings of one tree."""
    wide = max(game.rules.MAX_LEGAL, constant(game, "MAX_CANDIDATES"), MAX_SEATS)
    return (
        ("me", "int64", ()),
        ("rule", "int64", ()),
        ("explore", "int64", ()),  # thousandths
        ("temper", "int64", ()),
        ("width", "int64", ()),
        ("places", "int64", ()),
        ("depth", "int64", ()),
        ("cheat", "int64", ()),
        ("nodes", "int64", ()),  # used ones
        ("arms", "int64", ()),
        ("roots", "int64", ()),
        ("offered", "int64", ()),  # legal actions where the tree stands
        ("legal", "int64", (wide,)),
        ("act", "int64", (wide,)),
        ("meaning", "int64", (wide,)),
        ("open", "int64", (wide,)),
        ("share", "int64", (wide,)),
        ("path", "int64", (constant(game, "MAX_PATH"),)),
        ("mark", "int64", (constant(game, "MEANINGS"),)),
    )
