"""Bytes on the way to a server that are no HTTP, or stop being it halfway, and lines that take their time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

from tests.server import fuzz_bytes as wire
from tests.server.fuzz_scene import Scene, bearer

LAST = wire.request("GET", "/healthz", {"Connection": "close"})
SILENCE = 0.3  # seconds after which the server is taken to wait for more
HANGS = 20.0  # seconds after which a line that has ended should have been closed
BODY = b'{"type":"begin","id":"x"}'


async def raw(rng: Random, scene: Scene, source: str = "127.0.0.1") -> tuple[bytes, list[wire.Answer]]:
    """One line with something wrong on it: what was sent, and everything that was answered. It must end."""
    table = rng.choice(scene.tables)
    good = wire.request(
        "POST", f"/api/tables/{table.id}/messages", bearer(rng.choice((None, "x", table.tokens[1]))), BODY
    )
    data = rng.choice(_RAW)(rng, good)
    answers: list[wire.Answer] = []
    async with wire.line(scene.port, source) as line:
        line.write(data + LAST)
        try:
            async with asyncio.timeout(SILENCE) as waiting:
                while True:
                    answers.append(await line.answer())
                    waiting.reschedule(asyncio.get_running_loop().time() + SILENCE)
        except wire.Ended:
            return data, answers
        except TimeoutError:
            line.end()
        try:
            async with asyncio.timeout(HANGS):
                while True:
                    answers.append(await line.answer())
        except wire.Ended:
            return data, answers


async def slow(rng: Random, scene: Scene, stop: asyncio.Event) -> None:
    """A line on which a request comes letter by letter, for as long as the others last."""
    table = rng.choice(scene.tables)
    data = rng.choice(
        (
            wire.request("GET", f"/api/tables/{table.id}"),
            wire.request("POST", f"/api/tables/{table.id}/messages", bearer(table.tokens[1]), BODY * 40),
            wire.opening(table.id) + wire.frame(b'{"type":"hello","version":3}'),
        )
    )
    sent = rng.randrange(1, len(data) - 10)
    async with wire.line(scene.port) as line:
        line.write(data[:sent])
        for letter in data[sent:-1]:
            try:
                async with asyncio.timeout(0.5):
                    await stop.wait()
                return
            except TimeoutError:
                line.write(bytes([letter]))
        await stop.wait()


def _chunked(chunks: bytes) -> bytes:
    head = b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
    return head + b"Transfer-Encoding: chunked\r\n\r\n" + chunks


def _with(good: bytes, header: bytes) -> bytes:
    return good.replace(b"\r\n", b"\r\n" + header + b"\r\n", 1)


def _bits(rng: Random, good: bytes) -> bytes:
    data = bytearray(good)
    for _ in range(rng.randrange(1, 6)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)


_LENGTHS = (b"x", b"-1", b"1, 2", b"0x10", b"99999999999999999999", b"1e3", b"", b"+5", b"5 5", b"\xff")
_CHUNKS = (
    *(
        b"zz\r\n{}\r\n0\r\n\r\n",
        b"-1\r\n",
        b"5\r\n{}\r\n0\r\n\r\n",
        b"ffffffffffffffffff\r\n",
        b"2;x=\0\r\n{}",
    ),
    *(
        b"2\r\n{}\r\n0\r\nHost: b\r\n\r\n",
        b"2\n{}\n0\n\n",
        b"2\r\n{}",
        b"0\r\n",
        b"\r\n\r\n",
        b"2 \r\n{}\r\n0\r\n\r\n",
    ),
)
_LINES = (
    *(
        b"GET",
        b"GET /",
        b"GET / HTTP",
        b"GET / HTTP/9.9",
        b"GET  / HTTP/1.1",
        b"G\0T / HTTP/1.1",
        b"\r\n\r\n",
    ),
    *(
        b"GET /\xff HTTP/1.1",
        b"GET / HTTP/1.1 x",
        b"PRI * HTTP/2.0",
        b"GET http://[::/ HTTP/1.1",
        b"\x16\x03\x01\x00",
    ),
    *(
        b"GET /" + b"a" * 9000 + b" HTTP/1.1",
        b"GET /?" + b"a" * 9000 + b" HTTP/1.1",
        b"a" * 70_000,
        b"get / http/1.1",
    ),
)
_ODD_HEADERS = (
    *(
        b": x",
        b"X",
        b"X : x",
        b" X: x",
        b"X: a\0b",
        b"X: a\rb",
        b"X\xff: x",
        b"Host: b",
        b"Content-Length: 3",
    ),
    *(b"Transfer-Encoding: chunked", b"Transfer-Encoding: x", b"Transfer-Encoding: chunked, chunked"),
    *(
        b"X: " + b"a" * 9000,
        b"\r\n".join(b"X%d: x" % i for i in range(300)),
        b"Connection: close",
        b"Expect: x",
    ),
    *(b"Content-Encoding: br", b"Content-Encoding: gzip", b"Upgrade: websocket\r\nConnection: Upgrade"),
)
_RAW: tuple[Callable[[Random, bytes], bytes], ...] = (
    lambda rng, good: rng.choice(_LINES) + b"\r\nHost: a\r\n\r\n",
    lambda rng, good: rng.choice(_LINES),
    lambda rng, good: _with(good, rng.choice(_ODD_HEADERS)),
    lambda rng, good: _with(good, rng.choice(_ODD_HEADERS)),
    lambda rng, good: good.replace(b"Content-Length: 25", b"Content-Length: " + rng.choice(_LENGTHS)),
    lambda rng, good: good.replace(b"Content-Length: 25", b"Content-Length: %d" % rng.randrange(400)),
    lambda rng, good: _chunked(rng.choice(_CHUNKS)),
    lambda rng, good: good[: rng.randrange(len(good))],
    lambda rng, good: good[rng.randrange(len(good)) :],
    lambda rng, good: good.replace(
        b"HTTP/1.1", rng.choice((b"HTTP/1.0", b"HTTP/0.9", b"HTTP/1.2", b"http/1.1"))
    ),
    lambda rng, good: good.replace(b"\r\n", b"\n"),
    lambda rng, good: rng.randbytes(rng.randrange(1, 400)),
    _bits,
    _bits,
)
