"""The open tables and where they were made: how many a client may have, and which make way for others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nsmallest
from typing import NamedTuple

import msgspec

from kosmoport.house.erasing import sat_here
from kosmoport.house.settings import HouseSettings
from kosmoport.house.store import OPEN_PHASES, Row
from kosmoport.table import protocol
from kosmoport.table.entries import Logged
from kosmoport.table.table import Table

TRIES = 3  # tables that are looked at for one that wants a place


class NoRoom(NamedTuple):
    """The refusal for the bound that is reached, and of which origin; none: that of the server."""

    problem: protocol.Problem
    origin: str | None


@dataclass(slots=True)
class OpenTable:
    """What is known of an open table without waking it."""

    origins: tuple[str, ...]  # of the address it was made from, and of the networks around that
    phase: protocol.Phase
    unhurried: bool
    people: int
    still_since: int


class _Seat(msgspec.Struct):
    person: bool


class _Listed(msgspec.Struct):
    seats: tuple[_Seat, ...]


class OpenTables:
    """Every open table, counted for the address and the networks that it was made from.

    The store keeps keyed hashes of these in one text, so nothing has to be asked of it; a table from before
    networks were counted has that of its address alone.
    """

    def __init__(self, settings: HouseSettings) -> None:
        self._settings = settings
        self._known: dict[str, OpenTable] = {}
        self._count: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._known)

    def take_stored(self, row: Row) -> None:
        """An open table of before."""
        summary = row.summary
        try:
            people = sum(seat.person for seat in msgspec.json.decode(summary.lobby, type=_Listed).seats)
        except msgspec.MsgspecError:  # damaged: it will not be woken, and takes no place
            return
        known = OpenTable(_origins(summary.origin), summary.phase, summary.unhurried, people, row.changed_at)
        self._take(row.table, known)

    def take(self, table: Table, origin: str) -> None:
        """A new table."""
        self._take(table.id, OpenTable(_origins(origin), table.phase, table.settings.unhurried, 0, 0))
        self.note(table)

    def _take(self, table: str, known: OpenTable) -> None:
        self._known[table] = known
        self._count.update(known.origins)

    def note(self, table: Table) -> None:
        """The table has changed."""
        known = self._known.get(table.id)
        if known is None:
            return
        if table.phase not in OPEN_PHASES:
            self.leave(table.id)
            return
        known.phase, known.still_since = table.phase, table.changed_at
        known.unhurried = table.settings.unhurried
        known.people = sum(seat.person for seat in table.seats)

    def leave(self, table: str) -> None:
        """The table is not open any more."""
        known = self._known.pop(table, None)
        if known is None:
            return
        self._count.subtract(known.origins)
        for origin in known.origins:
            if not self._count[origin]:
                del self._count[origin]

    def keep(self, table: str, now: int) -> None:
        """This one does not make way, and is not asked again for a while."""
        if table in self._known:
            self._known[table].still_since = now

    def no_room(self, origin: str) -> NoRoom | None:
        """Why there is no place for one table more from here; None if there is one."""
        settings = self._settings
        if len(self._known) >= settings.max_tables:
            return NoRoom(protocol.Problem("full"), None)
        for one, share in zip(_origins(origin), settings.shares, strict=False):
            if self._count[one] >= settings.max_tables_per_address * share:
                return NoRoom(protocol.Problem("too_many_tables"), one)
        return None

    def might_make_way(self, origin: str | None, now: int) -> list[str]:
        """Tables of an origin, or of any, that may have to make way, the one that is still longest first.

        Those that have not begun come before games of one person with bots, which are left alone for longer.
        """
        found = [
            (known.phase == "playing", known.still_since, table)
            for table, known in self._known.items()
            if known.people <= 1 and (origin is None or origin in known.origins)
            if known.still_since <= self._still_before(known.phase, known.unhurried, now)
        ]
        return [table for _, _, table in nsmallest(TRIES, found)]

    def makes_way(self, table: Table, lines: Sequence[Logged], now: int) -> bool:
        """Whether nobody but its maker ever sat at it, and nothing has happened for long."""
        others = sat_here(lines) - {table.host}
        alone = not others if table.phase == "gathering" else len(sat_here(lines)) <= 1
        before = self._still_before(table.phase, table.settings.unhurried, now)
        return alone and table.quiet_since <= before

    def _still_before(self, phase: protocol.Phase, unhurried: bool, now: int) -> int:
        """Since when a table must have lain still; an unhurried game keeps its place as long as any other."""
        if phase == "gathering":
            return now - self._settings.give_way_after
        return now - self._settings.policy.abandon_live if phase == "playing" and unhurried else -1


def _origins(origin: str) -> tuple[str, ...]:
    return tuple(origin.split(" "))
