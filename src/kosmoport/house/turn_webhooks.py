"""Webhooks of seats: who asked to be called when it is their turn, and the calls."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

import msgspec

from kosmoport.core.contract import MAX_SEATS
from kosmoport.house.logs import say
from kosmoport.house.store import CannotSave
from kosmoport.table.table import Table

if TYPE_CHECKING:
    from kosmoport.house.tables import Tables

log = logging.getLogger(__name__)

UNKNOWN = ""  # an address that has not been read from the store


class TurnWebhooks:
    """Calls people who are elsewhere."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self.known: dict[tuple[str, int], str | None] = {}  # of tables that are awake
        self.ringing: set[asyncio.Task[None]] = set()

    async def give(self, table: str, seat: int, url: str | None) -> None:
        await self._tables.store.set_webhook(table, seat, url)
        if table in self._tables.rooms:  # else it fell asleep meanwhile, and forgot
            self.known[table, seat] = url

    def turn_came(self, table: Table, seat: int) -> None:
        """A person has to decide: whoever gave a webhook is called."""
        if self.known.get((table.id, seat), UNKNOWN) is not None:
            self._soon(self._ring(table.id, table.settings.game, seat, table.n))

    def seat_given_up(self, table: str, seat: int) -> None:
        """Whoever sat here is not called any more, also while that cannot be saved."""
        if table in self._tables.rooms:
            self.known[table, seat] = None
        self._soon(self._delete(table, seat))

    async def _delete(self, table: str, seat: int) -> None:
        try:
            await self.give(table, seat, None)
        except CannotSave as error:
            say(log, "webhook not deleted", logging.WARNING, error=error, table=table)

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        """Something that nobody waits for; it is ended with the server."""
        task = asyncio.create_task(work, name="soon")
        self.ringing.add(task)
        task.add_done_callback(self.ringing.discard)

    async def _ring(self, table: str, game: str, seat: int, n: int) -> None:
        url = self.known.get((table, seat), UNKNOWN)
        if url == UNKNOWN:
            try:
                found = await self._tables.store.webhook(table, seat)
            except CannotSave as error:
                say(log, "webhook not found", logging.WARNING, error=error, table=table)
                return
            if table in self._tables.rooms:
                self.known.setdefault((table, seat), found)  # another may have been given meanwhile
            url = self.known.get((table, seat), found)
        if url is not None:
            about = {"event": "turn", "table": table, "game": game, "seat": seat, "n": n}
            link = f"{self._tables.settings.public_url}/t/{table}"
            self._tables.webhooks.ring(url, msgspec.json.encode({**about, "link": link}), f"{table} {seat}")

    def forget(self, table: str) -> None:
        """It is not awake any more."""
        for seat in range(MAX_SEATS):
            self.known.pop((table, seat), None)
