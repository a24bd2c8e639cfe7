"""Tables in an SQLite file: one thread writes, another reads."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from kosmoport.house.storable import is_storable, line_values, storable
from kosmoport.house.store import FILLER, Damaged, Line, NotOwner, OnCommit, Row, Summary
from kosmoport.server.store.rows import (
    LINE,
    ROW,
    entry_values,
    line_of,
    row_of,
    summary_values,
)
from kosmoport.server.store.sqlite_appends import Append, write_appends
from kosmoport.server.store.sqlite_writer import BUSY_MS, Writer, cannot_save

CREATE = (
    f"INSERT INTO tables ({ROW}, owner) VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT DO NOTHING"
)
INSERT_LINE = f"INSERT INTO log (table_id, {LINE}) VALUES (?, ?, ?, ?, ?, ?)"
CLAIM = f"UPDATE tables SET owner = ?, epoch = epoch + 1 WHERE id = ? RETURNING {ROW}"
OWNED = "SELECT 1 FROM tables WHERE id = ? AND owner = ? AND epoch = ?"
DELETE = (
    "DELETE FROM log WHERE table_id = ?",
    "DELETE FROM webhooks WHERE table_id = ?",
    "DELETE FROM pushes WHERE table_id = ?",
    "DELETE FROM tables WHERE id = ?",
)
REWRITE = "UPDATE log SET entry = ? WHERE table_id = ? AND n = ?"
SET_WEBHOOK = "INSERT INTO webhooks (table_id, seat, url) VALUES (?, ?, ?)"
DELETE_WEBHOOK = "DELETE FROM webhooks WHERE table_id = ? AND seat = ?"
SET_PUSH = "INSERT INTO pushes (table_id, seat, devices) VALUES (?, ?, ?)"
DELETE_PUSH = "DELETE FROM pushes WHERE table_id = ? AND seat = ?"
READ = f"SELECT {LINE} FROM log WHERE table_id = ? AND n > ? ORDER BY n LIMIT ?"
LISTED = (
    f"SELECT {ROW} FROM tables WHERE phase = ? AND is_public = ? AND changed_at < ?"
    " ORDER BY changed_at DESC LIMIT ?"
)
UNCHANGED = (
    f"SELECT {ROW} FROM tables WHERE phase = ? AND is_public = ? AND changed_at < ?"
    " AND (changed_at, id) > (?, ?) ORDER BY changed_at, id LIMIT ?"
)
DUE = "SELECT id FROM tables WHERE wake_at <= ? AND phase <> 'closed' ORDER BY wake_at LIMIT ?"


def connect(path: Path, *, writing: bool) -> sqlite3.Connection:
    """A connection that leaves transactions to us and may be handed to another thread."""
    patience = BUSY_MS / 1000
    connection = sqlite3.connect(path, timeout=patience, isolation_level=None, check_same_thread=False)
    # Bytes that are no text concern one table: who makes a line or a row of them finds out.
    connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    if writing:
        connection.execute("PRAGMA journal_mode = WAL").fetchall()
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")  # where a plain fsync does not reach the disk
        connection.execute("PRAGMA secure_delete = ON").fetchall()  # an erased name is overwritten with zeros
        # Lines of many tables lie on many pages: carried into the file seldom, they are carried together.
        connection.execute("PRAGMA wal_autocheckpoint = 8000").fetchall()
        connection.execute("PRAGMA journal_size_limit = 67108864").fetchall()
    else:
        connection.execute("PRAGMA query_only = ON")
    return connection


class SqliteStore:
    """A `Store` in a file whose shape is right already (see opening.py)."""

    def __init__(self, path: Path, *, owner: str, let_go: Callable[[], None] = lambda: None) -> None:
        self._owner = owner
        self._let_go = let_go
        self._writer = Writer(connect(path, writing=True))
        self._reading = connect(path, writing=False)
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="store-reader")
        self._closed = False

    @property
    def on_commit(self) -> OnCommit | None:
        return self._writer.on_commit

    @on_commit.setter
    def on_commit(self, hook: OnCommit | None) -> None:
        self._writer.on_commit = hook

    async def create(self, table: str, lines: Sequence[Line], summary: Summary) -> int:
        rows = line_values(table, 0, lines)
        values = (table, len(rows), lines[0].at, lines[-1].at, *summary_values(summary), self._owner)

        def work(connection: sqlite3.Connection) -> int:
            if connection.execute(CREATE, values).rowcount == 0:
                raise NotOwner(f"there is a table {table} already")
            connection.executemany(INSERT_LINE, rows)
            return 1

        return await self._writer.do(work)

    async def append(
        self, table: str, epoch: int, after: int, lines: Sequence[Line], summary: Summary | None = None
    ) -> None:
        rows = line_values(table, after, lines)
        changed_at = lines[-1].at if lines else None
        fence = (after + len(rows), changed_at, table, self._owner, epoch, after)
        replaced = None if summary is None else (*summary_values(summary), table)
        append = Append(fence, rows, replaced)

        def work(connection: sqlite3.Connection) -> None:
            write_appends(connection, [append])

        await self._writer.do(work, append=append)

    async def claim(self, table: str) -> Row | None:
        if not is_storable(table):
            return None

        def work(connection: sqlite3.Connection) -> Row | None:
            found = connection.execute(CLAIM, (self._owner, table)).fetchall()
            return row_of(found[0]) if found else None

        return await self._writer.do(work)

    async def find(self, table: str) -> Row | None:
        if not is_storable(table):
            return None
        found = await self._select(f"SELECT {ROW} FROM tables WHERE id = ?", table)
        return row_of(found[0]) if found else None

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Line]:
        most = -1 if limit is None else limit
        found = await self._select(READ, table, after, most)
        return [line_of(values) for values in found]

    async def tables(
        self,
        *,
        phases: Sequence[str],
        public: bool | None = None,
        limit: int = 100,
        before: int | None = None,
    ) -> list[Row]:
        found: list[Row] = []
        for phase in dict.fromkeys(phases):
            for is_public in (False, True) if public is None else (public,):
                end = 2**63 - 1 if before is None else before
                found += _whole_rows(await self._select(LISTED, phase, is_public, end, limit))
        return sorted(found, key=lambda row: row.changed_at, reverse=True)[:limit]

    async def unchanged(
        self, phases: Sequence[str], after: tuple[int, str], before: int, limit: int
    ) -> list[Row]:
        found: list[Row] = []
        for phase in dict.fromkeys(phases):
            for is_public in (False, True):
                values = (phase, is_public, before, *after, limit)
                found += _whole_rows(await self._select(UNCHANGED, *values))
        return sorted(found, key=lambda row: (row.changed_at, row.table))[:limit]

    async def due(self, now: int, limit: int = 100) -> list[str]:
        return [values[0] for values in await self._select(DUE, now, limit)]

    async def rewrite(self, table: str, epoch: int, entries: Mapping[int, bytes]) -> None:
        rows = entry_values(table, entries)

        def work(connection: sqlite3.Connection) -> int:
            self._refuse_others(connection, table, epoch)
            if connection.executemany(REWRITE, rows).rowcount != len(rows) and rows:
                raise ValueError(f"table {table} has not all of the lines to be rewritten")
            return len(rows)

        await self._writer.do(work, forgets=True)

    async def delete(self, table: str, epoch: int) -> None:
        def work(connection: sqlite3.Connection) -> int:
            self._refuse_others(connection, table, epoch)
            return sum(connection.execute(statement, (table,)).rowcount for statement in DELETE)

        await self._writer.do(work, forgets=True)

    def _refuse_others(self, connection: sqlite3.Connection, table: str, epoch: int) -> None:
        if not connection.execute(OWNED, (table, self._owner, epoch)).fetchall():
            raise NotOwner(f"table {table} is not ours in epoch {epoch}")

    async def set_webhook(self, table: str, seat: int, url: str | None) -> None:
        await self._replace(DELETE_WEBHOOK, SET_WEBHOOK, table, seat, url)

    async def _replace(self, delete: str, insert: str, table: str, seat: int, text: str | None) -> None:
        storable(table + (text or ""))

        def work(connection: sqlite3.Connection) -> int:
            gone = connection.execute(delete, (table, seat)).rowcount
            if text is not None:
                connection.execute(insert, (table, seat, text))
            return gone

        await self._writer.do(work, forgets=True)

    async def webhook(self, table: str, seat: int) -> str | None:
        found = await self._select("SELECT url FROM webhooks WHERE table_id = ? AND seat = ?", table, seat)
        return found[0][0] if found else None

    async def set_pushes(self, table: str, seat: int, devices: str | None) -> None:
        await self._replace(DELETE_PUSH, SET_PUSH, table, seat, devices)

    async def pushes(self, table: str, seat: int) -> str | None:
        found = await self._select("SELECT devices FROM pushes WHERE table_id = ? AND seat = ?", table, seat)
        return found[0][0] if found else None

    async def check(self) -> None:
        await self._writer.do(_change_a_page, proves=False)
        if self._writer.failing:
            await self._writer.do(_fill_pages)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await self._writer.close()
        await asyncio.to_thread(self._reader.shutdown)
        self._reading.close()
        self._let_go()

    async def _select(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        def fetch() -> list[tuple[Any, ...]]:
            return self._reading.execute(statement, values).fetchall()

        try:
            return await asyncio.get_running_loop().run_in_executor(self._reader, fetch)
        except sqlite3.Error as error:
            raise cannot_save(error) from error


def _whole_rows(found: Iterable[Sequence[Any]]) -> Iterator[Row]:
    """A list passes over a row that is damaged; doctor tells of it."""
    for values in found:
        with suppress(Damaged):
            yield row_of(values)


def _change_a_page(connection: sqlite3.Connection) -> None:
    """A number of SQLite's that nobody needs; a row that stays as it was would not be written at all."""
    (number,) = connection.execute("PRAGMA user_version").fetchone()
    connection.execute(f"PRAGMA user_version = {(number + 1) % 1000}")


def _fill_pages(connection: sqlite3.Connection) -> None:
    """As much as many moves write; `secure_delete` has the pages written though they are free again."""
    connection.execute(SET_WEBHOOK, ("", -1, "x" * FILLER))
    connection.execute(DELETE_WEBHOOK, ("", -1))
