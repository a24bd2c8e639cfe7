"""Kosmiczna Eskadra: what the clock of a live table decides, and after how long (KE-B23, KE-34, KE-B39)."""

from __future__ import annotations

from typing import Any

from kosmoport.games.kosmiczna_eskadra.schema import (
    BETWEEN,
    GRACE_OVER,
    LIGHTNING,
    PLACING,
    START,
    STOPPING,
    TIME_UP,
)

DROP_OR_KEEP = 5_000  # ms to answer when Stop was called
BETWEEN_ROUNDS = 15_000  # ms to look at what the ships have done; a shoot-out is shown shot by shot


def due(s: Any) -> tuple[int, int] | None:
    """The outcome that comes by itself, and how many ms after this stage began."""
    if s.stage == BETWEEN:
        return START, BETWEEN_ROUNDS
    if s.opt.mode != LIGHTNING:
        return None
    if s.stage == STOPPING:
        return GRACE_OVER, DROP_OR_KEEP
    if s.stage == PLACING:
        return TIME_UP, 1000 * s.opt.round_limit_s
    return None
