"""Who may use a few places, in turn: a bounded line in which one address cannot starve another."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from kosmoport.server.headers import Problem
from kosmoport.server.processes.fairness import FairQueue

WAITING_EACH = 8  # of one address
WAITING = 100  # of all
COME_AGAIN = 3.0  # seconds


def stopping() -> Problem:
    return Problem(503, "stopping", "The server is stopping; come back in a moment.")


class Turns:
    """So many at once. Where there are several places, one address never has all of them."""

    def __init__(self, places: int, *, each: int = WAITING_EACH, most: int = WAITING) -> None:
        self._free, self._each, self._most = places, each, most
        self._queue: FairQueue[asyncio.Future[None]] = FairQueue(max(1, places - 1))

    def __len__(self) -> int:
        """How many wait."""
        return len(self._queue)

    @asynccontextmanager
    async def of(self, who: str) -> AsyncIterator[None]:
        """A place, when it is their turn; Problem if too many wait already."""
        if len(self._queue) >= self._most or self._queue.waiting(who) >= self._each:
            raise Problem(503, "queue_full", "The server is busy; try again in a moment.", wait=COME_AGAIN)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put(who, turn)
        self._pump()
        try:
            await turn
        except BaseException:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._leave(who)  # it was called just as it went away
            else:
                self._queue.discard(who, turn)
            raise
        try:
            yield
        finally:
            self._leave(who)

    def close(self) -> None:
        """Whoever waits is sent away."""
        for turn in self._queue.clear():
            if not turn.done():
                turn.set_exception(stopping())

    def _leave(self, who: str) -> None:
        self._free += 1
        self._queue.done(who)
        self._pump()

    def _pump(self) -> None:
        while self._free and (taken := self._queue.take()):
            who, turn = taken
            if turn.done():  # cancelled, but not yet out of the line
                self._queue.done(who)
                continue
            self._free -= 1
            turn.set_result(None)
