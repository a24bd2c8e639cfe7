"""WebSockets: opened where there is room for them, counted by network, and handed to the house."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from time import perf_counter

from aiohttp import WSMessage, WSMsgType, web

from kosmoport.house.http import Networks
from kosmoport.house.http_errors import HTTPError
from kosmoport.house.logs import say
from kosmoport.house.requests import limited
from kosmoport.house.sockets import Packet
from kosmoport.house.talking import Talking
from kosmoport.house.viewers import Viewer
from kosmoport.server.addresses import client_networks, same_origin
from kosmoport.server.memory import forget_frames
from kosmoport.server.web import request_of
from kosmoport.server.wire import COME_BACK, MARKED_PING, frame
from kosmoport.server.wiring import Server

log = logging.getLogger(__name__)

TRY_AGAIN = 10.0  # seconds, for whoever has too many sockets

Talk = Callable[[Viewer], Awaitable[None]]


class WebSocket:
    """A socket of aiohttp: frames are written straight to its transport.

    A coroutine for each recipient of each message would cost more than everything else together.
    """

    __slots__ = ("_dropped", "_is_too_much", "_most", "_socket", "_transport")

    def __init__(
        self,
        socket: web.WebSocketResponse,
        transport: asyncio.WriteTransport,
        most: int,
        dropped: Callable[[], None],
        is_too_much: Callable[[str, Viewer], bool],
    ) -> None:
        self._socket, self._transport, self._most = socket, transport, most
        self._dropped, self._is_too_much = dropped, is_too_much

    def send(self, packet: Packet) -> bool:
        if packet.wire is None:
            packet.wire = b"".join(map(frame, packet.texts))
        transport = self._transport
        if transport.is_closing():  # writing there would raise, in the middle of telling
            return True
        if transport.get_write_buffer_size() > self._most:
            self._dropped()
            return False
        transport.write(packet.wire)
        return True

    def ping(self, mark: bytes) -> bool:
        return self.send(Packet((), MARKED_PING + mark))

    def close(self) -> None:
        if not self._transport.is_closing():
            self._transport.write(COME_BACK)

    def abort(self) -> None:
        self._transport.abort()

    async def receive(self, viewer: Viewer) -> str | bytes | None:
        """Texts as they come, until the connection ends or is given up."""
        while not viewer.closed:
            incoming: WSMessage = await self._socket.receive()
            viewer.heard = perf_counter()
            if incoming.type is WSMsgType.TEXT:
                text: str | bytes = incoming.data
                return text
            if incoming.type is WSMsgType.PONG:
                viewer.ponged(incoming.data)
            elif incoming.type is WSMsgType.PING:
                if self._is_too_much("ping", viewer):
                    return None
                await self._socket.pong(incoming.data)
            elif incoming.type is WSMsgType.BINARY:
                return b""  # not JSON: answered as malformed
            else:
                return None
        return None


class Sockets:
    """Opens connections and carries messages; counts them by address and by the networks around it."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.settings, self.metrics, self.tables = server.settings, server.metrics, server.tables
        self.talking = Talking(server.tables)
        self.by_network: Counter[str] = Counter()

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """`/api/tables/{table}/socket`, and `/api/lobby/socket`: open public tables as they change."""
        settings, talk = self.settings, await self._talk(request)
        if not same_origin(request, settings.origins, settings.trusted_proxies):
            raise HTTPError(404)
        networks = client_networks(request, settings.trusted_proxies)
        limited(self.tables, networks, "open")
        self._check_room_for_one_more(networks)
        socket = web.WebSocketResponse(
            autoping=False, max_msg_size=settings.max_message, compress=False, timeout=2.0
        )
        if not _wants_a_socket(request, socket):
            raise HTTPError(400, "not_a_socket", "This address is for WebSocket connections.")
        with self._counted(networks):
            await socket.prepare(request)
            transport = request.transport
            if transport is not None:
                try:
                    with self._seen():
                        await talk(self._viewer(socket, transport))
                finally:
                    await _close(socket)
        return socket

    async def _talk(self, request: web.Request) -> Talk:
        """What will be talked about."""
        if "table" not in request.match_info:
            return self.talking.in_lobby
        asked = request_of(request, self._server)
        return partial(self.talking.at_table, asked, await self.talking.room(asked))

    def _check_room_for_one_more(self, networks: Networks) -> None:
        settings = self.settings
        for network, share in zip(networks, settings.shares, strict=False):
            if self.by_network[network] >= settings.max_sockets_per_address * share:
                text = "There are too many connections from your network."
                raise HTTPError(429, "too_many_sockets", text, wait=TRY_AGAIN)

    @contextmanager
    def _counted(self, networks: Networks) -> Iterator[None]:
        """One socket more of these networks, as long as this lasts."""
        self.by_network.update(networks)
        try:
            yield
        finally:
            self.by_network.subtract(networks)
            for network in networks:
                if not self.by_network[network]:
                    del self.by_network[network]

    @contextmanager
    def _seen(self) -> Iterator[None]:
        """The same in the figures."""
        self.metrics.sockets.inc()
        try:
            yield
        finally:
            self.metrics.sockets.dec()

    def _viewer(self, socket: web.WebSocketResponse, transport: asyncio.Transport) -> Viewer:
        most, dropped = self.settings.max_outbox * 1024, self.metrics.outbox_drops.inc
        wire = WebSocket(socket, transport, most, dropped, self.talking.is_too_much)
        return Viewer(wire, str(transport.get_extra_info("peername")))


def _wants_a_socket(request: web.Request, socket: web.WebSocketResponse) -> bool:
    try:
        return bool(socket.can_prepare(request))
    except ValueError:  # headers with letters that headers cannot have
        return False


async def _close(socket: web.WebSocketResponse) -> None:
    try:
        await socket.close()
    except (TimeoutError, ConnectionError, RuntimeError) as error:
        say(log, "socket did not close", logging.DEBUG, error=error)
    forget_frames(socket.exception())
