"""Somebody connected to a table or to the lobby: frames out, never waiting for a slow reader."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from time import perf_counter

from kosmoport.core.contract import SPECTATOR
from kosmoport.table import protocol

TEXT_FRAME = 0x81  # final fragment, text
PING_FRAME = 0x89
MARK = 4  # bytes of a ping that its answer repeats
COME_BACK = bytes((0x88, 2)) + (1012).to_bytes(2, "big")  # close: the service restarts


def frame(payload: bytes) -> bytes:
    """A text message as a WebSocket frame (RFC 6455); a server's frames are not masked.

    Made once for everybody who gets the same bytes, and written straight to the transport: a coroutine
    for each recipient of each message would cost more than everything else together.
    """
    size = len(payload)
    if size < 126:
        return bytes((TEXT_FRAME, size)) + payload
    if size < 65536:
        return bytes((TEXT_FRAME, 126)) + size.to_bytes(2, "big") + payload
    return bytes((TEXT_FRAME, 127)) + size.to_bytes(8, "big") + payload


def viewer_of(sender: str | None) -> int:
    """Whose eyes somebody who speaks for a seat, for the host or for nobody has."""
    return SPECTATOR if sender in (None, "host") else int(sender or 0)


class Viewer:
    """One connection. Whoever does not read is dropped; nobody else waits for them."""

    __slots__ = (
        "_dropped",
        "_mark",
        "_most",
        "_pinged",
        "_transport",
        "closed",
        "delay",
        "heard",
        "line",
        "muted",
        "sender",
        "viewer",
    )

    def __init__(self, transport: asyncio.WriteTransport, most: int, dropped: Callable[[], None]) -> None:
        self._transport, self._most, self._dropped = transport, most, dropped
        self.line = ""  # a name that no other connection has
        self.viewer = SPECTATOR  # what is shown: a seat's knowledge, or what is public
        self.sender: str | None = None  # who speaks: a seat, the host, or nobody
        self.muted: frozenset[int] = frozenset()
        self.closed = False
        self.delay: int | None = None  # ms of the last round trip
        self.heard = perf_counter()
        self._pinged = 0.0
        self._mark = b""  # of the ping that is not answered yet

    def send(self, message: protocol.ServerMessage) -> None:
        self.send_frame(frame(protocol.encode(message)))

    def send_frame(self, data: bytes) -> None:
        if self.closed or self._transport.is_closing():  # writing there would raise, in the middle of telling
            return
        if self._transport.get_write_buffer_size() > self._most:
            self._dropped()
            self.drop()
            return
        self._transport.write(data)

    def ping(self, now: float, silent_for: float) -> None:
        """Measure the line; give up a connection that has been silent for too long, or should have ended."""
        if self.closed or now - self.heard > silent_for:
            self.drop()
            return
        self._pinged, self._mark = now, os.urandom(MARK)
        self.send_frame(bytes((PING_FRAME, MARK)) + self._mark)

    def ponged(self, mark: bytes) -> None:
        """The answer to the last ping, and only the first one, measures the line."""
        if mark and mark == self._mark:
            self.delay, self._mark = round((perf_counter() - self._pinged) * 1000), b""

    def server_was_away(self) -> None:
        """Nobody was heard meanwhile, which is not their silence, and the ping under way measures nothing."""
        self.heard, self._mark = perf_counter(), b""

    def drop(self) -> None:
        """End the connection without a word."""
        self.close()
        self._transport.abort()

    def dismiss(self, goodbye: protocol.Goodbye) -> None:
        """Say goodbye and begin to close; the other side ends the connection."""
        if not self.closed:
            self.send_frame(frame(protocol.encode(goodbye)) + COME_BACK)
            self.close()

    def close(self) -> None:
        self.closed = True
