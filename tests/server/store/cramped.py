"""A program whose files may not grow beyond a limit: it fills its database, is given room, and goes on."""

from __future__ import annotations

import asyncio
import json
import resource
import sys

from kosmoport.house.store import CannotSave, Line, Store
from kosmoport.server.store.opening import open_store
from tests.server.store.places import SUMMARY

LIMIT = 400_000
TABLES = 8


def allow(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


async def fill(store: Store, table: str, refused: list[str]) -> int:
    """Append until it is refused; the number of lines that were acknowledged."""
    n = 1
    for _ in range(1000):
        try:
            await store.append(table, 1, n, [Line(n + 1, n, b'"' + b"x" * 2000 + b'"')])
        except CannotSave as error:
            refused.append(str(error))
            return n
        n += 1
    raise AssertionError("the disk is never full")


async def main() -> None:
    store = await open_store(sys.argv[1], backup=None)
    tables = [f"t{k}" for k in range(TABLES)]
    for table in tables:
        await store.create(table, [Line(1, 1, b"{}")], SUMMARY)
    refused: list[str] = []
    allow(LIMIT)
    acknowledged = await asyncio.gather(*(fill(store, table, refused) for table in tables))
    try:
        await store.check()
        healthy = True
    except CannotSave:
        healthy = False
    read_while_full = [len(await store.read(table)) for table in tables]
    allow(resource.RLIM_INFINITY)
    await store.check()
    for table, n in zip(tables, acknowledged, strict=True):
        await store.append(table, 1, n, [Line(n + 1, n, b'"after"')])
    await store.close()
    print(json.dumps([refused, acknowledged, healthy, read_while_full]))


if __name__ == "__main__":
    asyncio.run(main())
