"""The next game of the same people: the same one or another, with as many bots as it takes."""

from __future__ import annotations

import pytest

from kosmoport.games import GAMES, game_by_id
from kosmoport.table.declined import Declined
from kosmoport.table.next_game import next_game
from kosmoport.table.settings import BankClock, NoClock, is_race
from tests.table.desk import playing


def test_the_same_game_has_the_same_settings_with_everybody_one_seat_further() -> None:
    table = playing("piraci", 2, bots=["strong"], clock=BankClock(600, 5), sealed=True).table
    settings, kept = next_game(table, None)
    assert settings == next_game(table, "piraci")[0]
    assert settings.bots == ("strong", None, None)
    assert [one is not None for one in kept] == [False, True, True]
    assert (settings.clock, settings.sealed) == (table.settings.clock, True)
    assert settings.colours == (*table.settings.colours[-1:], *table.settings.colours[:-1])


def test_another_game_keeps_people_bots_and_what_does_not_belong_to_the_game() -> None:
    table = playing("piraci", 2, bots=["strong"], clock=BankClock(600, 5), sealed=True, take_back=False).table
    settings, kept = next_game(table, "kosmodraci")
    assert (settings.game, settings.bots) == ("kosmodraci", ("strong", None, None))
    assert [one.key if one else None for one in kept] == [None, *(seat.key for seat in table.seats[:2])]
    assert (settings.clock, settings.sealed, settings.take_back) == (BankClock(600, 5), True, False)
    assert settings.options["players"] == 3
    assert settings.start == "rulebook"


@pytest.mark.parametrize("game", [game.id for game in GAMES])
@pytest.mark.parametrize("before", [game.id for game in GAMES])
def test_any_game_follows_any_other_where_its_people_have_seats(before: str, game: str) -> None:
    for people in range(game_by_id(before).players[0], game_by_id(before).players[1] + 1):
        table = playing(before, people).table
        low, high = game_by_id(game).players
        if people > high:
            with pytest.raises(Declined, match="too_many_people"):
                next_game(table, game)
            continue
        settings, kept = next_game(table, game)
        assert low <= settings.players <= high
        assert settings.players == len(kept) == len(set(settings.colours))
        assert settings.bots.count(None) == people == sum(one is not None for one in kept)
        assert [bot is None for bot in settings.bots] == [one is not None for one in kept]


def test_a_game_for_more_has_bots_and_one_for_fewer_sends_the_last_bots_away() -> None:
    settings, _ = next_game(playing("kosmiczna_misja", 2, timeout_level="expert").table, "piraci")
    assert settings.bots == (None, None, "expert")
    table = playing("piraci", 2, bots=["beginner", "strong", "casual"]).table
    settings, kept = next_game(table, "kosmiczna_misja")
    assert settings.bots == ("casual", None, None, "beginner")
    assert [one is not None for one in kept] == [False, True, True, False]


def test_everybody_keeps_a_colour_that_the_other_game_has() -> None:
    table = playing("piraci", 3).table
    settings, kept = next_game(table, "kosmiczni_piraci")
    before = {seat.key: seat.colour for seat in table.seats}
    there = game_by_id("kosmiczni_piraci").colours
    for one, colour in zip(kept, settings.colours, strict=True):
        assert one is not None
        assert before[one.key] not in there or colour == before[one.key]


def test_nobody_gets_into_a_race_that_was_not_asked_for() -> None:
    for clock in (NoClock(), BankClock(600, 5)):
        settings, _ = next_game(playing("piraci", 3, clock=clock).table, "kosmiczna_eskadra")
        assert not is_race(game_by_id("kosmiczna_eskadra"), settings.options)
        assert settings.clock == clock


def test_a_game_that_is_not_there_is_refused() -> None:
    with pytest.raises(Declined, match="no_such_game"):
        next_game(playing("piraci", 3).table, "ludo")
