"""The training example learns: a little training already beats random players, the same way every time."""

from __future__ import annotations

import re

import numpy as np
import pytest

from examples.train_a_bot import Numbers, TrainedBot, main, play, train
from kosmoport.adapters.vector import VectorEnv
from kosmoport.bots import Bot, Chair
from kosmoport.bots.random import RandomBot
from kosmoport.core.play import generator, new_play

FAIR = 0.25


def table(rows: int, seed: int) -> VectorEnv:
    return VectorEnv("kosmiczni_piraci", rows, players=4, seed=seed)


def train_a_little() -> Numbers:
    return train(table(1_000, seed=1), 2, np.random.default_rng(1))


@pytest.fixture(scope="module")
def weights() -> Numbers:
    return train_a_little()


def test_the_learner_wins_far_more_than_its_share(weights: Numbers) -> None:
    shares = play(table(2_000, seed=2), weights, 0.0, np.random.default_rng(2))[3]
    error = shares.std() / len(shares) ** 0.5
    assert shares.mean() - 4 * error > FAIR


def test_somebody_who_tries_anything_gets_the_fair_share(weights: Numbers) -> None:
    shares = play(table(2_000, seed=2), weights, 1.0, np.random.default_rng(2))[3]
    assert abs(shares.mean() - FAIR) < 4 * shares.std() / len(shares) ** 0.5


def test_the_same_seed_trains_the_same_learner(weights: Numbers) -> None:
    assert np.array_equal(train_a_little(), weights)


def test_the_trained_bot_plays_a_game_by_views_alone(weights: Numbers) -> None:
    env = table(1, seed=1)
    play = new_play(env.game, env.options, generator(5))
    chairs = [Chair(env.game, env.options, play.components, seat, seed=seat) for seat in range(4)]
    bots: list[Bot] = [TrainedBot(chairs[0], weights), *map(RandomBot, chairs[1:])]
    while not play.over:
        seat = play.seats_to_act()[0]
        play.act(seat, bots[seat].choose(play.view(seat), play.legal(seat)))
    assert {move.seat for move in play.moves} == {0, 1, 2, 3}


def test_the_example_says_what_it_has_reached(capsys: pytest.CaptureFixture[str]) -> None:
    main("kosmiczni_piraci", games=1_000, rounds=1)
    said = capsys.readouterr().out
    assert re.fullmatch(r"kosmiczni_piraci: [345]\d\.\d% ± 1\.\d% of the wins .* \(fair: 25%\)\n", said)
