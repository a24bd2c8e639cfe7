"""Kosmiczna Eskadra in turns: draw, move the card over the table, turn it, lay it; or drop and keep."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Page

from tests.e2e.games.moving import Press, any_number, click, one_of, tab_to, wait_for_focus
from tests.e2e.places import middle

DO = "button.do:not([aria-disabled=true])"
LAY = "button.do.lay:not([aria-disabled=true])"
HELD = "g.held.free"
TURN = ".turns button"
OWN = f"{HELD}, button.do, .players button"
CHOICES = f"{DO}, {TURN}:not([aria-disabled=true]), {HELD} [data-grip]"
OPTIONS: dict[str, object] = {"mode": "turns", "wins": 1}
LATE = 10  # decisions before the end
# A place of the table on which and beside which nothing lies: browsers take a finger to what is near it.
FREE = """([x, y]) => {
  const box = document.querySelector(".sky svg").getBoundingClientRect();
  const empty = (at, to) => {
    const there = document.elementFromPoint(at, to);
    return there?.closest(".sky svg") && !there.closest("[role=button], .held");
  };
  for (let tries = 0; tries < 1000; tries += 1) {
    const at = box.x + box.width * ((x + tries * 0.37) % 1);
    const to = box.y + box.height * ((y + tries * 0.23) % 1);
    const around = [-20, 0, 20].flatMap((dx) => [-20, 0, 20].map((dy) => [at + dx, to + dy]));
    if (around.every((point) => empty(...point))) return [at, to];
  }
  return null;
}"""


def places(page: Page) -> bool:
    """A card is in hand; else there is something else to do."""
    page.wait_for_selector(DO)
    return page.locator(LAY).count() > 0


def play_by_clicks(page: Page, choose: Random, press: Press = click) -> None:
    """Put the card somewhere, turn it with the buttons, lay it."""
    if places(page):
        where = page.evaluate(FREE, [choose.random(), choose.random()])
        if press is not click:
            page.touchscreen.tap(*where)
        elif choose.random() < 0.5:
            page.mouse.click(*where)
        else:
            drag(page, *where)
        press(one_of(page, choose, TURN))
        return press(page.locator(LAY))
    press(one_of(page, choose, DO))


def drag(page: Page, x: float, y: float) -> None:
    """Take the card in hand to a place with the mouse."""
    page.mouse.move(*middle(page.locator(f"{HELD} [data-grip=card]")))
    page.mouse.down()
    page.mouse.move(x, y, steps=3)
    page.mouse.up()


def play_by_keys(page: Page, choose: Random) -> None:
    """Arrows move the card, Q and E turn it, Enter lays it; the focus is led to it when it is drawn."""
    if places(page):
        if not page.evaluate("() => document.activeElement.matches('body, main')"):
            wait_for_focus(page, HELD)
        for _ in range(choose.randrange(1, 6)):
            page.keyboard.press(choose.choice(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "q", "e"]))
        wait_for_focus(page, HELD)
    else:
        tab_to(page, DO, any_number(page, choose, DO))
    page.keyboard.press("Enter")
