"""What the house decides for all its tables, and what a table remembers of questions, hands and moves."""

from __future__ import annotations

from dataclasses import dataclass, field

from kosmoport.table import entries as log
from kosmoport.table.clock import Clocks
from kosmoport.table.entries import MoveCause


@dataclass(frozen=True)
class House:
    """What the house decides for all its tables; milliseconds."""

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


@dataclass
class OpenProposal:
    """A question to the table, not settled yet."""

    entry: log.Proposed
    yes: set[int] = field(default_factory=set)
    no: set[int] = field(default_factory=set)


@dataclass(frozen=True)
class Hover:
    """Where a hand is in a race: the action it would be, and who holds it there."""

    action: int
    cause: log.Cause
    level: str | None = None


@dataclass(frozen=True)
class Before:
    """What stood before a move, for taking it back."""

    clocks: Clocks
    cause: MoveCause
    past: bool = False  # made at the table that this one continues

    @property
    def by_person(self) -> bool:
        """Was it the own move of somebody here?"""
        return self.cause == "person" and not self.past
