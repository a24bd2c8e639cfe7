"""The one task that writes to PostgreSQL: whatever appends are waiting are written in one statement."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import asyncpg

from kosmoport.house.store import CannotSave, Duplicate, NotOwner, OnCommit
from kosmoport.server.store import postgres_sql as sql
from kosmoport.server.store.postgres_session import LOST, open_session, why

T = TypeVar("T")
Work = Callable[[asyncpg.Connection, bool], Awaitable[T]]
"""Told with True that it may have been carried out before, when its answer was lost."""

LARGEST_GROUP = 1000
PATIENCE = 5.0  # for the end of our own session that was lost
PAUSES = (0.05, 0.2, 0.5, 1.0, 2.0)  # between attempts to find out what became of a group


def cannot_save(error: Exception) -> CannotSave:
    return CannotSave(f"Nothing could be saved in the database: {why(error)}.")


@dataclass(slots=True)
class Append:
    """Lines for one table's log, as values of `postgres_sql.APPEND`."""

    table: str
    epoch: int
    after: int
    changed_at: int | None
    lines: list[tuple[Any, ...]]
    summary: tuple[Any, ...]
    answer: asyncio.Future[None]

    @property
    def n(self) -> int:
        return self.after + len(self.lines)

    @property
    def values(self) -> tuple[Any, ...]:
        return (self.table, self.epoch, self.after, self.n, self.changed_at, *self.summary)


@dataclass(slots=True)
class _Single:
    work: Work[Any]
    proves: bool
    answer: asyncio.Future[Any] = field(repr=False)


_Job = Append | _Single


