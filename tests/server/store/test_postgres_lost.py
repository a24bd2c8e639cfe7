"""PostgreSQL goes away and comes back: nobody is told that something was saved or not before it is known."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from kosmoport.server.store import CannotSave, NotOwner
from kosmoport.server.store.postgres import Reader
from tests.server.store.places import SUMMARY, Place, lines, summary
from tests.server.store.test_opening import execute
from tests.server.store.wire import wire_to


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """The address of a socket must be short."""
    with tempfile.TemporaryDirectory(prefix="k-") as folder:
        yield Path(folder)


@pytest.mark.parametrize("loses", ["request", "answer"])
def test_an_append_whose_answer_was_lost_is_made_once(
    postgres_url: str, short_folder: Path, loses: str
) -> None:
    async def scene() -> None:
        async with (
            wire_to(postgres_url, short_folder) as (wire, url),
            Place(url, short_folder).store() as store,
        ):
            for table in ("t", "u", "v"):
                await store.create(table, lines(1), SUMMARY)
            wire.cut = (b"lost me", loses)
            outcomes = await asyncio.gather(
                store.append("t", 1, 1, lines(2, 2, message="lost me"), summary(phase="over")),
                store.append("u", 1, 1, lines(2)),
                store.append("v", 7, 1, lines(2)),
                return_exceptions=True,
            )
            assert [type(outcome) for outcome in outcomes] == [type(None), type(None), NotOwner]
            assert wire.cuts == 1
            assert await store.read("t") == lines(1) + lines(2, 2, message="lost me")
            assert await store.read("u") == lines(1, 2)
            assert await store.read("v") == lines(1)
            await store.append("t", 1, 3, lines(4))

    asyncio.run(scene())


@pytest.mark.parametrize("loses", ["request", "answer"])
def test_other_writes_whose_answer_was_lost(postgres_url: str, short_folder: Path, loses: str) -> None:
    async def scene() -> None:
        async with (
            wire_to(postgres_url, short_folder) as (wire, url),
            Place(url, short_folder).store() as store,
        ):
            wire.cut = (b"COMMIT", loses)
            assert await store.create("t", lines(1), SUMMARY) == 1
            wire.cut = (b"COMMIT", loses)
            row = await store.claim("t")
            assert row is not None
            wire.cut = (b"COMMIT", loses)
            await store.rewrite("t", row.epoch, {1: b"[]"})
            assert wire.cuts == 3
            assert [line.entry for line in await store.read("t")] == [b"[]"]
            await store.append("t", row.epoch, 1, [], summary(phase="over"))
            wire.cut = (b"COMMIT", loses)
            await store.delete("t", row.epoch)
            assert wire.cuts == 4
            assert await store.find("t") is None

    asyncio.run(scene())


def test_while_the_database_is_gone_writes_and_reads_are_refused(
    postgres_url: str, short_folder: Path
) -> None:
    async def scene() -> None:
        async with (
            wire_to(postgres_url, short_folder) as (wire, url),
            Place(url, short_folder).store() as store,
        ):
            await store.create("t", lines(1), SUMMARY)
            await store.read("t")
            wire.take_down()
            await asyncio.sleep(0.05)
            for refused in (store.append("t", 1, 1, lines(2)), store.check(), store.read("t")):
                with pytest.raises(CannotSave, match="no PostgreSQL server answers"):
                    await refused
            wire.down = False
            await store.check()
            await store.append("t", 1, 1, lines(2))
            assert await store.read("t") == lines(1, 2)

    asyncio.run(scene())


def test_what_is_in_doubt_waits_and_the_rest_is_refused(postgres_url: str, short_folder: Path) -> None:
    async def scene() -> None:
        async with (
            wire_to(postgres_url, short_folder) as (wire, url),
            Place(url, short_folder).store() as store,
        ):
            for table in ("t", "u"):
                await store.create(table, lines(1), SUMMARY)
            wire.cut = (b"lost me", "answer")
            doubtful = asyncio.create_task(store.append("t", 1, 1, lines(2, message="lost me")))
            while not wire.cuts:
                await asyncio.sleep(0.001)
            wire.take_down()
            with pytest.raises(CannotSave, match="no PostgreSQL server answers"):
                await store.append("u", 1, 1, lines(2))
            assert not doubtful.done()
            wire.down = False
            await doubtful
            assert await store.read("t") == [*lines(1), *lines(2, message="lost me")]
            await store.append("u", 1, 1, lines(2))

    asyncio.run(scene())


def test_closing_does_not_wait_for_a_database_that_is_gone(postgres_url: str, short_folder: Path) -> None:
    async def scene() -> None:
        async with (
            wire_to(postgres_url, short_folder) as (wire, url),
            Place(url, short_folder).store() as store,
        ):
            await store.create("t", lines(1), SUMMARY)
            wire.cut = (b"lost me", "answer")
            doubtful = asyncio.create_task(store.append("t", 1, 1, lines(2, message="lost me")))
            while not wire.cuts:
                await asyncio.sleep(0.001)
            wire.take_down()
            await store.close()
            with pytest.raises(CannotSave, match="not known whether"):
                await doubtful

    asyncio.run(scene())


FULL = """
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN RAISE EXCEPTION USING ERRCODE = ''disk_full''; END';
CREATE TRIGGER full_disk BEFORE INSERT ON log EXECUTE FUNCTION full_disk();
CREATE TRIGGER full_disk BEFORE INSERT ON webhooks EXECUTE FUNCTION full_disk();
"""
EMPTIED = "DROP TRIGGER full_disk ON log; DROP TRIGGER full_disk ON webhooks"


def test_a_store_that_could_not_save_is_not_well_until_much_finds_room(
    postgres_url: str, tmp_path: Path
) -> None:
    place = Place(postgres_url, tmp_path)

    async def scene() -> None:
        async with place.store() as store:
            await store.create("t", lines(1), SUMMARY)
            await execute(place, FULL)
            await store.check()
            with pytest.raises(CannotSave, match="no room left"):
                await store.append("t", 1, 1, lines(2))
            for _ in range(2):  # a row that is replaced finds room where new ones do not
                with pytest.raises(CannotSave, match="no room left"):
                    await store.check()
            await execute(place, EMPTIED)
            await store.check()
            await store.append("t", 1, 1, lines(2))
            await store.check()
            assert await store.webhook("", -1) is None

    asyncio.run(scene())


def test_sessions_ended_by_the_server_in_a_burst_cost_nothing(postgres_url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        async with Place(postgres_url, tmp_path).store() as store:
            tables = [f"t{k}" for k in range(10)]
            for table in tables:
                await store.create(table, lines(1), SUMMARY)

            async def burst(table: str) -> None:
                for n in range(1, 40):
                    await store.append(table, 1, n, lines(n + 1, message=f"m{n}"))

            bursting = [asyncio.create_task(burst(table)) for table in tables]
            ended = 0
            while not all(task.done() for task in bursting):
                ended += await end_writers(postgres_url)
            await asyncio.gather(*bursting)
            assert ended > 0
            for table in tables:
                assert [line.n for line in await store.read(table)] == list(range(1, 41))

    asyncio.run(scene())


async def end_writers(url: str) -> int:
    connection = await asyncpg.connect(url)
    try:
        ended = await connection.fetch(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'kosmoport%'"
        )
        await asyncio.sleep(0.1)
        return len(ended)
    finally:
        await connection.close()


def test_what_is_lost_is_closed_without_a_word(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pool does so in tasks of its own, whose errors would stand in the log as mistakes of ours."""

    async def broken(connection: asyncpg.Connection, *, timeout: float | None = None) -> None:
        raise BrokenPipeError

    async def scene() -> None:
        connection = await asyncpg.connect(postgres_url, connection_class=Reader)
        monkeypatch.setattr(asyncpg.Connection, "close", broken)
        await connection.close()
        assert connection.is_closed()

    asyncio.run(scene())
