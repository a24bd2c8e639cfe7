"""Who may use a few places, in turn: a bounded line in which one address cannot starve another."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from kosmoport.house.fairness import FairQueue
from kosmoport.house.http_errors import HTTPError

WAITING_EACH = 8  # of one address
WAITING = 100  # of all
COME_AGAIN = 3.0  # seconds


def stopping() -> HTTPError:
    return HTTPError(503, "stopping", "The server is stopping; come back in a moment.")


def _full() -> HTTPError:
    return HTTPError(503, "queue_full", "The server is busy; try again in a moment.", wait=COME_AGAIN)


class Turns:
    """So many at once, small things and large ones in lines of their own, which take turns.

    Where there are several places, large things never have all of them, and neither have the small ones of
    one address: who comes with little does not wait for all who come with much. Where the line is full, who
    has the most in it gives way.
    """

    def __init__(self, places: int, *, each: int = WAITING_EACH, most: int = WAITING) -> None:
        self._free, self._each, self._most = places, each, most
        few = max(1, places - 1)
        self._small, self._large = _Line(few, places), _Line(few, few)
        self._next = (self._small, self._large)  # whose turn it is, if both wait

    def __len__(self) -> int:
        """How many wait."""
        return len(self._small.queue) + len(self._large.queue)

    @asynccontextmanager
    async def of(self, who: str, large: bool = False) -> AsyncIterator[None]:
        """A place, when it is their turn; HTTPError if too many wait already."""
        if self._waiting(who) >= self._each or (len(self) >= self._most and not self._make_room(who)):
            raise _full()
        line = self._large if large else self._small
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.queue.put(who, turn)
        self._pump()
        try:
            await turn
        except BaseException:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._leave(line, who)  # it was called just as it went away
            else:
                line.queue.discard(who, turn)
            raise
        try:
            yield
        finally:
            self._leave(line, who)

    def close(self) -> None:
        """Whoever waits is sent away."""
        for turn in (*self._small.queue.clear(), *self._large.queue.clear()):
            if not turn.done():
                turn.set_exception(stopping())

    def _make_room(self, who: str) -> bool:
        """Who has the most in the line is sent away with one thing, if that is more than `who` would have."""
        lines = (self._large.queue, self._small.queue)
        waiting = lines[0].all_waiting() + lines[1].all_waiting()
        most = max(waiting, key=lambda one: waiting[one], default=who)
        if waiting[most] <= waiting[who] + 1:
            return False
        turn = next(queue for queue in lines if queue.waiting(most)).turn_away(most)
        if not turn.done():
            turn.set_exception(_full())
        return True

    def _waiting(self, who: str) -> int:
        return self._small.queue.waiting(who) + self._large.queue.waiting(who)

    def _leave(self, line: _Line, who: str) -> None:
        self._free += 1
        line.free += 1
        line.queue.done(who)
        self._pump()

    def _pump(self) -> None:
        while self._free and (line := next((line for line in self._next if line.calls()), None)):
            self._free -= 1
            self._next = (self._large, self._small) if line is self._small else (self._small, self._large)


class _Line:
    """Who waits with things of one size, and how many of these may still run."""

    def __init__(self, each: int, places: int) -> None:
        self.queue: FairQueue[asyncio.Future[None]] = FairQueue(each)
        self.free = places

    def calls(self) -> bool:
        """Call the next one in; False if there is nobody, or no place for such things."""
        while self.free and (taken := self.queue.take()):
            who, turn = taken
            if turn.done():  # cancelled, but not yet out of the line
                self.queue.done(who)
                continue
            self.free -= 1
            turn.set_result(None)
            return True
        return False
