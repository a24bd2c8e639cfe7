"""A card in hand by fingers, keys and numbers: nobody lays it unawares; and a log that does not run ahead."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Arrive
from tests.e2e.house import House
from tests.e2e.lightning import CARDS, DRAWABLE, DROP, HELD, KEEP, PACK, Racer, Spots
from tests.e2e.places import Point, box_of, middle
from tests.e2e.playing import lines
from tests.e2e.test_lightning import lay_by_program, new_race
from tests.e2e.test_motion import Company

LAY = "button.do.lay"
BOARD = ".sky svg.board"
# Whether all of these can be seen and pressed: nothing lies over them, and nothing of them is cut off.
IN_SIGHT = """(selectors) => selectors.every((selector) => {
  const one = document.querySelector(selector);
  if (!one) return false;
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const inside = (x, y) => one.contains(document.elementFromPoint(x, y));
  return inside((left + right) / 2, top + 4) && inside((left + right) / 2, bottom - 4);
})"""
SOON = 15_000  # ms; three seconds are for an answer, the rest for a slow machine


class Hand:
    """The first of two seats of a lightning round, in a browser."""

    def __init__(self, house: House, racer: Racer, **options: Any) -> None:
        self.house, self.racer, self.page = house, racer, racer.page
        self.table, self.tokens = new_race(house, 2, **options)
        racer.sit(self.table, self.tokens[0])
        house.begin(self.table, self.tokens)
        self.page.wait_for_selector(DRAWABLE, state="attached")

    @property
    def laid(self) -> list[Any]:
        """Where the own cards lie, as the server knows it."""
        ships = self.house.ask("GET", f"/api/tables/{self.table}")["position"]["view"]["table"]
        return [(ship["pose"]["x"], ship["pose"]["y"]) for ship in ships if ship["owner"] == 0]

    @property
    def label(self) -> str:
        """Where the card in hand is, in words."""
        return str(self.page.locator(HELD).get_attribute("aria-label"))

    def others_lay(self, cards: range) -> None:
        spots = Spots(self.house, self.table, 2)
        lay_by_program(self.house, self.table, self.tokens[1], spots, cards)

    def is_held_still(self) -> None:
        """Nothing has been laid: whatever was said before is answered when this move is."""
        before = self.label
        self.page.locator(HELD).focus()
        self.page.keyboard.press("ArrowRight")
        expect(self.page.locator(HELD)).not_to_have_attribute("aria-label", before)
        expect(self.page.locator(f"{PACK} .n")).to_have_text(str(CARDS - 1))
        assert self.laid == []


# ---------------------------------------------------------------- fingers


class Fingers:
    """Two fingers on a screen."""

    def __init__(self, page: Page) -> None:
        self._cdp = page.context.new_cdp_session(page)

    def touch(self, kind: str, *fingers: Point) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(fingers)]
        self._cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def pinch(self, first: Point, second: Point, rests: bool) -> None:
        """They move away from each other; if one rests, only the first moves."""
        self.touch("touchStart", first)
        self.touch("touchStart", first, second)
        (x, y), (to_x, to_y) = first, second
        step_x, step_y = (to_x - x) / 20, (to_y - y) / 20
        for step in range(1, 7):
            moved = (x - step * step_x, y - step * step_y)
            other = second if rests else (to_x + step * step_x, to_y + step * step_y)
            self.touch("touchMove", moved, other)
        self.touch("touchEnd", moved)
        self.touch("touchEnd")


@pytest.mark.parametrize("rests", [False, pytest.param(True, marks=pytest.mark.e2e)])
def test_two_fingers_zoom_and_lay_nothing(arrive: Arrive, house: House, rests: bool) -> None:
    hand = Hand(house, Racer(arrive(size="phone"), 0))
    page, fingers = hand.page, Fingers(hand.page)
    fingers.touch("touchStart", middle(page.locator(PACK)))
    fingers.touch("touchEnd")
    page.wait_for_selector(HELD)
    place, box = hand.label, str(page.locator(BOARD).get_attribute("viewBox"))
    card, board = middle(page.locator(f"{HELD} [data-grip=card]")), middle(page.locator(".sky"))
    away = (board[0] + 60, board[1] - 20)
    fingers.pinch(board, away if rests else card, rests)
    expect(page.locator(BOARD)).not_to_have_attribute("viewBox", box)
    assert hand.label == place
    hand.is_held_still()


# ---------------------------------------------------------------- seen is known


def test_a_card_drawn_by_key_can_be_dropped_where_it_is_seen(arrive: Arrive, house: House) -> None:
    hand = Hand(house, Racer(arrive(), 0), aim_help="always")
    page = hand.page
    hand.others_lay(range(CARDS - 1))
    page.keyboard.press("d")
    page.wait_for_selector(HELD)
    expect(page.locator("[data-aim]")).not_to_be_empty()
    hand.others_lay(range(CARDS - 1, CARDS))
    page.wait_for_selector(DROP, timeout=SOON)


# ---------------------------------------------------------------- a phone on its side


@pytest.mark.parametrize(("width", "height"), [(667, 375), pytest.param(932, 430, marks=pytest.mark.e2e)])
def test_a_phone_on_its_side_shows_what_is_pressed(
    arrive: Arrive, house: House, width: int, height: int
) -> None:
    racer = Racer(arrive(size="phone", language="pl"), 0)
    racer.page.set_viewport_size({"width": width, "height": height})
    hand = Hand(house, racer)
    page = hand.page
    page.wait_for_function(IN_SIGHT, arg=[PACK, LAY], timeout=SOON)
    hand.others_lay(range(CARDS - 1))
    page.keyboard.press("d")
    page.wait_for_selector(HELD)
    page.wait_for_function(IN_SIGHT, arg=[PACK, LAY], timeout=SOON)
    hand.others_lay(range(CARDS - 1, CARDS))
    page.wait_for_function(IN_SIGHT, arg=[DROP, KEEP], timeout=SOON)


def test_a_phone_on_its_side_opens_panels_beside_the_board(arrive: Arrive, house: House) -> None:
    racer = Racer(arrive(size="phone", language="pl"), 0)
    racer.page.set_viewport_size({"width": 844, "height": 390})
    page = Hand(house, racer).page
    board = page.locator("main.board")
    before = box_of(board)
    page.click("[data-panel=log]")
    page.wait_for_selector(".panel.open")
    after, panel = box_of(board), box_of(page.locator(".panel.open"))
    assert (after["y"], after["height"]) == (before["y"], before["height"])
    assert panel["x"] + panel["width"] <= after["x"] < after["x"] + after["width"] <= 844


# ---------------------------------------------------------------- keys


def test_a_key_that_stays_down_draws_a_card_and_does_not_lay_it(arrive: Arrive, house: House) -> None:
    hand = Hand(house, Racer(arrive(), 0))
    page = hand.page
    page.focus(PACK)
    page.keyboard.down("Enter")
    page.wait_for_selector(f"{HELD}:focus")
    for _ in range(3):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    hand.is_held_still()
    page.keyboard.press("Enter")
    page.wait_for_selector(HELD, state="detached")
    assert len(hand.laid) == 1


def test_after_escape_letting_go_lays_nothing(arrive: Arrive, house: House) -> None:
    hand = Hand(house, Racer(arrive(), 0))
    page = hand.page
    page.keyboard.press("d")
    page.wait_for_selector(HELD)
    place = hand.label
    x, y = middle(page.locator(f"{HELD} [data-grip=card]"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 80, y - 60, steps=4)
    expect(page.locator(HELD)).not_to_have_attribute("aria-label", place)
    page.keyboard.press("Escape")
    expect(page.locator(HELD)).to_have_attribute("aria-label", place)
    page.mouse.up()
    hand.is_held_still()


def test_cards_are_laid_by_numbers_without_leaving_the_form(arrive: Arrive, house: House) -> None:
    hand = Hand(house, Racer(arrive(), 0))
    page = hand.page
    page.click("button.numbers")
    square, right = page.locator(".by-numbers input").nth(0), page.locator(".by-numbers input").nth(1)
    square.focus()
    for number, name in enumerate(["B2", "D2", "F2"], start=1):
        page.keyboard.press("Enter")
        page.wait_for_selector(HELD)
        expect(square).to_be_focused()
        expect(square).to_have_value("")
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.locator(f"{PACK} .n")).to_have_text(str(CARDS - number))
        page.wait_for_selector(HELD, state="detached")
        expect(square).to_be_focused()
    assert hand.laid == [(-2100, 2100), (-900, 2100), (300, 2100)]
    page.keyboard.press("Enter")
    page.wait_for_selector(HELD)
    right.focus()
    right.press("Control+a")
    page.keyboard.type("-12,5")
    expect(right).to_have_attribute("aria-invalid", "false")
    page.keyboard.press("Enter")
    page.wait_for_selector(HELD, state="detached")
    assert hand.laid[-1][0] == -125


# ---------------------------------------------------------------- the log


def test_the_log_does_not_run_ahead_of_what_is_shown(arrive: Arrive, house: House) -> None:
    company = Company(arrive(motion=True), house, paused=True)
    page = company.page
    log = page.locator("ol[aria-label='What happened'] li")
    company.lay(1, planet=2)
    company.lay(2, planet=3)
    expect(page.locator("[data-moves='2']")).to_be_visible()
    first, second = "Bob lays a card face down on planet 3.", "Cyd lays a card face down on planet 4."
    expect(company.turn).to_have_text(first)
    expect(log.filter(has_text=first)).to_have_count(1)
    expect(log.filter(has_text=second)).to_have_count(0)
    company.skip.click()
    expect(log.filter(has_text=second)).to_have_count(1)
    expect(log.filter(has_text=first)).to_have_count(1)
    assert lines(page) == "2"
