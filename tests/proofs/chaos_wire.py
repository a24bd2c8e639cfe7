"""One WebSocket connection of a client that may break it, stop reading, or hear every byte in order."""

from __future__ import annotations

import asyncio
import base64
import os
import socket
from collections.abc import Callable
from typing import cast

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A  # final frames
NO_MASK = bytes(4)  # a mask of zeros leaves the bytes as they are
OPEN_WITHIN = 20.0  # seconds
# So that the system keeps little for somebody who does not read: bytes of its buffer and of a packet.
NARROW, SHORT = 4096, 536


class Refused(Exception):
    """The server opens no connection: its status."""


class Wire(asyncio.Protocol):
    """Hands over every text as it comes; `over` is done when the connection is, or was left alone."""

    def __init__(self, request: bytes, hear: Callable[[bytes], None]) -> None:
        loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[None] = loop.create_future()
        self.over: asyncio.Future[None] = loop.create_future()
        self.ended = False  # really
        self._request, self._hear = request, hear
        self._buffer = bytearray()
        self._transport: asyncio.Transport

    # ------------------------------------------------------------ what a client does

    def send(self, text: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(_frame(TEXT, text))

    def break_off(self, text: bytes) -> None:
        """Send the first half of a message and be gone."""
        data = _frame(TEXT, text)
        if not self._transport.is_closing():
            self._transport.write(data[: len(data) // 2])
        self._transport.abort()

    def abort(self) -> None:
        self._transport.abort()

    def leave_alone(self) -> None:
        """From now on nobody is at this end, but nobody hangs up."""
        self._transport.pause_reading()
        self._hear = lambda text: None
        self.over.set_result(None)

    def read_again(self) -> None:
        """Only so is it noticed whether the other side has hung up."""
        self._transport.resume_reading()

    # ------------------------------------------------------------ what comes

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        try:
            if self.opened.done() or self._shake_hands():
                self._take_frames()
        except Exception as error:  # a mistake of the client must not look like a broken line
            if not self.over.done():
                self.over.set_exception(error)

    def connection_lost(self, error: Exception | None) -> None:
        self.ended = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionResetError())
        if not self.over.done():
            self.over.set_result(None)

    def _shake_hands(self) -> bool:
        head, found, _ = bytes(self._buffer).partition(b"\r\n\r\n")
        if not found:
            return False
        status = head.split(b" ", 2)[1].decode()
        if status != "101":
            self.opened.set_exception(Refused(status))
            self._transport.abort()
            return False
        del self._buffer[: len(head) + 4]
        self.opened.set_result(None)
        return True

    def _take_frames(self) -> None:
        """A server's frames are whole and not masked."""
        buffer, at = self._buffer, 0
        while len(buffer) >= at + 2:
            size, begin = buffer[at + 1], at + 2
            if size >= 126:
                width = 2 if size == 126 else 8
                begin += width
                if len(buffer) < begin:
                    break
                size = int.from_bytes(buffer[begin - width : begin], "big")
            if len(buffer) < begin + size:
                break
            self._take(buffer[at], bytes(buffer[begin : begin + size]))
            at = begin + size
        del buffer[:at]

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == TEXT:
            self._hear(payload)
        elif kind == PING and not self._transport.is_closing():
            self._transport.write(_frame(PONG, payload))
        elif kind == CLOSE:
            self._transport.close()


def _frame(kind: int, payload: bytes) -> bytes:
    size = len(payload)
    head = bytes((kind, 0x80 | size)) if size < 126 else bytes((kind, 0xFE)) + size.to_bytes(2, "big")
    return head + NO_MASK + payload


async def open_wire(port: int, table: str, hear: Callable[[bytes], None], *, narrow: bool = False) -> Wire:
    """A connection to a table; OSError, Refused or TimeoutError if there is none to be had."""
    key = base64.b64encode(os.urandom(16)).decode()
    request = (
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
    ).encode()
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(OPEN_WITHIN):
        end = socket.socket()
        try:
            end.setblocking(False)
            if narrow:
                end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, NARROW)
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SHORT)
            await loop.sock_connect(end, ("127.0.0.1", port))
            _, wire = await loop.create_connection(lambda: Wire(request, hear), sock=end)
        except BaseException:
            end.close()
            raise
        try:
            await wire.opened
        except BaseException:
            wire.abort()
            raise
    return wire
