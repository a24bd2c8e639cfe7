"""Memory that tables and connections no longer need: it is in no circle, and goes back to the system."""

from __future__ import annotations

import asyncio
import ctypes
import gc
from collections.abc import Callable
from time import perf_counter

MANY = 50  # tables; after so many at the latest
AFTER = 60.0  # seconds; after fewer
FEW = 50  # tables awake, among which circular garbage is found in a few milliseconds


def _find_trim() -> Callable[[int], int] | None:
    """The GNU C library's way to give back what is free; others have none, or need none."""
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):
        return None
    trim.argtypes = [ctypes.c_size_t]
    return trim


trim = _find_trim()


def forget_frames(error: BaseException | None) -> None:
    """Let go of whatever was at work when it was raised.

    A connection that keeps the error it ended with, or a frame that keeps the error raised in it, is a
    circle of up to sixty objects; the collector throws a hundred thousand away at once, and all wait for it.
    """
    while error is not None:
        error.__traceback__, error = None, error.__context__


class Tidying:
    """Counts the tables that fell asleep, and gives back what they needed."""

    def __init__(self) -> None:
        self._asleep = 0
        self._tidied = perf_counter()

    def fell_asleep(self) -> None:
        self._asleep += 1

    async def look(self, awake: int) -> None:
        """Tidy up, if it is worth while."""
        waited = perf_counter() - self._tidied > AFTER
        if not self._asleep or (self._asleep < MANY and not waited):
            return
        self._asleep, self._tidied = 0, perf_counter()
        if awake <= FEW:
            # A table leaves no circles behind; whatever else does is found here, and not while many play.
            gc.collect()
        if trim is not None:
            await asyncio.to_thread(trim, 0)  # it needs no Python, so the loop goes on
