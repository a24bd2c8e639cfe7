"""Hints: three actions with estimate and reason, lit up, done with one press; only where allowed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from kosmoport.games import GAMES
from tests.e2e.conftest import Arrive
from tests.e2e.games.late import fewest, new_table
from tests.e2e.games.moving import sit
from tests.e2e.house import House
from tests.e2e.playing import lines, wait_for_turn

GAME = "kosmiczni_piraci"
HINT = ".hints ol li"
ESTIMATE = re.compile(r"wins about \d+% of simulated (game|round)s \([\d,]+ tried\)")
LIT = "main.board .pointed"


def ask(page: Page) -> None:
    """Open the hints and wait until the bot has thought."""
    assert wait_for_turn(page)
    page.locator("[data-panel=hint]").click()
    page.wait_for_selector(HINT)


def check_hints(page: Page) -> None:
    """Up to three different actions, each with its reason and its estimate."""
    hints = page.locator(HINT)
    assert 1 <= hints.count() <= 3
    actions = hints.locator("strong").all_inner_texts()
    assert len(set(actions)) == len(actions)
    for hint in hints.all():
        assert hint.locator("strong").inner_text()
        assert hint.locator(".why").inner_text()
        expect(hint.locator(".quiet-text")).to_have_text(ESTIMATE)


def test_three_hints_with_reasons_light_up_and_are_done(arrive: Arrive, house: House) -> None:
    table, tokens = new_table(house, GAME, ["Ada"], 3)
    page = sit(arrive(), table, tokens[0])
    ask(page)
    expect(page.locator(HINT)).to_have_count(3)
    check_hints(page)
    expect(page.locator(LIT)).to_have_count(0)
    wanted = page.locator(HINT).first.locator("strong").inner_text()
    page.locator(HINT).first.get_by_role("button").click()
    expect(page.locator(HINT)).to_have_count(1)
    expect(page.locator(LIT).first).to_be_visible()
    page.get_by_role("button", name="All hints").click()
    expect(page.locator(HINT)).to_have_count(3)
    expect(page.locator(LIT)).to_have_count(0)
    page.locator(HINT).first.get_by_role("button").click()
    page.get_by_role("button", name="Do it").click()
    page.wait_for_function("() => Number(document.querySelector('[data-moves]').dataset.moves) >= 1")
    expect(page.locator(LIT)).to_have_count(0)
    card, planet = re.findall(r"lay the (.+) on planet (\d)", wanted.lower())[0]
    told = f"You lay the {card} face down on planet {planet}."
    assert wait_for_turn(page)
    expect(page.get_by_role("button", name="Log")).to_have_attribute("aria-expanded", "true")
    expect(page.locator("ol[aria-label='What happened'] li", has_text=told)).to_have_count(1)


def test_hints_are_not_offered_to_people_who_play_each_other(arrive: Arrive, house: House) -> None:
    table, tokens = house.table(GAME, ["Ada", "Bob", "Cyd"], players=3, start=0)
    house.begin(table, tokens)
    page = sit(arrive(), table, tokens[0])
    assert wait_for_turn(page)
    expect(page.locator("[data-panel=actions]")).to_be_visible()
    expect(page.locator("[data-panel=hint]")).to_have_count(0)


@pytest.mark.e2e
def test_people_may_agree_on_hints_and_whoever_waits_gets_none(arrive: Arrive, house: House) -> None:
    table, tokens = house.table(GAME, ["Ada", "Bob", "Cyd"], players=3, start=0, hints=True)
    house.begin(table, tokens)
    ada, bob = sit(arrive(), table, tokens[0]), sit(arrive(), table, tokens[1])
    expect(bob.locator("[data-panel=hint]")).to_be_disabled()
    ask(ada)
    check_hints(ada)
    ada.locator(HINT).first.get_by_role("button").click()
    ada.get_by_role("button", name="Do it").click()
    expect(ada.locator("[data-panel=hint]")).to_be_disabled()
    expect(ada.locator(HINT)).to_have_count(0)  # the hints were for a move that is over
    assert wait_for_turn(bob)
    expect(bob.locator("[data-panel=hint]")).to_be_enabled()


@pytest.mark.e2e
@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_every_game_has_hints_that_can_be_done(arrive: Arrive, house: House, game: str) -> None:
    table, tokens = new_table(house, game, ["Ada"], fewest(game))
    page = sit(arrive(), table, tokens[0])
    ask(page)
    check_hints(page)
    before = lines(page)
    page.locator(HINT).first.get_by_role("button").click()
    expect(page.locator(LIT).first).to_be_visible()
    page.get_by_role("button", name="Do it").click()
    page.wait_for_function(
        "(before) => document.querySelector('[data-moves]').dataset.moves !== before", arg=before
    )
