"""Tables in PostgreSQL: one session writes, a few others read."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import asyncpg

from kosmoport.house.storable import is_storable, line_values, storable
from kosmoport.house.store import FILLER, Line, NotOwner, OnCommit, Row, Summary
from kosmoport.server.store import postgres_sql as sql
from kosmoport.server.store.postgres_session import COMMAND_SECONDS, CONNECT_SECONDS, LOST
from kosmoport.server.store.postgres_writer import Writer, cannot_save
from kosmoport.server.store.rows import (
    entry_values,
    line_of,
    row_of,
    summary_values,
)

READERS = 4
NO_SUMMARY = (None,) * 9


class Reader(asyncpg.Connection):  # type: ignore[misc] # which has no types
    """Closes in silence what is lost: the pool closes old connections beside its work, where nobody hears."""

    async def close(self, *, timeout: float | None = None) -> None:
        try:
            await super().close(timeout=timeout)
        except LOST:
            self.terminate()


async def connect_readers(url: str) -> asyncpg.Pool:
    """Connections that are made when they are needed, and again when they were lost."""
    return await asyncpg.create_pool(
        url,
        min_size=0,
        max_size=READERS,
        timeout=CONNECT_SECONDS,
        command_timeout=COMMAND_SECONDS,
        connection_class=Reader,
    )


class PostgresStore:
    """A `Store` in a database whose shape is right already (see opening.py)."""

    def __init__(self, url: str, *, owner: str, session: asyncpg.Connection, readers: asyncpg.Pool) -> None:
        self._owner = owner
        self._writer = Writer(url, owner, session)
        self._readers = readers

    @property
    def on_commit(self) -> OnCommit | None:
        return self._writer.on_commit

    @on_commit.setter
    def on_commit(self, hook: OnCommit | None) -> None:
        self._writer.on_commit = hook

    async def create(self, table: str, lines: Sequence[Line], summary: Summary) -> int:
        rows = line_values(table, 0, lines)
        values = (table, len(rows), lines[0].at, lines[-1].at, *summary_values(summary), self._owner)

        async def work(session: asyncpg.Connection, again: bool) -> int:
            if again and await session.fetchval(sql.CREATED, table, self._owner):
                return 1
            if await session.fetchval(sql.CREATE, *values) is None:
                raise NotOwner(f"there is a table {table} already")
            await session.executemany(sql.INSERT_LINE, rows)
            return 1

        return await self._writer.do(work)

    async def append(
        self, table: str, epoch: int, after: int, lines: Sequence[Line], summary: Summary | None = None
    ) -> None:
        rows = line_values(table, after, lines)
        changed_at = lines[-1].at if lines else None
        replaced = NO_SUMMARY if summary is None else summary_values(summary)
        await self._writer.append(table, epoch, after, changed_at, rows, replaced)

    async def claim(self, table: str) -> Row | None:
        if not is_storable(table):
            return None

        async def work(session: asyncpg.Connection, again: bool) -> Row | None:
            found = await session.fetchrow(sql.CLAIM, self._owner, table)
            return None if found is None else row_of(tuple(found))

        return await self._writer.do(work)

    async def find(self, table: str) -> Row | None:
        if not is_storable(table):
            return None
        found = await self._select(sql.FIND, table)
        return row_of(found[0]) if found else None

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Line]:
        return [line_of(values) for values in await self._select(sql.READ, table, after, limit)]

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
                found += map(row_of, await self._select(sql.LISTED, phase, is_public, end, limit))
        return sorted(found, key=lambda row: row.changed_at, reverse=True)[:limit]

    async def unchanged(
        self, phases: Sequence[str], after: tuple[int, str], before: int, limit: int
    ) -> list[Row]:
        found: list[Row] = []
        for phase in dict.fromkeys(phases):
            for is_public in (False, True):
                values = (phase, is_public, before, *after, limit)
                found += map(row_of, await self._select(sql.UNCHANGED, *values))
        return sorted(found, key=lambda row: (row.changed_at, row.table))[:limit]

    async def due(self, now: int, limit: int = 100) -> list[str]:
        return [values[0] for values in await self._select(sql.DUE, now, limit)]

    async def rewrite(self, table: str, epoch: int, entries: Mapping[int, bytes]) -> None:
        rows = entry_values(table, entries)
        columns = [row[2] for row in rows], [row[0] for row in rows]

        async def work(session: asyncpg.Connection, again: bool) -> None:
            await self._refuse_others(session, table, epoch)
            if len(await session.fetch(sql.REWRITE, table, *columns)) != len(rows):
                raise ValueError(f"table {table} has not all of the lines to be rewritten")

        await self._writer.do(work)

    async def delete(self, table: str, epoch: int) -> None:
        async def work(session: asyncpg.Connection, again: bool) -> None:
            if again and await session.fetchval(sql.THERE, table) is None:
                return
            await self._refuse_others(session, table, epoch)
            for statement in sql.DELETE:
                await session.execute(statement, table)

        await self._writer.do(work)

    async def _refuse_others(self, session: asyncpg.Connection, table: str, epoch: int) -> None:
        if await session.fetchval(sql.OWNED, table, self._owner, epoch) is None:
            raise NotOwner(f"table {table} is not ours in epoch {epoch}")

    async def set_webhook(self, table: str, seat: int, url: str | None) -> None:
        await self._replace(sql.DELETE_WEBHOOK, sql.SET_WEBHOOK, table, seat, url)

    async def _replace(self, delete: str, insert: str, table: str, seat: int, text: str | None) -> None:
        storable(table + (text or ""))

        async def work(session: asyncpg.Connection, again: bool) -> None:
            if text is None:
                await session.execute(delete, table, seat)
            else:
                await session.execute(insert, table, seat, text)

        await self._writer.do(work)

    async def webhook(self, table: str, seat: int) -> str | None:
        found = await self._select(sql.WEBHOOK, table, seat)
        return found[0][0] if found else None

    async def set_pushes(self, table: str, seat: int, devices: str | None) -> None:
        await self._replace(sql.DELETE_PUSH, sql.SET_PUSH, table, seat, devices)

    async def pushes(self, table: str, seat: int) -> str | None:
        found = await self._select(sql.PUSH, table, seat)
        return found[0][0] if found else None

    async def check(self) -> None:
        async def write_a_row(session: asyncpg.Connection, again: bool) -> None:
            await session.execute(sql.SAME_VERSION)

        async def fill_pages(session: asyncpg.Connection, again: bool) -> None:
            filler = secrets.token_hex(FILLER // 2)  # which cannot be compressed much
            await session.execute(sql.SET_WEBHOOK, "", -1, filler)
            await session.execute(sql.DELETE_WEBHOOK, "", -1)

        await self._writer.do(write_a_row, proves=False)
        if self._writer.failing:
            await self._writer.do(fill_pages)

    async def close(self) -> None:
        await self._writer.close()
        try:
            await asyncio.wait_for(self._readers.close(), 5.0)
        except (*LOST, asyncpg.PostgresError):
            self._readers.terminate()

    async def _select(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        try:
            return await self._fetch(statement, values)
        except LOST:
            await self._readers.expire_connections()  # one was lost, and maybe the others with it
        try:
            return await self._fetch(statement, values)
        except (*LOST, asyncpg.PostgresError) as error:
            raise cannot_save(error) from error

    async def _fetch(self, statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        async with self._readers.acquire(timeout=COMMAND_SECONDS) as connection:
            return [tuple(row) for row in await connection.fetch(statement, *values)]
