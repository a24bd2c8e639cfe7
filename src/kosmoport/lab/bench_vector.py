"""The vectorised environment against PettingZoo's loop over the same game: in turn, in the same run.

Rates are decisions in a second of one core, whatever else the machine does meanwhile, with observations and
masks; what is printed is the median of the rounds.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from time import thread_time

from kosmoport.adapters.vector import VectorEnv
from kosmoport.lab.bench import Measured, measure

GAME, PLAYERS = "kosmiczni_piraci", 4
ROWS = 1_024  # the cost of a call disappears, and their memory stays close to the core
TARGET = 3e6  # decisions a second


def vector_rate(seconds: float, seed: int, sampling_counts: bool = True) -> float:
    """Decisions a second with sampled actions; the time for sampling them counts or not."""
    env = VectorEnv(GAME, ROWS, PLAYERS, seed=seed)
    env.reset()
    decisions, spent = 0, 0.0
    while spent < seconds:
        start = thread_time()
        actions = env.sample_actions()
        if not sampling_counts:
            start = thread_time()
        env.step(actions)
        spent += thread_time() - start
        decisions += ROWS
    return decisions / spent


def pettingzoo_rate(seconds: float, seed: int) -> float:
    """Decisions a second of random games through PettingZoo, in the loop of its documentation."""
    from kosmoport.adapters.pettingzoo import env as open_env

    env = open_env(GAME, players=PLAYERS)
    env.reset(seed=seed)
    decisions, start = 0, thread_time()
    while (spent := thread_time() - start) < seconds:
        for agent in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            over = ended or cut
            env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
            decisions += not over
        env.reset()
    return decisions / spent


def print_vector_bench(seconds: float, rounds: int) -> None:
    """Stepping with and without the time for choosing actions, each beside PettingZoo."""

    def peer(seed: int) -> float:
        return pettingzoo_rate(seconds / 2, seed)

    print(f"decisions a second on one core, {GAME} with {PLAYERS} players, observations and masks included")
    for name, sampling_counts in (("steps and sampled actions", True), ("steps alone", False)):
        line = measure(name, TARGET, rounds, _vector(seconds, sampling_counts), peer)
        print(in_words(line), flush=True)


def _vector(seconds: float, sampling_counts: bool) -> Callable[[int], float]:
    return lambda seed: vector_rate(seconds, seed, sampling_counts)


def in_words(line: Measured) -> str:
    """The rate with its target, and how many times PettingZoo's it is."""
    rate, other = statistics.median(line.rates), statistics.median(line.peers)
    verdict = "reached" if rate >= line.target else "MISSED"
    mine = f"{line.name:26} {rate / 1e6:6.2f} M/s (target {line.target / 1e6:g}: {verdict})"
    return f"{mine}, {line.ratio:,.0f} times PettingZoo's {other:,.0f}/s"
