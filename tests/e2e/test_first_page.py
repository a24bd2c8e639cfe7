"""The first page and a game's page: one touch to a game, seats filled before there is a table, live games."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Arrive
from tests.e2e.house import House
from tests.e2e.words import pages

PAGES = ("/", "/g/piraci", "/g/kosmiczna_eskadra", "/learn", "/watch", "/my", "/settings", "/nowhere")


def test_play_now_is_one_touch(arrive: Arrive) -> None:
    """Nobody is asked for a name; whoever has one plays by it. The next time the same game comes."""
    ada = arrive(size="phone", language="pl")
    ada.go("/")
    ada.page.get_by_role("button", name=f"{pages('pl')['lobby.play_now']} Kosmiczni Piraci").tap()
    ada.page.wait_for_url("**/t/*")
    expect(ada.page.locator("main.board")).to_be_visible()
    expect(ada.page.locator(".seats")).to_contain_text(pages("pl")["lobby.guest"])
    ada.go("/")
    expect(ada.page.get_by_role("link", name="Kosmiczni Piraci")).not_to_have_count(0)
    expect(ada.page.locator(".mine, .strip li").first).to_contain_text("Kosmiczni Piraci")


def test_the_round_button_of_a_poster_plays_its_game(arrive: Arrive) -> None:
    ada = arrive(settings={"name": "Ada", "language": "en"})
    ada.go("/")
    ada.page.get_by_role("button", name="Play Piraci now, with bots").click()
    ada.page.wait_for_url("**/t/*")
    expect(ada.page.locator(".seats")).to_contain_text("Ada")


@pytest.mark.parametrize("game", ["kosmiczni_piraci", "piraci", "kosmodraci"])
def test_two_friends_and_a_bot_are_two_clicks_away(arrive: Arrive, house: House, game: str) -> None:
    ada = arrive()
    ada.go("/")
    ada.page.locator(f"ul.games a[href='/g/{game}']").click()
    ada.page.get_by_role("button", name="Open the table").click()
    ada.page.wait_for_url("**/t/*")
    seats = house.ask("GET", f"/api/tables/{ada.page.url.rsplit('/', 1)[1]}")["seats"]
    assert [seat["person"] for seat in seats] == [True, False, False]
    assert [seat["bot"] for seat in seats] == [None, None, "casual"]


def test_who_plays_is_chosen_at_the_seats(arrive: Arrive, house: House) -> None:
    """By keyboard: a bot becomes stronger, a seat is added, another goes; Escape leaves all as it was."""
    ada = arrive()
    page = ada.page
    ada.go("/g/piraci")
    page.click("[data-preset=bots]")
    page.fill("#name", "Ada")
    for seat, press in (("1", "Bot, strong"), ("2", None)):
        page.locator(f"[data-seat='{seat}']").press("Enter")
        if press:
            page.get_by_role("button", name=press).press("Enter")
        else:
            page.keyboard.press("Escape")
        expect(page.locator(f"[data-seat='{seat}']")).to_be_focused()
        expect(page.locator(".choosing")).to_have_count(0)
    page.get_by_role("button", name="Add a seat").press("Enter")
    page.locator("[data-seat='2']").click()
    page.get_by_role("button", name="A friend").click()
    page.locator("[data-seat='3']").click()
    page.get_by_role("button", name="No seat here").click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    seats = house.ask("GET", f"/api/tables/{page.url.rsplit('/', 1)[1]}")["seats"]
    assert [(seat["name"], seat["bot"]) for seat in seats] == [("Ada", None), (None, "strong"), (None, None)]


def test_the_window_shows_a_public_game_and_no_hand(arrive: Arrive, house: House) -> None:
    """Also to a browser that has a seat there and has forgotten it: it looks as somebody who has none."""
    table, tokens = house.table("kosmiczni_piraci", ["Ada", "Bob", "Cyd"], players=3, public=True, start=0)
    house.begin(table, tokens)
    visitor = arrive()
    visitor.go(f"/t/{table}#seat={tokens[0]}")
    visitor.page.wait_for_selector("main.board .hand .spot")
    visitor.page.evaluate("() => localStorage.removeItem('kosmoport.tables')")
    visitor.bodies.clear()
    visitor.go("/")
    window = visitor.page.get_by_role("region", name="A game in sight")
    expect(window).to_contain_text("Live")
    expect(window.locator(".picture svg").first).to_be_visible()
    expect(window.locator(".hand .spot")).to_have_count(0)
    seen = [body.json() for body in visitor.bodies if body.url.endswith(f"/api/tables/{table}")]
    assert {one["position"]["view"]["seat"] for one in seen} == {-1}
    window.get_by_role("link", name="Watch").click()
    visitor.page.wait_for_url(f"**/t/{table}")


def test_an_open_table_says_what_it_lacks(arrive: Arrive, house: House) -> None:
    house.table("kosmodraci", ["Ola", "Jan"], players=3, public=True)
    visitor = arrive(size="phone")
    visitor.go("/watch")
    tile = visitor.page.locator("section li", has_text="Ola, Jan").first
    expect(tile).to_contain_text("1 free seat")
    tile.get_by_role("link", name="Sit down at Kosmodraci").tap()
    visitor.page.wait_for_url("**/t/*")
    expect(visitor.page.locator("#sit-name")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_no_page_is_wider_than_a_phone(arrive: Arrive, language: str) -> None:
    visitor = arrive(size="phone", language=language)
    for path in PAGES:
        visitor.go(path)
        visitor.page.wait_for_load_state("networkidle")
        wide = "() => document.documentElement.scrollWidth > innerWidth"
        assert not visitor.page.evaluate(wide), path
    visitor.errors[:] = [error for error in visitor.errors if "404" not in error]  # /nowhere
