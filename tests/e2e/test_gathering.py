"""A table while it gathers: a bot for the free seat, changes that everybody sees, somebody who comes late."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Arrive
from tests.e2e.house import House
from tests.e2e.visitor import Visitor
from tests.e2e.words import pages

GAME = "piraci"  # for three at least


def button(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def two_friends(
    arrive: Arrive, house: House, language: str = "en", **settings: int
) -> tuple[Visitor, Visitor]:
    """Ada, the host, and Bob, on a phone, at a table with a free seat."""
    table, tokens = house.table(GAME, ["Ada", "Bob"], players=3)
    ada, bob = arrive(), arrive(size="phone", language=language)
    for visitor, token in zip((ada, bob), tokens, strict=True):
        visitor.go(f"/t/{table}#seat={token}")
        expect(visitor.page.locator(".chip")).to_have_count(3)
    return ada, bob


def test_a_bot_sits_down_and_two_friends_begin(arrive: Arrive, house: House) -> None:
    ada, bob = two_friends(arrive, house, "pl")
    words = pages("pl")
    button(bob.page, words["gather.be_ready"])
    expect(ada.page.get_by_role("status").filter(has_text="One seat is still free.")).to_be_visible()
    button(bob.page, words["gather.ask_bot"])
    expect(ada.page.locator(".bubble")).to_have_text("A bot, please?")
    button(ada.page, "Add a bot and begin")
    expect(bob.page.locator(".chip", has_text="bot")).to_have_count(1)
    button(bob.page, words["gather.be_ready"])  # once more: it is another table now
    for visitor in (ada, bob):
        expect(visitor.page.locator("main.board")).to_be_visible()


def test_the_host_changes_the_table_and_the_guest_sees_it(arrive: Arrive, house: House) -> None:
    ada, bob = two_friends(arrive, house)
    button(bob.page, "I am ready")
    expect(ada.page.locator(".badge")).to_have_text("ready")
    button(ada.page, "Change")
    sheet = ada.page.get_by_role("dialog")
    sheet.get_by_label("4", exact=True).check()
    sheet.get_by_label("1 min", exact=True).check()
    sheet.get_by_role("button", name="Change it").click()
    expect(bob.page.locator(".chip")).to_have_count(4)
    expect(bob.page.get_by_role("status").filter(has_text="Ada has changed something")).to_be_visible()
    expect(bob.page.locator("section[aria-labelledby=agreed] li", has_text="1 minute")).to_have_count(1)
    expect(ada.page.locator(".badge")).to_have_text("not ready yet")


def test_places_are_changed_and_the_own_seat_stays_in_front(arrive: Arrive, house: House) -> None:
    ada, bob = two_friends(arrive, house)
    button(ada.page, "Change the seat: Bob")
    ada.page.get_by_label("Change places: Bob").select_option("2")
    expect(bob.page.locator(".you")).to_have_attribute("data-seat", "2")
    expect(bob.page.locator(".at-front .you")).to_have_count(1)
    expect(bob.page.get_by_text("takes no part in the deal")).to_have_count(0)
    button(bob.page, "I am ready")
    button(ada.page, "Add a bot and begin")
    button(bob.page, "I am ready")
    expect(bob.page.locator("main.board")).to_be_visible()


def test_who_comes_late_takes_the_seat_of_a_bot(arrive: Arrive, house: House) -> None:
    bots = [None, None, "beginner"]
    table, tokens = house.table(GAME, ["Ada", "Bob"], 0, bots=bots, start=0)
    house.begin(table, tokens)
    ola = arrive(size="phone", language="cs")
    ola.go(f"/t/{table}")
    ola.page.fill("#late-name", "Ola")
    ola.page.locator("form", has=ola.page.locator("#late-name")).get_by_role("button").click()
    expect(ola.page.locator("#late-name")).to_have_count(0)
    expect(ola.page.locator("section.seats li", has_text="Ola")).to_have_count(1)
    seats = house.ask("GET", f"/api/tables/{table}")["seats"]
    assert (seats[2]["name"], seats[2]["bot"], seats[2]["took_over"]) == ("Ola", None, 0)


@pytest.mark.parametrize("size", ["phone", "sideways", "tablet", "desktop"])
def test_the_next_step_is_in_sight_and_nothing_is_cut_off(arrive: Arrive, house: House, size: str) -> None:
    table, tokens = house.table("kosmiczni_piraci", ["Ada", "Bob"], players=5, start=0)
    visitor = arrive(size=size, language="pl", dark=size in ("phone", "desktop"))
    visitor.go(f"/t/{table}#seat={tokens[0]}")
    step = visitor.page.locator("footer button.main")
    expect(step).to_be_visible()
    expect(step).to_be_in_viewport()
    wide = visitor.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    assert visitor.complaints() == []
