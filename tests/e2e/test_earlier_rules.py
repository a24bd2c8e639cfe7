"""A table that began before its rules changed: in its own words and rules, drawn by what knows them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from kosmoport.games import game_by_id
from tests.copied import Copied
from tests.e2e.house import House, serve
from tests.e2e.visitor import Visitor

GAME = game_by_id("kosmodraci")
OLD, NEW = GAME.version, GAME.version + 1
CHANGES = (
    ("components.toml", "hand = 9", "hand = 8"),
    ("components.toml", "lair = 7", "lair = 6"),
    ("words/en.json", '"picked_own": "{seat:seat} picks', '"picked_own": "{seat:seat} chooses'),
)
PLAIN = "section[aria-label='The table']"


def begun(house: House) -> tuple[str, str]:
    """A table in the middle of a game: its id, and the token of the one person there."""
    table, tokens = house.table(GAME.id, ["Ada"], bots=[None, "beginner", "beginner"])
    house.begin(table, tokens)
    picked = house.wait_for_turn(table, tokens[0])
    do = picked["position"]["legal"][0]
    house.send(table, tokens[0], type="act", seen=picked["n"], do=do["id"], args=do["args"])
    house.wait_for_turn(table, tokens[0])
    return table, tokens[0]


@pytest.fixture
def changed(tmp_path: Path) -> Iterator[tuple[House, str, str]]:
    """A server with new rules, which the drawing does not know, and a table with those of before."""
    copy = Copied(tmp_path, client=True)
    with serve(tmp_path, env=copy.env) as house:
        table, token = begun(house)
    copy.change_rules(GAME.id, CHANGES)
    with serve(tmp_path, env=copy.env) as house:
        yield house, table, token


def test_a_table_is_shown_by_its_own_rules(browser: Browser, changed: tuple[House, str, str]) -> None:
    house, old, token = changed
    visitor = Visitor(browser, house.address)
    page = visitor.page
    with page.expect_response(f"**/api/games/{GAME.id}/words/en?rules={OLD}") as words:
        page.goto(f"/t/{old}#seat={token}")
    assert words.value.json()["event"]["picked_own"] == "{seat:seat} picks card {card}."
    expect(page.locator(f"a[href='/g/{GAME.id}/rules?rules={OLD}']").first).to_be_attached()
    expect(page.locator("[data-moves]").first).to_be_attached()
    expect(page.locator(PLAIN)).to_have_count(0)

    page.goto(f"/g/{GAME.id}/rules?rules={OLD}")
    expect(page.get_by_role("note").filter(has_text="These rules have changed since")).to_be_visible()
    page.goto(f"/g/{GAME.id}/rules")
    expect(page.locator("ol.rules > li").first).to_be_visible()
    expect(page.get_by_text("These rules have changed since")).to_have_count(0)

    new, own = begun(house)
    assert house.ask("GET", f"/api/tables/{new}")["settings"]["rules"] == NEW
    with page.expect_response(f"**/api/games/{GAME.id}/words/en?rules={NEW}") as words:
        page.goto(f"/t/{new}#seat={own}")
    assert words.value.json()["event"]["picked_own"] == "{seat:seat} chooses card {card}."
    expect(page.locator(PLAIN)).to_be_visible()
    assert visitor.errors == []
    visitor.close()
