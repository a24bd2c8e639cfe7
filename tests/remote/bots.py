"""Bots that do what tests need."""

from __future__ import annotations

import time
from collections.abc import Sequence

from kosmoport.bots import Chair
from kosmoport.bots.random import RandomBot
from kosmoport.core.views import SeatView
from kosmoport.core.words import Told

SEEN: list[tuple[SeatView, tuple[int, ...]]] = []
HEARD: list[Told] = []


class Hasty(RandomBot):
    """Random, and needs no time for a card."""

    pace = 0.0


class Watchful(RandomBot):
    """Random, and keeps what it is shown and told."""

    def choose(self, view: SeatView, legal: Sequence[int]) -> int:
        SEEN.append((view, tuple(legal)))
        return super().choose(view, legal)

    def observe(self, events: Sequence[Told]) -> None:
        HEARD.extend(events)


class Raising:
    """Fails whenever it is asked."""

    def choose(self, view: SeatView, legal: Sequence[int]) -> int:
        raise ValueError("no idea")


class Wrong:
    """Answers with what is never legal."""

    def choose(self, view: SeatView, legal: Sequence[int]) -> int:
        return -1


class Endless:
    """Sits down, says so, and thinks for ever."""

    def __init__(self, chair: Chair) -> None:
        self.seat = chair.seat

    def choose(self, view: SeatView, legal: Sequence[int]) -> int:
        print("thinking", flush=True)
        while True:
            time.sleep(60)
