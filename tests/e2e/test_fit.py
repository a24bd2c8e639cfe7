"""Nobody has to scroll: hand, table and turn are in the window, fingers find their goal, text may grow."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import Arrive
from tests.e2e.games.drivers import DRIVERS
from tests.e2e.games.late import late_table, most, new_table
from tests.e2e.games.moving import sit
from tests.e2e.house import House
from tests.e2e.playing import ACTIONS, YOUR_TURN, open_actions
from tests.e2e.visitor import Size, Visitor

Json = Any
GAMES = list(DRIVERS)
MOMENTS = ("first", "late", "last")
LAST = 3  # decisions before the end
NAME = "Wolfeschlegelsteinhause"  # with a letter more as long as a name may be
TURN = ".topbar .turn"
FRAME = f"main.board, {TURN}, .seats li"
FINGER = 44  # pixels
# Those of the elements that are not wholly in the window and in whatever would cut them off.
CUT_OFF = """(all) => all.flatMap((one) => {
  const box = one.getBoundingClientRect();
  const frames = [new DOMRect(0, 0, innerWidth, innerHeight)];
  for (let at = one.parentElement; at; at = at.parentElement)
    if (getComputedStyle(at).overflow !== "visible") frames.push(at.getBoundingClientRect());
  const inside = ({ left, top, right, bottom }) =>
    box.left > left - 2 && box.top > top - 2 && box.right < right + 2 && box.bottom < bottom + 2;
  const name = one.getAttribute("aria-label") ?? one.className.baseVal ?? one.className;
  return frames.every(inside) ? [] : [[name, box.toJSON()]];
})"""
# Those of the elements that are smaller than a finger.
SMALL = """(all, finger) => all.flatMap((one) => {
  const { width, height } = one.getBoundingClientRect();
  const name = one.getAttribute("aria-label") ?? one.textContent;
  return Math.min(width, height) > finger - 0.5 ? [] : [[name, Math.round(width), Math.round(height)]];
})"""
# Those of the elements whose middle cannot be brought into sight by scrolling what a reader can scroll.
OUT_OF_REACH = """(all) => all.flatMap((one) => {
  one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const box = one.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  let seen = x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight;
  for (let at = one.parentElement; at; at = at.parentElement) {
    const [style, frame] = [getComputedStyle(at), at.getBoundingClientRect()];
    if (style.overflow === "visible") continue;
    seen &&= x >= frame.left && x <= frame.right && y >= frame.top && y <= frame.bottom;
    seen &&= style.overflowY !== "hidden" || at.scrollTop === 0;
    seen &&= style.overflowX !== "hidden" || at.scrollLeft === 0;
  }
  return seen ? [] : [[one.getAttribute("aria-label") ?? one.textContent, box.toJSON()]];
})"""


def found(page: Page, selector: str, script: str, argument: Json = None) -> list[Json]:
    """What a script finds wrong with elements, of which there are some."""
    page.wait_for_selector(selector)
    answer: list[Json] = page.locator(selector).evaluate_all(script, argument)
    return answer


def full_table(visitor: Visitor, house: House, game: str, moment: str) -> Page:
    """As many people as can play, with long names, and it is this visitor's turn."""
    players = most(game)
    names = [NAME + letter for letter in "nmrst"[:players]]
    if moment == "first":
        table, tokens = new_table(house, game, names, players)
    else:
        table, tokens = late_table(house, game, names, players, LAST if moment == "last" else None)
    page = sit(visitor, table, tokens[0])
    page.wait_for_selector(YOUR_TURN)
    return page


def check_that_it_fits(visitor: Visitor, house: House, game: str, moment: str) -> None:
    page = full_table(visitor, house, game, moment)
    assert not visitor.scrolls()
    assert found(page, FRAME, CUT_OFF) == []
    assert found(page, DRIVERS[game].OWN, CUT_OFF) == []
    assert page.locator(TURN).evaluate("one => one.scrollHeight <= one.clientHeight + 1")


@pytest.mark.parametrize("game", GAMES)
def test_everything_fits_on_a_phone_and_under_a_finger(arrive: Arrive, house: House, game: str) -> None:
    for moment in MOMENTS:
        phone = arrive(size="phone")
        check_that_it_fits(phone, house, game, moment)
        assert found(phone.page, DRIVERS[game].CHOICES, SMALL, FINGER) == []


SIDEWAYS: list[Any] = ["small", pytest.param("sideways", marks=pytest.mark.e2e)]


@pytest.mark.parametrize("size", SIDEWAYS)
@pytest.mark.parametrize("game", GAMES)
def test_nobody_scrolls_to_a_card_on_a_phone_on_its_side(
    arrive: Arrive, house: House, game: str, size: Size
) -> None:
    for moment in MOMENTS:
        phone = arrive(size=size)
        check_that_it_fits(phone, house, game, moment)
        assert found(phone.page, DRIVERS[game].CHOICES, CUT_OFF) == []


@pytest.mark.e2e
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("size", ["tablet", "desktop"])
@pytest.mark.parametrize("game", GAMES)
def test_everything_fits(arrive: Arrive, house: House, game: str, size: Size, moment: str) -> None:
    check_that_it_fits(arrive(size=size), house, game, moment)


@pytest.mark.e2e
@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("game", GAMES)
def test_text_of_twice_the_size_stays_within_reach(
    arrive: Arrive, house: House, game: str, size: Size
) -> None:
    page = full_table(arrive(size=size), house, game, "late")
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    assert found(page, TURN, CUT_OFF) == []
    assert page.locator(TURN).evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    assert found(page, DRIVERS[game].OWN, OUT_OF_REACH) == []
    open_actions(page)
    assert found(page, f"{ACTIONS} button", OUT_OF_REACH) == []
