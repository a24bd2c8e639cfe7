"""Rows of games in machine code: their memory, and the calls that seed, step and sample all of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kosmoport.core import layout
from kosmoport.core.components import ComponentFile
from kosmoport.core.contract import WHOLE_WIN
from kosmoport.core.game import Game
from kosmoport.core.options import Options
from kosmoport.engine.assemble import assemble
from kosmoport.engine.batch import component_array
from kosmoport.engine.compiled import load
from kosmoport.engine.stepping import direct
from kosmoport.engine.vector_rows import Kit, Row

DRIVER = Path(__file__).with_name("vector_driver.py")
LISTED_DRIVER = Path(__file__).with_name("vector_listed_driver.py")


@dataclass(frozen=True)
class Menu:
    """What the numbers of actions stand for: how many there are, and the files that know what they mean."""

    numbers: int
    poses: NDArray[np.int64]  # x, y, rotation; read by the drivers of games with poses
    drivers: tuple[Path, ...]


def listed_menu(game: Game) -> Menu:
    """The rules' own numbers."""
    return Menu(game.schema.ACTIONS, np.zeros((0, 3), np.int64), (LISTED_DRIVER,))


def row_type(game: Game) -> type[Row]:
    """What one row of this game keeps."""
    return layout.variant(Row, s=game.schema.State)


def kit_type(game: Game) -> type[Kit]:
    """What all rows of this game share."""
    schema = game.schema
    return layout.variant(Kit, c=schema.Components, d=schema.Deal, blank=schema.State)


@cache
def machine(game: Game, drivers: tuple[Path, ...], boundscheck: bool) -> ModuleType:
    """The game with the drivers behind it; functions compile when they are first called."""
    return load(assemble(game, boundscheck, extra=(DRIVER, *drivers)))


class Rows:
    """So many games of one kind side by side; every array has a row for each and stays where it is."""

    def __init__(
        self,
        game: Game,
        options: Options,
        components: ComponentFile,
        menu: Menu,
        count: int,
        limit: int,
        boundscheck: bool = False,
    ) -> None:
        self.actions = np.zeros(count, np.int64)
        self.sampled = np.zeros(count, np.int64)
        self.observations = np.zeros((count, game.hidden.OBSERVATION), np.int16)
        self.masks = np.zeros((count, menu.numbers), np.bool_)
        self.seats = np.zeros(count, np.int64)
        self.rewards = np.zeros((count, options["players"]), np.float32)
        self.dones = np.zeros(count, np.bool_)
        self.illegal = np.zeros(count, np.bool_)
        self._rows = np.zeros(count, layout.dtype_of(row_type(game)))
        legal = np.zeros((count, max(menu.numbers, game.schema.MAX_LEGAL)), np.int32)
        self._stepped = (
            self._rows, _kit(game, options, components, menu, limit), menu.poses, _shares(), self.actions,
            legal, self.observations, self.masks, self.seats, self.rewards, self.dones, self.illegal,
        )  # fmt: skip
        self._drawn = (self._rows, legal, self.sampled)
        code = machine(game, menu.drivers, boundscheck)
        self._seed = code.entry_vector_seed
        self._step = direct(code.entry_vector_step, *self._stepped)
        self._sample = direct(code.entry_vector_sample, *self._drawn)

    def seed(self, number: int) -> None:
        """Start all generators anew; row i from `number` + i."""
        self._seed(self._rows, number)

    def leave(self) -> None:
        """Leave all games as they stand; the next step begins new ones."""
        self._rows["begun"] = 0

    def step(self) -> None:
        """Do what stands in `actions`."""
        self._step(*self._stepped)

    def sample(self) -> None:
        """Write random legal actions into `sampled`."""
        self._sample(*self._drawn)


def _kit(game: Game, options: Options, components: ComponentFile, menu: Menu, limit: int) -> NDArray[Any]:
    kit = np.zeros(1, layout.dtype_of(kit_type(game)))
    kit["c"] = component_array(game, components)
    kit["blank"] = layout.to_array(game.blank_state(options))
    kit["limit"], kit["numbers"] = limit, menu.numbers
    return kit


def _shares() -> NDArray[np.float32]:
    """Sixtieths of a win as rewards: the compiled subset knows no fractions."""
    return (np.arange(WHOLE_WIN + 1) / WHOLE_WIN).astype(np.float32)
