"""Motion: scenes with captions that can be ended at once, at the wanted speed; none where none is wanted."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Arrive
from tests.e2e.games.late import finished_game, most
from tests.e2e.games.moving import sit
from tests.e2e.house import House
from tests.e2e.playing import YOUR_TURN, open_actions, stop_time
from tests.e2e.visitor import Visitor

Json = Any
GAME = "kosmiczni_piraci"
PEOPLE = ["Ada", "Bob", "Cyd"]
# Keeps the captions of the scenes that were shown.
WATCH = """window.scenes = [];
new MutationObserver(() => {
  const buttons = [...document.querySelectorAll(".lane > button")];
  const skips = buttons.some((one) => one.textContent === "Skip");
  const caption = document.querySelector(".topbar .turn")?.textContent.trim();
  if (skips && scenes.at(-1) !== caption) scenes.push(caption);
}).observe(document, { subtree: true, childList: true, characterData: true });"""


class Company:
    """Three people at a table, of whom Bob begins; the page is Ada's."""

    def __init__(self, visitor: Visitor, house: House, paused: bool) -> None:
        self.house = house
        self.table, self.tokens = house.table(GAME, PEOPLE, 0, players=3, start=1)
        house.begin(self.table, self.tokens)
        visitor.context.add_init_script(WATCH)
        if paused:
            visitor.page.clock.install()
        self.page = sit(visitor, self.table, self.tokens[0])
        if paused:
            stop_time(visitor.page)
        self.skip: Locator = self.page.get_by_role("button", name="Skip", exact=True)
        self.turn: Locator = self.page.locator(".topbar .turn")

    def lay(self, seat: int, planet: int) -> None:
        """Somebody else lays the weakest pirate."""
        now = self.house.wait_for_turn(self.table, self.tokens[seat])
        legal = now["position"]["legal"]
        action = next(one for one in legal if one["args"]["planet"] == planet)
        message = {"seen": now["n"], "do": action["id"], "args": action["args"]}
        assert self.house.send(self.table, self.tokens[seat], type="act", **message)["problem"] is None


def cards_on(page: Page, planet: int) -> str:
    return str(page.locator("g.planets .spot").nth(planet).get_attribute("aria-label"))


def test_a_scene_has_a_caption_and_ends_at_once_when_it_is_skipped(arrive: Arrive, house: House) -> None:
    company = Company(arrive(motion=True), house, paused=True)
    page = company.page
    expect(company.turn).to_have_text("Waiting for Bob")
    company.lay(1, planet=2)
    expect(company.turn).to_have_text("Bob lays a card face down on planet 3.")
    page.keyboard.press("Escape")
    expect(company.skip).to_have_count(0)
    expect(company.turn).to_have_text("Waiting for Cyd")
    assert "1 card: Bob: face down" in cards_on(page, 2)
    company.lay(2, planet=3)
    expect(company.turn).to_have_text("Cyd lays a card face down on planet 4.")
    expect(page.locator(YOUR_TURN)).to_have_count(0)
    company.skip.click()
    expect(page.locator(YOUR_TURN)).to_be_visible()
    assert "1 card: Cyd: face down" in cards_on(page, 3)


def test_whoever_acts_does_not_have_to_wait_for_a_scene(arrive: Arrive, house: House) -> None:
    company = Company(arrive(motion=True), house, paused=True)
    page = company.page
    company.lay(1, planet=2)
    company.lay(2, planet=3)
    expect(company.skip).to_be_visible()
    open_actions(page)
    page.get_by_role("button", name="Lay the 7 on planet 5").click()
    expect(company.turn).to_have_text("You lay the 7 face down on planet 5.")
    position = company.house.ask("GET", f"/api/tables/{company.table}")["position"]
    assert position["move"] == 3


def test_without_motion_nothing_is_staged(arrive: Arrive, house: House) -> None:
    still, off = arrive(motion=False), arrive(motion=True, settings={"motion": "off", "language": "en"})
    for visitor in (still, off):
        company = Company(visitor, house, paused=False)
        company.lay(1, planet=2)
        company.lay(2, planet=2)
        expect(company.page.locator(YOUR_TURN)).to_be_visible()
        assert "Cyd: face down" in cards_on(company.page, 2)
        assert company.page.evaluate("scenes") == []


@pytest.mark.e2e
def test_every_scene_of_a_move_is_captioned_with_a_line_of_the_log(arrive: Arrive, house: House) -> None:
    company = Company(arrive(motion=True, settings={"motion": "fast", "language": "en"}), house, paused=False)
    page = company.page
    company.lay(1, planet=2)
    company.lay(2, planet=2)
    expect(page.locator(YOUR_TURN)).to_be_visible()
    shown = page.evaluate("scenes")
    told = page.locator("ol[aria-label='What happened'] li").all_inner_texts()
    assert len(shown) >= 3  # two cards are laid, and one is turned up
    assert set(shown) <= set(told)


def moves_shown(page: Page, replay: str, milliseconds: int) -> int:
    """How many moves a replay shows by itself in some time."""
    page.goto(replay)
    page.wait_for_selector("main.board svg")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    for _ in range(milliseconds // 100):
        page.clock.run_for(100)
    return int(page.locator(".controls .count").inner_text().split("/")[0])


@pytest.mark.e2e
def test_the_speed_is_as_it_was_set(arrive: Arrive, house: House) -> None:
    replay = f"/t/{finished_game(house, GAME, most(GAME))}/replay#move=0&seat=all"
    shown = {}
    for speed in ("slow", "normal", "fast"):
        visitor = arrive(motion=True, settings={"motion": speed, "language": "en"})
        visitor.page.clock.install()
        stop_time(visitor.page)
        shown[speed] = moves_shown(visitor.page, replay, 12_000)
    assert 0 < shown["slow"] < shown["normal"] < shown["fast"]
