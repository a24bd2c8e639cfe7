"""The real server on real sockets of this machine: a clock moved by hand, quick bots and a small client."""

from __future__ import annotations

import asyncio
import atexit
import itertools
import shutil
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from time import time
from typing import Any, NamedTuple

import aiohttp
import msgspec
import pytest
import uvloop
from aiohttp import web

from kosmoport.bots.levels import LEVELS
from kosmoport.core.words import Told
from kosmoport.games import game_by_id
from kosmoport.house import rooms, times
from kosmoport.house.bots import Answer, Ask
from kosmoport.house.bots.deciding import random_action
from kosmoport.house.bots.messages import Suggestion, think_of
from kosmoport.server.app import make_app
from kosmoport.server.connections import Site
from kosmoport.server.keys import load_keys
from kosmoport.server.metrics import Metrics
from kosmoport.server.settings import ServerSettings
from kosmoport.server.store import sqlite_file
from kosmoport.server.store.opening import open_store
from kosmoport.server.wiring import wired

Json = Any
PATIENCE = 120.0  # seconds; nothing that is awaited takes so long unless it is broken
RULES = (
    "create sit read act message chat hint react open socket frame ping lobby wrong record lesson page "
    "webhook erase"
)
NO_LIMITS = ",".join(f"{rule}=off" for rule in RULES.split())
COOKIE = "kosmoport_seat"

_ids = itertools.count(1)


def play(work: Coroutine[Any, Any, None]) -> None:
    """Run a test on the event loop that the server uses."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(work)


class Clock:
    """The server's time, which stands still until it is moved; its heart only stops when told to."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now = int(time() * 1000)
        self.missed = 0
        patch.setattr(times, "now_ms", lambda: self.now)
        patch.setattr(times, "beat", self.beat)

    def beat(self) -> int:
        missed, self.missed = self.missed, 0
        self.now += missed
        return missed

    def stand_still(self, seconds: float) -> None:
        """The server was away for so long, and will find that out with its next heartbeat."""
        self.missed += round(seconds * 1000)


class QuickBots:
    """Stands in for the processes of the bots: answers at once, at random, or when the gate is opened."""

    def __init__(self) -> None:
        self.waiting = self.faults = 0
        self.asks: list[Ask] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def start(self) -> None:
        pass

    async def decide(self, ask: Ask) -> Answer:
        self.asks.append(ask)
        await self.gate.wait()
        return Answer(random_action(think_of(ask)), ask.level)

    async def suggest(self, ask: Ask) -> tuple[Suggestion, ...]:
        """A hint that is one of the legal actions; `asks` has what it was asked from."""
        self.asks.append(ask)
        await self.gate.wait()
        action = game_by_id(ask.game).describe(ask.view, random_action(think_of(ask)))
        return (Suggestion(action, 500, 1, Told("tried")),)

    async def close(self) -> None:
        self.gate.set()


