"""Train a bot with NumPy alone: it sits among random players and learns which of its actions win.

For every action there is a linear guess, from what the seat knows, at the share of the win it leads to. The
guesses are fitted to how games ended; the bot plays by them, which gives new games to fit them to, and so on.
`python -m examples.train_a_bot [GAME]`, for any game whose actions can be listed, takes seconds.
"""

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from kosmoport.adapters.vector import VectorEnv
from kosmoport.bots import Chair
from kosmoport.bots.worlds import World

Numbers = np.ndarray[Any, Any]

EXPLORE = 0.2  # so often the learner tries anything
FADE = 0.5  # what older games count for when new ones are added
RIDGE = 10.0  # keeps guesses small where there is little to go by


def with_one(observations: Numbers) -> Numbers:
    return np.column_stack([observations, np.ones(len(observations))])


def play(
    env: VectorEnv, weights: Numbers, explore: float, rng: Any
) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """A game in every row: rows, knowledge and actions of the learner's decisions, and its share by row."""
    rows = np.arange(env.num_envs)
    seats = rows % env.players  # the learner's; the others choose at random
    going, shares, decisions, shown = rows >= 0, np.zeros(len(rows)), [], env.reset()
    while going.any():
        own = np.flatnonzero(going & (shown.seats == seats))
        guided = own[rng.random(len(own)) >= explore]
        guesses = with_one(shown.observations[guided]) @ weights
        actions = env.sample_actions()
        actions[guided] = np.where(shown.masks[guided], guesses, -np.inf).argmax(axis=1)
        decisions.append((own, shown.observations[own], actions[own]))
        shown = env.step(actions)
        shares += going * shown.rewards[rows, seats]
        going &= ~shown.dones  # the next game in the row does not count
    own, known, done = (np.concatenate(column) for column in zip(*decisions, strict=True))
    return own, known, done, shares


def train(env: VectorEnv, rounds: int, rng: Any) -> Numbers:
    """The weights of the guesses: a row for each number that the seat knows, a column for each action."""
    size, actions = env.num_features + 1, env.num_actions
    weights: Numbers = np.zeros((size, actions))
    squares, products = np.zeros((actions, size, size)), np.zeros((actions, size))
    for number in range(rounds):
        own, known, done, shares = play(env, weights, EXPLORE if number else 1.0, rng)
        squares, products = FADE * squares, FADE * products
        for action in np.unique(done):
            x = with_one(known[done == action])
            squares[action] += x.T @ x
            products[action] += x.T @ (shares[own[done == action]] - 1 / env.players)
        weights = np.linalg.solve(squares + RIDGE * np.eye(size), products[..., None])[..., 0].T
    return weights


class TrainedBot:
    """The guesses behind the interface of all bots: a view of its seat in, an action out."""

    def __init__(self, chair: Chair, weights: Numbers) -> None:
        self.world, self.weights = World(chair), weights

    def choose(self, view: Any, legal: Sequence[int]) -> int:
        known = self.world.game.observation(self.world.of(view), self.world.c, view.seat)
        guesses = with_one(np.array([known])) @ self.weights
        return max(legal, key=lambda action: float(guesses[0, action]))


def main(name: str, games: int = 20_000, rounds: int = 4) -> None:
    """Train, and measure in games that the learner has never seen."""
    rng = np.random.default_rng(1)
    weights = train(VectorEnv(name, games, players=4, seed=1), rounds, rng)
    shares = play(VectorEnv(name, 4_000, players=4, seed=2), weights, 0.0, rng)[3]
    error = 1.96 * shares.std() / len(shares) ** 0.5
    print(f"{name}: {shares.mean():.1%} ± {error:.1%} of the wins against three random players (fair: 25%)")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "kosmiczni_piraci")
