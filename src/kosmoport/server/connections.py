"""Every connection to the server: how many there may be, and how long each may take over what it does."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, cast

from aiohttp import web
from aiohttp.http import HttpProcessingError, WebSocketReader

from kosmoport.house.http import Networks
from kosmoport.house.logs import say
from kosmoport.server.addresses import is_in, networks_of, plain_address
from kosmoport.server.descriptors import backlog, most_connections, open_files
from kosmoport.server.frames import ClientFrames
from kosmoport.server.headers import HEADERS, STARTED, SlowBody, error_response, plain_error
from kosmoport.server.logs import AccessLogger
from kosmoport.server.memory import forget_frames
from kosmoport.server.wire import frame
from kosmoport.server.wiring import Server
from kosmoport.table import protocol

LARGEST_HEAD = 32_768  # bytes of a request before its body
MOST_HEADERS = 100  # of one request
HEAD_ENDS = b"\r\n\r\n"
LOOK_EVERY = 1.0  # seconds between two looks at all connections
PORTION = 500  # connections that are looked at without letting anybody else work
TURNED_AWAY_FOR = 2.0  # seconds in which somebody may read why
MOST_TURNED_AWAY = 64  # that are given this time; who comes beyond is cut off
TRY_AGAIN = 10.0  # seconds, for whoever is turned away
SLOWEST = 2_000  # bytes a second that somebody must read, beside `unread_timeout`, to be waited for
MOST_UNREAD = 256_000_000  # bytes that wait for slow readers, all together
SAY_FULL_EVERY = 600.0  # seconds

FULL = plain_error(503, "no_room", "There are as many connections as this server takes.", wait=TRY_AGAIN)
TOO_MANY = plain_error(
    429, "too_many_connections", "There are too many connections from your network.", wait=TRY_AGAIN
)
LONG_HEAD = plain_error(431)
TOO_MANY_FRAMES = frame(protocol.encode(protocol.Goodbye("rules", again=None)))

log = logging.getLogger(__name__)


class Connection(web.RequestHandler):
    """One connection of a client, which notes what it is doing and since when."""

    __slots__ = (
        "_ahead",
        "_connections",
        "_head_end",
        "_head_is_over",
        "_head_size",
        "_last_body",
        "head_since",
        "is_socket",
        "line",
        "networks",
        "request",
        "since",
        "trusted",
        "turned_away",
        "unread",
        "unread_since",
    )

    def __init__(self, connections: Connections, manager: web.Server, **given: Any) -> None:
        super().__init__(
            manager,
            loop=asyncio.get_running_loop(),
            max_headers=MOST_HEADERS,
            auto_decompress=False,  # nobody needs to send packed bodies, and unpacking one may cost much
            **given,
        )
        self._connections = connections
        self.networks: Networks = ()
        self.trusted = self.turned_away = self.is_socket = False
        self.request: web.BaseRequest | None = None  # what is being answered
        self.since = connections.now  # when this request began, or the waiting for the next one
        self.head_since: float | None = self.since  # who connects is expected to ask for something
        self._head_size, self._head_is_over = 0, False
        self._head_end = b""  # its last bytes: what ends it may come in two parts
        self._ahead = 0  # bytes of a head behind the request that is being answered
        self._last_body: Any = None  # of the request before, if it had not come whole when it was answered
        self.unread, self.unread_since = 0, self.since

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.line = cast(asyncio.Transport, transport)
        refusal = self._connections.admit(self)
        if refusal is None:
            super().connection_made(transport)
        else:
            self.turn_away(refusal)

    def connection_lost(self, exc: BaseException | None) -> None:
        self._connections.forget(self)
        super().connection_lost(exc)
        self.request = self._last_body = None

    def data_received(self, data: bytes) -> None:
        if self.turned_away:
            return
        if self.request is None and data and not self._head_grows(data):
            self.turn_away(LONG_HEAD)
        elif not self._is_ahead():
            super().data_received(data)
        else:
            waiting = len(self._messages)
            super().data_received(data)
            self._ahead = 0 if len(self._messages) > waiting else self._ahead + len(data)
            if self._ahead > LARGEST_HEAD:
                self._connections.end(self, "head")  # an answer may be on its way, and nothing goes between

    def _head_grows(self, data: bytes) -> bool:
        """Take note of a part of a head; False if there is too much of it."""
        if self._last_body is not None and not self._last_body.is_eof():
            return True  # the rest of a body that nobody read; it is waited for, but not for long
        if self.head_since is None:
            self.head_since = self._connections.now
        if not self._head_is_over:  # else its request is about to be handled
            seen = self._head_end + data
            end = seen.find(HEAD_ENDS)
            self._head_is_over = end >= 0
            self._head_size += (end if end >= 0 else len(seen)) - len(self._head_end)
            self._head_end = seen[1 - len(HEAD_ENDS) :]
        return self._head_size <= LARGEST_HEAD

    def _is_ahead(self) -> bool:
        """Is one request answered, and is it whole? Then the next head comes, and is kept meanwhile."""
        asked = self.request
        if asked is None or self._upgraded or not asked.content.is_eof():
            return False
        return not self._messages or self._messages[-1][1].is_eof()

    def began(self, request: web.BaseRequest) -> None:
        """A request is whole, at least its head, and is being handled."""
        self.request, self.since, self.head_since = request, self._connections.now, None
        self._head_size, self._head_is_over, self._head_end, self._last_body = 0, False, b"", None
        self._ahead = 0
        self._connections.works(self)

    def log_access(self, request: web.BaseRequest, response: web.StreamResponse, time: float | None) -> None:
        """The end of a request: aiohttp comes here when it has written the answer."""
        self.request, self.since = None, self._connections.now
        over = request.content.is_eof() or self.line.is_closing()
        self._last_body = None if over else request.content
        self._connections.waits(self)
        super().log_access(request, response, time)
        request.pop(STARTED, None)  # an answer that could not be given knows its request: a circle
        forget_frames(request.content.exception())

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """What is no HTTP gets the usual form of an error; aiohttp would repeat it, and fill the log."""
        if not isinstance(exc, HttpProcessingError):
            return super().handle_error(request, status, exc, message)
        forget_frames(exc)
        self._connections.metrics.refused.add("malformed")
        response = error_response(400)
        response.headers.update(HEADERS)
        response.force_close()
        return response

    def set_parser(self, parser: WebSocketReader, data_received_cb: Callable[[], None] | None = None) -> None:
        """The connection has become a socket."""
        self.is_socket = True
        who = str(self.line.get_extra_info("peername"))
        wait = partial(self._connections.limits.allow, "frame", who)
        reader = ClientFrames(parser, wait, self._too_many_frames)
        super().set_parser(cast(WebSocketReader, reader), data_received_cb)

    def _too_many_frames(self) -> None:
        """Who has sent too many is told so, and not listened to any more."""
        if not self.line.is_closing():
            self._connections.metrics.rate_limited.add("frame")
            self.line.write(TOO_MANY_FRAMES)

    def turn_away(self, answer: bytes) -> None:
        """Say why, and read nothing more; who does not go is cut off soon."""
        self.turned_away = True
        self.close()  # no more requests; the line itself stays until the answer was read
        if self._connections.turn_away(self):
            self.line.write(answer)
            if self.line.can_write_eof():
                self.line.write_eof()
        else:
            self.line.abort()


class Connections:
    """All of them. One look every second ends what takes too long; nothing has a timer of its own."""

    def __init__(self, server: Server) -> None:
        settings, self.metrics, self.limits = server.settings, server.metrics, server.limits
        self._settings = settings
        self.now = 0.0  # seconds, counted from look to look
        shortest = min(
            settings.head_timeout, settings.body_timeout, settings.idle_timeout, settings.unread_timeout
        )
        self._every = min(LOOK_EVERY, shortest / 4)
        self._most = most_connections(settings, open_files())
        self._most_of_network = [settings.max_connections_per_address * share for share in settings.shares]
        self._all: dict[Connection, None] = {}
        self._waiting: dict[Connection, None] = {}  # for a request, the longest first
        self._of_network: dict[str, dict[Connection, None]] = {}
        self._turned_away: dict[Connection, float] = {}  # and when each is cut off
        self._looking: asyncio.Task[None] | None = None
        self._said_full: float | None = None

    # ------------------------------------------------------------ how many

    def admit(self, connection: Connection) -> bytes | None:
        """Count a new connection; or the answer to one for which there is no room.

        Whoever waits for a request makes room, the longest first, before anybody is turned away.
        """
        peer = connection.line.get_extra_info("peername")
        address = plain_address(peer[0]) if isinstance(peer, tuple) else None
        if address is not None:
            connection.trusted = is_in(address, self._settings.trusted_proxies)
            connection.networks = () if connection.trusted else networks_of(address)
        for network, most in zip(connection.networks, self._most_of_network, strict=False):
            theirs = self._of_network.get(network, {})
            if len(theirs) >= most and not self._makes_room(theirs):
                return TOO_MANY
        if len(self._all) >= self._most and not self._makes_room(self._waiting):
            self._say_full()
            return FULL
        self._all[connection] = self._waiting[connection] = None
        for network in connection.networks:
            self._of_network.setdefault(network, {})[connection] = None
        self.metrics.connections.inc()
        return None

    def _say_full(self) -> None:
        if self._said_full is None or self.now - self._said_full > SAY_FULL_EVERY:
            self._said_full = self.now
            say(log, "no room for more connections", logging.WARNING, limit=self._most)

    def _makes_room(self, some: Iterable[Connection]) -> bool:
        longest = next((connection for connection in some if connection.request is None), None)
        if longest is None:
            return False
        self.end(longest, "gave_way")
        return True

    def forget(self, connection: Connection) -> None:
        """It is gone, or as good as gone."""
        self._turned_away.pop(connection, None)
        if connection not in self._all:
            return
        del self._all[connection]
        self._waiting.pop(connection, None)
        for network in connection.networks:
            del self._of_network[network][connection]
            if not self._of_network[network]:
                del self._of_network[network]
        self.metrics.connections.dec()

    def works(self, connection: Connection) -> None:
        """It asks for something."""
        self._waiting.pop(connection, None)

    def waits(self, connection: Connection) -> None:
        """It has been answered."""
        if connection in self._all:
            self._waiting[connection] = None

    def turn_away(self, connection: Connection) -> bool:
        """Whether there is time to say why."""
        self.forget(connection)
        self.metrics.connections_ended.add("refused")
        if len(self._turned_away) >= MOST_TURNED_AWAY:
            return False
        self._turned_away[connection] = self.now + TURNED_AWAY_FOR
        return True

    # ------------------------------------------------------------ how long

    def start(self) -> None:
        self._looking = asyncio.create_task(self._keep_looking(), name="connections")

    def stop(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
        for connection in list(self._turned_away):
            connection.line.abort()

    async def _keep_looking(self) -> None:
        loop = asyncio.get_running_loop()
        before = loop.time()
        while True:
            await asyncio.sleep(self._every)
            passed, before = loop.time() - before, loop.time()
            self.now += min(passed, 2 * self._every)  # what the server slept through is nobody's fault
            try:
                await self._look_at_all()
            except Exception as error:
                self.metrics.errors.add("http")
                say(log, "looking at connections failed", logging.ERROR, error=error)

    async def _look_at_all(self) -> None:
        connections = list(self._all)
        for first in range(0, len(connections), PORTION):
            for connection in connections[first : first + PORTION]:
                self._look_at(connection)
            await asyncio.sleep(0)
        self._bound_unread()
        for connection, until in list(self._turned_away.items()):
            if self.now > until:
                connection.line.abort()

    def _look_at(self, connection: Connection) -> None:
        if connection not in self._all:  # it went while others were looked at
            return
        settings = self._settings
        self._note_unread(connection, connection.line.get_write_buffer_size())
        if connection.unread > 0:  # also of a connection that is closed and stays for what was not read
            if self._is_over(connection.unread_since, settings.unread_timeout):
                self.end(connection, "unread")
        elif connection.request is not None:
            if self._is_over(connection.since, settings.body_timeout):
                self._give_up_body(connection.request)
        elif connection.head_since is not None:
            if self._is_over(connection.head_since, settings.head_timeout):
                self.end(connection, "head")
        elif not connection.trusted and self._is_over(connection.since, settings.idle_timeout):
            self.end(connection, "idle")  # a proxy would take a line that ends under its hands for our fault

    def _note_unread(self, connection: Connection, unread: int) -> None:
        """What somebody reads of an answer buys time; a little now and then does not keep it for ever."""
        read = connection.unread - unread
        if unread == 0 or (read > 0 and connection.is_socket):  # what may wait for a socket has its own bound
            connection.unread_since = self.now
        elif read > 0:
            connection.unread_since = min(self.now, connection.unread_since + read / SLOWEST)
        connection.unread = unread

    def _bound_unread(self) -> None:
        """Where too much waits for slow readers the network for which most waits loses the most first."""
        waiting = [connection for connection in self._all if connection.unread > 0]
        too_much = sum(connection.unread for connection in waiting) - MOST_UNREAD
        if too_much <= 0:
            return
        of_network = Counter[tuple[str, ...]]()
        for connection in waiting:
            of_network[connection.networks[-1:]] += connection.unread
        waiting.sort(key=lambda one: (of_network[one.networks[-1:]], one.unread), reverse=True)
        for connection in waiting:
            self.end(connection, "unread")
            too_much -= connection.unread
            if too_much <= 0:
                return

    def _is_over(self, since: float, limit: float) -> bool:
        """Times are those of the last look before, so everything gets one look more."""
        return self.now - since > limit + self._every

    def _give_up_body(self, request: web.BaseRequest) -> None:
        """Whoever waits for the body has an answer to give; the connection ends with it."""
        if not request.content.is_eof() and request.content.exception() is None:
            self.metrics.connections_ended.add("body")
            request.content.set_exception(SlowBody())

    def end(self, connection: Connection, reason: str) -> None:
        self.metrics.connections_ended.add(reason)
        self.forget(connection)
        connection.line.abort()


class Site(web.BaseSite):
    """Where the server listens, like aiohttp's own sites; with connections of ours."""

    def __init__(self, runner: web.AppRunner, server: Server, host: str, port: int) -> None:
        super().__init__(runner, backlog=backlog(open_files()))
        self.connections = Connections(server)
        self._host, self._port, self._reach = host, port, server.reach

    @property
    def name(self) -> str:
        return f"http://{self._host}:{self._port}"

    async def start(self) -> None:
        await super().start()
        server = self._runner.server
        assert server is not None
        make_request = server.request_factory

        def noted(message: Any, payload: Any, connection: Any, writer: Any, task: Any) -> web.BaseRequest:
            request = make_request(message, payload, connection, writer, task)
            connection.began(request)
            return request

        server.request_factory = noted
        access = {
            "access_log": logging.getLogger("kosmoport.server.access"),
            "access_log_class": AccessLogger,
        }
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(
            lambda: Connection(self.connections, server, **access),
            self._host,
            self._port,
            backlog=self._backlog,
        )
        self._reach.listens(socket.getsockname()[:2] for socket in self._server.sockets)
        self.connections.start()

    async def stop(self) -> None:
        await super().stop()
        self.connections.stop()
