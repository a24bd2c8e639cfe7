"""How a player moves about a drawing (mouse, finger, Tab, arrows), and how a game is played to its end."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from playwright.sync_api import Locator, Page

from tests.e2e.playing import lines, wait_for_turn
from tests.e2e.visitor import Visitor

MOST_TABS = 150
MOST_DECISIONS = 400
MOVED = "(before) => document.querySelector('[data-moves]')?.dataset.moves !== before"
FOCUSED = """([selector, nth]) => {
  const at = document.activeElement;
  return nth === null ? at.matches(selector) : [...document.querySelectorAll(selector)][nth] === at;
}"""

Press = Callable[[Locator], None]
Step = Callable[[], None]


def sit(visitor: Visitor, table: str, token: str) -> Page:
    """Come to a table by the link of a seat; the page knows what has happened there before."""
    with visitor.page.expect_response("**/frames"):
        visitor.go(f"/t/{table}#seat={token}")
    visitor.page.wait_for_selector("main.board svg")
    return visitor.page


def click(what: Locator) -> None:
    """With the mouse."""
    what.click()


def tap(what: Locator) -> None:
    """With a finger."""
    what.tap()


def one_of(page: Page, choose: Random, selector: str) -> Locator:
    """Any of the things that the selector names, once there are some."""
    page.wait_for_selector(selector)
    found = page.locator(selector)
    return found.nth(choose.randrange(found.count()))


def any_number(page: Page, choose: Random, selector: str) -> int:
    """The number of any of these things among them, once there are some."""
    page.wait_for_selector(selector)
    return choose.randrange(page.locator(selector).count())


def is_focused(page: Page, selector: str, nth: int | None = None) -> bool:
    return bool(page.evaluate(FOCUSED, [selector, nth]))


def tab_to(page: Page, selector: str, nth: int | None = None, key: str = "Tab") -> None:
    """Press a key until the focus is on one of these things, or on the one with this number."""
    for _ in range(MOST_TABS):
        if is_focused(page, selector, nth):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {selector} ({nth})")


def walk_to(page: Page, group: str, selector: str, nth: int) -> None:
    """Enter a group with the Tab key and walk through it with an arrow key."""
    tab_to(page, group)
    tab_to(page, selector, nth, "ArrowRight")


def wait_for_focus(page: Page, selector: str) -> None:
    """The drawing leads the focus there by itself."""
    page.wait_for_function(FOCUSED, arg=[selector, None])


def decide(page: Page, step: Step) -> None:
    """Take one decision, and wait until the page has heard what came of it."""
    before = lines(page)
    step()
    page.wait_for_function(MOVED, arg=before)


def play_on(page: Page, step: Step, most: int = MOST_DECISIONS) -> int:
    """Decide until the game is over; how many decisions it took."""
    for taken in range(most):
        if not wait_for_turn(page):
            return taken
        decide(page, step)
    raise AssertionError(f"the game is not over after {most} decisions")
