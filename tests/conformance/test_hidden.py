"""Nothing leaks: what a seat cannot know is dealt anew, and nothing the seat gets changes by a byte."""

from __future__ import annotations

import pytest

from kosmoport.conformance import hidden
from kosmoport.core.game import Game
from tests.conformance.tables import games, tables


@pytest.mark.parametrize(("game", "players"), tables())
def test_a_redealt_world_looks_the_same_to_the_seat(game: Game, players: int) -> None:
    redealt = hidden.a_redealt_world_looks_the_same_to_the_seat(game, players)
    assert redealt.checked > 50
    assert redealt.changed > 10, "redealing never changed anything, so nothing was tested"


@pytest.mark.parametrize(("game", "players"), tables())
def test_a_world_restored_from_a_view_has_that_view(game: Game, players: int) -> None:
    assert hidden.a_world_restored_from_a_view_has_that_view(game, players) > 50


@pytest.mark.parametrize(("game", "players"), tables())
def test_a_restored_world_can_be_played_to_its_end(game: Game, players: int) -> None:
    assert hidden.a_restored_world_can_be_played_to_its_end(game, players) > 3


@pytest.mark.parametrize(("game", "players"), tables())
def test_own_actions_teach_the_same_in_every_world(game: Game, players: int) -> None:
    """What a seat is told of its own action depends on hidden things only where the rules reveal them:
    the same action in a redealt world is accepted and moves the same seats on, or reveals something."""
    assert hidden.own_actions_are_legal_in_every_world(game, players) > 10


@pytest.mark.parametrize("game", games())
def test_others_events_are_the_same_in_every_world_that_agrees_with_them(game: Game) -> None:
    assert hidden.others_events_are_the_same_in_every_world_that_agrees_with_them(game) > 5


@pytest.mark.parametrize(("game", "players"), tables())
def test_events_are_told_from_what_is_known(game: Game, players: int) -> None:
    assert hidden.events_are_told_from_what_is_known(game, players) > 50


SECRETIVE = {
    "kosmiczni_piraci",
    "kosmodraci",
    "kosmiczna_eskadra",
    "goofspiel",
}  # not all is seen


@pytest.mark.parametrize("game", games())
def test_actions_that_look_alike_are_told_alike(game: Game) -> None:
    assert (hidden.actions_that_look_alike_are_told_alike(game) > 20) == (game.id in SECRETIVE)


@pytest.mark.parametrize(("game", "players"), tables())
def test_observations_are_whole(game: Game, players: int) -> None:
    assert hidden.observations_are_whole(game, players) > 100
