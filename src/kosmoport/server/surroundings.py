"""What a room needs of the server it is in."""

from __future__ import annotations

from typing import Protocol

from kosmoport.house.http import Networks
from kosmoport.server.bots import Answer, Ask
from kosmoport.server.metrics import Metrics
from kosmoport.server.slices import Slices
from kosmoport.server.store import Store
from kosmoport.table.house import House
from kosmoport.table.table import Table


class Surroundings(Protocol):
    """What a room needs of the server."""

    store: Store
    house: House
    metrics: Metrics
    slices: Slices
    bot_pause: float

    async def decide_for_bot(self, ask: Ask) -> Answer: ...

    async def make_rematch(self, table: Table, asker: int, networks: Networks) -> str: ...

    def lobby_changed(self, table: Table, was_open: bool) -> None: ...

    def turn_came(self, table: Table, seat: int) -> None: ...

    def seat_given_up(self, table: str, seat: int) -> None: ...

    def room_is_lost(self, table: str) -> None: ...
