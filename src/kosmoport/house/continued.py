"""Games that are being continued: nobody may look up at the old table what is hidden at the new one.

All tables that go back to one deal are a family, named by the table that dealt. While people play on at one
of them, the finished ones show nothing; which they are is read at the start, and known from then on.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from kosmoport.core.contract import SPECTATOR
from kosmoport.house.store import OPEN_PHASES, Damaged, Row, Store
from kosmoport.table import protocol
from kosmoport.table.continuing import dealt_at, is_shared
from kosmoport.table.settings import Level
from kosmoport.table.table import Table

HIDDEN = protocol.Problem("continued")  # what is answered instead


class Continued:
    """The families whose finished tables show nothing."""

    def __init__(self) -> None:
        self._families: dict[str, set[str]] = {}  # tables that are going on, by the one that dealt
        self._dealt_at: dict[str, str] = {}  # the other way round

    async def read(self, store: Store, rows: Sequence[Row]) -> None:
        """What these open tables continue."""
        for row in rows:
            try:
                await self._read(store, row)
            except (Damaged, msgspec.MsgspecError):
                continue  # damaged: it will not be woken either, and `kosmoport doctor` says why

    async def _read(self, store: Store, row: Row) -> None:
        said = _said(row)
        if said.continues is None:
            return
        bots = None if said.seats is None else [None if seat.person else seat.bot for seat in said.seats]
        for line in await store.read(row.table, limit=1):
            made = msgspec.json.decode(line.entry, type=_Created)
            shared = is_shared(made.settings.bots if bots is None else bots)
            if made.past is not None and made.past.parts and shared:
                self._add(made.past.parts[0].table, row.table)

    def _add(self, family: str, table: str) -> None:
        self._families.setdefault(family, set()).add(table)
        self._dealt_at[table] = family

    def begins(self, table: Table) -> None:
        """A new table, before anybody can sit down at it."""
        self.changed(table)

    def changed(self, table: Table) -> None:
        """An open table may have got bots for people, or people for bots."""
        if table.past is not None and is_shared(table.settings.bots):
            self._add(dealt_at(table), table.id)
        else:
            self.ends(table.id)

    def ends(self, table: str) -> None:
        """A table at which nothing is hidden any more."""
        family = self._dealt_at.pop(table, None)
        if family is None:
            return
        self._families[family].discard(table)
        if not self._families[family]:
            del self._families[family]

    def hides(self, table: Table) -> bool:
        """Must this finished table keep to itself what happened there?"""
        return table.phase not in OPEN_PHASES and dealt_at(table) in self._families

    def hides_from(self, table: Table, viewer: int) -> bool:
        """The same for the table as it stands: who sat there knows it, and may still talk to the others."""
        return viewer == SPECTATOR and self.hides(table)

    def may_list(self, row: Row) -> bool:
        """May the lobby point there? Of a table that continues another, its row does not say which."""
        if row.summary.phase in OPEN_PHASES or not self._families:
            return True
        return row.table not in self._families and _said(row).continues is None


class _Seat(msgspec.Struct):
    person: bool = False
    bot: str | None = None


class _Said(msgspec.Struct):
    """A row's word on whether the table continues another, and who plays; older rows say nothing."""

    continues: int | msgspec.UnsetType | None = msgspec.UNSET
    seats: tuple[_Seat, ...] | None = None


def _said(row: Row) -> _Said:
    return msgspec.json.decode(row.summary.lobby, type=_Said)


class _Settings(msgspec.Struct):
    bots: tuple[Level | None, ...]


class _Part(msgspec.Struct):
    table: str


class _Past(msgspec.Struct):
    parts: tuple[_Part, ...]


class _Created(msgspec.Struct):
    """As much of a log's first line as has to be known here."""

    settings: _Settings
    past: _Past | None = None
