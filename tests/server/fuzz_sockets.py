"""Sockets of every kind against tables that must not change: handshakes, frames, messages, order."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from kosmoport.table import protocol
from kosmoport.table.lobby import AnyLobbyMessage, Lobby
from tests.server import fuzz_bytes as wire
from tests.server import fuzz_mutations as wrong
from tests.server import fuzz_people as people
from tests.server.fuzz_scene import HOST, SPECTATOR, Role, Scene, Untouchable, timeless

Json = Any
MESSAGES = 40  # on one connection
MISTAKES = 18  # that cannot be read; with 20 the server hangs up
_lobby = msgspec.json.Decoder(AnyLobbyMessage)
_numbers = itertools.count(10**6)


class Talk:
    """A connection with a table: everything that came, each message read as one of the protocol."""

    def __init__(self, line: wire.Line, scene: Scene, about: str | None) -> None:
        self.line, self.scene, self.about = line, scene, about
        self.got: list[Any] = []
        self.raw: list[bytes] = []

    async def open(self, data: bytes) -> wire.Answer:
        self.line.write(data)
        return await self.line.answer()

    def say(self, message: Json) -> None:
        self.line.write(wire.frame(wrong.encoded(message)))

    async def next(self) -> Any:
        """The next message; pings are answered, and the end of the connection is Ended."""
        while True:
            frame = await self.line.frame()
            if frame.kind == wire.PING:
                self.line.write(wire.frame(frame.payload, wire.PONG))
            elif frame.kind == wire.CLOSE:
                raise wire.Ended
            elif frame.kind == wire.TEXT:
                return self._read(frame.payload)
            else:
                assert frame.kind == wire.PONG

    def _read(self, payload: bytes) -> Any:
        leaked = self.scene.seen_in(payload, self.about)
        assert not leaked, f"{leaked} in {payload[:300]!r}"
        message = _lobby.decode(payload) if self.about is None else protocol.decode_server(payload)
        self.got.append(message)
        self.raw.append(payload)
        return message

    async def settle(self) -> None:
        """Wait until everything that was said has been dealt with."""
        number = next(_numbers)
        self.say({"type": "ping", "at": number})
        while not isinstance(message := await self.next(), protocol.Pong) or message.at != number:
            pass

    async def until_the_end(self) -> None:
        try:
            while True:
                await self.next()
        except wire.Ended:
            pass


class Sockets:
    """One connection after another; `count` says how many messages of which kind were sent."""

    def __init__(self, scene: Scene, count: Counter[str], source: str = "127.0.0.1") -> None:
        self.scene, self.count, self.source = scene, count, source

    async def session(self, rng: Random) -> None:
        await rng.choice(_SESSIONS)(self, rng)

    # ------------------------------------------------------------ messages

    async def messages(self, rng: Random) -> None:
        """Somebody with or without a seat says what must be refused, and much that is no message."""
        table = rng.choice(self.scene.tables)
        role, token = people.somebody(rng, self.scene, table)
        async with wire.line(self.scene.port, self.source) as line:
            talk = Talk(line, self.scene, table.id)
            if not await self._enter(rng, talk, table, role, token):
                return
            expected = self._say_things(rng, talk, table, role)
            await talk.settle()
        self._judge(talk, expected, role)

    async def _enter(
        self, rng: Random, talk: Talk, table: Untouchable, role: Role, token: str | None
    ) -> bool:
        """Say hello; who it is and what they missed is exactly what it must be."""
        if token is not None and len(token) > 300:  # too long for a hello, and answered as no message
            token = token[:300]
        headers: dict[str, str] = {}
        by_cookie = bool(token) and rng.random() < 0.2 and ";" not in str(token)
        if by_cookie:
            headers = {"Cookie": f"kosmoport_seat={token}", "Origin": "http://127.0.0.1"}
        answer = await talk.open(wire.opening(table.id, headers))
        assert answer.status == 101, answer
        seen = rng.choice(table.seen)
        talk.say({"type": "hello", "version": 3, "seen": seen, "token": None if by_cookie else token})
        welcome = await talk.next()
        assert isinstance(welcome, protocol.Welcome), welcome
        assert welcome.seat == (role if isinstance(role, int) else None), (role, welcome)
        assert welcome.host == (role in (HOST, 0)), (role, welcome)
        await talk.settle()
        told = [raw for raw, got in zip(talk.raw, talk.got, strict=True) if _is_told(got)]
        missed = timeless(b"[" + b",".join(told) + b"]")
        assert missed == table.missed[role, seen], f"{role} is told something else"
        self.count["sockets opened"] += 1
        return True

    def _say_things(self, rng: Random, talk: Talk, table: Untouchable, role: Role) -> dict[str, int | None]:
        """Many messages at once; by id, the number that the answer must have."""
        expected: dict[str, int | None] = {}
        mistakes = 0
        for _ in range(MESSAGES):
            pick = rng.random()
            if pick < 0.35 and mistakes < MISTAKES:
                mistakes += 1
                text = people.malformed(rng, table, role)
                talk.line.write(wire.frame(text if carried(text) else b"{}", mask=rng.randbytes(4)))
                self.count["socket messages malformed"] += 1
            elif pick < 0.45 and mistakes < MISTAKES:
                mistakes += 1
                talk.line.write(wire.frame(rng.randbytes(rng.randrange(300)), wire.BINARY))
                self.count["socket messages binary"] += 1
            elif pick < 0.55:
                talk.say(rng.choice(_OUT_OF_ORDER)(rng, people.wrong_token(rng, self.scene, table)[:300]))
                self.count["socket messages out of order"] += 1
            else:
                again = people.replayed(rng, table, role) if rng.random() < 0.1 else None
                message, n = again if again is not None else (people.refused(rng, table, role), None)
                expected[message["id"]] = n
                talk.say(message)
                self.count["socket messages refused" if n is None else "socket messages repeated"] += 1
        return expected

    def _judge(self, talk: Talk, expected: dict[str, int | None], role: Role) -> None:
        """Everything was answered, nothing was done, and nothing happened at the table."""
        told = [got for got in talk.got if _is_told(got)]
        answers = {got.id: got for got in talk.got if isinstance(got, protocol.Ack)}
        assert (
            not [got for got in talk.got[talk.got.index(told[-1]) + 1 :] if _is_told(got)] if told else True
        )
        for id, n in expected.items():
            ack = answers[id]
            assert ack.n == n, (role, ack)
            assert (ack.problem is None) == (n is not None), (role, ack)

    # ------------------------------------------------------------ the beginning

    async def handshakes(self, rng: Random) -> None:
        """Requests for a socket that are not quite right."""
        table = rng.choice(self.scene.tables)
        headers: dict[str, str | bytes] = {**wire.UPGRADE}
        name = rng.choice(list(_HANDSHAKE))
        headers[name] = rng.choice(_HANDSHAKE[name])
        path = rng.choice((f"/api/tables/{table.id}/socket", "/api/lobby/socket", "/api/tables/x/socket"))
        async with wire.line(self.scene.port, self.source) as line:
            line.write(wire.request("GET", path, headers))
            answer = await line.answer()
            assert answer.status in (101, 400, 404), answer
            if name == "Origin" or "/x/" in path:
                assert answer.status == 404, answer
        self.count["handshakes"] += 1

    async def no_hello(self, rng: Random) -> None:
        """Whoever does not begin with hello learns nothing and is sent away."""
        table = rng.choice(self.scene.tables)
        role, token = people.somebody(rng, self.scene, table)
        first = rng.choice(
            (
                wrong.encoded(people.refused(rng, table, role)),
                people.malformed(rng, table, SPECTATOR),
                wrong.encoded({"type": "hello", "version": rng.choice((0, 1, 3, -1, 2**70)), "token": token}),
                wrong.encoded({"type": "hello", "version": 3, "seen": -1}),
                wrong.encoded({"type": "hello", "version": 3, "token": "a" * 301}),
                wrong.encoded({"type": "hello", "version": 3, "muted": [0, 1, 2, 3, 4, 4]}),
                wrong.encoded({"type": "hello", "version": 3, "muted": [5]}),
                wrong.encoded({"type": "hello", "version": "2"}),
                wrong.encoded({"type": "ping", "at": 1}),
            )
        )
        async with wire.line(self.scene.port, self.source) as line:
            talk = Talk(line, self.scene, table.id)
            assert (await talk.open(wire.opening(table.id))).status == 101
            line.write(wire.frame(first, rng.choice((wire.TEXT, wire.TEXT, wire.BINARY))))
            await talk.until_the_end()
        kinds = {type(got) for got in talk.got}
        assert kinds <= {protocol.Goodbye, protocol.Reload}, (first, talk.got)
        self.count["no hello"] += 1

    # ------------------------------------------------------------ frames

    async def frames(self, rng: Random) -> None:
        """Frames that break the rules of sockets, before or after hello: the line ends, and nothing else."""
        table = rng.choice(self.scene.tables)
        role, token = people.somebody(rng, self.scene, table)
        async with wire.line(self.scene.port, self.source) as line:
            talk = Talk(line, self.scene, table.id)
            assert (await talk.open(wire.opening(table.id))).status == 101
            if rng.random() < 0.7:
                hello = {"type": "hello", "version": 3, "token": (token or "")[:300]}
                line.write(_pieces(rng, wrong.encoded(hello)))
                await talk.settle()
            for _ in range(rng.randrange(1, 12)):
                line.write(rng.choice(_BAD_FRAMES)(rng, people.malformed(rng, table, role)))
                self.count["frames"] += 1
            line.write(wire.frame(b"\x03\xe8", wire.CLOSE))
            line.end()
            await talk.until_the_end()
        snapshots = [timeless(raw) for raw, got in zip(talk.raw, talk.got, strict=True) if _is_told(got)]
        assert snapshots in ([], [table.snapshots[role]]), f"{role} is told something else"

    async def floods(self, rng: Random) -> None:
        """Pings without end, and the same message over and over."""
        table = rng.choice(self.scene.tables)
        role, token = people.somebody(rng, self.scene, table)
        async with wire.line(self.scene.port, self.source) as line:
            talk = Talk(line, self.scene, table.id)
            await self._enter(rng, talk, table, role, token)
            message = wrong.encoded(people.refused(rng, table, role))
            for number in range(100):
                ping = wire.frame(rng.randbytes(number), wire.PING)
                line.write(ping if number % 2 else wire.frame(message))
            await talk.settle()
        assert not [got for got in talk.got if isinstance(got, protocol.Ack) and got.problem is None]
        self.count["floods"] += 100

    async def lobby(self, rng: Random) -> None:
        """The lobby listens to nothing, and says nothing of tables that are not public."""
        async with wire.line(self.scene.port, self.source) as line:
            talk = Talk(line, self.scene, None)
            answer = await talk.open(wire.request("GET", "/api/lobby/socket", wire.UPGRADE))
            assert answer.status == 101, answer
            talk.say({"type": "hello", "version": 3})
            assert isinstance(await talk.next(), Lobby)
            for _ in range(10):
                table = rng.choice(self.scene.tables)
                line.write(wire.frame(people.malformed(rng, table, SPECTATOR)[:16_000]))
            line.write(wire.frame(b"\x03\xe8", wire.CLOSE))
            await talk.until_the_end()
        private = {table.id for table in self.scene.tables}
        assert not any(table.encode() in raw for table in private for raw in talk.raw)
        self.count["lobby"] += 10


def carried(payload: bytes) -> bool:
    """Whether a socket takes this as a text at all; otherwise it ends."""
    try:
        return len(payload.decode()) >= 0 and len(payload) <= 16_000
    except UnicodeDecodeError:
        return False


def _is_told(got: Any) -> bool:
    return isinstance(got, protocol.Numbered | protocol.Snapshot)


def _pieces(rng: Random, payload: bytes) -> bytes:
    """One message in several frames, with pings between them."""
    cuts = sorted(rng.randrange(len(payload) + 1) for _ in range(rng.randrange(4)))
    parts = [payload[low:high] for low, high in itertools.pairwise((0, *cuts, len(payload)))]
    frames = []
    for number, part in enumerate(parts):
        kind = wire.TEXT if number == 0 else 0
        frames.append(wire.frame(part, kind, final=number == len(parts) - 1))
        if rng.random() < 0.3 and number < len(parts) - 1:
            frames.append(wire.frame(b"x", wire.PING))
    return b"".join(frames)


_OUT_OF_ORDER: tuple[Callable[[Random, str], Json], ...] = (
    lambda rng, token: {"type": "hello", "version": 3, "token": token},
    lambda rng, token: {"type": "hello", "version": 3, "seen": 0},
    lambda rng, token: {"type": "mute", "id": "m", "seats": [rng.randrange(5)]},
    lambda rng, token: {"type": "ping", "at": rng.choice((0, -1, 2**63, 2**70, -(2**70)))},
)
_BAD_FRAMES: tuple[Callable[[Random, bytes], bytes], ...] = (
    lambda rng, text: wire.frame(text, rng.choice((3, 4, 5, 6, 7, 11, 12, 13, 14, 15))),
    lambda rng, text: wire.frame(text, reserved=rng.randrange(1, 8)),
    lambda rng, text: wire.frame(text, mask=None),
    lambda rng, text: wire.frame(b"", declared=rng.choice((16_385, 2**20, 2**31, 2**62, 2**63, 2**64 - 1))),
    lambda rng, text: wire.frame(b"a" * rng.choice((16_383, 16_384, 16_385, 70_000, 300_000))),
    lambda rng, text: wire.frame(text)[: rng.randrange(1, 6)],
    lambda rng, text: wire.frame(text[:60], declared=125),
    lambda rng, text: wire.frame(text, 0),
    lambda rng, text: wire.frame(text, final=False) + wire.frame(text, wire.TEXT),
    lambda rng, text: wire.frame(b"a" * 126, wire.PING),
    lambda rng, text: wire.frame(b"x", wire.PING, final=False),
    lambda rng, text: wire.frame(b"\xff\xfe\xfd", wire.TEXT),
    lambda rng, text: wire.frame(b"\xed\xa0\x80" + text),
    lambda rng, text: wire.frame(b"\x03", wire.CLOSE),
    lambda rng, text: wire.frame(rng.choice((0, 999, 1005, 1006, 5000)).to_bytes(2, "big"), wire.CLOSE),
    lambda rng, text: wire.frame(b"\x03\xe8\xff", wire.CLOSE),
    lambda rng, text: wire.frame(rng.randbytes(9), wire.PONG) * 20,
    lambda rng, text: b"".join(
        wire.frame(b"a" * 1000, wire.TEXT if i == 0 else 0, final=False) for i in range(30)
    ),
    lambda rng, text: _pieces(rng, text) if text else wire.frame(b""),
    lambda rng, text: rng.randbytes(rng.randrange(1, 100)),
    lambda rng, text: json.dumps({"type": "begin", "id": "x"}).encode(),
)
_HANDSHAKE: dict[str, tuple[str | bytes, ...]] = {
    "Upgrade": ("", "h2c", "websocket, x", b"\xff", "WebSocket"),
    "Connection": ("", "keep-alive", "close, Upgrade", "x"),
    "Sec-WebSocket-Version": ("", "0", "12", "13, 8", "x", "1" * 500),
    "Sec-WebSocket-Key": ("", "x", "a" * 24, "a29zbW9wb3J0", b"\xff" * 24, "=" * 24),
    "Sec-WebSocket-Protocol": ("x", "a, b, c", b"\xff"),
    "Sec-WebSocket-Extensions": (
        "permessage-deflate",
        "permessage-deflate; server_max_window_bits=99",
        "x;;;=",
    ),
    "Origin": ("null", "http://evil.example", "https://127.0.0.1", "http://127.0.0.1:1", "x", ""),
}
_SESSIONS = (
    *(Sockets.messages,) * 6,
    *(Sockets.handshakes,) * 2,
    *(Sockets.no_hello,) * 2,
    *(Sockets.frames,) * 3,
    Sockets.floods,
    Sockets.lobby,
)
