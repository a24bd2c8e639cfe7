"""A server that says what a test wants it to say."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import msgspec
from aiohttp import web

from kosmoport.table import protocol

Talk = Callable[["Line"], Awaitable[None]]


class Line:
    """One connection, from the server's side."""

    def __init__(
        self, request: web.Request, socket: web.WebSocketResponse, number: int, hello: protocol.Hello
    ) -> None:
        self.request, self.socket, self.number, self.hello = request, socket, number, hello

    async def send(self, *messages: protocol.ServerMessage) -> None:
        for message in messages:
            await self.socket.send_str(protocol.encode(message).decode())

    async def welcome(self, n: int = 0) -> None:
        await self.send(protocol.Welcome(protocol.VERSION, "t", 0, False, n))

    async def hear(self) -> protocol.AnyClientMessage:
        return protocol.decode_client(await self.socket.receive_str())

    def cut(self) -> None:
        """Without a word, as when a process is killed."""
        assert self.request.transport is not None
        self.request.transport.abort()

    async def until_closed(self) -> None:
        async for _ in self.socket:
            pass


@asynccontextmanager
async def speaking(talk: Talk) -> AsyncIterator[str]:
    """The address of a server with which every connection goes as `talk` says; connections count from 1."""
    count = 0

    async def socket(request: web.Request) -> web.StreamResponse:
        nonlocal count
        count += 1
        number = count
        made = web.WebSocketResponse()
        await made.prepare(request)
        hello = msgspec.json.decode(await made.receive_str(), type=protocol.Hello)
        await talk(Line(request, made, number, hello))
        await made.close()
        return made

    app = web.Application()
    app.router.add_get("/api/tables/t/socket", socket)
    async with listening(app) as url:
        yield url


@asynccontextmanager
async def listening(app: web.Application) -> AsyncIterator[str]:
    runner = web.AppRunner(app, handle_signals=False, shutdown_timeout=1.0)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()
