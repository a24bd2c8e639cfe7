"""Kosmiczna Eskadra with a finite number of actions: a lattice of places and angles for the card in hand.

The places are the crossings of lines 50 mm apart through the middle of the table, up to its edge; at each
there are eight angles. A pose is offered while a card there would overlap nothing. One more action is always
there, so nobody is ever without one: to lay the card on the asteroid, from where it goes to the hangar, or,
where the option `placement_check` refuses that, to hold it back until the next turn (KE-B49).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from kosmoport.adapters.machine import Code, with_driver
from kosmoport.adapters.table import Numbers, Position, Table
from kosmoport.core import layout
from kosmoport.core.components import ComponentFile
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.options import Options
from kosmoport.engine.stepping import direct, stepped_game_type
from kosmoport.games.kosmiczna_eskadra.rules import lay_asteroids, posed_action
from kosmoport.games.kosmiczna_eskadra.schema import DEGREES, KEEP, RELEASE
from kosmoport.games.kosmiczna_eskadra.shootout import table_size

SPACING = 500  # between two lines, in tenths of a millimetre
ANGLES = 8
ON_ASTEROID = 1  # degrees: an angle that no pose of the lattice has
DEFAULTS = {"mode": "turns", "wins": 1}  # where nothing else is asked for
ROUNDS = 10  # a match has no last round of its own (KE-B46): an episode ends after so many at the latest

DRIVER = Path(__file__).with_name("lattice_driver.py")

Pose = tuple[int, int, int]


class LatticeTable(Table):
    """A table at which a number stands for a pose."""

    def __init__(
        self, game: Game, options: Options, components: ComponentFile | None, limit: int | None = None
    ) -> None:
        if options["mode"] != "turns":
            raise BadInput(f"{game.title} has a lattice of poses only in turns: option mode must be turns")
        most = game.component_record(components).cards * options["players"] * ROUNDS
        super().__init__(game, options, components, most if limit is None else limit)
        self.poses = np.array(list(lattice(game.blank_state(options), self.c)), np.int64)
        released = [posed_action(RELEASE, *pose) for pose in self.poses.tolist()]
        self.chosen: list[int] = [
            *released,
            last_resort(game, options, self.c),
        ]
        self.actions = len(self.chosen)
        self.numbers = {action: k for k, action in enumerate(self.chosen)}
        self.strike_out = _code(game)

    def position(self, memory: bytearray) -> Position:
        return LatticePosition(self, memory)

    def number(self, action: int) -> int:
        """The number of a complete action; BadInput if its pose is not on the lattice."""
        if action not in self.numbers:
            raise BadInput(f"action {action} releases no card at a pose of the lattice")
        return int(self.numbers[action])


class LatticePosition(Position):
    """A position with the poses that are still free; a pose that is taken stays so until the round ends."""

    __slots__ = ("counted", "free", "round")

    table: LatticeTable

    def __init__(self, table: Table, memory: bytearray) -> None:
        super().__init__(table, memory)
        self._begin_round()

    def _begin_round(self) -> None:
        self.free: Numbers = np.ones(self.table.actions, np.int8)
        self.counted = 0  # cards that have been looked at
        self.round = int(self.states["round"][0])

    def _free(self) -> Numbers:
        """1 for every pose that is free, and for what can always be done."""
        table, lying = self.table, int(self.states["lying"][0])
        if self.round != self.states["round"][0]:
            self._begin_round()
        if self.counted < lying or self.counted == 0:
            table.strike_out(self.states, 0, table.comps, self.counted, table.poses, self.free)
            self.counted = lying
        return self.free

    def legal(self) -> list[int]:
        numbers: list[int] = np.flatnonzero(self._free()).tolist()
        return numbers

    def mask(self, seat: int) -> Numbers:
        if seat == self.seat and not self.over:
            return self._free().copy()
        return np.zeros(self.table.actions, np.int8)

    def action(self, number: int) -> int:
        """Release the card at the pose with this number."""
        if not 0 <= number < self.table.actions:
            raise BadInput(f"there is no pose {number}: there are {self.table.actions}, counted from 0")
        return self.table.chosen[number]

    def act(self, number: int) -> None:
        if 0 <= number < self.table.actions and not self._free()[number]:
            raise BadInput(f"seat {self.seat} cannot choose pose {number}: a card there would not be legal")
        super().act(number)

    def copy(self) -> Position:
        twin = super().copy()
        assert isinstance(twin, LatticePosition)
        twin.free, twin.counted, twin.round = self.free.copy(), self.counted, self.round
        return twin


def lattice(s: Any, c: Any) -> Iterator[Pose]:
    """Every pose of the lattice, in the order of its numbers; `s` need only know its options."""
    width, height = table_size(s, c)
    for x in _lines(5 * width):
        for y in _lines(5 * height):
            for rot in range(0, DEGREES, DEGREES // ANGLES):
                yield x, y, rot


def _lines(half: int) -> range:
    """Places at most so far from the middle, which is one of them."""
    steps = half // SPACING
    return range(-steps * SPACING, steps * SPACING + 1, SPACING)


def last_resort(game: Game, options: Options, c: Any) -> int:
    """What can be done with any card at any time: it is laid on the first asteroid, or held back."""
    if options["placement_check"] == "reject":
        return KEEP
    s = game.blank_state(options)
    lay_asteroids(s, c)
    return int(posed_action(RELEASE, s.asteroid[0].x, s.asteroid[0].y, ON_ASTEROID))


@cache
def _code(game: Game) -> Code:
    """The machine code that judges the poses of the whole lattice."""
    games = np.zeros(1, layout.dtype_of(stepped_game_type(game)))
    poses, free = np.zeros((1, 3), np.int64), np.zeros(1, np.int8)
    code: Code = direct(with_driver(game, DRIVER).entry_strike_out, games["s"], 0, games["c"], 0, poses, free)
    return code
