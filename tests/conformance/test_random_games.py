"""Random games end; legal actions are exactly the accepted ones; what is refused changes nothing."""

from __future__ import annotations

import pytest

from kosmoport.conformance import random_games
from kosmoport.conformance.tables import last_moment, moments, option_sets, random_move
from kosmoport.core.errors import Refused
from kosmoport.core.game import Game
from tests.conformance.tables import ALL_GAMES, tables


def test_there_are_games() -> None:
    assert len(ALL_GAMES) >= 5


@pytest.mark.parametrize(("game", "players"), tables())
def test_games_end_in_positions_that_can_occur(game: Game, players: int) -> None:
    assert len(option_sets(game, players)) >= 3
    assert random_games.games_end_in_positions_that_can_occur(game, players) > 50


@pytest.mark.parametrize(("game", "players"), tables())
def test_legal_actions_are_exactly_the_accepted_ones(game: Game, players: int) -> None:
    assert random_games.legal_actions_are_exactly_the_accepted_ones(game, players) > 50


@pytest.mark.parametrize(("game", "players"), tables())
def test_views_made_together_are_those_made_one_by_one(game: Game, players: int) -> None:
    assert random_games.views_made_together_are_those_made_one_by_one(game, players) > 5


@pytest.mark.parametrize(("game", "players"), tables())
def test_refused_actions_give_a_reason_and_change_nothing(game: Game, players: int) -> None:
    assert random_games.refused_actions_give_a_reason_and_change_nothing(game, players) > 50


@pytest.mark.parametrize(("game", "players"), tables())
def test_an_ended_game_accepts_nothing(game: Game, players: int) -> None:
    assert random_games.an_ended_game_accepts_nothing(game, players) == players
    *_, (play, rng) = moments(game, game.read_options({"players": players}), 7, every=1000)
    assert play.over
    with pytest.raises((Refused, IndexError)):
        random_move(play, rng) if play.seats_to_act() else play.act(0, 0)


def test_the_last_moment_of_a_game_is_its_end() -> None:
    assert last_moment(ALL_GAMES[0], ALL_GAMES[0].read_options({}), 7).over
