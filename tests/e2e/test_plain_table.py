"""The plain table of the five games: made from their views and words, played through the hand and buttons."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from kosmoport.games import GAMES
from tests.e2e.conftest import Arrive
from tests.e2e.games.late import late_table, most, new_table
from tests.e2e.house import House
from tests.e2e.plain import CARD, CHOICE, KNOWN, PLACE, check_words, decide_by_clicks
from tests.e2e.playing import YOUR_TURN, wait_for_turn
from tests.e2e.test_fit import CUT_OFF, FINGER, OUT_OF_REACH, SMALL, found
from tests.e2e.visitor import Size

PLAIN = {"plain": True, "language": "en", "motion": "off"}
PHONES: tuple[Size, ...] = ("phone", "sideways", "small")
FIRST, *OTHERS = [game.id for game in GAMES]


@pytest.mark.parametrize("game", [FIRST, *(pytest.param(game, marks=pytest.mark.e2e) for game in OTHERS)])
def test_every_game_can_be_played_without_its_drawing(arrive: Arrive, game: str) -> None:
    visitor, choose = arrive(settings=PLAIN), Random(5)
    visitor.start(game)
    seats = visitor.page.locator(f"{KNOWN} h2 .name")
    above = [text.partition("\n")[0] for text in visitor.page.locator(".seats .name").all_inner_texts()]
    assert "Ada" in above
    expect(seats).to_have_text(above)
    for _ in range(2):
        assert wait_for_turn(visitor.page)
        check_words(visitor.page)
        decide_by_clicks(visitor.page, choose)
    assert visitor.complaints() == []


@pytest.mark.e2e
@pytest.mark.parametrize("moment", ["first", "late"])
@pytest.mark.parametrize("size", PHONES)
@pytest.mark.parametrize("game", [FIRST, *OTHERS])
def test_hand_and_choices_are_in_sight_on_a_phone(
    arrive: Arrive, house: House, game: str, size: Size, moment: str
) -> None:
    visitor, players = arrive(size=size, settings=PLAIN), most(game)
    if moment == "first":
        table, tokens = new_table(house, game, ["Ada"], players)
    else:
        table, tokens = late_table(house, game, ["Ada"], players)
    visitor.go(f"/t/{table}#seat={tokens[0]}")
    page = visitor.page
    page.wait_for_selector(YOUR_TURN)
    page.wait_for_selector(f"{CARD}, {CHOICE}, {PLACE}")
    check_words(page)
    assert not visitor.scrolls()
    assert found(page, f"{CARD}, .topbar .turn", CUT_OFF) == []
    assert found(page, f"{CARD}, {CHOICE}, {PLACE}", SMALL, FINGER) == []
    assert found(page, f"{CARD}, {CHOICE}, {PLACE}", OUT_OF_REACH) == []


@pytest.mark.e2e
def test_the_next_round_of_a_race_begins_when_both_are_ready(arrive: Arrive, house: House) -> None:
    race: dict[str, Any] = {"players": 2, "unhurried": False, "options": {"round_limit_s": 5}}
    table, tokens = house.table("kosmiczna_eskadra", ["Ada", "Bob"], **race)
    house.begin(table, tokens)
    visitor = arrive(settings=PLAIN)
    visitor.go(f"/t/{table}#seat={tokens[0]}")
    ready = visitor.page.get_by_role("button", name="I am ready")
    expect(ready).to_be_visible()  # nobody has laid anything, and the clock has called Stop
    house.send(table, tokens[1], type="ready")
    ready.click()
    expect(ready).to_have_count(0)
    visitor.page.wait_for_function("() => document.body.innerText.includes('Round 2 begins.')")
