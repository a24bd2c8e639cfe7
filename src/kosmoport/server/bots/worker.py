"""A process that decides for bots: messages on its input, replies on its output, an end when the input ends.

It stays deaf to Ctrl-C and to a polite request to end, because the server decides when it stops; it ends
itself at once, in the middle of a thought, when the server is gone. Nothing that a bot prints goes anywhere.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
from typing import IO

from kosmoport.games import game_by_id
from kosmoport.server.bots.deciding import RAISED, decide, suggest, warm_up
from kosmoport.server.bots.wire import HEAD, Advise, Hello, Message, Reply, Think, frame, read_message


def main() -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    inward, outward = _own_pipes()
    messages: queue.SimpleQueue[Message] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(inward, messages), daemon=True).start()
    while True:
        outward.write(frame(answer(messages.get())))
        outward.flush()


def answer(message: Message) -> Reply:
    """Do what the message says."""
    if isinstance(message, Think):
        return decide(message)
    if isinstance(message, Advise):
        return suggest(message)
    if isinstance(message, Hello):
        sys.path[:] = message.path
        if hasattr(os, "nice"):
            os.nice(message.nice)
        return Reply()
    try:
        warm_up(game_by_id(message.game))
    except Exception:
        return Reply(fault=RAISED)
    return Reply()


def _own_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Input and output for messages alone."""
    inward, outward = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    os.close(nothing)
    return inward, outward


def _listen(inward: IO[bytes], messages: queue.SimpleQueue[Message]) -> None:
    """A thread of its own, as the end of the input must be noticed while a bot thinks."""
    try:
        while head := inward.read(HEAD):
            messages.put(read_message(inward.read(int.from_bytes(head, "big"))))
    finally:
        os._exit(0)
