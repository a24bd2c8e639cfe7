"""Both kinds of database behind one face, with as many owners as a test wants, and lines to put there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import asyncpg

from kosmoport.house.store import PHASES, Line, Row, Store, Summary
from kosmoport.server.store.opening import is_postgres, open_store
from kosmoport.server.store.postgres import PostgresStore, connect_readers
from kosmoport.server.store.sqlite import SqliteStore

SUMMARY = Summary(
    game="piraci",
    phase="gathering",
    public=True,
    sealed=False,
    unhurried=False,
    wake_at=None,
    lobby=b'{"seats": 4}',
    result=None,
    origin="here",
)


def lines(first: int, count: int = 1, *, message: str | None = None, sender: str | None = "0") -> list[Line]:
    """Lines with numbers from `first`, the first of them caused by a message if one is named."""
    return [
        Line(n, 1000 + n, b'{"n":%d}' % n, sender, message if n == first else None)
        for n in range(first, first + count)
    ]


async def every_table(store: Store) -> list[Row]:
    """All that a store has, in the order of creation."""
    rows = await store.tables(phases=PHASES, limit=1_000_000)
    return sorted(rows, key=lambda row: (row.created_at, row.table))


def summary(**changes: Any) -> Summary:
    return replace(SUMMARY, **changes)


@dataclass(frozen=True)
class Place:
    """Where a store is."""

    where: str
    folder: Path

    @asynccontextmanager
    async def store(self, owner: str | None = None) -> AsyncIterator[Store]:
        """The store as a program opens it, or one more beside it that writes in the name of `owner`."""
        store = await (
            open_store(self.where, backup=self.folder / "backups") if owner is None else self._beside(owner)
        )
        try:
            yield store
        finally:
            await store.close()

    async def _beside(self, owner: str) -> Store:
        if not is_postgres(self.where):
            return SqliteStore(Path(self.where), owner=owner)
        session = await asyncpg.connect(self.where)
        return PostgresStore(
            self.where, owner=owner, session=session, readers=await connect_readers(self.where)
        )
