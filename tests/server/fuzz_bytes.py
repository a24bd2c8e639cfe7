"""Requests and frames as bytes, right and wrong ones, and what comes back, read without trusting anybody."""

from __future__ import annotations

import asyncio
import re
import socket
import struct
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple

TEXT, BINARY, CLOSE, PING, PONG = 0x1, 0x2, 0x8, 0x9, 0xA
MOST = 8 * 1024 * 1024  # bytes of one answer; nothing of this server is larger
_LENGTH = re.compile(rb"(?i)\r\ncontent-length: *(\d+)\r\n")
UPGRADE = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "a29zbW9wb3J0LWZ1enotMQ==",
}


class Ended(Exception):
    """The other side closed the connection."""


class Answer(NamedTuple):
    """A response: its status, its head as it came, its body."""

    status: int
    head: bytes
    body: bytes

    def header(self, name: str) -> bytes | None:
        found = re.search(rb"(?i)\r\n" + name.encode() + rb": *([^\r\n]*)\r\n", self.head)
        return None if found is None else found[1]


class Frame(NamedTuple):
    """A frame of the server's; its frames are never fragmented or masked."""

    kind: int
    payload: bytes


@asynccontextmanager
async def line(port: int, source: str = "127.0.0.1", *, deaf: bool = False) -> AsyncIterator[Line]:
    """A connection to the server; whoever is deaf takes hardly more than they ask for."""
    with socket.socket() as end:  # which its transport has a copy of
        end.setblocking(False)
        end.bind((source, 0))
        if deaf:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        await asyncio.get_running_loop().sock_connect(end, ("127.0.0.1", port))
        reader, writer = await asyncio.open_connection(sock=end.dup(), limit=1 if deaf else MOST)
    found = Line(reader, writer)
    try:
        yield found
    finally:
        found.close()


class KeepingReader:
    """Reads frames as aiohttp does, and keeps their bytes."""

    def __init__(self) -> None:
        self.got = b""

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        self.got += data
        return False, b""

    def feed_eof(self) -> None: ...


class Line:
    """One TCP connection on which anything may be written."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._ended = False

    def write(self, data: bytes) -> None:
        """Put it on the line, if that is still there."""
        if not (self._ended or self._writer.transport.is_closing()):
            self._writer.write(data)

    def end(self) -> None:
        """Say that nothing more will be written."""
        self._ended = True
        with suppress(OSError, RuntimeError):  # the other side may have been first
            self._writer.write_eof()

    def close(self) -> None:
        self._writer.transport.abort()

    async def _exactly(self, size: int) -> bytes:
        try:
            return await self._reader.readexactly(size)
        except (asyncio.IncompleteReadError, OSError):
            raise Ended from None

    async def answer(self, head_only: bool = False) -> Answer:
        """The next response; Ended if there is none."""
        while True:
            try:
                head = await self._reader.readuntil(b"\r\n\r\n")
            except (asyncio.IncompleteReadError, OSError):
                raise Ended from None
            status = int(head[9:12])
            if status != 100:
                break
        length = _LENGTH.search(head)
        if head_only or status in (101, 204, 304) or length is None:
            return Answer(status, head, b"")
        return Answer(status, head, await self._exactly(int(length[1])))

    async def rest(self) -> bytes:
        """Everything that is still to come; the other side ends it."""
        try:
            return await self._reader.read()
        except OSError:
            return b""

    async def frame(self) -> Frame:
        """The next frame; Ended if there is none."""
        first, second = await self._exactly(2)
        assert first & 0x70 == 0, "reserved bits are set"
        assert first & 0x80, "the server splits no message"
        assert second & 0x80 == 0, "the server's frames are not masked"
        size = second
        if size == 126:
            (size,) = struct.unpack("!H", await self._exactly(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", await self._exactly(8))
        assert size <= MOST
        return Frame(first & 0x0F, await self._exactly(size))


def request(
    method: str, path: str, headers: Mapping[str, str | bytes] = {}, body: bytes | None = None
) -> bytes:
    """A well-formed request, however strange what it says."""
    lines = [f"{method} {path} HTTP/1.1".encode("utf-8", "surrogateescape")]
    given: dict[str, str | bytes] = {"Host": "127.0.0.1", **headers}
    if body is not None:
        given.setdefault("Content-Type", "application/json")
        given["Content-Length"] = str(len(body))
    for name, value in given.items():
        shown = value if isinstance(value, bytes) else value.encode("utf-8", "surrogateescape")
        lines.append(name.encode() + b": " + shown)
    return b"\r\n".join(lines) + b"\r\n\r\n" + (body or b"")


def opening(table: str, headers: Mapping[str, str | bytes] = {}) -> bytes:
    """The request that opens a table's socket."""
    return request("GET", f"/api/tables/{table}/socket", {**UPGRADE, **headers})


def frame(
    payload: bytes,
    kind: int = TEXT,
    *,
    final: bool = True,
    reserved: int = 0,
    mask: bytes | None = b"\0\0\0\0",
    declared: int | None = None,
) -> bytes:
    """A client's frame; the mask of zeros is as good as any other and costs nothing."""
    size = len(payload) if declared is None else declared
    head = bytes([(0x80 if final else 0) | reserved << 4 | kind])
    masked = 0x80 if mask is not None else 0
    if size < 126:
        head += bytes([masked | size])
    elif size < 65536:
        head += bytes([masked | 126]) + struct.pack("!H", size)
    else:
        head += bytes([masked | 127]) + struct.pack("!Q", size)
    if mask is None:
        return head + payload
    if mask != b"\0\0\0\0":
        payload = bytes(letter ^ mask[i % 4] for i, letter in enumerate(payload))
    return head + mask + payload
