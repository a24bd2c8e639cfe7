"""Sockets: of a table, for whoever plays or watches, and of the lobby."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator
from time import perf_counter

import msgspec
from aiohttp import WSMessage, WSMsgType, web

from kosmoport.core.contract import SPECTATOR
from kosmoport.house.logs import say
from kosmoport.house.problems import Problem
from kosmoport.server.addresses import Networks, client_networks, same_origin
from kosmoport.server.harbour import SILENT_FOR, Harbour
from kosmoport.server.memory import forget_frames
from kosmoport.server.requests import limited, token_in
from kosmoport.server.rooms import Lost, Room
from kosmoport.server.store import CannotSave
from kosmoport.server.tokens import SeatToken
from kosmoport.server.viewers import Viewer, viewer_of
from kosmoport.table import protocol

log = logging.getLogger(__name__)

TRY_AGAIN = 10.0  # seconds, for whoever has too many sockets
MOST_MISTAKES = 20  # messages that cannot be read, before the connection is ended
NOT_A_MESSAGE = (msgspec.MsgspecError, RecursionError)  # the latter: lists in lists in lists
RULES = {protocol.Act: "act", protocol.Chat: "chat", protocol.React: "react", protocol.Hover: "hover"}


class Sockets:
    """Opens connections and carries messages; counts them by address and by the networks around it."""

    def __init__(self, harbour: Harbour) -> None:
        self.harbour = harbour
        self.by_network: Counter[str] = Counter()

    async def table(self, request: web.Request) -> web.StreamResponse:
        """`/api/tables/{table}/socket`."""
        room = await self._checked_room(request)
        return await self._serve(
            request, lambda socket, viewer: self._at_table(request, room, socket, viewer)
        )

    async def lobby(self, request: web.Request) -> web.StreamResponse:
        """`/api/lobby/socket`: open public tables as they change."""
        return await self._serve(request, self._in_lobby)

    async def _checked_room(self, request: web.Request) -> Room:
        try:
            room = await self.harbour.room(request.match_info["table"])
        except CannotSave as error:  # whoever wakes a table becomes its owner, and that is saved
            raise Problem(503, "cannot_save", str(error)) from None
        if room is None:
            limited(self.harbour, request, "wrong")
            raise Problem(404)
        return room

    async def _serve(self, request: web.Request, talk) -> web.StreamResponse:  # type: ignore[no-untyped-def]
        settings = self.harbour.settings
        if not same_origin(request, settings.origins, settings.trusted_proxies):
            raise Problem(404)
        limited(self.harbour, request, "open")
        networks = client_networks(request, settings.trusted_proxies)
        for network, share in zip(networks, settings.shares, strict=False):
            if self.by_network[network] >= settings.max_sockets_per_address * share:
                text = "There are too many connections from your network."
                raise Problem(429, "too_many_sockets", text, wait=TRY_AGAIN)
        socket = web.WebSocketResponse(
            autoping=False, max_msg_size=settings.max_message, compress=False, timeout=2.0
        )
        if not _wants_a_socket(request, socket):
            raise Problem(400, "not_a_socket", "This address is for WebSocket connections.")
        self.by_network.update(networks)
        try:
            await socket.prepare(request)
            await self._with_viewer(request, socket, talk)
        finally:
            self.by_network.subtract(networks)
            for network in networks:
                if not self.by_network[network]:
                    del self.by_network[network]
        return socket

    async def _with_viewer(self, request, socket, talk) -> None:  # type: ignore[no-untyped-def]
        transport = request.transport
        if transport is None:
            return
        most = self.harbour.settings.max_outbox * 1024
        viewer = Viewer(transport, most, self.harbour.metrics.outbox_drops.inc)
        viewer.line = str(transport.get_extra_info("peername"))
        self.harbour.connections.add(viewer)
        self.harbour.metrics.sockets.inc()
        try:
            await talk(socket, viewer)
        except (TimeoutError, ConnectionError):
            pass  # gone without a word
        except CannotSave:
            viewer.send(protocol.Goodbye("moved", again=2000))
        finally:
            self.harbour.connections.discard(viewer)
            self.harbour.metrics.sockets.dec()
            viewer.close()
            await _close(socket)

    # ------------------------------------------------------------ at a table

    async def _at_table(
        self, request: web.Request, room: Room, socket: web.WebSocketResponse, viewer: Viewer
    ) -> None:
        hello = await self._hello(socket, viewer)
        if hello is None:
            return
        sender = self.harbour.sender_of(room.table, self._token(request, hello))
        if self.harbour.continued.hides_from(room.table, viewer_of(sender)):
            viewer.send(protocol.Goodbye("rules", again=None))
            return
        try:
            room = await self._entered(request, room, viewer, hello)
            await self._talk(request, room, socket, viewer)
        except (Lost, Problem):  # too late for an answer to the request
            viewer.send(protocol.Goodbye("moved", again=500))
        finally:
            room.leave(viewer)

    async def _entered(self, request: web.Request, room: Room, viewer: Viewer, hello: protocol.Hello) -> Room:
        """The room the viewer is in: a table may fall asleep just as somebody comes, and is woken again."""
        try:
            await self._enter(request, room, viewer, hello)
        except Lost:
            room = await self._checked_room(request)
            await self._enter(request, room, viewer, hello)
        return room

    def _token(self, request: web.Request, hello: protocol.Hello) -> SeatToken | None:
        """Who says hello: a program by its message, a browser by its cookie."""
        token = self.harbour.tokens.read(hello.token) if hello.token is not None else None
        return token or token_in(self.harbour, request)

    async def _enter(self, request: web.Request, room: Room, viewer: Viewer, hello: protocol.Hello) -> None:
        token = self._token(request, hello)
        viewer.muted = frozenset(hello.muted)
        await room.enter(viewer, hello.seen, lambda table: self.harbour.sender_of(table, token))
        viewer.ping(perf_counter(), SILENT_FOR)  # the delay is known from the beginning

    async def _talk(
        self, request: web.Request, room: Room, socket: web.WebSocketResponse, viewer: Viewer
    ) -> None:
        mistakes = 0
        networks = client_networks(request, self.harbour.settings.trusted_proxies)
        async for incoming in self._messages(socket, viewer):
            began = perf_counter()
            self.harbour.metrics.messages_in.inc()
            try:
                message = protocol.decode_client(incoming)
            except NOT_A_MESSAGE:
                mistakes += 1
                self.harbour.metrics.refused.add("malformed")
                viewer.send(protocol.Ack("", problem=protocol.Problem("malformed")))
                if mistakes >= MOST_MISTAKES:
                    viewer.send(protocol.Goodbye("rules", again=None))
                    return
                continue
            if isinstance(message, protocol.Ping):
                if self._is_too_much("ping", viewer):
                    return
            elif not self._in_time(room, viewer, networks, message):
                continue
            room.presence.measured(viewer)
            await self._handle(room, viewer, networks, message)
            self.harbour.metrics.action_seconds.observe(perf_counter() - began)

    def _in_time(
        self, room: Room, viewer: Viewer, networks: Networks, message: protocol.AnyClientMessage
    ) -> bool:
        """Not too much at once, of one address and of one seat."""
        limits = self.harbour.limits
        name = rule = RULES.get(type(message), "message")
        wait = 0.0
        if rule != "hover":  # hands have a rule of their own
            name, wait = "socket", limits.allow_networks("socket", networks)
        if wait == 0.0:
            who = viewer.sender if viewer.sender is not None else networks[0]
            name, wait = rule, limits.allow(rule, f"{room.table.id} {who}")
        if wait == 0.0:
            return True
        self.harbour.metrics.rate_limited.add(name)
        if not isinstance(message, protocol.Hover):  # never answered; the next one comes anyway
            problem = protocol.Problem("too_fast", {"wait": round(wait * 1000)})
            viewer.send(protocol.Ack(getattr(message, "id", ""), problem=problem))
        return False

    async def _handle(
        self, room: Room, viewer: Viewer, networks: Networks, message: protocol.AnyClientMessage
    ) -> None:
        if isinstance(message, protocol.Command):
            await self._command(room, viewer, networks, message)
        elif isinstance(message, protocol.Ping):
            viewer.send(protocol.Pong(message.at, room.time.now()))
        elif isinstance(message, protocol.Mute):
            viewer.muted = frozenset(message.seats)
            viewer.send(protocol.Ack(message.id))
        elif isinstance(message, protocol.Hover):
            room.hover(viewer, message)
        elif isinstance(message, protocol.React) and viewer.viewer != SPECTATOR:
            room.react(viewer.viewer, message.reaction)
            viewer.send(protocol.Ack(message.id))
        else:  # a second hello, a spectator's reaction
            number = getattr(message, "id", "")
            viewer.send(protocol.Ack(number, problem=protocol.Problem("not_seated")))

    async def _command(
        self, room: Room, viewer: Viewer, networks: Networks, message: protocol.Command
    ) -> None:
        sender = viewer.sender
        if sender is None:
            viewer.send(protocol.Ack(message.id, problem=protocol.Problem("not_seated")))
        else:
            await room.command(
                sender,
                message,  # type: ignore[arg-type]
                still=lambda _: viewer.sender == sender,
                reply=viewer.send,
                networks=networks,
            )

    # ------------------------------------------------------------ in the lobby

    async def _in_lobby(self, socket: web.WebSocketResponse, viewer: Viewer) -> None:
        if await self._hello(socket, viewer) is None:
            return
        try:
            await self.harbour.lobby.enter(viewer)
            async for _ in self._messages(socket, viewer):
                if self._is_too_much("lobby", viewer):  # it only talks
                    return
        finally:
            self.harbour.lobby.leave(viewer)

    # ------------------------------------------------------------ what comes

    async def _messages(self, socket: web.WebSocketResponse, viewer: Viewer) -> AsyncIterator[str | bytes]:
        """Texts as they come, until the connection ends or is given up."""
        while not viewer.closed:
            incoming: WSMessage = await socket.receive()
            viewer.heard = perf_counter()
            if incoming.type is WSMsgType.TEXT:
                yield incoming.data
            elif incoming.type is WSMsgType.PONG:
                viewer.ponged(incoming.data)
            elif incoming.type is WSMsgType.PING:
                if self._is_too_much("ping", viewer):
                    return
                await socket.pong(incoming.data)
            elif incoming.type is WSMsgType.BINARY:
                yield b""  # not JSON: answered as malformed
            else:
                return

    def _is_too_much(self, rule: str, viewer: Viewer) -> bool:
        """Whether a socket sends too often what is not worth a refusal each time: then it is told once."""
        if self.harbour.limits.allow(rule, viewer.line) == 0.0:
            return False
        self.harbour.metrics.rate_limited.add(rule)
        viewer.send(protocol.Goodbye("rules", again=None))
        return True

    async def _hello(self, socket: web.WebSocketResponse, viewer: Viewer) -> protocol.Hello | None:
        """The first message, in time and of our version; otherwise the connection ends."""
        async with asyncio.timeout(self.harbour.settings.hello_timeout):
            async for text in self._messages(socket, viewer):
                try:
                    hello = protocol.decode_client(text)
                except NOT_A_MESSAGE:
                    hello = None
                if not isinstance(hello, protocol.Hello):
                    viewer.send(protocol.Goodbye("rules", again=None))
                    return None
                if hello.version != protocol.VERSION:
                    viewer.send(protocol.Reload(protocol.VERSION))
                    return None
                return hello
        return None


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
