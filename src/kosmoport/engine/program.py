"""The program of a game: which files it is made of, which records stand in it, and its types and texts."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from kosmoport.core.contract import BaseState
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.layout import Record, variant
from kosmoport.engine import arithmetic
from kosmoport.engine.drivers import the_game
from kosmoport.engine.drivers.entries import SteppedGame
from kosmoport.engine.drivers.tree import Tools
from kosmoport.engine.drivers.vector_rows import Kit, Row
from kosmoport.engine.emitter.sources import Definitions, Part, parts
from kosmoport.engine.reference import DRIVERS, tools_type
from kosmoport.engine.subset import check_file

if TYPE_CHECKING:
    from kosmoport.engine.emitter.reading import Source
    from kosmoport.engine.emitter.typed import Program

ALWAYS = ("seats", "playout", "entries", "tree", "vector")
SPARE = ("defaults", "no_thumbs")


@dataclass(frozen=True)
class GameProgram:
    """A game, and perhaps more files, as one program."""

    game: Game
    extra: tuple[Path, ...] = ()

    @cached_property
    def parts(self) -> list[Part]:
        game = self.game
        rules = [Path(str(module.__file__)) for module in game.compiled]
        own = (*rules, *thumbs_files(game))
        lattice = () if game.lattice is None else (Path(str(game.lattice_rules.__file__)),)
        names = [*ALWAYS, "vector_listed" if game.poses is None else "vector_lattice"]
        names += ["dice"] * (game.dice is not None) + ["lattice"] * (game.lattice is not None)
        behind = [DRIVERS / f"{name}.py" for name in names]
        files = (*own, *lattice, Path(str(arithmetic.__file__)), *behind, *self.extra)
        return parts(files, [DRIVERS / f"{name}.py" for name in SPARE])

    @cached_property
    def definitions(self) -> Definitions:
        return Definitions(self.parts)

    @cached_property
    def source(self) -> Source:
        """Everything, in the subset."""
        from kosmoport.engine.emitter.reading import Source

        rules = [Path(str(module.__file__)) for module in self.game.compiled]
        for path in (*rules, *thumbs_files(self.game)):
            if complaints := check_file(path, self.game.package):
                raise BadInput("; ".join(map(str, complaints)))
        made = self.definitions
        return Source(made.functions, made.names, made.constants, self.records)

    @cached_property
    def records(self) -> dict[type[Record], type[Record]]:
        """What stands for the records of the drivers."""
        schema = self.game.schema
        return {
            BaseState: schema.State,
            the_game.Components: schema.Components,
            the_game.Deal: schema.Deal,
            SteppedGame: stepped_game_type(self.game),
            Row: row_type(self.game),
            Kit: kit_type(self.game),
            Tools: tools_type(self.game),
        }

    def read(self) -> Program:
        """All entries and what they call, with types."""
        from kosmoport.engine.emitter.reading import Reader

        reader = Reader(self.source)
        for name in self.source.functions:
            if name.startswith("entry_"):
                reader.entry(name)
        return reader.program


def stepped_game_type(game: Game) -> type[SteppedGame]:
    """The record of a stepped game, as this game needs it."""
    schema = game.schema
    return variant(SteppedGame, s=schema.State, c=schema.Components, d=schema.Deal, legal=schema.MAX_LEGAL)


def row_type(game: Game) -> type[Row]:
    """What one of many games stepped together keeps."""
    return variant(Row, s=game.schema.State)


def kit_type(game: Game) -> type[Kit]:
    """What all of them share."""
    schema = game.schema
    return variant(Kit, c=schema.Components, d=schema.Deal, blank=schema.State)


def thumbs_files(game: Game) -> tuple[Path, ...]:
    """The game's rules of thumb, if it has some, and what of its folder only they use."""
    if game.thumbs is None:
        return ()
    ruled = {module.__name__ for module in game.compiled}
    used = {getattr(value, "__module__", "") for value in vars(game.thumbs).values()}
    helpers = sorted(name for name in used - ruled if name.startswith(game.package + "."))
    return tuple(Path(str(sys.modules[name].__file__)) for name in helpers)
