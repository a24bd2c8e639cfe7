"""From nothing to playing: the first page, the way into a game, languages, settings, wrong addresses."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from kosmoport.games import GAMES
from tests.e2e.conftest import Arrive
from tests.e2e.house import House
from tests.e2e.words import catalogue, pages


def test_five_pictured_games_and_a_game_with_bots_in_a_few_steps(arrive: Arrive) -> None:
    ada = arrive()
    ada.go("/")
    cards = ada.page.locator("ul.games > li")
    expect(cards).to_have_count(len(GAMES))
    for game in GAMES:
        card = cards.filter(has=ada.page.locator(f"a[href='/g/{game.id}']"))
        expect(card.locator(".picture svg")).to_be_visible()
        expect(card).to_contain_text(f"{game.players[0]}–{game.players[1]} players")
        expect(card).to_contain_text("minutes")
    cards.locator("a[href='/g/piraci']").click()
    ada.page.click("[data-preset=bots]")
    ada.page.fill("#name", "Ada")
    ada.page.click("form button.main")
    ada.page.wait_for_url("**/t/*")
    expect(ada.page.locator("main.board")).to_be_visible()


@pytest.mark.parametrize("language", ["pl", "cs", "en"])
def test_the_browser_chooses_the_language(arrive: Arrive, language: str) -> None:
    visitor = arrive(language=language)
    visitor.go("/g/piraci")
    expect(visitor.page.locator("form button.main")).to_contain_text(pages(language)["game.open"])
    assert visitor.page.locator("html").get_attribute("lang") == language


def test_the_language_is_changed_in_place_and_kept(arrive: Arrive) -> None:
    visitor = arrive()
    visitor.go("/")
    visitor.page.select_option("#language", "cs")
    expect(visitor.page.locator("h1")).to_have_text(pages("cs")["lobby.title"])
    visitor.page.reload()
    expect(visitor.page.locator("h1")).to_have_text(pages("cs")["lobby.title"])


def test_a_friend_comes_by_the_link_and_both_begin(arrive: Arrive) -> None:
    ada, bob = arrive(), arrive(size="phone", language="pl")
    ada.go("/g/kosmiczna_misja")
    ada.page.fill("#name", "Ada")
    ada.page.click("[data-preset=friends]")
    ada.page.get_by_role("button", name="Open the table").click()
    ada.page.wait_for_url("**/t/*")
    expect(ada.page.get_by_role("img", name="QR")).to_be_visible()
    link = ada.page.locator("code").inner_text()
    bob.go(link)
    bob.page.fill("#sit-name", "Bob")
    bob.page.get_by_role("button", name=pages("pl")["gather.sit"]).click()
    bob.page.get_by_role("button", name=pages("pl")["gather.be_ready"]).click()
    ada.page.get_by_role("button", name="Begin", exact=True).click()
    for visitor in (ada, bob):
        expect(visitor.page.locator("main.board")).to_be_visible()


@pytest.mark.parametrize("pace", ["hurried", "unhurried"])
def test_a_friend_sees_how_a_table_plays_before_sitting_down(arrive: Arrive, house: House, pace: str) -> None:
    options = {"corsairs": True, "wins": 2}
    settings: dict[str, Any] = {"players": 2, "unhurried": pace == "unhurried", "options": options}
    table, _ = house.table("kosmiczna_eskadra", ["Ada"], **settings)
    bob = arrive(size="phone", language="pl")
    bob.go(f"/t/{table}")
    names = catalogue("kosmiczna_eskadra", "pl")["option"]
    choices = catalogue("kosmiczna_eskadra", "pl")["choice"]
    aid = f"{names['aim_help']}: {choices['aim_help.calm']}"  # named though it is as usual
    lines = [pages("pl")[f"options.{pace}"], names["corsairs"], f"{names['wins']}: 2", aid, "2 miejsca"]
    lines.append(pages("pl")["options.late_short"])
    agreed = bob.page.locator("section[aria-labelledby=agreed] li")
    expect(agreed).to_have_text([re.compile(f"^{re.escape(line)}$", re.IGNORECASE) for line in lines])
    expect(bob.page.get_by_role("button", name=pages("pl")["gather.sit"])).to_be_visible()


def test_a_name_that_is_refused_is_told_where_it_is_seen(arrive: Arrive, house: House) -> None:
    """In a low window, as of a phone on its side."""
    table, _ = house.table("kosmiczna_eskadra", ["Ada"], players=2)
    visitor = arrive(size="phone", language="cs")
    page = visitor.page
    page.set_viewport_size({"width": 844, "height": 390})
    page.goto(f"/t/{table}")
    page.fill("#sit-name", "  ")
    page.press("#sit-name", "Enter")
    expect(page.get_by_role("alert")).to_be_in_viewport()
    assert [error for error in visitor.errors if "409" not in error] == []
    visitor.errors.clear()


def test_settings_are_kept_in_the_browser(arrive: Arrive) -> None:
    visitor = arrive()
    visitor.go("/settings")
    visitor.page.get_by_label("dark", exact=True).check()
    visitor.page.get_by_label("large").check()
    visitor.page.get_by_label("Ask before every move").check()
    visitor.page.reload()
    expect(visitor.page.get_by_label("Ask before every move")).to_be_checked()
    assert visitor.page.locator("html").get_attribute("data-theme") == "dark"
    assert visitor.page.locator("html").get_attribute("data-cards") == "large"


def test_an_unknown_table_says_so(arrive: Arrive, house: House) -> None:
    visitor = arrive()
    visitor.go("/t/" + "x" * 22)
    expect(visitor.page.locator("h1")).to_have_text("No such table")
    # The browser itself reports the 404 on its console.
    visitor.errors[:] = [error for error in visitor.errors if not re.search("404", error)]
