"""The one thread that writes to an SQLite file: whatever is waiting is written in one transaction."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from kosmoport.house.store import CannotSave, Duplicate, OnCommit
from kosmoport.server.store.sqlite_appends import Append, write_appends

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

LARGEST_GROUP = 1000
CROWD = 8  # jobs that waited for one transaction: then there are so many that the next one waits for more,
GATHER = 0.02  # seconds, since it costs hardly more than one job
AT_ONCE = 8  # answers in one turn of the loop
FORGET_AGAIN = 5.0  # seconds until old pages are tried again that somebody was reading
READERS_MS = 200  # how long all writing waits for such readers
BUSY_MS = 5000  # how long a write waits for another program

SENTENCES = {
    sqlite3.SQLITE_FULL: "there is no room left on its disk",
    sqlite3.SQLITE_IOERR: "its disk does not take it",
    sqlite3.SQLITE_READONLY: "it may only be read",
    sqlite3.SQLITE_CANTOPEN: "it can no longer be opened",
    sqlite3.SQLITE_BUSY: "another program is holding it",
    sqlite3.SQLITE_CORRUPT: "it is damaged",
    sqlite3.SQLITE_NOTADB: "it is damaged",
}


def cannot_save(error: Exception) -> CannotSave:
    """One sentence for what SQLite said."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    reason = SENTENCES.get(code & 0xFF, str(error))  # the low byte is the kind, the rest says where
    return CannotSave(f"Nothing could be saved in the database: {reason}.")


@dataclass(slots=True)
class _Job:
    work: Work[Any]
    answer: asyncio.Future[Any]
    append: Append | None = None  # the work, where it is that: others can be done with it
    forgets: bool = False
    proves: bool = True
    result: Any = None
    error: Exception | None = None


class Writer:
    """Owns the connection that writes; each piece of work succeeds or fails by itself."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.on_commit: OnCommit | None = None
        self.failing = False  # the last write was not saved
        self._to_forget = False  # old pages are still in the write-ahead log
        self._crowded = False  # many waited for the last transaction
        self._connection = connection
        self._loop = asyncio.get_running_loop()
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._closed = False
        # A program that ends without closing us is no worse off than one that was killed.
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    async def do(
        self, work: Work[T], *, append: Append | None = None, forgets: bool = False, proves: bool = True
    ) -> T:
        """The result of `work`, once it is durable; an `append` may be written together with others.

        With `forgets` the result says how much went, and no file has that any more. What is too small to
        show that others could write again does not prove it.
        """
        if self._closed:
            raise CannotSave("Nothing could be saved in the database: it is closed.")
        answer: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(_Job(work, answer, append, forgets, proves))
        return await answer

    async def close(self) -> None:
        """Write what was accepted, then close the connection."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        more = True
        while more:
            group, more = self._waiting()
            seconds = self._write(group) if group else None
            self._to_forget |= any(job.forgets and job.result for job in group)
            if self._to_forget:
                self._forget()
            if group:
                with suppress(RuntimeError):  # the loop is closed and nobody waits any more
                    self._loop.call_soon_threadsafe(self._answer, group, seconds)
        self._connection.close()

    def _waiting(self) -> tuple[list[_Job], bool]:
        """What is to be written now, once there is something; and whether to go on after it."""
        group: list[_Job] = []
        try:
            job = self._jobs.get(timeout=FORGET_AGAIN if self._to_forget else None)
        except queue.Empty:
            return group, True
        if self._crowded:
            time.sleep(GATHER)
        while job is not None:
            group.append(job)
            if len(group) == LARGEST_GROUP or self._jobs.empty():
                break
            job = self._jobs.get()
        self._crowded = len(group) >= CROWD
        return group, job is not None

    def _write(self, group: list[_Job]) -> float | None:
        """Seconds the transaction took, or None if it failed as a whole; the answers are in the jobs."""
        began = time.perf_counter()
        try:
            self._connection.rollback()  # what a failing disk may have left open
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                # Without savepoints, which cost as much as the work.
                if appends := [job.append for job in group if job.append is not None]:
                    write_appends(self._connection, appends)
                for job in group:
                    if job.append is None:
                        job.result = job.work(self._connection)
            except Exception as error:
                self._work_one_by_one(group, error)
            self._connection.execute("COMMIT")
        except Exception as error:
            with suppress(sqlite3.Error):
                self._connection.rollback()
            for job in group:
                job.result, job.error = None, cannot_save(error)
            self.failing = True
            return None
        if any(job.proves and job.error is None for job in group):
            self.failing = False
        return time.perf_counter() - began

    def _work_one_by_one(self, group: list[_Job], failed: Exception) -> None:
        """Again, since one of them has failed; raises what concerns all of them."""
        if _concerns_all(failed) or not self._connection.in_transaction:
            raise failed
        self._connection.execute("ROLLBACK")
        self._connection.execute("BEGIN IMMEDIATE")
        for job in group:
            self._work(job)

    def _work(self, job: _Job) -> None:
        """One piece of work by itself. Raises only what concerns the whole group."""
        self._connection.execute("SAVEPOINT job")
        try:
            job.result = job.work(self._connection)
        except Exception as error:
            # SQLite itself ends the transaction when a disk fails it.
            if _concerns_all(error) or not self._connection.in_transaction:
                raise
            job.result, job.error = None, _named(error)
            self._connection.execute("ROLLBACK TO job")
        self._connection.execute("RELEASE job")

    def _forget(self) -> None:
        """Empty the write-ahead log, which holds old pages until it is written over.

        Another program that copies the database is not waited for: it is tried again, and at the end.
        """
        with suppress(sqlite3.Error):
            self._connection.execute(f"PRAGMA busy_timeout = {READERS_MS}").fetchall()
            busy, *_ = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            self._to_forget = bool(busy)
        with suppress(sqlite3.Error):
            self._connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}").fetchall()

    def _answer(self, group: list[_Job], seconds: float | None) -> None:
        if rest := group[AT_ONCE:]:  # all of them would hold the loop too long in one turn
            self._loop.call_soon(self._answer, rest, None)
        for job in group[:AT_ONCE]:
            if job.answer.done():
                continue  # its caller was cancelled
            if job.error is not None:
                job.answer.set_exception(job.error)
            else:
                job.answer.set_result(job.result)
        if self.on_commit is not None and seconds is not None:  # counted when those who waited have gone on
            self._loop.call_soon(self.on_commit, len(group), seconds)


def _named(error: Exception) -> Exception:
    """What is twice in a log is a message: nothing else has to be unique that could be written twice."""
    if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_CONSTRAINT_UNIQUE:
        return Duplicate("a message of this id is in the log already")
    return error


def _concerns_all(error: Exception) -> bool:
    """Is it the database, and not what this one job asked of it?"""
    return isinstance(error, sqlite3.OperationalError) or type(error) is sqlite3.DatabaseError
