"""Tables of four under load: bots that act at random over sockets, and the same traffic without a game."""

from __future__ import annotations

import asyncio
import random
from abc import ABC, abstractmethod
from time import perf_counter
from typing import Any

import aiohttp
import msgspec

from tests.proofs.load_tally import Tally
from tests.proofs.load_wire import Wire, connect

GAME = "kosmiczni_piraci"
SEATS = 4
EVERY = 1.0 / SEATS  # seconds between two actions of a table: each seat acts once a second
NEAR_THE_END = 36  # moves; games of four have about 41

# How messages of the server begin: these clients read no more of them than they must.
TYPE, ACK, NUMBERED = (len(text) for text in ('{"type":"', '{"type":"ack","id":"', '{"type":"","n":'))


class Choice(msgspec.Struct):
    """One of the actions that the server offers; its parameters are sent back as they came."""

    id: str
    args: msgspec.Raw


_choices: msgspec.json.Decoder[list[Choice]] = msgspec.json.Decoder(list[Choice])


class Pace(ABC):
    """When a table acts: evenly, and as soon as it can where it is late."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self._due = 0  # actions whose time has come
        self._left = 0
        self._timer: asyncio.TimerHandle | None = None
        self._at = 0.0

    def play_for(self, actions: int, first_after: float) -> None:
        """So many actions from now, one every EVERY seconds."""
        loop = asyncio.get_running_loop()
        self._left, self._at = actions, loop.time() + first_after
        self._timer = loop.call_at(self._at, self._tick)

    def _tick(self) -> None:
        self._left -= 1
        self._due += 1
        self._at += EVERY
        self._timer = asyncio.get_running_loop().call_at(self._at, self._tick) if self._left else None
        self.try_to_act()

    def try_to_act(self) -> None:
        """Act if it is time, and possible."""
        if self._due and self.act():
            self._due -= 1

    @property
    def finished(self) -> bool:
        return not self._left and not self._due

    @abstractmethod
    def act(self) -> bool:
        """Send one action; False if it is nobody's turn yet."""


class Chair:
    """One seat of a live table: a socket, and what it was told last."""

    def __init__(self, table: LiveTable, token: str) -> None:
        self.table, self.token = table, token
        self.wire: Wire | None = None
        self.n: int | None = None  # of the last numbered message
        self.host = False
        self.sent: dict[bytes, float] = {}  # actions without an answer, and when they were sent

    async def join(self, port: int, table: str) -> None:
        path = f"/api/tables/{table}/socket"
        self.wire = await connect(port, path, self.heard, self.table.was_cut)
        self.say({"type": "hello", "version": 3, "token": self.token})

    def say(self, message: dict[str, Any]) -> None:
        assert self.wire is not None
        self.wire.send(msgspec.json.encode(message))

    def act(self, number: int, legal: bytes) -> None:
        choice = random.choice(_choices.decode(legal))
        key = b"%d" % number
        text = b'{"type":"act","id":"%b","seen":%d,"do":"%b","args":%b}'
        assert self.wire is not None
        assert self.n is not None
        self.sent[key] = perf_counter()
        self.wire.send(text % (key, self.n, choice.id.encode(), bytes(choice.args)))

    def heard(self, text: bytes) -> None:
        """Reads no more of a message than what decides the next step."""
        tally = self.table.tally
        tally.heard(text)
        kind = text[TYPE : text.index(b'"', TYPE)]
        if kind == b"ack":
            self._answered(text)
        elif kind == b"welcome":
            self.host = b'"host":true' in text
        elif kind == b"goodbye":
            self.table.was_cut()
        elif kind != b"presence":
            self._numbered(kind, text)

    def _answered(self, text: bytes) -> None:
        began = self.sent.pop(text[ACK : text.index(b'"', ACK)], None)
        if not text.endswith(b'"problem":null}'):
            self.table.tally.refused.append(text.decode())
        if began is not None:
            self.table.tally.acknowledged += 1
            self.table.tally.answered(text, perf_counter() - began)

    def _numbered(self, kind: bytes, text: bytes) -> None:
        begin = NUMBERED + len(kind)
        n = int(text[begin : text.index(b",", begin)])
        if self.n is not None and n != self.n + 1:
            self.table.tally.gaps += 1
        self.n = n
        if kind in (b"moved", b"begun", b"took_back"):
            self._position(text)
        elif kind == b"proposal":
            self._asked(msgspec.json.decode(text)["proposal"])
        elif kind == b"rematch":
            self.table.next = msgspec.json.decode(text)["table"]
            self.table.moved_on.set()

    def _asked(self, proposal: dict[str, Any]) -> None:
        """Everybody agrees, once."""
        if proposal["yes"] == [proposal["by"]] and self is not self.table.asker:
            self.say({"type": "answer", "id": f"yes {self.n}", "proposal": proposal["number"], "yes": True})

    def _position(self, text: bytes) -> None:
        begin = text.rindex(b'"legal":[') + 8
        if text[begin + 1] != ord("]"):
            self.table.turn_of(self, text[begin : text.rindex(b',"clock"')])
        elif not text.startswith(b"null", text.rindex(b',"result":') + len(b',"result":')):
            self.table.is_over()


