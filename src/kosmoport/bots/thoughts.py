"""What a search found out about actions, whether it ran as machine code or in plain Python."""

from __future__ import annotations

from dataclasses import dataclass

from kosmoport.core.contract import WHOLE_WIN


@dataclass(frozen=True)
class Thought:
    """What a search found out about one action."""

    action: int
    visits: int
    share: float  # of the win, expected


def merge(grown: list[list[tuple[int, int, int]]]) -> list[Thought]:
    """The roots of several trees added up by action."""
    visits: dict[int, int] = {}
    gained: dict[int, int] = {}
    for roots in grown:
        for action, seen, gain in roots:
            visits[action] = visits.get(action, 0) + seen
            gained[action] = gained.get(action, 0) + gain
    return [Thought(a, n, gained[a] / (WHOLE_WIN * n) if n else 0.0) for a, n in visits.items()]
