"""The house's end of a socket: what it asks of whatever carries the messages, and messages ready to go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec

if TYPE_CHECKING:
    from kosmoport.house.viewers import Viewer


class Packet(msgspec.Struct, eq=False):
    """Messages that go out together, made once for everybody who gets them."""

    texts: tuple[bytes, ...]
    wire: bytes | None = None  # what a socket made of them, kept for the next one


class Socket(Protocol):
    """One connection. Nobody ever waits for it: what is sent is on its way, or the line is given up."""

    def send(self, packet: Packet) -> bool:
        """False if whoever is there does not read, and is to be dropped."""

    def ping(self, mark: bytes) -> bool:
        """The same for a ping, whose answer is told to the viewer with its mark."""

    async def receive(self, viewer: Viewer) -> str | bytes | None:
        """The next message, bytes for what is no text; None at the end of the connection."""

    def close(self) -> None:
        """Begin to close, behind everything that was sent; the other side ends the connection."""

    def abort(self) -> None:
        """End the connection without a word."""
