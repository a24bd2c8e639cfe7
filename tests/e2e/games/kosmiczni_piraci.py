"""Kosmiczni Piraci: a card and a planet, or one of the treasures."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Page

from tests.e2e.games.moving import Press, any_number, click, one_of, tab_to, wait_for_focus, walk_to

CARD = "g.hand .spot"
PLANET = "g.planets .spot"
TREASURE = ".settling button"
OWN = f"{CARD}, .settling"
CHOICES = f"{CARD}.legal, {PLANET}.legal, {TREASURE}.legal"
OPTIONS: dict[str, object] = {}
LATE = 16  # decisions before the end: cards are still laid


def takes(page: Page) -> bool:
    """It is a treasure that is to be chosen."""
    page.wait_for_selector(f"{CARD}.legal, {TREASURE}.legal")
    return page.locator(f"{TREASURE}.legal").count() > 0


def play_by_clicks(page: Page, choose: Random, press: Press = click) -> None:
    """The card first, or the planet first."""
    if takes(page):
        return press(one_of(page, choose, f"{TREASURE}.legal"))
    for selector in choose.sample((f"{CARD}.legal", f"{PLANET}.legal"), 2):
        press(one_of(page, choose, selector))


def play_by_keys(page: Page, choose: Random) -> None:
    """Arrows along the hand, then around the ring, to which the focus is led."""
    if takes(page):
        walk_to(page, TREASURE, f"{TREASURE}.legal", any_number(page, choose, f"{TREASURE}.legal"))
    else:
        walk_to(page, CARD, f"{CARD}.legal", any_number(page, choose, f"{CARD}.legal"))
        page.keyboard.press("Enter")
        wait_for_focus(page, PLANET)
        tab_to(page, f"{PLANET}.legal", any_number(page, choose, f"{PLANET}.legal"), "ArrowRight")
    page.keyboard.press("Enter")
