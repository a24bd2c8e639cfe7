"""How long the event loop is held: a beat every few milliseconds tells what came between it and the last."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import thread_time

EVERY = 0.005  # seconds


class LoopMonitor:
    """Measures in processor time of the loop's own thread, as a busy machine is not a busy loop.

    What several short pieces of work take between two beats is one figure: on a loop without rest it is
    EVERY and what the longest of them takes.
    """

    def __init__(self, held: Callable[[float], None]) -> None:
        self._held = held
        self._last = 0.0
        self._next: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """On the running loop, from its own thread."""
        self._last = thread_time()
        self._next = asyncio.get_running_loop().call_later(EVERY, self._beat)

    def stop(self) -> None:
        if self._next is not None:
            self._next.cancel()
            self._next = None

    def _beat(self) -> None:
        now = thread_time()
        self._held(now - self._last)
        self._last = now
        self._next = asyncio.get_running_loop().call_later(EVERY, self._beat)
