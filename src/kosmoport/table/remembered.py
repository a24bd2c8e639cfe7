"""What a table remembers of questions, hands and moves."""

from __future__ import annotations

from dataclasses import dataclass, field

from kosmoport.table import entries as log
from kosmoport.table.clock import Clocks
from kosmoport.table.entries import MoveCause


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


@dataclass
class Race:
    """What the game's own clock has begun and will end; all of it is empty where a game has no such clock."""

    timed: tuple[int, int] | None = None  # its next outcome, and when
    since: int | None = None  # when what that ends began ...
    first_line: int = 0  # ... and with which line
    go_at: int | None = None  # until when nobody may act
    ready: set[int] = field(default_factory=set)  # who is, for what the clock would begin
    hovers: dict[int, Hover] = field(default_factory=dict)  # hands over the table, which are in no log
    is_drawing: bool = False  # a card: nobody can act in that moment, and it concerns only one
    interrupted: dict[int, int] = field(default_factory=dict)  # what was due when it was drawn


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
