"""Long work on the event loop in short slices, with everybody else's work in between."""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Iterable
from time import thread_time
from typing import Any, TypeVar

from msgspec.structs import replace

from kosmoport.table import protocol
from kosmoport.table.entries import Began, Chatted, Logged
from kosmoport.table.table import Table
from kosmoport.table.telling import tell_all

SLICE = 0.005  # seconds of the loop's own time; a step may go a little beyond it

T = TypeVar("T")
Steps = Generator[None, None, T]


class Slices:
    """Long work takes turns, a slice each; between two slices the loop looks at everything else."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()  # whoever waits for it gets it in the order in which they came

    async def through(self, work: Steps[T]) -> T:
        """All steps of some work; what it returns. What a slice is enough for waits for nobody."""
        try:
            _slice_of(work)
            while True:
                async with self._turn:
                    await asyncio.sleep(0)
                    _slice_of(work)
        except StopIteration as done:
            result: T = done.value
            return result


def _slice_of(work: Steps[Any]) -> None:
    """Some steps; StopIteration with the result if there are no more."""
    until = thread_time() + SLICE
    next(work)
    while thread_time() < until:
        next(work)


def applied(table: Table, line: Logged) -> Steps[list[Any]]:
    """A line applied to a table, in steps where it brings a long past; what happened."""
    if isinstance(line.entry, Began):
        yield from table.catching_up(line.entry)
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
