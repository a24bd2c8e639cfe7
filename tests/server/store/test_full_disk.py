"""A full disk: a clear refusal, no damage, and everything goes on when there is room again."""

from __future__ import annotations

import asyncio
import json
import resource
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from kosmoport.server.store import CannotSave, Line
from kosmoport.server.store.sqlite import SqliteStore
from kosmoport.server.store.sqlite_file import make
from kosmoport.server.store.sqlite_writer import SENTENCES
from tests.server.store.cramped import TABLES
from tests.server.store.places import SUMMARY, Place, lines

ROOT = Path(__file__).parents[3]


def test_a_full_disk_is_refused_clearly_and_survived(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    command = [sys.executable, "-m", "tests.server.store.cramped", str(path)]
    done = subprocess.run(command, stdout=subprocess.PIPE, cwd=ROOT, check=True)
    refused, acknowledged, healthy, read_while_full = json.loads(done.stdout)
    assert len(refused) == TABLES
    assert set(refused) <= {
        "Nothing could be saved in the database: its disk does not take it.",
        "Nothing could be saved in the database: there is no room left on its disk.",
    }
    assert not healthy
    assert read_while_full == acknowledged
    assert sum(acknowledged) > TABLES  # some were written before the disk was full
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        for k, n in enumerate(acknowledged):
            numbers = file.execute("SELECT n FROM log WHERE table_id = ? ORDER BY n", (f"t{k}",)).fetchall()
            assert [number for (number,) in numbers] == list(range(1, n + 2))


def test_a_limit_on_pages_refuses_only_what_is_asked_while_it_lasts(tmp_path: Path) -> None:
    """The same with SQLite's own idea of full, which it reports in another way."""
    place = Place(str(tmp_path / "tables.sqlite3"), tmp_path)

    async def scene() -> None:
        async with place.store() as store:
            assert isinstance(store, SqliteStore)
            await store.create("t", lines(1), SUMMARY)
            await limit_pages(store, 1)
            with pytest.raises(CannotSave, match="no room left"):
                await store.create("u", [Line(1, 1, b'"' + b"x" * 50_000 + b'"')], SUMMARY)
            await limit_pages(store, 1_000_000)
            await store.append("t", 1, 1, lines(2))
            assert await store.find("u") is None
            assert await store.read("t") == lines(1, 2)

    asyncio.run(scene())


def test_a_store_that_could_not_save_is_not_well_until_much_finds_room(tmp_path: Path) -> None:
    place = Place(str(tmp_path / "tables.sqlite3"), tmp_path)

    async def scene() -> None:
        async with place.store() as store:
            assert isinstance(store, SqliteStore)
            await store.create("t", lines(1), SUMMARY)
            await store.check()
            await limit_pages(store, 1)
            await store.check()
            with pytest.raises(CannotSave, match="no room left"):
                await store.create("u", [Line(1, 1, b'"' + b"x" * 50_000 + b'"')], SUMMARY)
            for _ in range(2):
                with pytest.raises(CannotSave, match="no room left"):
                    await store.check()
            await store.append("t", 1, 1, lines(2))
            await store.check()  # moves find room, so all is well
            with pytest.raises(CannotSave):
                await store.create("u", [Line(1, 1, b'"' + b"x" * 50_000 + b'"')], SUMMARY)
            await limit_pages(store, 1_000_000)
            await store.check()
            await store.check()
            assert await store.webhook("", -1) is None

    asyncio.run(scene())


def test_a_check_is_written_to_the_disk(tmp_path: Path) -> None:
    place = Place(str(tmp_path / "tables.sqlite3"), tmp_path)

    async def scene() -> None:
        async with place.store() as store:
            sizes = []
            for _ in range(3):
                await store.check()
                sizes.append((tmp_path / "tables.sqlite3-wal").stat().st_size)
            assert sizes == sorted(set(sizes)), "each one is longer than the one before"

    asyncio.run(scene())


async def limit_pages(store: SqliteStore, pages: int) -> None:
    def work(connection: sqlite3.Connection) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages}").fetchall()

    await store._writer.do(work, proves=False)


@pytest.mark.parametrize("room", [100, 20_000])
def test_a_start_on_a_full_disk_is_refused_in_one_sentence(tmp_path: Path, room: int) -> None:
    make(tmp_path / "kosmoport.sqlite3")
    (tmp_path / "secret.key").write_bytes(b"k" * 32)
    done = subprocess.run(
        [sys.executable, "-m", "kosmoport", "serve", "--no-browser", "--port", "0", "--data", str(tmp_path)],
        capture_output=True,
        timeout=300,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"Traceback" not in done.stderr
    assert done.stderr.decode().strip().endswith(f"{SENTENCES[sqlite3.SQLITE_IOERR]}.")
