"""Piraci: a unit and what it goes for, a piece of loot, a mutiny or none."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Page

from tests.e2e.games.moving import Press, any_number, click, one_of, tab_to, wait_for_focus

UNIT = "button.unit"
GOAL = f"{UNIT}.lit, button.ship.lit"
ANSWER = ".question button:not([data-answer=back])"
LOOT = ".question:has([data-answer=back]) button:not([data-answer=back])"
CHOSEN = f"{UNIT}[aria-pressed=true]"
OWN = f"{UNIT}, button.ship:not([aria-disabled]), .supply"
CHOICES = f"{GOAL}, {ANSWER}"
OPTIONS: dict[str, object] = {}
LATE = 60  # decisions before the end of a random game; bots come to the end much sooner


def is_asked(page: Page) -> bool:
    """A question lies on the table: about loot or a mutiny."""
    page.wait_for_selector(f"{UNIT}.lit, {ANSWER}")
    return page.locator(ANSWER).count() > 0


def asks_more(page: Page) -> bool:
    """After the goal was chosen: there is loot to choose, or it is done and nothing is chosen any more.

    A mutiny does not count: it is the next decision already, when others were quicker than this program.
    """
    page.wait_for_function(
        "([loot, chosen]) => document.querySelector(loot) || !document.querySelector(chosen)",
        arg=[LOOT, CHOSEN],
    )
    return page.locator(LOOT).count() > 0


def play_by_clicks(page: Page, choose: Random, press: Press = click) -> None:
    """A unit, then a ship or another unit on which it may go."""
    if is_asked(page):
        return press(one_of(page, choose, ANSWER))
    press(one_of(page, choose, f"{UNIT}.lit"))
    page.wait_for_selector(CHOSEN)
    press(one_of(page, choose, GOAL))
    if asks_more(page):
        press(one_of(page, choose, LOOT))


def answer_by_keys(page: Page, choose: Random) -> None:
    """The focus is led to the question: about loot, or about a mutiny."""
    wait_for_focus(page, ANSWER)
    tab_to(page, ANSWER, any_number(page, choose, ANSWER))
    page.keyboard.press("Enter")


def play_by_keys(page: Page, choose: Random) -> None:
    """Tab stops at what is possible, first at the own units, then at where the chosen one may go."""
    if is_asked(page):
        return answer_by_keys(page, choose)
    tab_to(page, f"{UNIT}.lit", any_number(page, choose, f"{UNIT}.lit"))
    page.keyboard.press("Enter")
    page.wait_for_selector(CHOSEN)
    tab_to(page, GOAL, any_number(page, choose, GOAL))
    page.keyboard.press("Enter")
    if asks_more(page):
        answer_by_keys(page, choose)
