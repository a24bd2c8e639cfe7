"""What is decided for all tables of a house."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Policy:
    """Times in milliseconds, and bounds."""

    take_back_grace: int = 2_500  # bots and dice wait so long, where an action may be taken back
    absence_grace: int = 60_000
    absence_unhurried: int = 3 * 24 * 3_600_000  # there it is a decision that others have to wait for
    lag_credit: int = 1_000
    stop_credit: int = 300  # at most so late may come what was done before a race was stopped
    max_chat: int = 300
    max_log: int = 10_000  # lines besides moves that stand (bounds.py)
    abandon_gathering: int = 2 * 3_600_000
    abandon_live: int = 24 * 3_600_000
    abandon_unhurried: int = 60 * 24 * 3_600_000
    reveal_live: int = 30_000  # so long devices have to reveal what they promised, or the round is void
    reveal_unhurried: int = 3 * 24 * 3_600_000
