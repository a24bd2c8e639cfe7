"""Many random games in one call, on all cores; the memory of a batch is its records."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from kosmoport.core import layout
from kosmoport.core.chance import Rng
from kosmoport.core.components import ComponentFile
from kosmoport.core.contract import MAX_SEATS
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.options import Options
from kosmoport.engine.compiled import compiled

STEP_LIMIT = 1_000_000  # no game of chance may run for ever
MAX_SEED = 2**31 - 1


def game_number(seed: int, index: int = 0) -> int:
    """The number from which the generator of game `index` of a batch starts."""
    if not 0 <= seed <= MAX_SEED:
        raise BadInput(f"a seed must be a whole number from 0 to {MAX_SEED}, not {seed}")
    return (seed << 32) + index


@lru_cache(maxsize=32)
def component_array(game: Game, file: ComponentFile) -> np.ndarray[Any, Any]:
    """The components as machine code reads them; laying them out takes longer than some batches."""
    return layout.to_array(game.component_record(file))


@dataclass
class Batch:
    """Finished random games: their final states, and how many decisions they took."""

    game: Game
    states: np.ndarray[Any, Any]
    comps: np.ndarray[Any, Any]
    decisions: int
    wins: list[int]  # sixtieths of a win, by seat

    def __len__(self) -> int:
        return len(self.states)

    def scores(self) -> np.ndarray[Any, Any]:
        """Points, a row per game."""
        return self._table("entry_scores")

    def returns(self) -> np.ndarray[Any, Any]:
        """Shares of the win in sixtieths, a row per game."""
        return self._table("entry_returns")

    def _table(self, name: str) -> np.ndarray[Any, Any]:
        function = getattr(compiled(self.game), name)
        players = int(self.states["opt"]["players"][0]) if len(self.states) else 0
        out = np.zeros((len(self.states), players), np.int64)
        for i in range(len(self.states)):
            function(self.states, i, self.comps, out[i])
        return out


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
    boundscheck: bool = False,
    into: Batch | None = None,
) -> Batch:
    """Random games `first` to `first + count - 1` of a seed; the same whatever the number of threads.

    A batch of the same game and size given as `into` is overwritten: fresh memory costs time.
    """
    if into is not None and into.game is game and len(into) == count:
        states = into.states
    else:
        states = np.zeros(count, layout.dtype_of(game.schema.State))
    template = layout.to_array(game.blank_state(options))
    comps = component_array(game, components or game.standard_components)
    batch = compiled(game, boundscheck).entry_batch
    threads = max(1, min(threads or os.cpu_count() or 1, count))
    bounds = [count * t // threads for t in range(threads + 1)]

    def work(t: int) -> tuple[int, np.ndarray[Any, Any]]:
        deals = np.zeros(1, layout.dtype_of(game.schema.Deal))
        rngs = np.zeros(1, layout.dtype_of(Rng))
        out = np.zeros(max(game.schema.MAX_LEGAL, MAX_SEATS), np.int64)
        wins = np.zeros(MAX_SEATS, np.int64)
        share = bounds[t + 1] - bounds[t]
        number = game_number(seed, first)
        decisions = batch(states, bounds[t], share, template, comps, deals, rngs, number, out, wins, limit)
        return int(decisions), wins

    if threads == 1:
        parts = [work(0)]
    else:
        with ThreadPoolExecutor(threads) as pool:
            parts = list(pool.map(work, range(threads)))
    wins = np.sum([part[1] for part in parts], axis=0)[: options["players"]].tolist()
    return Batch(game, states, comps, sum(part[0] for part in parts), wins)
