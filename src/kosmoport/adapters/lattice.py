"""A game with a lattice of poses (`lattice.py` of the game): a number stands for a pose."""

from __future__ import annotations

from typing import Any

import numpy as np

from kosmoport.adapters.table import Numbers, Position, Table
from kosmoport.core.components import ComponentFile
from kosmoport.core.contract import Lattice
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.options import Options
from kosmoport.engine.plain import view_of


class LatticeTable(Table):
    """A table at which a number stands for a pose."""

    def __init__(
        self, game: Game, options: Options, components: ComponentFile | None, limit: int | None = None
    ) -> None:
        lattice, s, c = lattice_of(game), game.blank_state(options), game.component_record(components)
        poses = list(lattice.poses(s, c))
        super().__init__(game, options, components, lattice.decisions(s, c) if limit is None else limit)
        self.lattice = lattice
        self.poses = poses
        menu = self.machine.numbers("int64", len(poses) - 1, 3)
        menu.array[...] = poses[:-1]
        free = self.machine.numbers("int8", len(poses))
        self._free: Numbers = free.array
        self._strike_out = self.machine.bind("entry_strike_out", self.state, 0, self.comps, menu, free)
        self.seen = view_of(self.state.kind)(self.state.bytes)  # of the position that is shown
        self.chosen = [lattice.action_at(s, pose) for pose in poses]
        self.actions = len(self.chosen)
        self.numbers = {action: k for k, action in enumerate(self.chosen)}

    def strike_out(self, free: Numbers, first: int) -> None:
        """Strike out the poses that are not free any more since what was taken as number `first`."""
        self._free[...] = free
        self._strike_out(first)
        free[...] = self._free

    def position(self, memory: bytes) -> Position:
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

    def __init__(self, table: Table, memory: bytes) -> None:
        super().__init__(table, memory)
        self._begin_round()

    def _begin_round(self) -> None:
        self.free: Numbers = np.ones(self.table.actions, np.int8)
        self.counted = 0  # poses taken that have been looked at
        self.table.show(self)
        self.round = self.table.lattice.taken(self.table.seen)[0]

    def _free(self) -> Numbers:
        """1 for every pose that is free, and for what can always be done."""
        table = self.table
        table.show(self)
        begun, taken = table.lattice.taken(table.seen)
        if self.round != begun:
            self._begin_round()
        if self.counted < taken or self.counted == 0:
            table.strike_out(self.free, self.counted)
            self.counted = taken
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


def lattice_of(game: Game) -> Lattice[Any, Any]:
    """BadInput where a game has none."""
    if game.lattice is None:
        raise BadInput(f"the actions of {game.title} cannot be listed, and it has no lattice of poses")
    return game.lattice
