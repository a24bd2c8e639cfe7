"""Opening a store: new, old, newer, foreign and taken databases, and addresses that do not work."""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from kosmoport.core.errors import BadInput
from kosmoport.house.store import Line
from kosmoport.server.store import sqlite_writer
from kosmoport.server.store.migrating import migrate_sqlite
from kosmoport.server.store.migrations import newest, versions
from kosmoport.server.store.opening import is_postgres, open_store
from kosmoport.server.store.postgres_shape import migrate
from kosmoport.server.store.restoring import restore_copy
from kosmoport.server.store.sqlite_file import version_of
from tests.server.store.places import SUMMARY, Place, lines

HOLDER = """
import asyncio, sys
from kosmoport.server.store.opening import open_store
async def hold():
    store = await open_store(sys.argv[1], backup=None)
    print("open", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await store.close()
asyncio.run(hold())
"""


async def execute(place: Place, statement: str) -> None:
    if is_postgres(place.where):
        connection = await asyncpg.connect(place.where)
        await connection.execute(statement)
        await connection.close()
    else:
        with closing(sqlite3.connect(place.where)) as file, file:
            file.execute(statement)


async def make_old(place: Place) -> None:
    """A database of the first version with one table."""
    async with place.store() as store:
        await store.create("t", lines(1, 3, message="m"), SUMMARY)
    if is_postgres(place.where):
        connection = await asyncpg.connect(place.where)
        await migrate(connection, newest(), versions()[0])
        await connection.close()
    else:
        migrate_sqlite(Path(place.where), newest(), versions()[0])


def refusal(place: Place) -> str:
    with pytest.raises(BadInput) as caught:
        asyncio.run(open_store(place.where, backup=place.folder, patience=0.0))
    return str(caught.value)


def test_an_old_database_is_copied_and_upgraded(place: Place, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "kosmoport")

    async def scene() -> None:
        await make_old(place)
        async with place.store() as store:
            assert await store.read("t") == lines(1, 3, message="m")
            await store.set_webhook("t", 0, "https://example.org")  # what the first version has no room for
        copies = list((place.folder / "backups").iterdir())
        assert [copy.name.split("-")[1] for copy in copies] == [versions()[0]]
        assert [getattr(record, "fields", None) for record in caplog.records] == [{"backup": copies[0].name}]
        async with place.store():
            assert list((place.folder / "backups").iterdir()) == copies

    asyncio.run(scene())


def test_an_sqlite_copy_is_a_database_of_the_old_version(tmp_path: Path) -> None:
    place = Place(str(tmp_path / "tables.sqlite3"), tmp_path)

    async def scene() -> None:
        await make_old(place)
        await (await open_store(place.where, backup=None)).close()
        copy = next(tmp_path.glob("tables-*.sqlite3"))
        assert version_of(copy) == versions()[0]
        async with Place(str(copy), tmp_path).store() as store:
            assert await store.read("t") == lines(1, 3, message="m")

    asyncio.run(scene())


def test_a_postgres_copy_can_be_put_back(postgres_url: str, tmp_path: Path) -> None:
    place = Place(postgres_url, tmp_path)

    async def scene() -> None:
        await make_old(place)
        async with place.store():
            pass
        copy = next((tmp_path / "backups").iterdir())
        with pytest.raises(BadInput, match="only be put into an empty database"):
            await restore_copy(place.where, copy)
        schema = postgres_url.split("search_path=")[1]
        await execute(place, f"DROP SCHEMA {schema} CASCADE; CREATE SCHEMA {schema}")
        assert await restore_copy(place.where, copy) == 4
        async with place.store() as store:
            assert await store.read("t") == lines(1, 3, message="m")
            row = await store.find("t")
            assert row is not None
            assert row.summary == SUMMARY

    asyncio.run(scene())


