"""Who plays which game."""

from __future__ import annotations

from random import Random
from typing import Protocol

from playwright.sync_api import Page

from tests.e2e.games import kosmiczna_eskadra, kosmiczna_misja, kosmiczni_piraci, kosmodraci, piraci
from tests.e2e.games.moving import Press


class Driver(Protocol):
    """What the tests need to know of a game's drawing."""

    OWN: str  # what a player must see without scrolling
    CHOICES: str  # what may be chosen now
    OPTIONS: dict[str, object]  # of a short game
    LATE: int  # how many decisions before its end a late position is

    def play_by_clicks(self, page: Page, choose: Random, press: Press = ...) -> None: ...

    def play_by_keys(self, page: Page, choose: Random) -> None: ...


DRIVERS: dict[str, Driver] = {
    "kosmiczni_piraci": kosmiczni_piraci,
    "piraci": piraci,
    "kosmiczna_misja": kosmiczna_misja,
    "kosmodraci": kosmodraci,
    "kosmiczna_eskadra": kosmiczna_eskadra,
}
