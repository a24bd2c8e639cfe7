"""Addresses about being called when it is one's turn: webhooks, and browsers that may be closed."""

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


class Calling:
    """Handlers of these addresses."""

    def __init__(self, tables: Tables, find_sender: Callable[[Request], Awaitable[tuple[Room, str]]]) -> None:
        self.tables, self.find_sender = tables, find_sender

    def routes(self) -> list[Route]:
        table = "/api/tables/{table}"
        return [
            Route(
                "PUT",
                f"{table}/webhook",
                self.webhook,
                "Be called at an address of yours when it is your turn.",
                "webhook",
                requests.WebhookAt,
                requests.WebhookAt,
                token=True,
            ),
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
                f"{table}/push",
                self.push,
                "Have a browser of yours called, though it is closed, when it is your turn; or no more.",
                "push",
                requests.PushState,
                requests.PushTo,
                token=True,
            ),
        ]

    async def webhook(self, request: Request) -> Response:
        asked = await body_of(request, requests.WebhookAt, SMALL_BODY)
        room, seat = await self._seat(request)
        url = None if asked.url is None else self.tables.webhooks.check(asked.url)
        if not await room.look(_is_open):
            url = None  # nobody's turn comes here any more
        await self.tables.turn_webhooks.give(room.table.id, seat, url)
        return answer(requests.WebhookAt(url))

    async def push_key(self, request: Request) -> Response:
        return answer(requests.PushKey(self.tables.pushes.key))

    async def push(self, request: Request) -> Response:
        asked = await body_of(request, requests.PushTo, SMALL_BODY)
        room, seat = await self._seat(request)
        device, pushes = self.tables.pushes.check(asked.device), self.tables.turn_pushes
        called = asked.wanted and await room.look(_waits_for_days)
        if called:
            await pushes.add(room.table.id, seat, device)
        else:
            await pushes.remove(room.table.id, seat, device.endpoint)
        return answer(requests.PushState(called))

    async def _seat(self, request: Request) -> tuple[Room, int]:
        """Of somebody who sits; a host who does not has no turns."""
        room, sender = await self.find_sender(request)
        if sender == "host":
            raise HTTPError(404)
        return room, int(sender)


def _is_open(table: Table) -> bool:
    return table.phase in OPEN_PHASES


def _waits_for_days(table: Table) -> bool:
    return table.settings.unhurried and _is_open(table)
