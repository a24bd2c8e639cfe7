"""What a room's task has to do, one thing after the other: commands, decisions of the house, and looks."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kosmoport.house.http import UNKNOWN, Networks
from kosmoport.house.viewers import Viewer
from kosmoport.table import protocol
from kosmoport.table.entries import AnyEntry
from kosmoport.table.table import Table

MOST_WAITING = 500  # jobs of one table; more are refused

Decide = Callable[[Table, int], Sequence[AnyEntry]]


@dataclass(frozen=True)
class Asked:
    """A command, or what the house itself decides when its turn has come."""

    sender: str | None = None
    command: protocol.AnyCommand | None = None
    still: Callable[[Table], bool] | None = None  # is the sender who they were when they asked?
    viewer: Viewer | None = None  # the same for who asks over a socket
    # Gets the answer when everybody is told, so that the socket of the sender is written to once, not twice.
    reply: Callable[[protocol.Ack], None] = lambda ack: None
    networks: Networks = (UNKNOWN,)  # where they ask from
    deciding: Decide = lambda table, now: ()


@dataclass
class Job:
    """Something for the room's task to do, who waits for what comes of it, and when it came."""

    call: Callable[[], Awaitable[Any]]
    answer: asyncio.Future[Any]
    came: int


class Jobs(asyncio.Queue[Job | None]):
    """What a room's task has to do, in the order in which it came; None: look what is due by itself."""

    _queue: deque[Job | None]

    def passed(self, now: int) -> int:
        """The time, as far as it may have passed for a table where something waits that came before."""
        oldest = next((job.came for job in self._queue if job is not None), now)
        return min(oldest, now)


def nobody_waits() -> asyncio.Future[Any]:
    """For work whose outcome nobody asks for; what goes wrong is the room's own concern."""
    answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    answer.cancel()
    return answer


async def cancelled(tasks: Sequence[asyncio.Task[Any]]) -> None:
    """Once all of these have ended."""
    for task in tasks:
        task.cancel()
    waiting: Awaitable[Any] = asyncio.gather(*tasks, return_exceptions=True)
    await waiting
