"""Who is called when it is their turn: kept in the store, and remembered while their table is awake."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any

from kosmoport.core.contract import MAX_SEATS
from kosmoport.house.logs import say
from kosmoport.house.store import CannotSave
from kosmoport.table.table import Table

if TYPE_CHECKING:
    from kosmoport.house.tables import Tables

log = logging.getLogger(__name__)

UNKNOWN = ""  # whom to call has not been read from the store


class TurnCalls:
    """Calls people who are elsewhere; whom, is one text for each seat, and how, is said by those below."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self.known: dict[tuple[str, int], str | None] = {}  # of tables that are awake
        self.ringing: set[asyncio.Task[None]] = set()

    async def read(self, table: str, seat: int) -> str | None:
        """What the store has."""
        raise NotImplementedError

    async def write(self, table: str, seat: int, text: str | None) -> None:
        """Keep it in the store, and nothing of what was there."""
        raise NotImplementedError

    def call(self, text: str, table: str, game: str, seat: int, n: int) -> None:
        """Call them."""
        raise NotImplementedError

    async def give(self, table: str, seat: int, text: str | None) -> None:
        await self.write(table, seat, text)
        if table in self._tables.rooms:  # else it fell asleep meanwhile, and forgot
            self.known[table, seat] = text

    async def given(self, table: str, seat: int) -> str | None:
        """Whom to call."""
        if self.known.get((table, seat), UNKNOWN) == UNKNOWN:
            found = await self.read(table, seat)
            if table not in self._tables.rooms:
                return found
            if self.known.get((table, seat), UNKNOWN) == UNKNOWN:  # another may have been given meanwhile
                self.known[table, seat] = found
        return self.known[table, seat]

    def turn_came(self, table: Table, seat: int) -> None:
        """A person has to decide: whoever asked for it is called."""
        if self.known.get((table.id, seat), UNKNOWN) is not None:
            self.soon(self._ring(table.id, table.settings.game, seat, table.n))

    def seat_given_up(self, table: str, seat: int) -> None:
        """Whoever sat here is not called any more, also while that cannot be saved."""
        if table in self._tables.rooms:
            self.known[table, seat] = None
        self.soon(self._delete(table, seat))

    def seats_changed(self, table: str, seats: Sequence[int | None]) -> None:
        """The host changed who sits where: whom to call goes with its person."""
        moves = [(old, new) for new, old in enumerate(seats) if old is not None]
        if any(old != new for old, new in moves):
            self.soon(self._move(table, moves))

    async def _move(self, table: str, moves: Sequence[tuple[int, int]]) -> None:
        try:
            before = {old: await self.read(table, old) for old, _ in moves}
            after = {new: before[old] for old, new in moves}
            for seat in {*before, *after}:
                if before.get(seat) != after.get(seat):
                    await self.give(table, seat, after.get(seat))
        except CannotSave as error:
            say(log, "calls not moved", logging.WARNING, error=error, table=table)

    async def _delete(self, table: str, seat: int) -> None:
        try:
            await self.give(table, seat, None)
        except CannotSave as error:
            say(log, "call not deleted", logging.WARNING, error=error, table=table)

    def soon(self, work: Coroutine[Any, Any, None]) -> None:
        """Something that nobody waits for; it is ended with the server."""
        task = asyncio.create_task(work, name="soon")
        self.ringing.add(task)
        task.add_done_callback(self.ringing.discard)

    async def _ring(self, table: str, game: str, seat: int, n: int) -> None:
        try:
            text = await self.given(table, seat)
        except CannotSave as error:
            say(log, "call not found", logging.WARNING, error=error, table=table)
            return
        if text is not None:
            self.call(text, table, game, seat, n)

    def forget(self, table: str) -> None:
        """It is not awake any more."""
        for seat in range(MAX_SEATS):
            self.known.pop((table, seat), None)
