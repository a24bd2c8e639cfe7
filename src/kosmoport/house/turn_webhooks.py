"""Webhooks of seats: who asked to be called at an address of theirs when it is their turn."""

from __future__ import annotations

import msgspec

from kosmoport.house.turn_calls import TurnCalls


class TurnWebhooks(TurnCalls):
    """The text of a seat is the address."""

    async def read(self, table: str, seat: int) -> str | None:
        return await self._tables.store.webhook(table, seat)

    async def write(self, table: str, seat: int, text: str | None) -> None:
        await self._tables.store.set_webhook(table, seat, text)

    def call(self, text: str, table: str, game: str, seat: int, n: int) -> None:
        about = {"event": "turn", "table": table, "game": game, "seat": seat, "n": n}
        link = f"{self._tables.settings.public_url}/t/{table}"
        self._tables.webhooks.ring(text, msgspec.json.encode({**about, "link": link}), f"{table} {seat}")
