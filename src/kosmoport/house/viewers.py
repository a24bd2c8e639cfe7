"""Somebody connected to a table or to the lobby: messages out, never waiting for a slow reader."""

from __future__ import annotations

import os
from time import perf_counter

from kosmoport.core.contract import SPECTATOR
from kosmoport.house.sockets import Packet, Socket
from kosmoport.table import protocol

MARK = 4  # bytes of a ping that its answer repeats


def packed(message: protocol.ServerMessage) -> Packet:
    """A message, ready for everybody who gets it."""
    return Packet((protocol.encode(message),))


def viewer_of(sender: str | None) -> int:
    """Whose eyes somebody who speaks for a seat, for the host or for nobody has."""
    return SPECTATOR if sender in (None, "host") else int(sender or 0)


class Viewer:
    """One connection. Whoever does not read is dropped; nobody else waits for them."""

    __slots__ = (
        "_mark",
        "_pinged",
        "closed",
        "delay",
        "heard",
        "line",
        "muted",
        "sender",
        "socket",
        "viewer",
    )

    def __init__(self, socket: Socket, line: str = "") -> None:
        self.socket = socket
        self.line = line  # a name that no other connection has
        self.viewer = SPECTATOR  # what is shown: a seat's knowledge, or what is public
        self.sender: str | None = None  # who speaks: a seat, the host, or nobody
        self.muted: frozenset[int] = frozenset()
        self.closed = False
        self.delay: int | None = None  # ms of the last round trip
        self.heard = perf_counter()
        self._pinged = 0.0
        self._mark = b""  # of the ping that is not answered yet

    def send(self, message: protocol.ServerMessage) -> None:
        self.send_packet(Packet((protocol.encode(message),)))

    def send_packet(self, packet: Packet) -> None:
        if not self.closed and not self.socket.send(packet):
            self.drop()

    def ping(self, now: float, silent_for: float) -> None:
        """Measure the line; give up a connection that has been silent for too long, or should have ended."""
        if self.closed or now - self.heard > silent_for:
            self.drop()
            return
        self._pinged, self._mark = now, os.urandom(MARK)
        if not self.socket.ping(self._mark):
            self.drop()

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
        self.socket.abort()

    def dismiss(self, goodbye: protocol.Goodbye) -> None:
        """Say goodbye and begin to close; the other side ends the connection."""
        self.send(goodbye)
        if not self.closed:
            self.socket.close()
            self.close()

    def close(self) -> None:
        self.closed = True
