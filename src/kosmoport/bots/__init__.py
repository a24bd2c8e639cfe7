"""Bots: a view and legal actions in, an action out; a bot never sees a state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol


class Bot(Protocol):
    """Anything that can decide for a seat."""

    def choose(self, view: Any, legal: Sequence[int]) -> int:
        """One of the legal actions (for poses: a complete action of a legal kind)."""
        ...
