"""A place at a table over a socket: messages in order, commands done once, broken lines mended."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any

import aiohttp
import msgspec

from kosmoport.core.errors import BadInput
from kosmoport.core.words import Told
from kosmoport.house.refusals import sentence as said
from kosmoport.remote.server import NoAnswer, Server, ServerRefused
from kosmoport.table import protocol
from kosmoport.table.device import Device

__all__ = ["NoAnswer", "Server", "ServerRefused", "TableClient", "TableRefused", "sentence"]

RESEND = 2.5  # seconds without an answer after which a command is sent again
PATIENCE = 120.0  # seconds without a connection after which a client gives up
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 10.0  # seconds between two tries to connect
WELCOME_WITHIN = 15.0
MOST_TRIES = 40  # of a command that the server has no time for
TRY_AGAIN = {"busy": 0.5, "stopping": 1.0, "cannot_save": 1.0}  # seconds until it may be otherwise
CLOSED = "the connection to the table is closed"
RELOAD = "the server at {url} speaks version {theirs} of the protocol and this program {ours}: update it"

Listener = Callable[[protocol.AnyServerMessage], None]


class TableRefused(BadInput):
    """The table declined a command; nothing has changed."""

    def __init__(self, problem: protocol.Problem, rules: int | None = None) -> None:
        super().__init__(sentence(problem, rules))
        self.problem = problem


class TableClient:
    """`async with TableClient(server, table, token) as seat: async for message in seat: ...`.

    Without a token one watches. Messages come in order and without gaps, also over several connections;
    `position`, `seats` and `phase` are the latest there is. With `listener` messages go to that function at
    once and are not kept for `async for`.

    It takes part in the deal by itself: promises a random value, checks what was frozen, reveals (decision
    14); `device` keeps what that needs, and seats that are played from one program may share it.
    """

    def __init__(
        self,
        server: Server,
        table: str,
        token: str | None = None,
        *,
        listener: Listener | None = None,
        resend: float = RESEND,
        patience: float = PATIENCE,
        device: Device | None = None,
    ) -> None:
        self.server, self.table, self._token = server, table, token
        self.device = device or Device(table)
        self.deal: protocol.DealState | None = None
        self._taking_part: set[asyncio.Task[None]] = set()
        self.seat: int | None = None
        self.host = False
        self._moved_to: int | None = None
        self.seen: int | None = None  # the number of the last message
        self.position: protocol.Position | None = None
        self.snapshot: protocol.Snapshot | None = None
        self.seats: tuple[protocol.SeatState, ...] = ()
        self.rematch: str | None = None
        self.closed = False  # nothing more happens at this table
        self.connections = 0
        self._inbox: asyncio.Queue[protocol.AnyServerMessage | None] = asyncio.Queue()
        self._listener: Listener = listener or self._inbox.put_nowait
        self._resend, self._patience = resend, patience
        self._unanswered: dict[str, tuple[bytes, asyncio.Future[protocol.Ack]]] = {}
        self._name, self._count = secrets.token_hex(6), 0
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._task: asyncio.Task[None] | None = None
        self._end: BaseException | None = None

    # ------------------------------------------------------------ life

    async def __aenter__(self) -> TableClient:
        socket = await self._connect()  # the first time it has to work at once
        self._task = asyncio.create_task(self._stay(socket), name="table client")
        self._task.add_done_callback(self._ended)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up; the seat stays taken."""
        for task in self._taking_part:
            task.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._socket is not None:  # the task may not have come so far as to know it
            await self._socket.close()

    # ------------------------------------------------------------ listening

    @property
    def phase(self) -> str:
        """gathering, playing, over or closed."""
        if self.closed:
            return "closed"
        if self.position is None:
            return "gathering"
        return "playing" if self.position.result is None else "over"

    @property
    def waiting(self) -> bool:
        """Are there messages that `async for` has not given out yet?"""
        return not self._inbox.empty()

    def __aiter__(self) -> TableClient:
        return self

    async def __anext__(self) -> protocol.AnyServerMessage:
        message = await self._inbox.get()
        if message is None:
            self._inbox.put_nowait(None)
            if self._task is not None and self._task.cancelled():
                raise StopAsyncIteration
            raise self._end or BadInput(CLOSED)
        return message

    # ------------------------------------------------------------ speaking

    def new_id(self) -> str:
        """An id that no message of this seat has had, in this program or an earlier one."""
        self._count += 1
        return f"{self._name}-{self._count}"

    async def do(self, kind: type[protocol.Command], **fields: Any) -> int | None:
        """Have something done: `do(protocol.Ready)`; the number it got. TableRefused says why not.

        Waits and tries again while the server has no time for it.
        """
        command = kind(self.new_id(), **fields)
        for _ in range(MOST_TRIES):
            ack = await self.send(command)
            if ack.problem is None:
                return ack.n
            pause = _pause(ack.problem)
            if pause is None:
                rules = None if self.snapshot is None else self.snapshot.settings.rules
                raise TableRefused(ack.problem, rules)
            await asyncio.sleep(pause)
        raise BadInput(f"the server at {self.server.url} has no time for this program")

    async def act(self, told: Told, seen: int | None = None) -> int | None:
        """Do a legal action; `seen` is the number of the message one decided by, if not the last."""
        number = self.seen if seen is None else seen
        return await self.do(protocol.Act, seen=number or 0, do=told.id, args=told.args)

    async def send(self, command: protocol.Command) -> protocol.Ack:
        """One message, sent until it is answered, over as many connections as that takes."""
        if self._task is None or self._task.done():
            raise self._end or BadInput(CLOSED)
        data = protocol.encode(command)
        answer: asyncio.Future[protocol.Ack] = asyncio.get_running_loop().create_future()
        self._unanswered[command.id] = (data, answer)
        try:
            while not answer.done():
                await self._put(data)
                await asyncio.wait((answer,), timeout=self._resend)
            return answer.result()
        finally:
            self._unanswered.pop(command.id, None)

    async def _put(self, data: bytes) -> None:
        """Write if there is a connection; what is not answered is sent again on the next one."""
        if self._socket is not None and not self._socket.closed:
            with suppress(aiohttp.ClientError, ConnectionError):  # the reader notices, and connects again
                await self._socket.send_frame(data, aiohttp.WSMsgType.TEXT)

    # ------------------------------------------------------------ connections

    async def _stay(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Listen, and connect again whenever the line breaks, until it is over for good."""
        while True:
            pause = await self._listen(socket)
            socket = await self._connect_again(pause)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Whoever waits for messages or answers learns why there will be none."""
        self._end = BadInput(CLOSED) if task.cancelled() else task.exception()
        self._inbox.put_nowait(None)
        for _, answer in self._unanswered.values():
            if not answer.done():
                answer.set_exception(self._end or BadInput(CLOSED))

    async def _connect(self) -> aiohttp.ClientWebSocketResponse:
        """A connection on which the server has said welcome."""
        socket = await self.server.open_socket(self.table)
        try:
            hello = protocol.Hello(protocol.VERSION, self.seen, self._token)
            await socket.send_frame(protocol.encode(hello), aiohttp.WSMsgType.TEXT)
            async with asyncio.timeout(WELCOME_WITHIN):
                self._welcomed(await socket.receive())
        except (aiohttp.ClientError, ConnectionError, TimeoutError) as error:
            await socket.close()
            raise self.server.no_answer(error) from None
        except BaseException:
            await socket.close()
            raise
        self._socket = socket
        self.connections += 1
        return socket

    def _welcomed(self, incoming: aiohttp.WSMessage) -> None:
        if incoming.type is not aiohttp.WSMsgType.TEXT:
            raise ConnectionResetError
        message = decode(incoming.data)
        if isinstance(message, protocol.Reload):
            raise BadInput(RELOAD.format(url=self.server.url, theirs=message.version, ours=protocol.VERSION))
        if isinstance(message, protocol.Goodbye):
            if message.again is None:
                raise BadInput(f"the server at {self.server.url} does not want to talk to this program")
            raise ConnectionResetError
        if not isinstance(message, protocol.Welcome):
            raise BadInput(f"the server at {self.server.url} does not say welcome")
        if self._token is not None and message.seat is None and not message.host:
            raise BadInput(f"this token is not for a seat at the table {self.table}")
        self.seat, self.host = message.seat, message.host

    async def _connect_again(self, pause: float) -> aiohttp.ClientWebSocketResponse:
        """With growing pauses, so that a server that comes up again is not run over."""
        loop = asyncio.get_running_loop()
        give_up, growing = loop.time() + pause + self._patience, FIRST_PAUSE
        while True:
            await asyncio.sleep(pause)
            try:
                socket = await self._connect()
            except (NoAnswer, ServerRefused) as error:
                busy = isinstance(error, NoAnswer) or error.status in (429, 500, 502, 503, 504)
                if not busy or loop.time() > give_up:
                    raise
            else:
                for data, _ in list(self._unanswered.values()):
                    await self._put(data)
                return socket
            pause = growing * (0.5 + random.random())
            growing = min(2 * growing, LONGEST_PAUSE)

    async def _listen(self, socket: aiohttp.ClientWebSocketResponse) -> float:
        """Take in what comes until the connection ends; after how many seconds to connect again."""
        try:
            while True:
                incoming = await socket.receive()
                if incoming.type is not aiohttp.WSMsgType.TEXT:
                    return 0.0
                message = decode(incoming.data)
                if isinstance(message, protocol.Goodbye):
                    if message.again is None:
                        raise BadInput(f"the server ended the connection for good ({message.cause})")
                    return message.again / 1000
                if not self._heard(message):
                    return 0.0
        finally:
            await socket.close()

    def _heard(self, message: protocol.AnyServerMessage) -> bool:
        """Take note of a message; false if one before it is missing."""
        if isinstance(message, protocol.Ack):
            waiting = self._unanswered.get(message.id)
            if waiting is not None and not waiting[1].done():
                waiting[1].set_result(message)
            return True
        if isinstance(message, protocol.Numbered):
            if self.seen is None or message.n > self.seen + 1:
                return False
            if message.n <= self.seen:
                return True
            self._note(message)
        elif isinstance(message, protocol.Snapshot):
            self._note_snapshot(message)
        elif isinstance(message, protocol.Welcome):  # the host has moved this seat, as is told next
            self._moved_to = message.seat
            return True
        self._listener(message)
        return True

    def _note(self, message: protocol.Numbered) -> None:
        self.seen = message.n
        position = getattr(message, "position", None)
        if position is not None:
            self.position = position
        if isinstance(message, protocol.DealChanged):
            self.seats, self.deal = message.seats, message.deal
            self._take_part()
        elif isinstance(message, protocol.SeatChanged | protocol.TableChanged):
            self.seats = message.seats
            if isinstance(message, protocol.TableChanged):
                self._agree(message)
            self._take_part()
        elif isinstance(message, protocol.RematchMade):
            self.rematch = message.table
        elif isinstance(message, protocol.TableClosed):
            self.closed = True

    def _note_snapshot(self, message: protocol.Snapshot) -> None:
        self.snapshot, self.seen, self.position = message, message.n, message.position
        self.seats, self.rematch, self.closed = message.seats, message.rematch, message.phase == "closed"
        self.deal = message.deal
        self._take_part()

    def _agree(self, changed: protocol.TableChanged) -> None:
        """The host changed what is agreed on, or who sits where; components stay."""
        if self._moved_to is not None:
            self.seat, self._moved_to = self._moved_to, None
        assert self.snapshot is not None
        components = self.snapshot.settings.components
        settings = msgspec.structs.replace(changed.settings, components=components)
        self.snapshot = msgspec.structs.replace(self.snapshot, settings=settings, lightning=changed.lightning)

    # ------------------------------------------------------------ the deal

    def _take_part(self) -> None:
        """Promise a value in every round, and reveal it when everything is frozen as it should be."""
        deal, seat = self.deal, self.seat
        mine = self.seats[seat] if seat is not None and seat < len(self.seats) else None
        if deal is None or seat is None or mine is None or self.position is not None or not mine.person:
            return
        known = self.device.has_promised(seat, deal.round) and (mine.promise or self._taking_part)
        if deal.frozen is None and not known:
            with suppress(BadInput):  # nothing more is promised to a table that cheats
                promised = self.device.promise(seat, deal)
                self._soon(protocol.Promise(self.new_id(), deal.round, promised, self.device.name))
        elif deal.frozen is not None and self.device.has_promised(seat, deal.round):
            if not mine.revealed:
                with suppress(BadInput):  # nothing is revealed to a table that cheats
                    self._soon(protocol.Reveal(self.new_id(), deal.round, self.device.reveal(seat, deal)))

    def _soon(self, command: protocol.Command) -> None:
        """Send it without anybody waiting; a refusal is one of a round that has passed."""

        async def send() -> None:
            with suppress(BadInput):
                await self.send(command)

        task = asyncio.create_task(send(), name="taking part")
        self._taking_part.add(task)
        task.add_done_callback(self._taking_part.discard)


def _pause(problem: protocol.Problem) -> float | None:
    """After how many seconds the server may have time; None if the refusal will stay."""
    if problem.id == "too_fast":
        return float(problem.args.get("wait", 0)) / 1000 + 0.01
    return TRY_AGAIN.get(problem.id)


def decode(text: str | bytes) -> protocol.AnyServerMessage:
    try:
        return protocol.decode_server(text)
    except msgspec.MsgspecError:
        raise BadInput("the server says something that this program does not understand: update it") from None


def sentence(problem: protocol.Problem, rules: int | None = None) -> str:
    """A refusal in English, also of a server that knows more of them."""
    try:
        return said(problem, rules)
    except (KeyError, BadInput):
        return f"the table refuses ({problem.id})"
