"""Many random games: who wins, how many points, how fast."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter

from kosmoport.core.components import ComponentFile
from kosmoport.core.contract import WHOLE_WIN
from kosmoport.core.game import Game
from kosmoport.core.options import Options
from kosmoport.engine.batch import Batch, play_batch

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

    def add(self, batch: Batch) -> None:
        """Count the finished games of a batch in."""
        for p, (scores, returns) in enumerate(
            zip(batch.by_seat("scores"), batch.by_seat("returns"), strict=True)
        ):
            if p == len(self.score_sum):
                for sums in (self.score_sum, self.score_squares, self.win_sum):
                    sums.append(0.0)
            self.score_sum[p] += sum(scores)
            self.score_squares[p] += sum(score * score for score in scores)
            self.win_sum[p] += sum(returns) / WHOLE_WIN
        self.games += len(batch)
        self.decisions += batch.decisions

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
    batch: Batch | None = None
    try:
        while result.games < count:
            size = min(CHUNK, count - result.games)
            start = perf_counter()
            batch = play_batch(
                game, options, size, seed, first=result.games, components=components, into=batch
            )
            result.seconds += perf_counter() - start
            result.add(batch)
            progress(result.games)
    except KeyboardInterrupt:
        pass
    return result
