"""The engine against OpenSpiel's goofspiel: everything is measured in turn, several times, in one run.

Machines are shared and noisy, so a figure is a ratio to the peer measured just before and after it, and what
is printed is the median of the rounds.
"""

from __future__ import annotations

import importlib.util
import statistics
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from kosmoport.core.game import Game
from kosmoport.engine.batch import play_batch
from kosmoport.engine.stepping import Stepper
from kosmoport.lab import peer

TARGETS = {
    "goofspiel": 8.0,
    "kosmiczni_piraci": 5.0,
    "kosmodraci": 5.0,
    "piraci": 2.0,
    "kosmiczna_misja": 2.0,
}
STEP_TARGET = 1.0
SHOOTOUTS_TARGET = 20_000
TEACHING_GAME = Path(__file__).parents[3] / "examples" / "goofspiel" / "__init__.py"


@dataclass(frozen=True)
class Line:
    """One measured thing: its rate in every round and the peer's rate around it."""

    name: str
    target: float
    rates: list[float]
    peers: list[float]

    @property
    def ratio(self) -> float:
        return statistics.median(rate / other for rate, other in zip(self.rates, self.peers, strict=True))


def playout_rate(game: Game, players: int, seconds: float, seed: int) -> float:
    """Decisions a second of random games on one core, dealing and scoring included."""
    options = game.read_options({"players": players})
    count, decisions, size = 0, 0, 256
    play_batch(game, options, 1, seed, threads=1)
    start = perf_counter()
    while (elapsed := perf_counter() - start) < seconds:
        decisions += play_batch(game, options, size, seed, first=count, threads=1).decisions
        count += size
    return decisions / elapsed


def step_rate(game: Game, players: int, seconds: float, seed: int) -> float:
    """Decisions a second when every action is chosen and applied from Python."""
    stepper = Stepper(game, game.read_options({"players": players}), seed)
    draws, item, step = peer.endless_draws(seed), stepper.legal.item, stepper.step
    decisions, start = 0, perf_counter()
    while (elapsed := perf_counter() - start) < seconds:
        for _ in range(peer.GAMES_PER_CLOCK_LOOK):
            count = stepper.begin()
            while count:
                count = step(item(next(draws) % count))
                decisions += 1
    return decisions / elapsed


def teaching_game() -> Game | None:
    """Goofspiel from the repository's examples; None where only the package is installed."""
    if not TEACHING_GAME.exists():
        return None
    import sys

    sys.path.insert(0, str(TEACHING_GAME.parents[2]))
    module = importlib.import_module("examples.goofspiel")
    game: Game = module.GAME
    return game


def measured(
    rounds: int, seconds: float, mine: Callable[[int], float], other: Callable[[int], float]
) -> tuple[list[float], list[float]]:
    """Both sides in turn, so that noise hits both."""
    rates, others = [], []
    for k in range(rounds):
        before = other(k)
        rates.append(mine(k))
        others.append((before + other(k)) / 2)
    return rates, others