@pytest.mark.parametrize(
    "text", ["", "null\n", '{"version": "9999"}\n', '{"version": "0001"}\n{"table": "x"}\n']
)
def test_what_is_no_copy_is_not_put_back(postgres_url: str, tmp_path: Path, text: str) -> None:
    copy = tmp_path / "copy.jsonl.gz"
    copy.write_bytes(gzip.compress(text.encode()))
    with pytest.raises(BadInput, match="copy"):
        asyncio.run(restore_copy(postgres_url, copy))
    copy.write_text(text)
    with pytest.raises(BadInput, match="copy"):
        asyncio.run(restore_copy(postgres_url, copy))


def test_a_newer_database_is_refused_and_left_alone(place: Place) -> None:
    async def newer() -> None:
        async with place.store():
            pass
        await execute(place, "UPDATE kosmoport_version SET version_num = '9999'")

    asyncio.run(newer())
    before = snapshot(place)
    assert "newer Kosmoport (its version is 9999" in refusal(place)
    assert snapshot(place) == before


def test_a_database_of_something_else_is_refused_and_left_alone(place: Place) -> None:
    asyncio.run(execute(place, "CREATE TABLE recipes (name text)"))
    before = snapshot(place)
    assert "Kosmoport" in refusal(place)
    assert snapshot(place) == before


def snapshot(place: Place) -> object:
    """Everything a refusal might have changed; a lock file beside a database is no change to it."""
    if is_postgres(place.where):
        return asyncio.run(_tables(place.where))
    return {path.name: path.read_bytes() for path in place.folder.iterdir() if path.suffix != ".lock"}


async def _tables(url: str) -> list[tuple[object, ...]]:
    connection = await asyncpg.connect(url)
    found = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    await connection.close()
    return sorted(tuple(row) for row in found)


@pytest.mark.parametrize("content", [b"a letter", b"\0" * 4096, b"SQLite format 3\0" + b"\0" * 4096])
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    place = Place(str(tmp_path / "file"), tmp_path)
    Path(place.where).write_bytes(content)
    assert refusal(place).startswith(f"{place.where} is not a database of Kosmoport")
    assert Path(place.where).read_bytes() == content


def test_an_empty_file_becomes_a_database(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "tables.sqlite3"
    path.parent.mkdir()
    path.touch()
    (path.parent / "tables.sqlite3.new").write_text("left by a start that was cut short")
    asyncio.run(_open_and_close(str(path)))
    assert version_of(path) == newest()
    assert {file.name for file in path.parent.iterdir()} == {"tables.sqlite3", "tables.sqlite3.lock"}


def test_places_where_no_file_can_be(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for where in (tmp_path / "file" / "tables.sqlite3", tmp_path):
        assert str(where) in refusal(Place(str(where), tmp_path))


def test_an_upgrade_without_room_for_a_copy_is_refused(place: Place) -> None:
    asyncio.run(make_old(place))
    (place.folder / "blocked").touch()
    with pytest.raises(BadInput, match="must be upgraded, but"):
        asyncio.run(open_store(place.where, backup=place.folder / "blocked" / "backups"))


def test_a_second_process_is_refused(place: Place) -> None:
    command = [sys.executable, "-c", HOLDER, place.where]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"open\n"
        assert "another Kosmoport" in refusal(place)
        holder.communicate(b"")
    asyncio.run(_open_and_close(place.where))


def test_a_second_store_in_one_process_is_refused(place: Place) -> None:
    async def scene() -> None:
        async with place.store():
            with pytest.raises(BadInput, match="another Kosmoport"):
                await open_store(place.where, backup=None, patience=0.0)
        await _open_and_close(place.where)

    asyncio.run(scene())


async def _open_and_close(where: str) -> None:
    await (await open_store(where, backup=None)).close()


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("postgresql://ann:secret@127.0.0.1:1/tables", "no PostgreSQL server answers"),
        ("postgresql://ann:secret@127.0.0.1:port/tables", "not of the form"),
        ("postgresql://ann:secret@[::1/tables", "not of the form"),
        ("mysql://ann:secret@127.0.0.1/tables", "no store for mysql://"),
    ],
)
def test_an_address_that_does_not_work_is_not_repeated(tmp_path: Path, address: str, reason: str) -> None:
    sentence = refusal(Place(address, tmp_path))
    assert reason in sentence
    assert "secret" not in sentence


