"""A program that appends to many tables at once and says what was acknowledged, until it is killed."""

from __future__ import annotations

import asyncio
import os
import sys

from kosmoport.house.store import Line, Store
from kosmoport.server.store.opening import open_store
from tests.server.store.places import SUMMARY

TABLES = 20


async def keep_appending(store: Store, table: str, hasty: bool) -> None:
    row = await store.claim(table)
    if row is None:
        n, epoch = 1, await store.create(table, [Line(1, 1, b"{}")], SUMMARY)
    else:
        n, epoch = row.n, row.epoch
    while True:
        n += 1
        append = store.append(table, epoch, n - 1, [Line(n, n, b'{"n":%d}' % n, "0", f"m{n}")])
        # Straight to the pipe: a buffer would die with the process and hide what was acknowledged.
        if hasty:
            os.write(1, f"{table} {n}\n".encode())
            await append
        else:
            await append
            os.write(1, f"{table} {n}\n".encode())


async def main() -> None:
    hasty = sys.argv[2:] == ["hasty"]  # a control: says that a line is there before it is
    store = await open_store(sys.argv[1], backup=None)
    await asyncio.gather(*(keep_appending(store, f"t{k}", hasty) for k in range(TABLES)))


if __name__ == "__main__":
    asyncio.run(main())
