"""Random games end; legal actions are exactly the accepted ones; what is refused changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from kosmoport.core.contract import CHANCE, MAX_SEATS, OK, SPECTATOR
from kosmoport.core.errors import Refused
from kosmoport.core.game import Game
from kosmoport.core.play import Play
from tests.conformance.tables import ALL_GAMES, is_posed, moments, option_sets, random_move, snapshot, tables

OUTSIDERS = (SPECTATOR, CHANCE, MAX_SEATS, 99)


def test_there_are_games() -> None:
    assert len(ALL_GAMES) >= 5


@pytest.mark.parametrize(("game", "players"), tables())
def test_games_end_in_positions_that_can_occur(game: Game, players: int) -> None:
    finished = 0
    for seed, options in enumerate(option_sets(game, players)):
        for play, _ in moments(game, options, seed):
            assert list(game.invariants.problems(play.s, play.c)) == []
            assert play.over == (not play.seats_to_act() and not play.chance_due)
        finished += 1
        assert sum(game.returns(play.s, play.c)) in (60, 60 // players * players)
        assert len(game.scores(play.s, play.c)) == players
    assert finished >= 3


@pytest.mark.parametrize(("game", "players"), tables())
def test_legal_actions_are_exactly_the_accepted_ones(game: Game, players: int) -> None:
    looked = 0
    for seed, options in enumerate(option_sets(game, players)[:6]):
        for play, rng in moments(game, options, 100 + seed, every=3):
            for seat in range(players):
                _same_legality(play, seat, rng)
                looked += 1
            for seat in OUTSIDERS:
                assert play.legal(seat) == []
                if seat != CHANCE:
                    assert game.reason(play.s, play.c, seat, 0) is not None
    assert looked > 50


@pytest.mark.parametrize(("game", "players"), tables())
def test_views_made_together_are_those_made_one_by_one(game: Game, players: int) -> None:
    seats = (SPECTATOR, *range(players))
    for seed, options in enumerate(option_sets(game, players)[:3]):
        for play, _ in moments(game, options, 200 + seed, every=7):
            assert play.views(seats) == [play.view(seat) for seat in seats]


def _same_legality(play: Play, seat: int, rng: Any) -> None:
    rules = play.game.rules
    legal = play.legal(seat)
    assert len(set(legal)) == len(legal)
    assert bool(legal) == (seat in play.seats_to_act())
    if is_posed(play.game):
        from kosmoport.engine.reference import playing

        for kind in legal:
            action = playing(play.game).complete_action(play.s, play.c, seat, kind, rng)
            assert rules.why_not(play.s, play.c, seat, action) == OK
        return
    accepted = [
        a for a in range(-2, play.game.schema.ACTIONS + 2) if rules.why_not(play.s, play.c, seat, a) == OK
    ]
    assert sorted(legal) == accepted


@pytest.mark.parametrize(("game", "players"), tables())
def test_refused_actions_give_a_reason_and_change_nothing(game: Game, players: int) -> None:
    refused = 0
    for seed in range(2):
        for play, _ in moments(game, game.read_options({"players": players}), seed, every=5):
            before = snapshot(play.s), len(play.moves)
            bad = [(seat, a) for seat in (*range(players), *OUTSIDERS) for a in (-(2**40), -1, 10**16, 2**62)]
            bad += [(seat, 0) for seat in range(players) if seat not in play.seats_to_act()]
            for seat, action in bad:
                with pytest.raises(Refused) as caught:
                    play.act(seat, action)
                assert caught.value.reason in game.reasons[1:]
                refused += 1
            assert (snapshot(play.s), len(play.moves)) == before
            assert play.s.happened == []
    assert refused > 50


@pytest.mark.parametrize(("game", "players"), tables())
def test_an_ended_game_accepts_nothing(game: Game, players: int) -> None:
    *_, (play, rng) = moments(game, game.read_options({"players": players}), 7, every=1000)
    assert play.over
    for seat in range(players):
        assert play.legal(seat) == []
        assert game.reason(play.s, play.c, seat, 0) == "over"
    with pytest.raises((Refused, IndexError)):
        random_move(play, rng) if play.seats_to_act() else play.act(0, 0)
