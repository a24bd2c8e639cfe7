"""Ways to act at any table: the list of actions in words, and what the page says about whose turn it is."""

from __future__ import annotations

import datetime

from playwright.sync_api import Page, expect

YOUR_TURN = ".topbar.yours"
READY = "button.do.ready"  # for the next round
END = "#end-title"
ACTIONS = "section.open ul li"
SOON = 1000  # ms; time is stopped a little later, but not so late that the line would be thought dead


def open_actions(page: Page) -> None:
    """Show the list of what may be done, if it is not there."""
    button = page.get_by_role("button", name="Actions")
    if button.get_attribute("aria-expanded") != "true":
        button.click()


def wait_for_turn(page: Page) -> bool:
    """Wait until it is this visitor's turn, ready for every round; False when the game has ended instead."""
    page.wait_for_selector(f"{YOUR_TURN}, {END}, {READY}")
    if page.locator(READY).count():
        page.click(READY)
        page.wait_for_selector(f"{YOUR_TURN}, {END}")
    return page.locator(END).count() == 0


def act_by_list(page: Page, choice: int = 0) -> None:
    """Do one of the listed actions, and wait until it is done."""
    open_actions(page)
    buttons = page.locator(ACTIONS).get_by_role("button")
    expect(buttons.first).to_be_visible()
    before = lines(page)
    buttons.nth(choice % buttons.count()).click()
    page.wait_for_function(
        "([selector, before]) => document.querySelectorAll(selector).length === 0"
        " || document.querySelector('[data-moves]')?.dataset.moves !== before",
        arg=[YOUR_TURN, before],
    )


def lines(page: Page) -> str | None:
    """How many moves stand, as the page knows it."""
    return page.locator("[data-moves]").first.get_attribute("data-moves")


def stop_time(page: Page) -> None:
    """Where the page's clock is ours, from now on it stands: what is shown stays until somebody ends it."""
    now = page.evaluate("() => Date.now()")
    page.clock.pause_at(datetime.datetime.fromtimestamp((now + SOON) / 1000, tz=datetime.UTC))
