"""Many random games in one call, on all cores; the memory of a batch is its records."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

from kosmoport.core.chance import Rng
from kosmoport.core.components import ComponentFile
from kosmoport.core.contract import MAX_SEATS, BaseState
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.layout import Record, numpy
from kosmoport.core.options import Options
from kosmoport.engine.machine import Machine
from kosmoport.engine.memory import Numbers, Records
from kosmoport.engine.modules import Backend, machine_of

if TYPE_CHECKING:
    import numpy as np

STEP_LIMIT = 1_000_000  # no game of chance may run for ever
MAX_SEED = 2**31 - 1


def game_number(seed: int, index: int = 0) -> int:
    """The number from which the generator of game `index` of a batch starts."""
    if not 0 <= seed <= MAX_SEED:
        raise BadInput(f"a seed must be a whole number from 0 to {MAX_SEED}, not {seed}")
    return (seed << 32) + index


class Share:
    """The games of one thread, in the memory of a machine of its own."""

    def __init__(self, game: Game, machine: Machine, count: int) -> None:
        schema = game.schema
        self.machine, self.count = machine, count
        self.states: Records[BaseState] = machine.records(schema.State, count)
        self.comps: Records[Record] = machine.records(schema.Components)
        self._blank: Records[BaseState] = machine.records(schema.State)
        self._wins = machine.numbers("int64", MAX_SEATS)
        deals, rngs = machine.records(schema.Deal), machine.records(Rng)
        listed = machine.numbers("int64", max(schema.MAX_LEGAL, MAX_SEATS))
        given = (self.states, 0, count, self._blank, self.comps, deals, rngs, listed, self._wins)
        self._play = machine.bind("entry_batch", *given)

    def play(self, blank: BaseState, components: Record, number: int, limit: int) -> tuple[int, list[int]]:
        """All its games: how many decisions, and who won."""
        self._blank.write(0, blank)
        self.comps.write(0, components)
        self._wins.view[:] = memoryview(bytes(8 * MAX_SEATS)).cast("q")
        return self._play(number, limit), self._wins.view.tolist()

    def table(self, name: str, players: int) -> Numbers:
        """Numbers of each seat in each game."""
        out = self.machine.numbers("int64", self.count, players)
        self.machine.call(name, self.states, self.comps, out)
        return out


@dataclass
class Batch:
    """Finished random games: their final states, and how many decisions they took."""

    game: Game
    shares: list[Share]
    players: int
    decisions: int
    wins: list[int]  # sixtieths of a win, by seat

    def __len__(self) -> int:
        return sum(share.count for share in self.shares)

    @property
    def states(self) -> np.ndarray[Any, Any]:
        """The final states, as an array of NumPy's."""
        return _together([share.states.array for share in self.shares])

    def state(self, index: int) -> BaseState:
        """One of them as a plain record."""
        for share in self.shares:
            if index < share.count:
                return share.states.read(index)
            index -= share.count
        raise IndexError(f"there are {len(self)} games")

    def by_seat(self, name: Literal["scores", "returns"]) -> list[list[int]]:
        """Points or sixtieths of the win, a list for each seat."""
        tables = [share.table(f"entry_{name}", self.players).view for share in self.shares]
        return [[n for table in tables for n in table[seat :: self.players]] for seat in range(self.players)]

    def scores(self) -> np.ndarray[Any, Any]:
        """Points, a row per game."""
        return _together([share.table("entry_scores", self.players).array for share in self.shares])

    def returns(self) -> np.ndarray[Any, Any]:
        """Shares of the win in sixtieths, a row per game."""
        return _together([share.table("entry_returns", self.players).array for share in self.shares])


def _together(parts: list[np.ndarray[Any, Any]]) -> np.ndarray[Any, Any]:
    return parts[0] if len(parts) == 1 else numpy().concatenate(parts)


def play_batch(
    game: Game,
    options: Options,
    count: int,
    seed: int,
    *,
    first: int = 0,
    threads: int | None = None,
    components: ComponentFile | None = None,
    limit: int = STEP_LIMIT,
    checked: bool = False,
    on: Backend | None = None,
    into: Batch | None = None,
) -> Batch:
    """Random games `first` to `first + count - 1` of a seed; the same whatever the number of threads.

    A batch of the same game, size and number of threads given as `into` is overwritten: fresh memory costs
    time. A `checked` one stops at whatever Python would refuse.
    """
    threads = max(1, min(threads or os.cpu_count() or 1, count))
    bounds = [count * t // threads for t in range(threads + 1)]
    sizes = [end - start for start, end in pairwise(bounds)]
    if into is not None and into.game is game and [share.count for share in into.shares] == sizes:
        shares = into.shares
    else:
        shares = [Share(game, machine_of(game, checked=checked, on=on), size) for size in sizes]
    blank, c = game.blank_state(options), game.component_record(components)

    def work(t: int) -> tuple[int, list[int]]:
        return shares[t].play(blank, c, game_number(seed, first + bounds[t]), limit)

    if threads == 1:
        parts = [work(0)]
    else:
        with ThreadPoolExecutor(threads) as pool:
            parts = list(pool.map(work, range(threads)))
    players: int = options["players"]
    wins = [sum(part[1][p] for part in parts) for p in range(players)]
    return Batch(game, shares, players, sum(part[0] for part in parts), wins)