class Reply(NamedTuple):
    """An answer to a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Json:
        return msgspec.json.decode(self.body)

    @property
    def error(self) -> str:
        return str(self.json["error"]["id"])

    @property
    def sentence(self) -> str:
        return str(self.json["error"]["text"])

    def data(self) -> Json:
        assert self.status < 300, (self.status, self.body)
        return self.json


@cache
def _new_database() -> Path:
    """An empty database, made once: most of a short test's time would go into making it."""
    folder = Path(tempfile.mkdtemp(prefix="kosmoport-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    sqlite_file.make(folder / "empty.sqlite3")
    return folder / "empty.sqlite3"


class Server:
    """A server that can be stopped and started again on what it kept."""

    def __init__(self, folder: Path, where: str = "", bots: Any = None, **settings: Any) -> None:
        quick: dict[str, Any] = {
            "port": 0,
            "bot_pause": 0.0,
            "take_back_grace": 0.0,
            "limits": NO_LIMITS,
        }
        bounds = ("max_tables_per_address", "max_sockets_per_address", "max_connections_per_address")
        many = dict.fromkeys(bounds, 1000)
        self.settings = ServerSettings(data=folder, database=where, **(quick | many | settings))
        self.bots = bots

    async def start(self) -> None:
        settings = self.settings
        if not settings.database and not Path(settings.where).exists():
            shutil.copy(_new_database(), settings.where)
        self.store = await open_store(settings.where, backup=settings.data / "backups")
        bots = self.bots or QuickBots()
        self.quick_bots = bots
        metrics = Metrics(levels=(*LEVELS, "random"))
        self.parts = wired(settings, self.store, bots, load_keys(settings.data), metrics)
        self.tables = self.parts.tables
        await self.tables.start()
        self.runner = web.AppRunner(make_app(self.parts), handle_signals=False, shutdown_timeout=1.0)
        await self.runner.setup()
        self.site = Site(self.runner, self.parts, "127.0.0.1", 0)
        await self.site.start()
        self.url = f"http://127.0.0.1:{self.runner.addresses[0][1]}"
        self.http = aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar())

    async def stop(self) -> None:
        await self.tables.close()
        await self.http.close()
        await self.runner.cleanup()
        await self.store.close()

    async def restart(self) -> None:
        await self.stop()
        await self.start()

    # ------------------------------------------------------------ requests

    async def ask(
        self,
        method: str,
        path: str,
        body: Json = None,
        token: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> Reply:
        given = dict(headers or {})
        if token is not None:
            given["Authorization"] = f"Bearer {token}"
        raw = body if isinstance(body, bytes) else None if body is None else msgspec.json.encode(body)
        if raw is not None:
            given.setdefault("Content-Type", "application/json")
        async with asyncio.timeout(PATIENCE):
            async with self.http.request(method, self.url + path, data=raw, headers=given) as answer:
                return Reply(answer.status, dict(answer.headers), await answer.read())

    async def make(self, game: str = "kosmiczni_piraci", **asked: Any) -> Json:
        return (await self.ask("POST", "/api/tables", {"game": game, **asked})).data()

    async def sit(self, table: str, name: str | None, token: str | None = None, **asked: Any) -> Json:
        """Sit down; `token` is the host's at this table, `before` the one of the game before."""
        if "before" in asked:
            asked["token"] = asked.pop("before")
        body = {"name": name, **asked}
        return (await self.ask("POST", f"/api/tables/{table}/seats", body, token)).data()

    async def look(self, table: str, token: str | None = None) -> Json:
        return (await self.ask("GET", f"/api/tables/{table}", token=token)).data()

    async def tell(self, table: str, token: str, **message: Any) -> Json:
        """One message of the protocol as a request; the `ack`."""
        message.setdefault("id", new_id())
        return (await self.ask("POST", f"/api/tables/{table}/messages", message, token)).data()

    # ------------------------------------------------------------ sockets and time

    @asynccontextmanager
    async def connect(self, table: str, token: str | None = None, **more: Any) -> AsyncIterator[Client]:
        """A client that has said hello and was welcomed."""
        async with self.socket(f"/api/tables/{table}/socket") as client:
            hello = {"type": "hello", "version": 3, "token": token, **more}
            await client.send(**hello)
            client.welcome = await client.next("welcome")
            yield client

    @asynccontextmanager
    async def socket(self, path: str, headers: dict[str, str] | None = None) -> AsyncIterator[Client]:
        """A client that has not said anything."""
        socket = await self.http.ws_connect(self.url + path, headers=headers, autoping=True)
        try:
            yield Client(socket)
        finally:
            await socket.close()

    def room(self, table: str) -> rooms.Room:
        """The table awake in this server."""
        return self.tables.rooms[table]

    def pass_time(self, clock: Clock, seconds: float) -> None:
        """So much later; every table looks at what is due."""
        clock.now += round(seconds * 1000)
        for room in self.tables.rooms.values():
            room.presence.changed()
            room.jobs.put_nowait(None)


class Client:
    """One end of a socket: everything it got is kept, and the latest of what it knows."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.got: list[Json] = []
        self.raw: list[str] = []
        self.numbers: list[int] = []
        self.n = 0
        self.position: Json = None
        self.welcome: Json = None
        self._taken: Counter[str] = Counter()

    async def send(self, **message: Any) -> None:
        await self.socket.send_str(msgspec.json.encode(message).decode())

    async def ask(self, type: str, **message: Any) -> Json:
        """Send a message and wait for the answer to it."""
        id = message.setdefault("id", new_id())
        await self.send(type=type, **message)
        return await self.first(lambda got: got["type"] == "ack" and got["id"] == id, since=len(self.got))

    async def act(self, choice: int = 0, **more: Any) -> Json:
        """Do one of the legal actions."""
        legal = self.position["legal"][choice % len(self.position["legal"])]
        return await self.ask("act", **({"seen": self.n, "do": legal["id"], "args": legal["args"]} | more))

    async def next(self, type: str) -> Json:
        """The next message of this type that was not asked for before."""
        skipped = self._taken[type]
        self._taken[type] += 1
        return await self.first(lambda got: got["type"] == type, skip=skipped)

    async def first(self, wanted: Callable[[Json], bool], since: int = 0, skip: int = 0) -> Json:
        """The first message like this among those that came and those to come."""
        looked = since
        async with asyncio.timeout(PATIENCE):
            while True:
                for message in self.got[looked:]:
                    looked += 1
                    if wanted(message):
                        if skip == 0:
                            return message
                        skip -= 1
                await self.receive()

    async def reach(self, n: int) -> None:
        """Read until the message with this number has come."""
        async with asyncio.timeout(PATIENCE):
            while self.n < n:
                await self.receive()

    async def receive(self) -> None:
        incoming = await self.socket.receive()
        if incoming.type is not aiohttp.WSMsgType.TEXT:
            raise ConnectionError(f"the connection ended: {incoming.type.name} {incoming.data!r}")
        message = msgspec.json.decode(incoming.data)
        self.raw.append(incoming.data)
        self.got.append(message)
        if "n" in message and message["type"] not in ("ack", "welcome"):
            self.n = message["n"]
            self.numbers.append(self.n)
        if message.get("position") is not None:
            self.position = message["position"]

    async def ended(self) -> None:
        """Read until the server has closed the connection."""
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    await self.receive()
                except ConnectionError:
                    return

    def types(self) -> list[str]:
        return [message["type"] for message in self.got]


def new_id() -> str:
    return f"m{next(_ids)}"


@asynccontextmanager
async def serving(folder: Path, **more: Any) -> AsyncIterator[Server]:
    server = Server(folder, **more)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


class Company(NamedTuple):
    """A table with people at it: the host has seat 0."""

    server: Server
    table: str
    host: str  # the token of the host, who has no seat by it
    tokens: tuple[str, ...]  # by seat
    clients: tuple[Client, ...]

    async def begin(self) -> None:
        for client in self.clients:
            assert (await client.ask("ready"))["problem"] is None
        ack = await self.clients[0].ask("begin")
        assert ack["problem"] is None, ack
        await self.all_reach(ack["n"] + 1)  # everything is frozen, and as nobody promised anything, dealt

    async def all_reach(self, n: int) -> None:
        for client in self.clients:
            await client.reach(n)

    async def move(self, choice: int = 0) -> Json:
        """Somebody whose turn it is does something, and everybody sees it."""
        actor = next(client for client in self.clients if client.position["legal"])
        ack = await actor.act(choice)
        assert ack["problem"] is None, ack
        await self.all_reach(ack["n"])
        return ack

    async def finish(self, most: int = 1000) -> Json:
        """Play to the end, whatever bots do meanwhile; its last position."""
        first = self.clients[0]
        for number in range(most):
            await self.all_reach(max(client.n for client in self.clients))
            if first.position["result"] is not None:
                return first.position
            if any(client.position["legal"] for client in self.clients):
                await self.move(number)
            else:
                await first.reach(first.n + 1)
        raise AssertionError("the game does not end")


@asynccontextmanager
async def company(server: Server, names: str = "Ala Ola Ela", **asked: Any) -> AsyncIterator[Company]:
    """A table, everybody seated and connected; the rest of its seats are bots."""
    made = await server.make(**asked)
    async with seated(server, made, names) as people:
        yield people


@asynccontextmanager
async def seated(server: Server, made: Json, names: str) -> AsyncIterator[Company]:
    table, tokens = made["table"], []
    for number, name in enumerate(names.split()):
        seat = await server.sit(table, name, made["token"] if number == 0 else None)
        tokens.append(seat["token"])
    async with connected(server, table, tokens, made["token"]) as people:
        yield people


@asynccontextmanager
async def connected(
    server: Server, table: str, tokens: Sequence[str], host: str = "", **more: Any
) -> AsyncIterator[Company]:
    """Everybody at the table by their tokens."""
    sockets_open: list[Client] = []
    try:
        for token in tokens:
            socket = await server.http.ws_connect(f"{server.url}/api/tables/{table}/socket")
            client = Client(socket)
            sockets_open.append(client)
            await client.send(type="hello", version=3, token=token, **more)
            client.welcome = await client.next("welcome")
            if more.get("seen") is None:
                await client.next("snapshot")
        yield Company(server, table, host, tuple(tokens), tuple(sockets_open))
    finally:
        for client in sockets_open:
            await client.socket.close()
