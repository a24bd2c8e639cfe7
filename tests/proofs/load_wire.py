"""A client's side of many WebSockets for as little processor time as Python allows: frames, nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

TEXT, CLOSE, PING = 0x81, 0x88, 0x89
PONG = b"\x8a\x80\0\0\0\0"
HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def masked(text: bytes) -> bytes:
    """A client's text frame. The mask is zero: it is there, as it must be, and costs us nothing."""
    size = len(text)
    if size < 126:
        return bytes((TEXT, 0x80 | size, 0, 0, 0, 0)) + text
    return bytes((TEXT, 0x80 | 126, size >> 8, size & 255, 0, 0, 0, 0)) + text


class Wire(asyncio.Protocol):
    """One connection; `heard` gets every text, `lost` the end of it if we did not end it."""

    def __init__(self, path: str, heard: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        self._path, self._heard, self._lost = path, heard, lost
        self._rest = b""
        self._transport: asyncio.Transport | None = None
        self._open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is none by descent
        self._transport.write(HANDSHAKE.format(path=self._path).encode())

    def send(self, text: bytes) -> None:
        assert self._transport is not None
        self._transport.write(masked(text))

    def close(self) -> None:
        """End it; nobody is told."""
        self._lost = _nothing
        self._heard = _no_text
        if self._transport is not None:
            self._transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(f"no connection at {self._path}"))
        self._lost()

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data, self._rest = self._rest + data, b""
        begin = 0 if self._open else self._after_handshake(data)
        self._rest = data[self._read_frames(data, begin) :]

    def _after_handshake(self, data: bytes) -> int:
        end = data.find(b"\r\n\r\n")
        if end < 0:
            return 0
        if not data.startswith(b"HTTP/1.1 101"):
            self.opened.set_exception(ConnectionError(data[:end].decode(errors="replace")))
            self.close()
            return len(data)
        self._open = True
        self.opened.set_result(None)
        return end + 4

    def _read_frames(self, data: bytes, at: int) -> int:
        """Hand on every whole frame; where the rest begins."""
        size = len(data)
        while self._open and size - at >= 2:
            begin, length = at + 2, data[at + 1]
            if length >= 126:
                begin += 2 if length == 126 else 8
                length = int.from_bytes(data[at + 2 : begin], "big") if begin <= size else 0
            if begin + length > size:
                break
            self._read_frame(data[at], data[begin : begin + length])
            at = begin + length
        return at

    def _read_frame(self, kind: int, payload: bytes) -> None:
        if kind == TEXT:
            self._heard(payload)
        elif kind == PING:
            assert self._transport is not None
            self._transport.write(PONG)
        elif kind == CLOSE:
            self._lost()


def _nothing() -> None:
    pass


def _no_text(text: bytes) -> None:
    pass


async def connect(port: int, path: str, heard: Callable[[bytes], None], lost: Callable[[], None]) -> Wire:
    """An open WebSocket."""
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(lambda: Wire(path, heard, lost), "127.0.0.1", port)
    await wire.opened
    return wire
