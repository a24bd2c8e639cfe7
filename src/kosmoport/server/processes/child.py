"""A process of the server from the inside: messages on its input, replies on its output, in turn.

It stays deaf to Ctrl-C and to a polite request to end, because the server decides when it stops; it ends
itself at once, in the middle of its work, when the server is gone. Nothing that is printed goes anywhere.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from math import ceil
from time import process_time
from typing import IO

import msgspec

from kosmoport.server.processes.framing import HEAD, Hello, frame

if sys.platform != "win32":
    import resource


def serve(answer: Callable[[bytes], bytes]) -> None:
    """Answer messages until the input ends."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    inward, outward = _own_pipes()
    messages: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(inward, messages), daemon=True).start()
    _settle(msgspec.msgpack.decode(messages.get(), type=Hello))
    reply = b""
    while True:
        outward.write(frame(reply))
        outward.flush()
        reply = answer(messages.get())


def allow(seconds: float) -> None:
    """End this process when it has used so much more processor time, where the system has such a limit."""
    if sys.platform != "win32":
        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        wanted = ceil(process_time() + seconds)
        _limit(resource.RLIMIT_CPU, wanted if most == resource.RLIM_INFINITY else min(wanted, most), most)


def _settle(hello: Hello) -> None:
    sys.path[:] = hello.path
    if sys.platform != "win32":
        os.nice(hello.nice)
        _limit(resource.RLIMIT_CORE, 0, 0)  # what a process dies of is in nobody's file
        if hello.memory is not None:
            _limit(resource.RLIMIT_AS, hello.memory, hello.memory)


def _limit(what: int, soft: int, hard: int) -> None:
    """Not every system takes every limit: macOS has processes that are larger than any before they begin."""
    with suppress(OSError, ValueError):
        resource.setrlimit(what, (soft, hard))


def _own_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Input and output for messages alone."""
    inward, outward = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    os.close(nothing)
    return inward, outward


def _listen(inward: IO[bytes], messages: queue.SimpleQueue[bytes]) -> None:
    """A thread of its own, as the end of the input must be noticed while something is worked on."""
    try:
        while head := inward.read(HEAD):
            messages.put(inward.read(int.from_bytes(head, "big")))
    finally:
        os._exit(0)
