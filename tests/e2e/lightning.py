"""Players of a lightning round who use a mouse or a finger, and the tasks of a page that took too long."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page

from tests.e2e.house import House
from tests.e2e.places import Point, middle
from tests.e2e.visitor import Visitor

GAME = "kosmiczna_eskadra"
CARDS = 10
PACK = "button.pack"
DRAWABLE = "button.pack.inviting"
HELD = "g.held.free"
DROP, KEEP = "button.do[aria-keyshortcuts=d]", "button.do[aria-keyshortcuts=k]"
PLACE = """([x, y]) => {
  const at = new DOMPoint(x, -y).matrixTransform(document.querySelector(".sky svg").getScreenCTM());
  return [at.x, at.y];
}"""
STEPS = 8  # of a pointer on its way

LONG = 50_000  # microseconds
TIMELINE = ["-*", "devtools.timeline", "disabled-by-default-devtools.timeline"]

Json = Any


class Racer:
    """A seat of a table in a browser; `finger`: it is played by touch."""

    def __init__(self, visitor: Visitor, seat: int, finger: bool = False) -> None:
        self.visitor, self.page, self.seat, self.finger = visitor, visitor.page, seat, finger
        self._touch = visitor.context.new_cdp_session(visitor.page) if finger else None
        self._at: Point = (0.0, 0.0)

    def sit(self, table: str, token: str) -> None:
        self.visitor.go(f"/t/{table}#seat={token}")
        self.page.wait_for_selector("main.board svg, main button")

    def take(self, x: int, y: int) -> None:
        """Draw a card and carry it over the table; it is held there."""
        self.page.wait_for_selector(DRAWABLE)
        self._press(middle(self.page.locator(PACK)))
        self._move(self._place(x, y))
        self.page.wait_for_selector(HELD)
        self._move((self._at[0] + 3, self._at[1] + 2))

    def take_again(self, x: int, y: int) -> None:
        """Carry the card that came back to the hand over the table."""
        self._press(middle(self.page.locator(PACK)))
        self._move(self._place(x, y))

    def carry_to(self, place: Point) -> None:
        """Carry the card somewhere on the page."""
        self._move(place)

    def turn(self, notches: int) -> None:
        """With the wheel, which fingers do not have."""
        for _ in range(0 if self.finger else notches):
            self.page.mouse.wheel(0, 100)

    def let_go(self) -> None:
        if self._touch is None:
            self.page.mouse.up()
        else:
            self._touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def lay(self, x: int, y: int, notches: int = 0) -> None:
        self.take(x, y)
        self.turn(notches)
        self.let_go()
        self.page.wait_for_selector(HELD, state="detached")

    def _place(self, x: int, y: int) -> Point:
        left, top = self.page.evaluate(PLACE, [x, y])
        return left, top

    def _press(self, at: Point) -> None:
        self._at = at
        if self._touch is None:
            self.page.mouse.move(*at)
            self.page.mouse.down()
        else:
            self._finger("touchStart", at)

    def _move(self, to: Point) -> None:
        (x, y), self._at = self._at, to
        if self._touch is None:
            self.page.mouse.move(*to, steps=STEPS)
            return
        for step in range(1, STEPS + 1):
            part = step / STEPS
            self._finger("touchMove", (x + (to[0] - x) * part, y + (to[1] - y) * part))

    def _finger(self, kind: str, at: Point) -> None:
        assert self._touch is not None
        point = {"x": at[0], "y": at[1], "id": 1}
        self._touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})


class Spots:
    """Places for all cards of all players, side by side over the whole table."""

    def __init__(self, house: House, table: str, players: int) -> None:
        view = house.ask("GET", f"/api/tables/{table}")["position"]["view"]
        self.width, self.height = view["table_size"]
        self.players = players

    def of(self, seat: int, card: int) -> tuple[int, int]:
        row, column = divmod(card * self.players + seat, 2 * self.players)
        rows = CARDS // 2
        x = self.width * (column + 0.5) / (2 * self.players) - self.width / 2
        return round(x), round(self.height * (row + 0.5) / rows - self.height / 2)


# ---------------------------------------------------------------- smooth or not


@contextmanager
def traced(browser: Browser, page: Page) -> Iterator[list[str]]:
    """What is found to have taken too long, when it is over."""
    found: list[str] = []
    browser.start_tracing(page=page, categories=TIMELINE)
    yield found
    events, address = json.loads(browser.stop_tracing())["traceEvents"], page.url.split("/t/")[0]
    assert any(_is_call(one, address) for one in events)
    found += long_tasks(events, address)


def long_tasks(events: list[Json], address: str) -> list[str]:
    """Tasks above 50 ms in which scripts from this address ran, as a trace of the browser has them.

    The processor time of the thread counts, not the time that passed: on a busy machine any task may be long
    that only waits for its turn.
    """
    calls = [one for one in events if _is_call(one, address)]
    tasks = [one for one in events if one["name"] == "RunTask" and one.get("tdur", 0) > LONG]
    return [
        _described(task, ours) for task in tasks if (ours := [call for call in calls if _within(call, task)])
    ]


def _is_call(event: Json, address: str) -> bool:
    """Does a function of a script from there begin?"""
    if event["name"] != "FunctionCall":
        return False
    return str(event.get("args", {}).get("data", {}).get("url", "")).startswith(address)


def _within(call: Json, task: Json) -> bool:
    same = (call["pid"], call["tid"]) == (task["pid"], task["tid"])
    return same and task["ts"] <= call["ts"] < task["ts"] + task["dur"]


def _described(task: Json, ours: list[Json]) -> str:
    """How long it was, and which functions of ours took part in it."""
    parts = []
    for call in ours:
        data = call["args"]["data"]
        where = f"{data['url'].rpartition('/')[2]}:{data.get('lineNumber')}:{data.get('columnNumber')}"
        parts.append(f"{data['functionName']} ({where}) {call.get('tdur', 0) / 1000:.0f} ms")
    return f"{task['tdur'] / 1000:.0f} ms: {', '.join(parts)}"