class LiveTable(Pace):
    """Four bots at a table. Near the end of a game they agree to go back to its beginning.

    So the same sockets act all the time. A game that ends before, or every game if `rematches` is set, is
    followed by a rematch: a new table, four requests to sit down there, and four new sockets.
    """

    def __init__(self, http: aiohttp.ClientSession, port: int, tally: Tally, rematches: bool) -> None:
        super().__init__(tally)
        self.http, self.port, self.rematches = http, port, rematches
        self.chairs: list[Chair] = []
        self.asker: Chair | None = None  # to go back
        self.turn: tuple[Chair, bytes] | None = None
        self.next: str | None = None
        self.moved_on = asyncio.Event()
        self._over = False
        self._actions = self._moves = 0
        self._moving: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Make a table, sit down, begin."""
        made = await self._post("/api/tables", {"game": GAME, "players": SEATS})
        path = f"/api/tables/{made['table']}/seats"
        host = {"Authorization": f"Bearer {made['token']}"}
        seated = [await self._post(path, {"name": "Bot 0"}, host)]
        seated += [await self._post(path, {"name": f"Bot {p}"}) for p in range(1, SEATS)]
        await self._begin(made["table"], [seat["token"] for seat in seated])

    async def _post(self, path: str, body: dict[str, Any], headers: dict[str, str] | None = None) -> Any:
        url = f"http://127.0.0.1:{self.port}{path}"
        async with self.http.post(url, json=body, headers=headers) as answer:
            if answer.status != 201:
                raise RuntimeError(f"{path}: {answer.status} {await answer.text()}")
            return await answer.json()

    async def _begin(self, table: str, tokens: list[str]) -> None:
        self.chairs = [Chair(self, token) for token in tokens]
        self._over, self._moves = False, 0
        await asyncio.gather(*(chair.join(self.port, table) for chair in self.chairs))
        for chair in self.chairs:
            chair.say({"type": "ready", "id": "ready"})
        while not any(chair.host and chair.n is not None and chair.n >= 9 for chair in self.chairs):
            await asyncio.sleep(0.005)  # created, four seats, four times ready
        next(chair for chair in self.chairs if chair.host).say({"type": "begin", "id": "begin"})

    def turn_of(self, chair: Chair, legal: bytes) -> None:
        if self._moves >= NEAR_THE_END and not self.rematches:
            self._moves, self.asker = 0, chair
            self.tally.games += 1
            chair.say({"type": "ask_back", "id": f"back {chair.n}", "moves": 0})
            return
        self.turn = (chair, legal)
        self.try_to_act()

    def act(self) -> bool:
        if self.turn is None:
            return False
        chair, legal = self.turn
        self.turn = None
        self._actions += 1
        self._moves += 1
        self.tally.sent += 1
        chair.act(self._actions, legal)
        return True

    def is_over(self) -> None:
        """Everybody hears it; the first one counts."""
        if not self._over:
            self._over = True
            self._moving = asyncio.create_task(self._rematch())
            self._moving.add_done_callback(self._moved)

    def _moved(self, moving: asyncio.Task[None]) -> None:
        if not moving.cancelled() and moving.exception() is not None:
            self.tally.refused.append(f"no rematch: {moving.exception()!r}")

    async def _rematch(self) -> None:
        self.moved_on.clear()
        self.chairs[0].say({"type": "rematch", "id": "rematch"})
        await self.moved_on.wait()
        assert self.next is not None
        old, path = self.chairs, f"/api/tables/{self.next}/seats"
        while any(chair.sent for chair in old):
            await asyncio.sleep(0.005)  # the last action's answer
        seated = await asyncio.gather(*(self._post(path, {"token": chair.token}) for chair in old))
        for chair in old:
            assert chair.wire is not None
            chair.wire.close()
        self.tally.rematches += 1
        await self._begin(self.next, [seat["token"] for seat in seated])

    def was_cut(self) -> None:
        self.tally.cut += 1

    @property
    def at_rest(self) -> bool:
        """Is everything answered, and somebody's turn?"""
        waiting = any(chair.sent for chair in self.chairs)
        return self.finished and self.turn is not None and not waiting

    def close(self) -> None:
        if self._moving is not None:
            self._moving.cancel()
        for chair in self.chairs:
            if chair.wire is not None:
                chair.wire.close()


class BareTable(Pace):
    """Four sockets in a room of the bare server: each message is sent to all four, and answered."""

    def __init__(self, port: int, number: int, tally: Tally, message: int) -> None:
        super().__init__(tally)
        self.port, self.number, self.message = port, number, b"m" * message
        self.wires: list[Wire] = []
        self._seat = 0
        self._began: float | None = None

    async def open(self) -> None:
        path = f"/rooms/{self.number}"
        for _ in range(SEATS):
            self.wires.append(await connect(self.port, path, self.heard, self.was_cut))

    def act(self) -> bool:
        if self._began is not None:
            return False
        self._began = perf_counter()
        self.tally.sent += 1
        self.wires[self._seat].send(self.message)
        self._seat = (self._seat + 1) % SEATS
        return True

    def heard(self, text: bytes) -> None:
        self.tally.heard(text)
        if text.startswith(b"a"):  # an answer; broadcasts begin with b
            assert self._began is not None
            self.tally.acknowledged += 1
            self.tally.answered(text, perf_counter() - self._began)
            self._began = None
            self.try_to_act()

    def was_cut(self) -> None:
        self.tally.cut += 1

    @property
    def at_rest(self) -> bool:
        return self.finished and self._began is None

    def close(self) -> None:
        for wire in self.wires:
            wire.close()
