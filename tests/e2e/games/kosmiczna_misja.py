"""Kosmiczna Misja: a tile and its place, or an own tile for the box."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Page

from tests.e2e.games.moving import Press, any_number, click, one_of, tab_to

TILE = ".spot.legal:has([data-tile])"
BOX = ".spot.legal:has(.carton)"
PLACE = ".spot.legal:not(:has([data-tile])):not(:has(.carton))"
SKIP = ".skip button"
CHOSEN = ".spot[aria-pressed=true]"
OWN = ".spot:has([data-tile]), .spot:has(.carton), .spot:has(.hit), [data-die]"
CHOICES = f".spot.legal, {SKIP}"
OPTIONS: dict[str, object] = {"max_idle_rounds": 5}
LATE = 10  # decisions before the end


def discards(page: Page) -> bool:
    """An own tile may be put into the box, or nothing."""
    page.wait_for_selector(f"{TILE}, {SKIP}, {PLACE}")
    return page.locator(TILE).count() == 0


def steps(page: Page, choose: Random) -> tuple[str, ...]:
    """What is to be chosen, one after another."""
    if not discards(page):
        return (TILE, PLACE) if choose.random() < 0.5 else (PLACE, TILE)
    own = page.locator(PLACE).count() > 0
    return (PLACE, BOX) if own and choose.random() < 0.3 else (SKIP,)


def play_by_clicks(page: Page, choose: Random, press: Press = click) -> None:
    """The tile first or the place first."""
    for number, selector in enumerate(steps(page, choose)):
        if number > 0:
            page.wait_for_selector(CHOSEN)
        press(one_of(page, choose, selector))


def play_by_keys(page: Page, choose: Random) -> None:
    """Tab from place to place; the arrows lead to the nearest one in their direction."""
    for number, selector in enumerate(steps(page, choose)):
        if number > 0:
            page.wait_for_selector(CHOSEN)
            page.keyboard.press(choose.choice(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]))
        tab_to(page, selector, any_number(page, choose, selector))
        page.keyboard.press("Enter")
