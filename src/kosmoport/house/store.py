"""Where tables are kept: what a store promises, the same for SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, get_args

from kosmoport.table.protocol import Phase

PHASES: tuple[Phase, ...] = get_args(Phase)
OPEN_PHASES: tuple[Phase, ...] = ("gathering", "playing")
FILLER = 262_144  # bytes that must find room before a store that could not save counts as well again

OnCommit = Callable[[int, float], None]
"""Told after each group that was written: how many writes were in it, and how many seconds it took."""


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of a table's log; of the lines one client message caused, the first alone carries its id."""

    n: int
    at: int
    entry: bytes
    sender: str | None = None
    message: str | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """What is known of a table without reading its log."""

    game: str
    phase: Phase
    public: bool
    sealed: bool
    unhurried: bool
    wake_at: int | None
    lobby: bytes
    result: bytes | None
    origin: str


@dataclass(frozen=True, slots=True)
class Row:
    """A table as the store knows it: `n` lines in its log, owned in `epoch`."""

    table: str
    n: int
    epoch: int
    created_at: int
    changed_at: int
    summary: Summary


class NotOwner(Exception):
    """Owner, epoch or the expected number of lines do not match; nothing was written."""


class Duplicate(Exception):
    """A message of this sender with this id is in the log already; nothing was written."""


class Damaged(ValueError):
    """What is stored of a table holds a value that cannot be what was written; nothing of it is repeated."""


class CannotSave(Exception):
    """The disk is full, the database is gone or the like: one sentence, and nothing was written."""


class Store(Protocol):
    """Every write is durable when it returns, and is made whole or not at all.

    Writes of one table keep the order in which they were asked for. A caller that is cancelled while it
    waits does not know whether its write was made.
    """

    on_commit: OnCommit | None

    async def create(self, table: str, lines: Sequence[Line], summary: Summary) -> int:
        """A new table, owned by this store; its epoch. NotOwner if there is one of this id."""

    async def append(
        self, table: str, epoch: int, after: int, lines: Sequence[Line], summary: Summary | None = None
    ) -> None:
        """Add lines `after + 1`, `after + 2` ... and replace the summary, if one is given.

        Without lines the summary alone is replaced, with the same fencing.
        """

    async def claim(self, table: str) -> Row | None:
        """Become the owner in a new epoch, which shuts out whoever owned the table before."""

    async def find(self, table: str) -> Row | None:
        """Damaged if there is one that cannot be read; lists leave such a table out."""

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Line]:
        """The lines of a table's log from `after + 1`, all or so many; Damaged if one cannot be read."""

    async def tables(
        self,
        *,
        phases: Sequence[str],
        public: bool | None = None,
        limit: int = 100,
        before: int | None = None,
    ) -> list[Row]:
        """Tables in these phases that changed earlier than `before`, the latest change first."""

    async def unchanged(
        self, phases: Sequence[str], after: tuple[int, str], before: int, limit: int
    ) -> list[Row]:
        """Tables in these phases that changed earlier than `before`, the longest unchanged first.

        `after` is the last change and the id of the table that the list goes on behind.
        """

    async def due(self, now: int, limit: int = 100) -> list[str]:
        """Tables not closed that wanted to be woken by now, the longest overdue first."""

    async def rewrite(self, table: str, epoch: int, entries: Mapping[int, bytes]) -> None:
        """Replace the JSON of lines that are in the log, for the erasing of names."""

    async def delete(self, table: str, epoch: int) -> None:
        """The table goes with its log, its webhooks and its pushes; nothing of it is kept."""

    async def set_webhook(self, table: str, seat: int, url: str | None) -> None:
        """Of the address that was there before nothing is kept."""

    async def webhook(self, table: str, seat: int) -> str | None: ...

    async def set_pushes(self, table: str, seat: int, devices: str | None) -> None:
        """The same for the browsers that are called, which are one text."""

    async def pushes(self, table: str, seat: int) -> str | None: ...

    async def check(self) -> None:
        """Write something, as durably as moves; CannotSave if that is not possible.

        After a write that failed it has to be much, since a little may still find room where moves do not.
        """

    async def close(self) -> None:
        """Finish what was accepted, then let go of the database."""