def test_a_database_that_is_not_there(postgres_server: str, tmp_path: Path) -> None:
    url = postgres_server.replace("/postgres?", "/nothing?")
    assert "there is no database of this name" in refusal(Place(url, tmp_path))


def test_without_the_driver_one_is_told_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "kosmoport.server.store.postgres_session", None)
    assert "pip install kosmoport[postgres]" in refusal(Place("postgresql://127.0.0.1/tables", tmp_path))


def test_a_copy_is_readable_without_us(postgres_url: str, tmp_path: Path) -> None:
    place = Place(postgres_url, tmp_path)
    asyncio.run(make_old(place))
    asyncio.run(_open_and_close_with_backup(place))
    copy = next((tmp_path / "backups").iterdir())
    rows = [json.loads(line) for line in gzip.decompress(copy.read_bytes()).splitlines()]
    assert rows[0] == {"kosmoport": "backup", "version": versions()[0]}
    assert [row["row"]["n"] for row in rows[1:] if row["table"] == "log"] == [1, 2, 3]


async def _open_and_close_with_backup(place: Place) -> None:
    async with place.store():
        pass


def test_an_erased_name_does_not_stay_behind_in_unused_bytes(tmp_path: Path) -> None:
    place = Place(str(tmp_path / "tables.sqlite3"), tmp_path)

    async def scene() -> None:
        async with place.store() as store:
            named = [Line(n, n, b'{"name":"Erasmus"}') for n in range(1, 200)]
            await store.create("t", named, SUMMARY)
        assert Path(place.where).read_bytes().count(b"Erasmus") >= len(named)
        async with place.store() as store:
            row = await store.claim("t")
            assert row is not None
            await store.rewrite("t", row.epoch, {line.n: b"{}" for line in named})

    asyncio.run(scene())
    # SQLite may leave a stray one where it rebuilt a page; without `secure_delete` it leaves most of them.
    assert Path(place.where).read_bytes().count(b"Erasmus") <= 2


def anywhere(folder: Path, text: bytes) -> list[str]:
    return [path.name for path in folder.iterdir() if text in path.read_bytes()]


@pytest.mark.parametrize("instead", [None, "https://example.org/another"])
def test_a_deleted_webhook_is_in_no_file_at_once(tmp_path: Path, instead: str | None) -> None:
    place = Place(str(tmp_path / "tables.sqlite3"), tmp_path)

    async def scene() -> None:
        async with place.store() as store:
            await store.create("t", lines(1), SUMMARY)
            for seat in range(4):
                await store.set_webhook("t", seat, f"https://example.org/secret-{seat}")
            assert anywhere(tmp_path, b"secret-1")
            await store.set_webhook("t", 1, instead)
            assert anywhere(tmp_path, b"secret-1") == []
            assert await store.webhook("t", 1) == instead
            assert await store.webhook("t", 2) == "https://example.org/secret-2"

    asyncio.run(scene())


def test_what_somebody_reads_while_it_is_erased_is_overwritten_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program copies the database meanwhile: it holds nobody up, and sees what it began with."""
    monkeypatch.setattr(sqlite_writer, "FORGET_AGAIN", 0.02)
    monkeypatch.setattr(sqlite_writer, "READERS_MS", 1)
    place = Place(str(tmp_path / "tables.sqlite3"), tmp_path)

    async def scene() -> None:
        async with place.store() as store:
            await store.set_webhook("t", 1, "https://example.org/secret")
            with closing(sqlite3.connect(place.where, isolation_level=None)) as reader:
                reader.execute("BEGIN")
                assert reader.execute("SELECT count(*) FROM webhooks").fetchall() == [(1,)]
                await store.set_webhook("t", 1, None)
                assert await store.webhook("t", 1) is None
                assert anywhere(tmp_path, b"secret")
                reader.execute("COMMIT")
            async with asyncio.timeout(60):
                while anywhere(tmp_path, b"secret"):
                    await asyncio.sleep(0.01)

    asyncio.run(scene())
