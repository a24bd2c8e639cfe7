"""A client's frames before aiohttp reads them: every one must be masked, and there may not be too many."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

MASKED = 0x80
LENGTH = 0x7F
SHORT_HEAD = 2
LONGER = {126: 2, 127: 8}  # bytes that hold the length where the head's seven bits cannot
MASK = 4
WRONG = b"\xf0\x80"  # a head with bits that nobody may set: the reader ends the connection with 1002


class Reader(Protocol):
    """What aiohttp reads a socket's frames with."""

    def feed_data(self, data: bytes) -> tuple[bool, bytes]: ...

    def feed_eof(self) -> None: ...


class ClientFrames:
    """Stands before the reader of a socket, and looks at the head of each frame, wherever it was cut.

    aiohttp takes frames without a mask from a client, which RFC 6455 forbids (5.1): with them a page could
    put bytes of its own choice on a line on which a cache listens.
    """

    __slots__ = ("_head", "_left", "_reader", "_too_many", "_wait")

    def __init__(self, reader: Reader, wait: Callable[[], float], too_many: Callable[[], None]) -> None:
        self._reader = reader
        self._wait, self._too_many = wait, too_many  # how long before one more may come; it came too early
        self._head = b""  # the beginning of a head whose rest has not come
        self._left = 0  # bytes of the frame in progress that are still to come

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        if self._head:  # what was kept back is handed on with its rest
            data, self._head = self._head + data, b""
        at, size = self._left, len(data)
        while size - at >= SHORT_HEAD:
            length = data[at + 1] & LENGTH
            whole = SHORT_HEAD + LONGER.get(length, 0)
            masked = data[at + 1] & MASKED
            if masked and size - at < whole:
                break
            if not masked or self._wait() > 0.0:
                if masked:
                    self._too_many()
                self._reader.feed_data(data[:at] + WRONG)
                return True, b""  # nothing after it is read
            if length in LONGER:
                length = int.from_bytes(data[at + SHORT_HEAD : at + whole], "big")
            at += whole + MASK + length
        self._left = max(0, at - size)
        if at < size:
            data, self._head = data[:at], data[at:]
        return self._reader.feed_data(data)

    def feed_eof(self) -> None:
        self._reader.feed_eof()
