"""The store in memory keeps what SQLite keeps, whatever is asked of both."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kosmoport.house.memory_store import MemoryStore
from kosmoport.house.store import PHASES, Duplicate, Line, NotOwner, Store, Summary
from kosmoport.server.store import sqlite_file
from kosmoport.server.store.sqlite import SqliteStore
from tests.server.store.places import every_table

Asked = Callable[[Store], Awaitable[Any]]

TABLES = ("t", "u", "v", "nobody\0")
STEPS = 300


async def outcome(asked: Asked, store: Store) -> Any:
    """What comes back, or which exception."""
    try:
        return await asked(store)
    except (NotOwner, Duplicate, ValueError) as error:
        return type(error)


def step(rng: Random) -> Asked:
    """One thing that is asked of a store."""
    table, epoch, after = rng.choice(TABLES), rng.choice((1, 1, 2, 3)), rng.randrange(6)
    sender, message = rng.choice((("0", "a"), ("0", "b"), ("1", "a"), ("0", None), (None, "a")))
    lines = [
        Line(n, 100 + rng.randrange(5), b'{"n":1}', sender, message if n == after + 1 else None)
        for n in range(after + 1, after + 1 + rng.randrange(3))
    ]
    first = [Line(1, 100 + rng.randrange(5), b"{}", sender, None)]
    wake = rng.choice((None, 5, 50))
    phase = rng.choice((*PHASES, "asleep") if rng.random() < 0.1 else PHASES)
    public = rng.random() < 0.5
    # No phase is called "asleep": stores say so.
    summary = Summary("piraci", phase, public, False, False, wake, b"{}", None, "here")  # type: ignore[arg-type]
    asked: list[Asked] = [
        lambda store: store.create(table, first, summary),
        lambda store: store.append(table, epoch, after, lines, rng_summary),
        lambda store: store.append(table, epoch, after, lines, rng_summary),
        lambda store: store.claim(table),
        lambda store: store.rewrite(table, epoch, {1: b"[]", after: b"[1]"}),
        lambda store: store.delete(table, epoch),
        lambda store: store.set_webhook(table, 0, url),
        lambda store: store.webhook(table, 0),
        lambda store: store.set_pushes(table, 0, url),
        lambda store: store.pushes(table, 0),
        lambda store: store.read(table, after, limit),
    ]
    rng_summary, url, limit = rng.choice((None, summary)), rng.choice((None, "x")), rng.choice((None, 1))
    return rng.choice(asked)


async def everything(store: Store) -> list[Any]:
    """All that can be found out."""
    rows = await every_table(store)
    found: list[Any] = [rows, [await store.read(row.table) for row in rows], sorted(await store.due(10))]
    listed = [await store.tables(phases=PHASES[:2], public=public, before=103) for public in (None, True)]
    found += [sorted(row.table for row in some) for some in listed]
    return [*found, await store.unchanged(PHASES, (100, "t"), 104, 2)]


@pytest.mark.parametrize("seed", range(5))
def test_both_stores_answer_alike(seed: int, tmp_path: Path) -> None:
    async def scene() -> None:
        path, rng = tmp_path / "tables.sqlite3", Random(seed)
        sqlite_file.make(path)
        one, other = MemoryStore(), SqliteStore(path, owner="us")
        for number in range(STEPS):
            asked = step(rng)
            answers = [await outcome(asked, store) for store in (one, other)]
            assert answers[0] == answers[1], f"step {number}"
        assert await everything(one) == await everything(other)
        await other.close()

    asyncio.run(scene())
