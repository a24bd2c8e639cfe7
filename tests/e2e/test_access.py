"""For everyone: axe-core finds nothing, events are told, actions are a list, the table is told in words."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Arrive
from tests.e2e.games.drivers import DRIVERS
from tests.e2e.games.late import fewest, finished_game, late_table, most, new_table
from tests.e2e.games.moving import sit
from tests.e2e.house import House
from tests.e2e.playing import ACTIONS, YOUR_TURN, open_actions
from tests.e2e.visitor import Visitor

GAMES = list(DRIVERS)
PANELS = ("actions", "log", "chat", "words", "hint")
ANNOUNCER = "[data-announcer]"
LOG = "section.open > ol > li"
GAME = "kosmiczni_piraci"
PAGES = {
    "lobby": "/",
    "game": f"/g/{GAME}",
    "my games": "/my",
    "learn": "/learn",
    "watch": "/watch",
    "settings": "/settings",
    "rules": f"/g/{GAME}/rules",
    "components": f"/g/{GAME}/components",
    "nowhere": "/nowhere",
}


def open_panel(page: Page, panel: str) -> None:
    """Open one of the panels beside the table, and wait for what it shows."""
    page.click(f"[data-panel={panel}]")
    expect(page.locator(f"[data-panel={panel}]")).to_have_attribute("aria-expanded", "true")
    shown = {"chat": "form", "hint": "ol > li"}.get(panel, "li")
    page.wait_for_selector(f"section.open {shown}")


def in_the_middle(visitor: Visitor, house: House, game: str) -> Page:
    """A late position in which this visitor has to decide."""
    table, tokens = late_table(house, game, ["Ada"], fewest(game))
    page = sit(visitor, table, tokens[0])
    page.wait_for_selector(YOUR_TURN)
    return page


def test_the_first_page_has_no_barriers(arrive: Arrive) -> None:
    visitor = arrive()
    visitor.go("/")
    expect(visitor.page.locator("ul.games > li")).to_have_count(len(GAMES))
    expect(visitor.page.locator(".window .picture svg").first).to_be_visible()
    assert visitor.complaints() == []
    visitor.page.evaluate("() => document.documentElement.removeAttribute('lang')")
    assert len(visitor.complaints()) == 1, "axe-core finds what is wrong"


@pytest.mark.e2e
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("page", PAGES)
def test_no_page_has_barriers(arrive: Arrive, page: str, dark: bool) -> None:
    visitor = arrive(dark=dark)
    visitor.go(PAGES[page])
    visitor.page.wait_for_load_state("networkidle")
    expect(visitor.page.locator("h1")).to_be_visible()
    assert visitor.complaints() == []
    # The browser itself reports on its console that there is no such page.
    visitor.errors[:] = [error for error in visitor.errors if page != "nowhere" or "404" not in error]


@pytest.mark.e2e
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_lessons_rules_and_replays_have_no_barriers(
    arrive: Arrive, house: House, game: str, dark: bool
) -> None:
    visitor = arrive(dark=dark)
    replay = f"/t/{finished_game(house, game, fewest(game))}/replay"
    for path, shown in ((f"/g/{game}/learn", "main"), (f"/g/{game}/rules", "main"), (replay, "main.board")):
        visitor.go(path)
        visitor.page.wait_for_selector(shown)
        visitor.page.wait_for_load_state("networkidle")
        assert visitor.complaints() == [], path


@pytest.mark.e2e
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_table_before_the_game_has_no_barriers(arrive: Arrive, house: House, dark: bool) -> None:
    table, tokens = house.table(GAME, ["Ada", "Bob"], players=3)
    for link in (f"/t/{table}#seat={tokens[0]}", f"/t/{table}"):
        visitor = arrive(dark=dark)
        visitor.go(link)
        expect(visitor.page.get_by_role("img", name="QR")).to_be_visible()
        assert visitor.complaints() == []


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_no_barriers(arrive: Arrive, house: House, game: str) -> None:
    visitor = arrive()
    page = in_the_middle(visitor, house, game)
    open_panel(page, "actions")
    assert visitor.complaints() == []


@pytest.mark.e2e
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_panels_have_no_barriers_either(arrive: Arrive, house: House, game: str, dark: bool) -> None:
    for size in ("phone", "desktop"):
        visitor = arrive(size=size, dark=dark)
        page = in_the_middle(visitor, house, game)
        for panel in PANELS:
            open_panel(page, panel)
            assert visitor.complaints() == [], f"{panel}, {size}"


@pytest.mark.e2e
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_the_first_position_of_many_has_no_barriers(
    arrive: Arrive, house: House, game: str, dark: bool
) -> None:
    visitor = arrive(size="phone", dark=dark)
    table, tokens = new_table(house, game, ["Ada"], most(game))
    page = sit(visitor, table, tokens[0])
    page.wait_for_selector(YOUR_TURN)
    assert visitor.complaints() == []


@pytest.mark.parametrize("game", GAMES)
def test_events_are_told_and_actions_listed_and_the_table_is_there_in_words(
    arrive: Arrive, house: House, game: str
) -> None:
    page = in_the_middle(arrive(), house, game)
    open_panel(page, "words")
    account = page.locator("section.open ul > li").all_inner_texts()
    assert len(account) > 1
    assert all(account)
    assert page.locator(ANNOUNCER).inner_text() == ""
    open_actions(page)
    buttons = page.locator(ACTIONS).get_by_role("button")
    expect(page.get_by_role("list", name="What you may do")).to_be_visible()
    assert all(buttons.all_inner_texts())
    buttons.first.click()
    expect(page.locator(ANNOUNCER)).not_to_have_text("")
    told = page.locator(ANNOUNCER).inner_text()
    page.click("[data-panel=actions]")
    page.wait_for_selector(LOG)
    assert any(line and line in told for line in page.locator(LOG).all_inner_texts())
