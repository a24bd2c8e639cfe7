"""Kosmodraci: a card of the hand, to keep or to play."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Page

from tests.e2e.games.moving import Press, any_number, click, one_of, tap, walk_to

CARD = "[data-card=hand]"
LEGAL = f"{CARD}:not([aria-disabled])"
VALUES = "(all) => all.map((one) => one.dataset.value)"
OWN = CARD
CHOICES = LEGAL
OPTIONS: dict[str, object] = {}
LATE = 12  # decisions before the end: four tricks of three players


def hand_of(page: Page) -> list[str]:
    """The values of the cards in hand."""
    values: list[str] = page.locator(CARD).evaluate_all(VALUES)
    return values


def wait_for_change(page: Page, before: list[str]) -> None:
    """Wait until the hand is another one: others may choose meanwhile, and the last pick comes back."""
    page.wait_for_function(
        f"([card, before]) => ({VALUES})([...document.querySelectorAll(card)]).join() !== before.join()",
        arg=[CARD, before],
    )


def play_by_clicks(page: Page, choose: Random, press: Press = click) -> None:
    """A click plays it; a finger looks first, and plays with the second touch."""
    value = one_of(page, choose, LEGAL).get_attribute("data-value")
    before = hand_of(page)
    chosen = page.locator(f"{LEGAL}[data-value='{value}']")
    press(chosen)
    if press is tap:
        page.wait_for_selector(f".card.selected [data-value='{value}']")
        press(chosen)
    wait_for_change(page, before)


def play_by_keys(page: Page, choose: Random) -> None:
    """Arrows along the hand."""
    walk_to(page, CARD, LEGAL, any_number(page, choose, LEGAL))
    before = hand_of(page)
    page.keyboard.press("Enter")
    wait_for_change(page, before)
