"""Long work on the event loop in short slices, with everybody else's work in between."""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Iterable
from typing import Any, TypeVar

from msgspec.structs import replace

from kosmoport.house.times import thread_time
from kosmoport.house.turns import Turns
from kosmoport.table import protocol
from kosmoport.table.entries import Chatted, Logged
from kosmoport.table.table import Table
from kosmoport.table.telling import tell_all

SLICE = 0.005  # seconds of the loop's own time; a step may go a little beyond it
NOBODY_IS_REFUSED = 1 << 30

T = TypeVar("T")
Steps = Generator[None, None, T]


class Slices:
    """Long work takes turns, a slice each; between two slices the loop looks at everything else.

    Whoever has a hundred long works has as many turns as somebody with one.
    """

    def __init__(self) -> None:
        self._turns = Turns(1, each=NOBODY_IS_REFUSED, most=NOBODY_IS_REFUSED)
        self._used: float | None = None  # of the slice that works may begin with as they come

    async def through(self, work: Steps[T], who: str = "") -> T:
        """All steps of some work; what it returns. Little that comes alone waits for nobody."""
        try:
            self._begin(work)
            while True:
                async with self._turns.of(who):
                    await asyncio.sleep(0)
                    _slice_of(work, SLICE)
        except StopIteration as done:
            result: T = done.value
            return result

    def _begin(self, work: Steps[Any]) -> None:
        """The first steps at once: what comes in one round of the loop has one slice for all of it."""
        if self._used is None:
            self._used = 0.0
            asyncio.get_running_loop().call_soon(self._round_is_over)
        elif self._used >= SLICE:
            return
        began = thread_time()
        try:
            _slice_of(work, SLICE - self._used)
        finally:
            self._used += thread_time() - began

    def _round_is_over(self) -> None:
        self._used = None


def _slice_of(work: Steps[Any], seconds: float) -> None:
    """Some steps; StopIteration with the result if there are no more."""
    until = thread_time() + seconds
    next(work)
    while thread_time() < until:
        next(work)


def applied(table: Table, line: Logged) -> Steps[list[Any]]:
    """A line applied to a table, in steps where it needs many moves; what happened."""
    yield from table.preparing(line.entry)
    return table.apply(line)


def replayed(table: Table, lines: Iterable[Logged]) -> Steps[float]:
    """Lines applied to a new table; the seconds that it took."""
    spent = 0.0
    for line in lines:
        began = thread_time()
        yield from applied(table, line)
        spent += thread_time() - began
        yield
    return spent


def told_again(
    table: Table, lines: Iterable[Logged], viewer: int, seen: int, muted: frozenset[int]
) -> Steps[list[bytes]]:
    """What a viewer was told of the lines after `seen`, from a new table; the words of some are left out."""
    told = []
    for line in lines:
        happened = yield from applied(table, line)
        if line.n > seen:
            message: Any = tell_all(table, line, (viewer,), happened)[viewer]
            if isinstance(line.entry, Chatted) and line.entry.seat in muted:
                message = replace(message, text=None)
            told.append(protocol.encode(message))
        yield
    return told
