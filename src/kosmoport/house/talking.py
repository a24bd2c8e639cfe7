"""What is said over the sockets of a table and of the lobby, whatever carries it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

import msgspec

from kosmoport.core.contract import SPECTATOR
from kosmoport.house.http import Networks, Request
from kosmoport.house.http_errors import HTTPError
from kosmoport.house.jobs import Asked
from kosmoport.house.requests import limited, token_in
from kosmoport.house.rooms import Lost, Room
from kosmoport.house.store import CannotSave
from kosmoport.house.tables import SILENT_FOR, Tables
from kosmoport.house.tokens import SeatToken
from kosmoport.house.viewers import Viewer, viewer_of
from kosmoport.table import protocol

MOST_MISTAKES = 20  # messages that cannot be read, before the connection is ended
NOT_A_MESSAGE = (msgspec.MsgspecError, RecursionError)  # the latter: lists in lists in lists
RULES = {protocol.Act: "act", protocol.Chat: "chat", protocol.React: "react", protocol.Hover: "hover"}


class Talking:
    """Listens to everybody who is connected, and answers."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    async def room(self, request: Request) -> Room:
        """The table that a socket is asked for."""
        try:
            room = await self.tables.room(request.params["table"])
        except CannotSave as error:  # whoever wakes a table becomes its owner, and that is saved
            raise HTTPError(503, "cannot_save", str(error)) from None
        if room is None:
            limited(self.tables, request.networks, "wrong")
            raise HTTPError(404)
        return room

    @contextmanager
    def _connected(self, viewer: Viewer) -> Iterator[None]:
        """Somebody is here as long as this lasts; whatever ends it is no mistake."""
        self.tables.connections.add(viewer)
        try:
            yield
        except (TimeoutError, ConnectionError):
            pass  # gone without a word
        except CannotSave:
            viewer.send(protocol.Goodbye("moved", again=2000))
        except (Lost, HTTPError):  # too late for an answer to the request
            viewer.send(protocol.Goodbye("moved", again=500))
        finally:
            self.tables.connections.discard(viewer)
            viewer.close()

    # ------------------------------------------------------------ at a table

    async def at_table(self, request: Request, room: Room, viewer: Viewer) -> None:
        """All that is said, until the connection has ended."""
        with self._connected(viewer):
            hello = await self._hello(viewer)
            if hello is None or not self._may_look(request, room, viewer, hello):
                return
            try:
                room = await self._entered(request, room, viewer, hello)
                # A task of its own: no message passes through all who wait for the end of the connection.
                await asyncio.create_task(self._listen(room, viewer, request.networks), name="listening")
            finally:
                room.leave(viewer)

    def _may_look(self, request: Request, room: Room, viewer: Viewer, hello: protocol.Hello) -> bool:
        sender = self.tables.tokens.sender_of(room.table, self._token(request, hello))
        if self.tables.continued.hides_from(room.table, viewer_of(sender)):
            viewer.send(protocol.Goodbye("rules", again=None))
            return False
        return True

    async def _entered(self, request: Request, room: Room, viewer: Viewer, hello: protocol.Hello) -> Room:
        """The room the viewer is in: a table may fall asleep just as somebody comes, and is woken again."""
        try:
            await self._enter(request, room, viewer, hello)
        except Lost:
            room = await self.room(request)
            await self._enter(request, room, viewer, hello)
        return room

    def _token(self, request: Request, hello: protocol.Hello) -> SeatToken | None:
        """Who says hello: a program by its message, a browser by its cookie."""
        token = self.tables.tokens.read(hello.token) if hello.token is not None else None
        return token or token_in(self.tables, request)

    async def _enter(self, request: Request, room: Room, viewer: Viewer, hello: protocol.Hello) -> None:
        token = self._token(request, hello)
        viewer.muted = frozenset(hello.muted)
        await room.enter(viewer, hello.seen, lambda table: self.tables.tokens.sender_of(table, token))
        viewer.ping(perf_counter(), SILENT_FOR)  # the delay is known from the beginning

    async def _listen(self, room: Room, viewer: Viewer, networks: Networks) -> None:
        mistakes = 0
        while (incoming := await viewer.socket.receive(viewer)) is not None:
            began = perf_counter()
            self.tables.metrics.messages_in += 1
            try:
                message = protocol.decode_client(incoming)
            except NOT_A_MESSAGE:
                mistakes += 1
                if self._is_too_wrong(viewer, mistakes):
                    return
                continue
            if isinstance(message, protocol.Ping):
                if self.is_too_much("ping", viewer):
                    return
            elif not self._in_time(room, viewer, networks, message):
                continue
            if viewer.delay != room.table.delays.get(viewer.viewer):
                room.presence.measured(viewer)
            if isinstance(message, protocol.Command) and viewer.sender is not None:
                asked = Asked(viewer.sender, message, viewer=viewer, reply=viewer.send, networks=networks)
                await room.ask(asked)
            else:
                self._answer(room, viewer, message)
            self.tables.metrics.action_seconds.observe(perf_counter() - began)

    def _is_too_wrong(self, viewer: Viewer, mistakes: int) -> bool:
        """Somebody is told that a message cannot be read; True where too many could not, and it ends."""
        self.tables.metrics.refused.add("malformed")
        viewer.send(protocol.Ack("", problem=protocol.Problem("malformed")))
        if mistakes < MOST_MISTAKES:
            return False
        viewer.send(protocol.Goodbye("rules", again=None))
        return True

    def _in_time(
        self, room: Room, viewer: Viewer, networks: Networks, message: protocol.AnyClientMessage
    ) -> bool:
        """Not too much at once, of one address and of one seat."""
        limits = self.tables.limits
        name = rule = RULES.get(type(message), "message")
        wait = 0.0
        if rule != "hover":  # hands have a rule of their own
            name, wait = "socket", limits.allow("socket", *networks)
        if wait == 0.0:
            who = viewer.sender if viewer.sender is not None else networks[0]
            name, wait = rule, limits.allow(rule, f"{room.table.id} {who}")
        if wait == 0.0:
            return True
        self.tables.metrics.rate_limited.add(name)
        if not isinstance(message, protocol.Hover):  # never answered; the next one comes anyway
            problem = protocol.Problem("too_fast", {"wait": round(wait * 1000)})
            viewer.send(protocol.Ack(getattr(message, "id", ""), problem=problem))
        return False

    def _answer(self, room: Room, viewer: Viewer, message: protocol.AnyClientMessage) -> None:
        """What changes nothing in the log is answered at once."""
        if isinstance(message, protocol.Ping):
            viewer.send(protocol.Pong(message.at, room.time.now()))
        elif isinstance(message, protocol.Mute):
            viewer.muted = frozenset(message.seats)
            viewer.send(protocol.Ack(message.id))
        elif isinstance(message, protocol.Hover):
            room.hands.moved(viewer, message)
        elif isinstance(message, protocol.React) and viewer.viewer != SPECTATOR:
            room.viewers.tell(protocol.Reacted(viewer.viewer, message.reaction), about=viewer.viewer)
            viewer.send(protocol.Ack(message.id))
        else:  # a command or a reaction of a spectator, a second hello
            number = getattr(message, "id", "")
            viewer.send(protocol.Ack(number, problem=protocol.Problem("not_seated")))

    # ------------------------------------------------------------ in the lobby

    async def in_lobby(self, viewer: Viewer) -> None:
        """Open public tables as they change, until the connection has ended."""
        with self._connected(viewer):
            if await self._hello(viewer) is not None:
                await self._watch_lobby(viewer)

    async def _watch_lobby(self, viewer: Viewer) -> None:
        try:
            await self.tables.lobby.enter(viewer)
            while await viewer.socket.receive(viewer) is not None:
                if self.is_too_much("lobby", viewer):  # it only talks
                    return
        finally:
            self.tables.lobby.leave(viewer)

    # ------------------------------------------------------------ what comes

    def is_too_much(self, rule: str, viewer: Viewer) -> bool:
        """Whether a socket sends too often what is not worth a refusal each time: then it is told once."""
        if self.tables.limits.allow(rule, viewer.line) == 0.0:
            return False
        self.tables.metrics.rate_limited.add(rule)
        viewer.send(protocol.Goodbye("rules", again=None))
        return True

    async def _hello(self, viewer: Viewer) -> protocol.Hello | None:
        """The first message, in time and of our version; otherwise the connection ends."""
        async with asyncio.timeout(self.tables.settings.hello_timeout):
            text = await viewer.socket.receive(viewer)
        if text is None:
            return None
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
