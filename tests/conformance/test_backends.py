"""Plain and compiled rules agree bit for bit, also with bounds checking, on any number of threads."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kosmoport.core import record
from kosmoport.core.contract import MAX_SEATS, SPECTATOR
from kosmoport.core.game import Game
from kosmoport.core.play import generator
from kosmoport.engine.batch import STEP_LIMIT, game_number, play_batch
from kosmoport.engine.compiled import compiled
from kosmoport.engine.reference import playing
from tests.conformance.tables import games, is_posed, moments, option_sets, tables

DECISIONS = 25_000  # plain decisions compared per table
SLOW_DECISIONS = 400_000
POSED_SHARE = 20  # plain poses are so much slower


def wanted(game: Game, decisions: int) -> int:
    return decisions // POSED_SHARE if is_posed(game) else decisions


def play_one(game: Game, options: dict[str, object], seed: int, index: int) -> tuple[Any, int]:
    """Random game `index` of a seed in plain Python: the final state and the number of decisions."""
    s, c = game.blank_state(options), game.component_record()
    rng, d = generator(game_number(seed, index)), game.schema.Deal()
    functions = playing(game)
    functions.new_game(s, c, rng, d)
    decisions: int = functions.play_on(s, c, rng, [0] * game.schema.MAX_LEGAL, STEP_LIMIT)
    return s, decisions


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
                found = dict(record.leaves(record.from_array(batch.states, k, game.schema.State)))
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
        is_over = compiled(game).entry_is_over
        assert all(is_over(batch.states, i) for i in range(40))


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


@pytest.mark.parametrize("game", games())
def test_every_question_has_the_same_answer_compiled(game: Game) -> None:
    """Not only play: what may be done and why not, what a seat knows, a redealt world, the points."""
    machine, rules = compiled(game, boundscheck=True), game.rules
    observed, points = np.zeros(game.hidden.OBSERVATION, np.int64), np.zeros(MAX_SEATS, np.int64)
    listed = np.zeros(game.schema.MAX_LEGAL, np.int64)
    asked = 0
    for seed, options in enumerate(option_sets(game, game.players[0])[:6]):
        comps = record.to_array(game.component_record())
        for play, _ in moments(game, options, 600 + seed, every=7):
            states = record.to_array(play.s)
            assert machine.entry_to_act(states, 0) == rules.to_act(play.s)
            assert bool(machine.entry_chance_due(states, 0)) == play.chance_due
            assert bool(machine.entry_is_over(states, 0)) == play.over
            machine.entry_scores(states, 0, comps, points)
            assert points[: options["players"]].tolist() == game.scores(play.s, play.c)
            machine.entry_returns(states, 0, comps, points)
            assert points[: options["players"]].tolist() == game.returns(play.s, play.c)
            for seat in (SPECTATOR, *range(options["players"])):
                count = machine.entry_legal(states, 0, comps, seat, listed)
                assert listed[:count].tolist() == play.legal(seat)
                for action in range(-1, min(game.schema.ACTIONS, 300) + 1):
                    expected = rules.why_not(play.s, play.c, seat, action)
                    assert machine.entry_why_not(states, 0, comps, seat, action) == expected
                machine.entry_observe(states, 0, comps, seat, observed)
                assert observed.tolist() == game.observation(play.s, play.c, seat)
                world, rng = record.clone(play.s), generator(seed)
                rngs, redealt = record.to_array(rng), record.to_array(play.s)
                game.hidden.redeal_unseen(world, play.c, seat, rng)
                machine.entry_redeal(redealt, 0, comps, seat, rngs)
                assert redealt.tobytes() == record.to_array(world).tobytes()
                assert rngs.tobytes() == record.to_array(rng).tobytes()
                asked += 1
            assert states.tobytes() == record.to_array(play.s).tobytes()
    assert asked > 30
