"""How the plain table is played and read: its hand and buttons, and what would be a state and not words."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import Locator, Page

KNOWN = "main.board section.known"
MINE = "main.board section.mine"
CARD = f"{MINE} .tray .legal"
CHOICE = f"{MINE} [data-choice]"
PLACE = f"{MINE} form button"  # where a place on the table is given in numbers
READY = f"{MINE} .ready"
MOVED = "(before) => document.querySelector('[data-moves]').dataset.moves !== before"
STEPS = 6  # at most, to one decision
# A record, a list, a value without words, a name of a field or of a file of words.
NO_WORDS = re.compile(
    r"[{}\[\]<>]|\bnull\b|\bundefined\b|\bNaN\b|\btrue\b|\bfalse\b|[a-z]_[a-z]|[a-z]\.[a-z]"
)


def choices(page: Page) -> Locator:
    """What can be pressed to decide, cards of the hand first."""
    page.wait_for_selector(f"{CARD}, {CHOICE}, {PLACE}")
    chosen = page.locator(f"{MINE} .tray .selected").count() > 0
    return page.locator(CHOICE if chosen else f"{CARD}, {CHOICE}, {PLACE}")


def decide_by_clicks(page: Page, choose: Random) -> None:
    """One decision: a card or a button, and another one until something has happened."""
    before = page.locator("[data-moves]").first.get_attribute("data-moves")
    for _ in range(STEPS):
        found = choices(page)
        pressed = found.nth(choose.randrange(found.count()))
        kind = pressed.get_attribute("data-choice")  # of a button; a card may be a step or an action
        pressed.click()
        if kind == "action" or (kind is None and page.locator(f"{MINE} .back").count() == 0):
            page.wait_for_function(MOVED, arg=before)
            return
    raise AssertionError(f"nothing is decided after {STEPS} clicks")


def check_words(page: Page) -> None:
    """Everything on the table is said in words, to those who see it and to those who hear it."""
    texts = [page.locator(one).inner_text() for one in (KNOWN, MINE) if page.locator(one).count()]
    labels = page.locator(f"{KNOWN} [aria-label], {MINE} [aria-label]").evaluate_all(
        "(all) => all.map((one) => one.ariaLabel)"
    )
    assert texts
    for text in (*texts, *labels):
        assert not NO_WORDS.search(text), text
