"""The server's time, in one place: it runs evenly, whatever is done to the machine's clock or to the server.

The wall clock is read once, when the server starts; from then on a clock counts that nobody can set. So a
machine whose time is put right, or wrong, takes nobody's time away, and logs still show wall time.

Where the event loop stands still (SIGSTOP, a laptop that sleeps, a machine that is too busy), time stands
still with it until the next heartbeat, which says how much was missed: nothing is judged by that time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

BEAT = 0.25  # seconds between two heartbeats
HELD = 500  # ms after a heartbeat; if the next has not come by then, time waits for it
LATE = 2_000  # ms without a heartbeat that are the server's absence, and not only a busy moment


def steady_clock() -> Callable[[], float]:
    """Seconds of a clock that only goes forward.

    On Linux it goes on while the machine sleeps, unlike `monotonic`: logs written after that must not be
    hours behind the wall clock. That the server was away then is found out by the missing heartbeats.
    """
    try:
        through_sleep = partial(time.clock_gettime, time.CLOCK_BOOTTIME)
        through_sleep()
    except (AttributeError, OSError):  # elsewhere it has no name; Python in a browser has the name alone
        return time.monotonic
    return through_sleep


ticks = steady_clock()

# Seconds in which this thread itself worked; in a browser, which has no such clock, all that passed.
thread_time: Callable[[], float] = getattr(time, "thread_time", time.perf_counter)


class ServerTime:
    """Milliseconds since the epoch, never going back within one process."""

    def __init__(self, wall: Callable[[], float] = time.time, ticks: Callable[[], float] = ticks) -> None:
        self._ticks = ticks
        self._start = wall() - ticks()
        self._beat: int | None = None  # when the loop was seen to run; None: nobody watches it

    def now(self) -> int:
        """The time; it waits for a heartbeat that is late."""
        at, beat = int((self._start + self._ticks()) * 1000), self._beat
        return at if beat is None or at <= beat + HELD else beat + HELD

    def beat(self) -> int:
        """The loop runs; for how many ms it was away. They have passed with this."""
        at, before = int((self._start + self._ticks()) * 1000), self._beat
        self._beat = at
        return 0 if before is None or at - before <= LATE else at - before - HELD

    def rest(self) -> None:
        """No heartbeats will follow."""
        self._beat = None


_time = ServerTime()

now_ms = _time.now  # asked for several times with every message


def beat() -> int:
    """The loop runs: how many ms it stood still before."""
    return _time.beat()


def rest() -> None:
    """The server stops, and its heart with it."""
    _time.rest()
