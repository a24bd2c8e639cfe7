"""The time, in one place, so that tests can set it."""

from __future__ import annotations

from time import time


def now_ms() -> int:
    """Milliseconds since the epoch."""
    return int(time() * 1000)
