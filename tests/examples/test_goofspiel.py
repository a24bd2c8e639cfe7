"""Goofspiel in situations that neither random games nor the oracle single out."""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest

from examples.goofspiel import GAME
from examples.goofspiel.rules import Components, Deal, State
from kosmoport.core.components import from_tables
from kosmoport.core.errors import BadInput, Refused
from kosmoport.core.play import PlayOf, generator, new_play, start_play
from kosmoport.core.records import check_deal
from kosmoport.core.words import Told

Play: TypeAlias = PlayOf[State, Components, Deal]


def table(players: int = 3, order: str = "descending") -> Play:
    return new_play(GAME, GAME.read_options({"players": players, "points_order": order}), generator(1))


def bid(play: Play, *cards: int) -> list[Told]:
    """The next seats bid these cards; what a spectator is told."""
    events = []
    for card in cards:
        events += play.act(play.seats_to_act()[0], card - 1)
    return play.told(events, -1)


def problems(play: Play) -> list[str]:
    return list(GAME.invariants.problems(play.s, play.c))


def test_two_equal_highest_bids_beat_the_third_but_take_nothing() -> None:
    play = table()
    assert bid(play, 9, 9, 8)[-2:] == [Told("discarded", {"points": 13}), Told("turned", {"points": 12})]
    assert GAME.scores(play.s, play.c) == [0, 0, 0]


def test_equal_low_bids_do_not_matter() -> None:
    play = table()
    assert Told("won", {"seat": 2, "points": 13}) in bid(play, 1, 1, 2)
    assert GAME.scores(play.s, play.c) == [0, 0, 13]


def test_a_bid_is_told_to_its_seat_and_only_announced_to_others() -> None:
    play = table()
    events = play.act(1, 6)
    assert play.told(events, 1) == [Told("bid_own", {"seat": 1, "card": 7})]
    assert play.told(events, 0) == play.told(events, -1) == [Told("bid", {"seat": 1})]
    assert (play.view(1).bid, play.view(0).bid, play.view(-1).bid) == (7, None, None)
    assert play.view(0).to_act == (0, 2)


def test_the_last_cards_are_played_without_asking() -> None:
    play = table(players=2, order="ascending")
    for card in range(13, 1, -1):
        bid(play, card, card)
    assert play.over
    assert [player.bids[-1] for player in play.view(-1).everybody] == [1, 1]


def test_a_card_can_be_bid_once() -> None:
    play = table()
    bid(play, 5, 6, 7)
    with pytest.raises(Refused, match="card"):
        play.act(0, 4)


@pytest.mark.parametrize("tables, path", [({"cards": 14}, "cards"), ({"cards": "x"}, "cards"), ({}, "cards")])
def test_a_wrong_component_file_names_the_path(tables: dict[str, Any], path: str) -> None:
    with pytest.raises(BadInput, match=path):
        from_tables(tables, GAME.components.Data, "other.toml")


def test_a_damaged_position_names_the_field_and_what_it_should_be() -> None:
    play = table()
    bid(play, 5, 6, 7)
    play.s.player[0].score = 3
    assert problems(play) == ["player[0].score is 3, but the bids make it 0"]
    play.s.player[1].bid[12] = 99
    assert problems(play) == ["player[1].bid[12] is 99, which cannot be bid then"]


def test_a_deal_must_keep_the_order_that_was_agreed() -> None:
    shuffled = table(order="random")
    options = GAME.read_options({"players": 3, "points_order": "ascending"})
    with pytest.raises(BadInput, match="points_order"):
        check_deal(GAME, options, shuffled.components, shuffled.d)
    assert start_play(GAME, options, table(order="ascending").d).view(0).points == (1,)
