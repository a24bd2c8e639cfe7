"""Why not: what is pressed and not possible answers with the reason, its rules and their numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from kosmoport.core.reasons import rules_behind
from kosmoport.games import GAMES, game_by_id
from tests.e2e.conftest import Arrive
from tests.e2e.games import kosmiczna_eskadra, piraci
from tests.e2e.games.late import fewest, finished_game
from tests.e2e.games.moving import sit
from tests.e2e.house import House
from tests.e2e.places import box_of
from tests.e2e.playing import wait_for_turn
from tests.e2e.visitor import Language
from tests.e2e.words import catalogue
from tests.learn.sentences import plain, rules_of

Json = Any
CARD = "[data-card=hand]"
OPTIONS: dict[str, Json] = {"kosmiczna_eskadra": {"mode": "turns", "placement_check": "reject"}}
BEGINNING = 60  # characters of a rule that are compared


def press_a_planet_that_is_not_settled(page: Page) -> None:
    table = page.url.rsplit("/", 1)[1]
    view = page.context.request.get(f"/api/tables/{table}").json()["position"]["view"]
    page.locator("g.planets .spot").nth(others(view)[0]).click(force=True)


def others(view: Json) -> list[int]:
    """Planets with a treasure that the one whose treasures are given out does not have."""
    here = set(view["planets"][view["settling"]]["treasures"])
    return [i for i, planet in enumerate(view["planets"]) if set(planet["treasures"]) - here]


def board_a_ship_with_one_pirate(page: Page) -> None:
    page.locator(f"{piraci.UNIT}.lit").first.click()
    page.locator("button.ship[aria-disabled]").first.click(force=True)


def throw_away_what_can_be_used(page: Page) -> None:
    page.locator(".spot:has(.carton)").click(force=True)


def take_a_second_card(page: Page) -> None:
    page.locator(f"{CARD}:not([aria-disabled])").first.click()
    page.wait_for_selector(f"{CARD}[aria-disabled]")
    page.locator(f"{CARD}[aria-disabled]").first.click(force=True)


def lay_a_ship_over_an_asteroid(page: Page) -> None:
    page.wait_for_selector(kosmiczna_eskadra.HELD)
    box = page.locator(".sky svg .fleet .spot").first.bounding_box()
    assert box is not None
    kosmiczna_eskadra.drag(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator("button.do.lay").click(force=True)


class Case(NamedTuple):
    """Something that cannot be done: in which language it is tried, and what is answered."""

    language: Language
    press: Callable[[Page], None]
    reason: str


CASES = {
    "kosmiczni_piraci": Case("en", press_a_planet_that_is_not_settled, "treasure"),
    "piraci": Case("pl", board_a_ship_with_one_pirate, "too_few_pirates"),
    "kosmiczna_misja": Case("cs", throw_away_what_can_be_used, "must_take"),
    "kosmodraci": Case("cs", take_a_second_card, "turn"),
    "kosmiczna_eskadra": Case("pl", lay_a_ship_over_an_asteroid, "overlap"),
}


def table_at(house: House, game: str) -> tuple[str, str]:
    """A table, and the token of a person who has to decide there."""
    if game != "kosmiczni_piraci":
        names = [f"Player {seat}" for seat in range(fewest(game))]
        players, options = fewest(game), OPTIONS.get(game, {})
        table, tokens = house.table(game, names, 0, players=players, options=options)
        house.begin(table, tokens)
        return table, tokens[house.ask("GET", f"/api/tables/{table}")["position"]["to_act"][0]]
    source = finished_game(house, game, fewest(game))
    frame = next(one for one in house.ask("GET", f"/api/tables/{source}/frames")["frames"] if settles(one))
    seat = frame["view"]["to_act"][0]
    bots = [None if other == seat else "beginner" for other in range(fewest(game))]
    start: Json = {"table": source, "move": frame["move"]}
    table, tokens = house.table(game, ["Ada"], seat, continues=start, bots=bots)
    house.begin(table, tokens)
    return table, tokens[0]


def settles(frame: Json) -> bool:
    """Treasures are given out, somebody has a choice, and other ones lie elsewhere."""
    view = frame["view"]
    return bool(view["stage"] == "taking" and view["to_act"] and others(view))


def reason_of(game: str, language: str, reason: str) -> str:
    """A reason in words, as the catalogue has it."""
    for name in (game, "common"):
        found = catalogue(name, language)["reason"].get(reason)
        if found is not None:
            return str(found)
    raise AssertionError(f"nothing is said for the reason {reason} in {language}")


def check_answer(page: Page, game: str, case: Case) -> None:
    """The reason in words, each rule behind it with its number, and both in the language of the page."""
    why = page.locator(".why")
    expect(why).to_be_visible()
    expect(why).to_contain_text(reason_of(game, case.language, case.reason))
    assert (
        box_of(page.locator(".lane"))["y"] + box_of(page.locator(".lane"))["height"]
        <= box_of(page.locator("main.board"))["y"]
    )  # it lies on nothing
    why.locator("button[aria-expanded]").click()
    rules, version = rules_behind(game_by_id(game), case.reason), game_by_id(game).version
    assert rules
    expect(why.locator(".rule a")).to_have_text(list(rules))
    for rule, said in zip(rules, why.locator(".rule").all(), strict=True):
        expect(said).to_contain_text(plain(rules_of(game_by_id(game), case.language)[rule].text)[:BEGINNING])
        expect(said.get_by_role("link")).to_have_attribute("href", f"/g/{game}/rules?rules={version}#{rule}")
    page.keyboard.press("Escape")
    expect(why).to_have_count(0)


def ask(arrive: Arrive, house: House, game: str) -> None:
    case = CASES[game]
    table, token = table_at(house, game)
    page = sit(arrive(language=case.language), table, token)
    assert wait_for_turn(page)
    case.press(page)
    check_answer(page, game, case)


def test_a_treasure_of_another_planet_cannot_be_taken(arrive: Arrive, house: House) -> None:
    ask(arrive, house, "kosmiczni_piraci")


@pytest.mark.e2e
@pytest.mark.parametrize("game", [game.id for game in GAMES if game.id != "kosmiczni_piraci"])
def test_what_is_not_possible_says_why(arrive: Arrive, house: House, game: str) -> None:
    ask(arrive, house, game)


@pytest.mark.e2e
def test_whose_turn_it_is_not_hears_that(arrive: Arrive, house: House) -> None:
    table, tokens = house.table("kosmiczni_piraci", ["Ada", "Bob", "Cyd"], players=3, start=1)
    house.begin(table, tokens)
    page = sit(arrive(), table, tokens[0])
    page.locator("g.planets .spot").first.click(force=True)
    check_answer(page, "kosmiczni_piraci", Case("en", press_a_planet_that_is_not_settled, "turn"))
