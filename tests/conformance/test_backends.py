"""Plain and compiled rules agree bit for bit, also with bounds checking, on any number of threads."""

from __future__ import annotations

import numpy as np
import pytest

from kosmoport.core import record
from kosmoport.core.game import Game
from kosmoport.engine.batch import play_batch
from kosmoport.engine.reference import play_one
from tests.conformance.tables import games, is_posed, option_sets, tables

DECISIONS = 25_000  # plain decisions compared per table
SLOW_DECISIONS = 400_000
POSED_SHARE = 20  # plain poses are so much slower


def wanted(game: Game, decisions: int) -> int:
    return decisions // POSED_SHARE if is_posed(game) else decisions


def agree(
    game: Game, options: dict[str, object], seed: int, decisions: int, boundscheck: bool = False
) -> int:
    """Compare games of a seed until so many decisions were made; returns the number of games."""
    compared = made = 0
    while made < decisions:
        batch = play_batch(game, options, 16, seed, first=compared, boundscheck=boundscheck)
        total = 0
        for k in range(16):
            s, count = play_one(game, options, seed, compared + k)
            total += count
            expected = record.to_array(s)
            if expected[0].tobytes() != batch.states[k].tobytes():
                found = dict(record.leaves(record.from_array(batch.states, k, game.rules.STATE)))
                wrong = {p: (v, found[p]) for p, v in record.leaves(s) if found[p] != v}
                pytest.fail(
                    f"{game.id} game {compared + k} of seed {seed}: plain and compiled differ in {wrong}"
                )
        assert total == batch.decisions
        compared, made = compared + 16, made + total
    return compared


@pytest.mark.parametrize(("game", "players"), tables())
def test_plain_and_compiled_agree(game: Game, players: int) -> None:
    assert agree(game, game.read_options({"players": players}), 11, wanted(game, DECISIONS)) >= 16


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), tables())
def test_plain_and_compiled_agree_over_many_games(game: Game, players: int) -> None:
    assert agree(game, game.read_options({"players": players}), 12, wanted(game, SLOW_DECISIONS)) >= 16


@pytest.mark.parametrize(("game", "players"), tables())
def test_plain_and_compiled_agree_with_options_in_pairs(game: Game, players: int) -> None:
    sets = option_sets(game, players)
    assert len(sets) >= 3
    for seed, options in enumerate(sets):
        agree(game, options, 20 + seed, 1)


@pytest.mark.parametrize(("game", "players"), tables())
def test_no_index_is_out_of_bounds(game: Game, players: int) -> None:
    for seed, options in enumerate(option_sets(game, players)):
        batch = play_batch(game, options, 40, 40 + seed, boundscheck=True)
        assert batch.unfinished() == 0


@pytest.mark.parametrize("game", games())
def test_threads_and_pieces_do_not_change_results(game: Game) -> None:
    options = game.read_options({})
    whole = play_batch(game, options, 60, 5, threads=1)
    threaded = play_batch(game, options, 60, 5, threads=3)
    tail = play_batch(game, options, 20, 5, first=40, threads=1)
    assert whole.states.tobytes() == threaded.states.tobytes()
    assert whole.decisions == threaded.decisions
    assert whole.states[40:].tobytes() == tail.states.tobytes()
    assert whole.wins == threaded.wins == whole.returns().sum(axis=0).tolist()
    assert np.array_equal(whole.returns().sum(axis=1) > 55, np.ones(60, bool))
