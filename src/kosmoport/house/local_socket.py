"""A socket within one process: texts go in and out of plain functions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING

from kosmoport.house.sockets import Packet

if TYPE_CHECKING:
    from kosmoport.house.viewers import Viewer


class Mark(bytes):
    """The answer to a ping, on its way in like a message."""


class LocalSocket:
    """`say` gets every text for the other side, and None at the end; `heard` takes what comes from there."""

    def __init__(self, say: Callable[[str | None], None]) -> None:
        self._say = say
        self._incoming: asyncio.Queue[str | Mark | None] = asyncio.Queue()
        self._ended = False

    def heard(self, text: str | None) -> None:
        """A text from the other side; None when it has gone."""
        self._incoming.put_nowait(text)

    def send(self, packet: Packet) -> bool:
        if not self._ended:
            for text in packet.texts:
                self._say(text.decode())
        return True

    def ping(self, mark: bytes) -> bool:
        self._incoming.put_nowait(Mark(mark))  # nothing is between the two sides
        return True

    async def receive(self, viewer: Viewer) -> str | bytes | None:
        while not viewer.closed and not self._ended:
            incoming = await self._incoming.get()
            viewer.heard = perf_counter()
            if not isinstance(incoming, Mark):
                return incoming
            viewer.ponged(incoming)
        return None

    def close(self) -> None:
        self.abort()

    def abort(self) -> None:
        """Say that it is over, once, and have whoever listens here notice it."""
        if not self._ended:
            self._ended = True
            self._say(None)
            self._incoming.put_nowait(None)
