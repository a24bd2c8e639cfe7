"""Kosmiczna Eskadra with a finite number of actions: a lattice of places and angles for the card in hand.

The places are the crossings of lines 50 mm apart through the middle of the table, where a card can lie
at all; at each there are eight angles. A pose is offered while a card there would lie legally: wholly on the
table, overlapping nothing. One more action lays the card beside the table, from where it goes to the hangar;
it is always there, so nobody is ever without an action, whatever the option `placement_check` says.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from kosmoport.adapters.machine import Code, with_driver
from kosmoport.adapters.table import Numbers, Position, Table
from kosmoport.core import record
from kosmoport.core.components import ComponentFile
from kosmoport.core.contract import OK
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.options import Options
from kosmoport.engine.compiled import compiled
from kosmoport.engine.stepping import desk_schema, direct
from kosmoport.games.kosmiczna_eskadra.rules import posed_action
from kosmoport.games.kosmiczna_eskadra.schema import CARD, DEGREES, POSE_LIMIT, RELEASE
from kosmoport.games.kosmiczna_eskadra.shootout import table_size

SPACING = 500  # between two lines, in tenths of a millimetre
ANGLES = 8
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
        self.beside = len(self.poses)
        self.actions = self.beside + 1
        released = [posed_action(RELEASE, *pose) for pose in self.poses.tolist()]
        self.spots: list[int] = [
            posed_action(RELEASE, *spot) for spot in spots(game.blank_state(options), self.c)
        ]
        self.numbers = dict.fromkeys(self.spots, self.beside) | {a: k for k, a in enumerate(released)}
        self.strike_out, self.why_not = _code(game)

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
        """1 for every pose that is free, and for the place beside the table."""
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
        if number == self.table.beside:
            return self._beside()
        x, y, rot = self.table.poses[number].tolist()
        return int(posed_action(RELEASE, x, y, rot))

    def _beside(self) -> int:
        """The first spot beside the table that is not taken."""
        table = self.table
        for action in table.spots:
            if table.why_not(self.states, 0, table.comps, self.seat, action) == OK:
                return action
        raise BadInput("there is no room beside the table")

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
    margin = min(max(c.shape[CARD].x), max(c.shape[CARD].y))
    for x in _lines(5 * width - margin):
        for y in _lines(5 * height - margin):
            for rot in range(0, DEGREES, DEGREES // ANGLES):
                yield x, y, rot


def _lines(half: int) -> range:
    """Places at most so far from the middle, which is one of them."""
    steps = half // SPACING
    return range(-steps * SPACING, steps * SPACING + 1, SPACING)


def spots(s: Any, c: Any) -> Iterator[Pose]:
    """Places above and below the table, so far apart that cards there never touch."""
    apart = 2 * c.shape[CARD].radius + 1
    edge = 5 * table_size(s, c)[1]
    for y in range(edge + apart, POSE_LIMIT + 1, apart):
        for x in range(-POSE_LIMIT, POSE_LIMIT + 1, apart):
            yield x, y, 0
            yield x, -y, 0


@cache
def _code(game: Game) -> tuple[Code, Code]:
    """The machine code that judges poses: of the whole lattice, and of one by the rules."""
    desks = np.zeros(1, record.dtype_of(desk_schema(game)))
    s, c = desks["s"], desks["c"]
    poses, free = np.zeros((1, 3), np.int64), np.zeros(1, np.int8)
    strike_out = direct(with_driver(game, DRIVER).entry_strike_out, s, 0, c, 0, poses, free)
    return strike_out, direct(compiled(game).entry_why_not, s, 0, c, 0, 0)
