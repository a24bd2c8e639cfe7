"""Many random games: who wins, how many points, how fast."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from kosmoport.core.components import ComponentFile
from kosmoport.core.contract import WHOLE_WIN
from kosmoport.core.game import Game
from kosmoport.core.options import Options
from kosmoport.engine.batch import play_batch

CHUNK = 2_000  # games in memory at a time


@dataclass
class Simulation:
    """What has been played so far."""

    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    score_sum: list[float] = field(default_factory=list)
    score_squares: list[float] = field(default_factory=list)
    win_sum: list[float] = field(default_factory=list)

    def add(self, scores: Any, returns: Any) -> None:
        """Count the finished games of a batch in (arrays with a row per game)."""
        columns = range(scores.shape[1])
        zeros = [0.0 for _ in columns]
        self.score_sum = [
            a + float(scores[:, p].sum()) for p, a in zip(columns, self.score_sum or zeros, strict=True)
        ]
        squares = self.score_squares or zeros
        self.score_squares = [
            a + float((scores[:, p] ** 2).sum()) for p, a in zip(columns, squares, strict=True)
        ]
        self.win_sum = [
            a + float(returns[:, p].sum()) / WHOLE_WIN
            for p, a in zip(columns, self.win_sum or zeros, strict=True)
        ]

    def seats(self) -> list[tuple[float, float, float]]:
        """Mean points, their standard deviation, and the share of wins, by seat."""
        rows = []
        for total, squares, wins in zip(self.score_sum, self.score_squares, self.win_sum, strict=True):
            mean = total / self.games
            rows.append((mean, max(0.0, squares / self.games - mean**2) ** 0.5, wins / self.games))
        return rows


def simulate(
    game: Game,
    options: Options,
    count: int,
    seed: int,
    *,
    components: ComponentFile | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Simulation:
    """Play `count` random games on all cores; Ctrl-C keeps what is finished."""
    result = Simulation()
    batch = play_batch(game, options, 1, seed, components=components)  # compile before the clock starts
    try:
        while result.games < count:
            size = min(CHUNK, count - result.games)
            start = perf_counter()
            batch = play_batch(
                game, options, size, seed, first=result.games, components=components, into=batch
            )
            result.seconds += perf_counter() - start
            result.add(batch.scores(), batch.returns())
            result.games += size
            result.decisions += batch.decisions
            progress(result.games)
    except KeyboardInterrupt:
        pass
    return result
