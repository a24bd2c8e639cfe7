"""Pushes to the browsers of seats, where nobody hurries: nothing but the turn and the table."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from kosmoport.house.logs import say
from kosmoport.house.store import CannotSave
from kosmoport.house.turn_calls import TurnCalls
from kosmoport.table.requests import PushDevice
from kosmoport.table.table import Table

if TYPE_CHECKING:
    from kosmoport.house.tables import Tables

MOST_DEVICES = 3  # of a seat; one more takes the place of the first

log = logging.getLogger(__name__)


class TurnPushes(TurnCalls):
    """The text of a seat is the list of its browsers."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self._changing = asyncio.Lock()  # a list is read, changed and written by one at a time

    async def read(self, table: str, seat: int) -> str | None:
        return await self._tables.store.pushes(table, seat)

    async def write(self, table: str, seat: int, text: str | None) -> None:
        await self._tables.store.set_pushes(table, seat, text)

    async def add(self, table: str, seat: int, device: PushDevice) -> None:
        """Call this browser too."""
        await self._change(table, seat, device.endpoint, [device])

    async def remove(self, table: str, seat: int, endpoint: str) -> None:
        """Call the browser with this address no more."""
        await self._change(table, seat, endpoint, [])

    async def _change(self, table: str, seat: int, endpoint: str, new: list[PushDevice]) -> None:
        async with self._changing:
            before = await self.given(table, seat)
            others = [device for device in _devices(before) if device.endpoint != endpoint]
            kept = [*others, *new][-MOST_DEVICES:]
            after = msgspec.json.encode(kept).decode() if kept else None
            if after != before:
                await self.give(table, seat, after)

    def turn_came(self, table: Table, seat: int) -> None:
        if table.settings.unhurried:
            super().turn_came(table, seat)

    def call(self, text: str, table: str, game: str, seat: int, n: int) -> None:
        said = msgspec.json.encode({"event": "turn", "table": table})
        for device in _devices(text):
            gone = partial(self._gone, table, seat, device.endpoint)
            self._tables.pushes.ring(device, said, f"{table} {seat}", gone)

    def _gone(self, table: str, seat: int, endpoint: str) -> None:
        """Its push service says that this browser does not listen any more."""
        self.soon(self._forget_device(table, seat, endpoint))

    async def _forget_device(self, table: str, seat: int, endpoint: str) -> None:
        try:
            await self.remove(table, seat, endpoint)
        except CannotSave as error:
            say(log, "push not deleted", logging.WARNING, error=error, table=table)


def _devices(text: str | None) -> list[PushDevice]:
    return [] if text is None else msgspec.json.decode(text, type=list[PushDevice])
