"""Addresses about pushes: the server's key, and which browsers are called when it is a seat's turn."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from kosmoport.house.http import Request, Response, answer
from kosmoport.house.http_errors import HTTPError
from kosmoport.house.requests import body_of
from kosmoport.house.rooms import Room
from kosmoport.house.routes import SMALL_BODY, Route
from kosmoport.house.store import OPEN_PHASES
from kosmoport.house.tables import Tables
from kosmoport.table import requests
from kosmoport.table.table import Table


class Pushing:
    """Handlers of these addresses."""

    def __init__(self, tables: Tables, find_sender: Callable[[Request], Awaitable[tuple[Room, str]]]) -> None:
        self.tables, self.find_sender = tables, find_sender

    def routes(self) -> list[Route]:
        return [
            Route(
                "GET",
                "/api/push",
                self.push_key,
                "What a browser needs to subscribe to pushes of this server.",
                "read",
                requests.PushKey,
            ),
            Route(
                "PUT",
                "/api/tables/{table}/push",
                self.push,
                "Have a browser of yours called, though it is closed, when it is your turn; or no more.",
                "push",
                requests.PushState,
                requests.PushTo,
                token=True,
            ),
        ]

    async def push_key(self, request: Request) -> Response:
        return answer(requests.PushKey(self.tables.pushes.key))

    async def push(self, request: Request) -> Response:
        asked = await body_of(request, requests.PushTo, SMALL_BODY)
        room, sender = await self.find_sender(request)
        if sender == "host":
            raise HTTPError(404)
        device, pushes = self.tables.pushes.check(asked.device), self.tables.turn_pushes
        called = asked.wanted and await room.look(_waits_for_days)
        if called:
            await pushes.add(room.table.id, int(sender), device)
        else:
            await pushes.remove(room.table.id, int(sender), device.endpoint)
        return answer(requests.PushState(called))


def _waits_for_days(table: Table) -> bool:
    return table.settings.unhurried and table.phase in OPEN_PHASES
