"""Webhooks of seats: who asked to be called when it is their turn, and the calls."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

import msgspec

from kosmoport.core.contract import MAX_SEATS
from kosmoport.house.logs import say
from kosmoport.house.services import Webhooks
from kosmoport.house.settings import HouseSettings
from kosmoport.house.store import CannotSave, Store
from kosmoport.table.table import Table

if TYPE_CHECKING:
    from kosmoport.house.rooms import Room

log = logging.getLogger(__name__)

UNKNOWN = ""  # an address that has not been read from the store


class TurnWebhooks:
    """The part of a tables that calls people who are elsewhere."""

    settings: HouseSettings
    store: Store
    webhooks: Webhooks
    rooms: dict[str, Room]

    def __init__(self) -> None:
        self._webhooks: dict[tuple[str, int], str | None] = {}
        self._ringing: set[asyncio.Task[None]] = set()

    async def set_webhook(self, table: str, seat: int, url: str | None) -> None:
        await self.store.set_webhook(table, seat, url)
        if table in self.rooms:  # else it fell asleep meanwhile, and forgot
            self._webhooks[table, seat] = url

    def turn_came(self, table: Table, seat: int) -> None:
        """A person has to decide: whoever gave a webhook is called."""
        if self._webhooks.get((table.id, seat), UNKNOWN) is not None:
            self._soon(self._ring(table.id, table.settings.game, seat, table.n))

    def seat_given_up(self, table: str, seat: int) -> None:
        """Whoever sat here is not called any more, also while that cannot be saved."""
        if table in self.rooms:
            self._webhooks[table, seat] = None
        self._soon(self._delete_webhook(table, seat))

    async def _delete_webhook(self, table: str, seat: int) -> None:
        try:
            await self.set_webhook(table, seat, None)
        except CannotSave as error:
            say(log, "webhook not deleted", logging.WARNING, error=error, table=table)

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        """Something that nobody waits for; it is ended with the server."""
        task = asyncio.create_task(work, name="soon")
        self._ringing.add(task)
        task.add_done_callback(self._ringing.discard)

    async def _ring(self, table: str, game: str, seat: int, n: int) -> None:
        url = self._webhooks.get((table, seat), UNKNOWN)
        if url == UNKNOWN:
            try:
                found = await self.store.webhook(table, seat)
            except CannotSave as error:
                say(log, "webhook not found", logging.WARNING, error=error, table=table)
                return
            if table in self.rooms:
                self._webhooks.setdefault((table, seat), found)  # another may have been given meanwhile
            url = self._webhooks.get((table, seat), found)
        if url is not None:
            about = {"event": "turn", "table": table, "game": game, "seat": seat, "n": n}
            link = f"{self.settings.public_url}/t/{table}" if self.settings.public_url else f"/t/{table}"
            self.webhooks.ring(url, msgspec.json.encode({**about, "link": link}), f"{table} {seat}")

    def _forget_webhooks(self, table: str) -> None:
        for seat in range(MAX_SEATS):
            self._webhooks.pop((table, seat), None)
