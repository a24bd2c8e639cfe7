"""The plain table: a game without a drawing is played through lists made from its view and legal actions."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from kosmoport.games import GAMES
from tests.e2e.conftest import Arrive
from tests.e2e.house import House
from tests.e2e.playing import wait_for_turn

PLAIN = {"plain": True, "language": "en", "motion": "off"}
KNOWN = "section[aria-label='The table']"
ACTIONS = "section[aria-label='What you may do'] button"


FIRST, *OTHERS = [game.id for game in GAMES]


@pytest.mark.parametrize("game", [FIRST, *(pytest.param(game, marks=pytest.mark.e2e) for game in OTHERS)])
def test_every_game_can_be_played_without_its_drawing(arrive: Arrive, game: str) -> None:
    visitor = arrive(settings=PLAIN)
    visitor.start(game)
    expect(visitor.page.locator(KNOWN)).to_contain_text("players")
    for _ in range(2):
        assert wait_for_turn(visitor.page)
        before = visitor.page.locator("[data-moves]").first.get_attribute("data-moves")
        visitor.page.locator(ACTIONS).first.click()
        visitor.page.wait_for_function(
            "(before) => document.querySelector('[data-moves]').dataset.moves !== before", arg=before
        )
    assert visitor.complaints() == []


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
