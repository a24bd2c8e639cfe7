"""My games: results, people and figures in this browser, without deleted names; forgotten, saved, read."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Arrive
from tests.e2e.games.late import new_table, play_out
from tests.e2e.games.moving import sit
from tests.e2e.house import House
from tests.e2e.playing import END
from tests.e2e.visitor import Language, Size, Visitor

GAME = "kosmiczna_misja"
PEOPLE = ["Ada", "Bob"]
CARDS = "ul.cards > li"


def finish(visitor: Visitor, house: House, seed: int) -> tuple[str, list[str]]:
    """A game that this visitor has seen the end of, at the first seat."""
    table, tokens = new_table(house, GAME, PEOPLE, 2)
    play_out(house, table, tokens, Random(seed))
    page = sit(visitor, table, tokens[0])
    page.wait_for_selector(END)
    page.wait_for_function("table => localStorage['kosmoport.tables']?.includes('returns')", arg=table)
    return table, tokens


def my_games(visitor: Visitor, cards: int) -> Page:
    with visitor.page.expect_response("**/api/known"):
        visitor.go("/my")
    expect(visitor.page.locator(CARDS)).to_have_count(cards)
    return visitor.page


def test_results_people_and_a_name_that_was_deleted(arrive: Arrive, house: House) -> None:
    ada = arrive()
    tables = [finish(ada, house, seed) for seed in (21, 22)]
    page = my_games(ada, 2)
    result = house.ask("GET", f"/api/tables/{tables[1][0]}")["position"]["result"]
    latest = page.locator(CARDS).first
    for score in result["scores"]:
        expect(latest).to_contain_text(str(score))
    expect(latest).to_contain_text("Bob")
    expect(latest).to_contain_text("today")
    expect(latest.get_by_role("link", name="Replay")).to_have_attribute("href", f"/t/{tables[1][0]}/replay")
    expect(page.get_by_text("After one more game")).to_be_visible()
    expect(page.get_by_role("region", name="People you played with")).to_contain_text("2 games")
    assert ada.complaints() == []
    for table, tokens in tables:
        house.ask("DELETE", f"/api/tables/{table}/name", token=tokens[1])
    page = my_games(ada, 2)
    expect(page.get_by_text("Player 2").first).to_be_visible()
    expect(page.locator("main")).not_to_contain_text("Bob")
    assert "Bob" not in page.evaluate("() => localStorage['kosmoport.tables']")


def test_forgotten_undone_saved_erased_and_read_again(arrive: Arrive, house: House, tmp_path: Path) -> None:
    ada = arrive()
    table, _ = finish(ada, house, 23)
    page = my_games(ada, 1)
    page.get_by_label("More about this game").click()
    page.get_by_role("button", name="Remove from the list").click()
    expect(page.locator(CARDS)).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(CARDS)).to_have_count(1)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "games.json"
    saved.value.save_as(file)
    assert [one["table"] for one in json.loads(file.read_text())["tables"]] == [table]
    page.get_by_role("button", name="Erase everything").click()
    page.get_by_role("button", name="Erase the whole list").click()
    expect(page.locator(CARDS)).to_have_count(0)
    assert page.evaluate("() => localStorage['kosmoport.tables']") == "[]"
    page.set_input_files("input[type=file]", file)
    expect(page.locator(CARDS)).to_have_count(1)
    expect(page.get_by_text("1 game read.")).to_be_visible()
    page.reload()
    expect(page.locator(CARDS)).to_have_count(1)


def test_people_are_invited_again_with_seats_kept_for_them(arrive: Arrive, house: House) -> None:
    ada = arrive()
    table, tokens = finish(ada, house, 24)
    page = my_games(ada, 1)
    page.get_by_role("button", name="Invite again: Bob").click()
    page.wait_for_url(lambda url: "/t/" in url and table not in url)
    now = house.ask("GET", f"/api/tables/{page.url.rsplit('/', 1)[1]}")
    assert [seat["name"] for seat in now["seats"]] == [None, "Ada"]
    assert now["seats"][0]["reserved"] == "Bob"
    assert house.ask("GET", f"/api/tables/{table}", token=tokens[1])["rematch"] == page.url.rsplit("/", 1)[1]


@pytest.mark.e2e
@pytest.mark.parametrize("size", ["phone", "sideways", "tablet", "desktop"])
@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_it_is_for_everyone_in_every_size(
    arrive: Arrive, house: House, size: Size, language: Language
) -> None:
    for dark in (False, True):
        ada = arrive(size=size, language=language, dark=dark)
        finish(ada, house, 25)
        page = my_games(ada, 1)
        assert ada.complaints() == []
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