class Writer:
    """Owns the session that writes, and finds it anew when it was lost."""

    def __init__(self, url: str, owner: str, session: asyncpg.Connection) -> None:
        self.on_commit: OnCommit | None = None
        self.failing = False  # the last write was not saved
        self._url = url
        self._owner = owner
        self._session: asyncpg.Connection | None = session
        self._jobs: deque[_Job] = deque()
        self._wake = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run(), name="store-writer")

    async def append(
        self,
        table: str,
        epoch: int,
        after: int,
        changed_at: int | None,
        lines: list[tuple[Any, ...]],
        summary: tuple[Any, ...],
    ) -> None:
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self._wait(Append(table, epoch, after, changed_at, lines, summary, answer))

    async def do(self, work: Work[T], *, proves: bool = True) -> T:
        """The result of `work`, which is done in a transaction of its own.

        What is too small to show that others could write again does not prove it.
        """
        result: T = await self._wait(_Single(work, proves, asyncio.get_running_loop().create_future()))
        return result

    async def close(self) -> None:
        """Write what was accepted, then end the session."""
        self._closing = True
        self._wake.set()
        await self._task
        if self._session is not None:
            await _end(self._session)
            self._session = None

    async def _wait(self, job: _Job) -> Any:
        if self._closing:
            raise CannotSave("Nothing could be saved in the database: it is closed.")
        self._jobs.append(job)
        self._wake.set()
        return await job.answer

    async def _run(self) -> None:
        while self._jobs or not self._closing:
            if self._jobs:
                await self._settle(self._take())
            else:
                self._wake.clear()
                await self._wake.wait()

    def _take(self) -> list[_Job]:
        """The next job alone, or as many appends to different tables as are waiting."""
        group = [self._jobs.popleft()]
        if isinstance(group[0], _Single):
            return group
        tables = {group[0].table}
        while self._jobs and len(group) < LARGEST_GROUP:
            job = self._jobs[0]
            if isinstance(job, _Single) or job.table in tables:
                break
            tables.add(job.table)
            group.append(self._jobs.popleft())
        return group

    async def _settle(self, group: list[_Job]) -> None:
        """Answer every job of the group, however often the connection breaks meanwhile."""
        pauses = 0
        in_doubt = False
        while waiting := [job for job in group if not job.answer.done()]:
            try:
                session = await self._connected()
            except Exception as error:
                self.failing = True
                if not in_doubt or self._closing:
                    _fail(waiting, _unknown() if in_doubt else cannot_save(error))
                    return
                self._fail_queue(cannot_save(error))
                await asyncio.sleep(PAUSES[min(pauses, len(PAUSES) - 1)])
                pauses += 1
                continue
            try:
                await self._write(session, waiting, in_doubt)
            except LOST:
                session.terminate()
                in_doubt = True

    async def _connected(self) -> asyncpg.Connection:
        if self._session is None or self._session.is_closed():
            self._session = None
            self._session = await open_session(self._url, self._owner, PATIENCE)
        return self._session

    async def _write(self, session: asyncpg.Connection, jobs: list[_Job], again: bool) -> None:
        """Answer the jobs; raises one of LOST if that was not possible."""
        began = time.perf_counter()
        try:
            if isinstance(jobs[0], _Single):
                await _do(session, jobs[0], again)
                self.failing &= not jobs[0].proves
            else:
                await self._append(session, [job for job in jobs if isinstance(job, Append)], again)
        except LOST:
            raise
        except (asyncpg.DataError, asyncpg.IntegrityConstraintViolationError) as error:
            if len(jobs) == 1:
                _fail(jobs, _refusal(error))
            else:  # one of them cannot be written, the others can
                for job in jobs:
                    await self._write(session, [job], again)
            return
        except asyncpg.PostgresError as error:
            self.failing = True
            _fail(jobs, cannot_save(error))
            return
        except Exception as error:
            _fail(jobs, error)
            return
        if self.on_commit is not None:
            # Not from here: a hook that fails must not end the task.
            asyncio.get_running_loop().call_soon(self.on_commit, len(jobs), time.perf_counter() - began)

    async def _append(self, session: asyncpg.Connection, jobs: list[Append], again: bool) -> None:
        if again:
            jobs = await self._without_landed(session, jobs)
        if not jobs:
            return
        tables = zip(*(job.values for job in jobs), strict=True)
        lines = list(zip(*(line for job in jobs for line in job.lines), strict=True)) or [()] * 6
        written = {row[0] for row in await session.fetch(sql.APPEND, self._owner, *tables, *lines)}
        _succeed([job for job in jobs if job.table in written])
        self.failing &= not written
        if refused := [job for job in jobs if job.table not in written]:
            await self._explain(session, refused)

    async def _without_landed(self, session: asyncpg.Connection, jobs: list[Append]) -> list[Append]:
        """Those whose lines are not in the log; a summary alone may as well be replaced again."""
        asked = [job for job in jobs if job.lines]
        columns = [[job.table for job in asked], [job.epoch for job in asked], [job.n for job in asked]]
        landed = {row[0] for row in await session.fetch(sql.LANDED, self._owner, *columns)}
        _succeed([job for job in asked if job.table in landed])
        return [job for job in jobs if not job.answer.done()]

    async def _explain(self, session: asyncpg.Connection, jobs: list[Append]) -> None:
        columns = [[job.table for job in jobs], [job.epoch for job in jobs], [job.after for job in jobs]]
        ours = {row[0] for row in await session.fetch(sql.STILL_OURS, self._owner, *columns)}
        for job in jobs:
            if job.table in ours:
                _fail([job], Duplicate("a message of this id is in the log already"))
            else:
                place = f"in epoch {job.epoch} after line {job.after}"
                _fail([job], NotOwner(f"table {job.table} is not ours {place}"))

    def _fail_queue(self, error: CannotSave) -> None:
        _fail(list(self._jobs), error)
        self._jobs.clear()


async def _do(session: asyncpg.Connection, job: _Single, again: bool) -> None:
    async with session.transaction():
        result = await job.work(session, again)
    if not job.answer.done():
        job.answer.set_result(result)


def _succeed(jobs: list[Append]) -> None:
    for job in jobs:
        if not job.answer.done():
            job.answer.set_result(None)


def _fail(jobs: list[_Job] | list[Append], error: Exception) -> None:
    for job in jobs:
        if not job.answer.done():
            job.answer.set_exception(type(error)(*error.args) if len(jobs) > 1 else error)


def _refusal(error: asyncpg.PostgresError) -> Exception:
    if error.constraint_name == "log_messages":
        return Duplicate("a message of this id is in the log already")
    return ValueError(f"the database does not take this: {type(error).__name__}")


def _unknown() -> CannotSave:
    return CannotSave("The database went away, and it is not known whether the last change was saved.")


async def _end(session: asyncpg.Connection) -> None:
    try:
        await session.close(timeout=5.0)
    except (*LOST, asyncpg.PostgresError):
        session.terminate()
