"""Others on the machine cannot read what the server keeps, wherever its folder came from."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from kosmoport.server import serving
from kosmoport.server.doctor import examine
from kosmoport.server.settings import ServerSettings
from kosmoport.server.store.private import files_of
from kosmoport.server.tokens import KEY_FILE, load_key
from kosmoport.server.watch import FILE as UPTIME_FILE
from kosmoport.server.watch import Watch
from tests.server.store.places import SUMMARY, Place, lines
from tests.server.store.test_opening import make_old


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    """Most systems let others read new files."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One that was there before, for everybody to look into."""
    tmp_path.chmod(0o755)
    return tmp_path


def modes(*paths: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in paths if path.exists()}


def all_modes(folder: Path) -> dict[str, int]:
    return modes(*(path for path in folder.rglob("*") if path.is_file()))


def test_a_new_database_is_private_in_an_open_folder(folder: Path) -> None:
    place = Place(str(folder / "tables.sqlite3"), folder)

    async def scene() -> None:
        async with place.store() as store:
            await store.create("t", lines(1), SUMMARY)
            found = all_modes(folder)
            assert set(found) == {f"tables.sqlite3{end}" for end in ("", "-wal", "-shm", ".lock")}
            assert set(found.values()) == {0o600}

    asyncio.run(scene())


def test_what_an_older_version_left_open_is_mended_at_the_start(folder: Path) -> None:
    path = folder / "tables.sqlite3"
    place = Place(str(path), folder)
    copy = folder / "backups" / "tables-0001-20250102T030405000000.sqlite3"
    stranger = folder / "backups" / "holiday.sqlite3"

    async def scene() -> None:
        async with place.store():
            pass
        copy.parent.mkdir()
        for file in (*files_of(path), copy, stranger):
            file.touch()
            file.chmod(0o644)
        (folder / "tables.sqlite3-journal").unlink()
        async with place.store() as store:
            await store.create("t", lines(1), SUMMARY)
            assert set(modes(*files_of(path), copy).values()) == {0o600}
            assert modes(stranger) == {"holiday.sqlite3": 0o644}, "it is not ours"

    asyncio.run(scene())


def test_the_copy_before_an_upgrade_is_private(place: Place) -> None:
    async def scene() -> None:
        await make_old(place)
        async with place.store():
            copies = list((place.folder / "backups").iterdir())
            assert len(copies) == 1
            assert set(modes(*copies).values()) == {0o600}
            assert modes(place.folder / "backups") == {"backups": 0o700}

    asyncio.run(scene())


def test_copies_that_an_older_version_left_open_are_mended_at_the_start(place: Place) -> None:
    copies = [
        place.folder / "backups" / f"kosmoport-0001-20250102T030405000000{end}"
        for end in (".sqlite3", ".jsonl.gz")
    ]

    async def scene() -> None:
        copies[0].parent.mkdir()
        for copy in copies:
            copy.touch(0o644)
        async with place.store():
            assert set(modes(*copies).values()) == {0o600}

    asyncio.run(scene())


def test_a_key_that_others_can_read_is_mended(folder: Path) -> None:
    key = load_key(folder)
    (folder / KEY_FILE).chmod(0o644)
    assert load_key(folder) == key
    assert modes(folder / KEY_FILE) == {KEY_FILE: 0o600}


def test_the_file_of_when_the_server_was_up_is_private(folder: Path) -> None:
    watch = Watch(folder)
    asyncio.run(watch.save({}))
    assert modes(folder / UPTIME_FILE) == {UPTIME_FILE: 0o600}
    (folder / UPTIME_FILE).chmod(0o644)
    Watch(folder)
    assert modes(folder / UPTIME_FILE) == {UPTIME_FILE: 0o600}


def notes(settings: ServerSettings) -> list[str]:
    said: list[str] = []
    assert examine(settings, said.append) == 0
    return [line for line in said if line.startswith("note: ")]


def test_doctor_names_what_others_can_get_at_and_changes_nothing(tmp_path: Path) -> None:
    data, elsewhere = tmp_path / "data", tmp_path / "elsewhere"
    for folder in (data, elsewhere):
        folder.mkdir(mode=0o700)
    path = elsewhere / "tables.sqlite3"
    settings = ServerSettings(data=data, database=str(path))

    async def make() -> None:
        async with Place(str(path), data).store():
            pass

    asyncio.run(make())
    load_key(data)
    assert notes(settings) == []
    data.chmod(0o750)
    elsewhere.chmod(0o755)  # they can look, and find files they cannot read
    assert notes(settings) == [
        f"note: other users of this machine can get at {data} (0750); chmod 700 mends that"
    ]
    elsewhere.chmod(0o775)
    path.chmod(0o640)
    (data / KEY_FILE).chmod(0o604)
    (data / UPTIME_FILE).touch(0o644)
    assert [line.split(" can get at ")[1].split(" ")[0] for line in notes(settings)] == [
        *(str(data), str(elsewhere)),
        *(str(path), str(data / KEY_FILE), str(data / UPTIME_FILE)),
    ]
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize(("mode", "warnings"), [(0o700, 0), (0o750, 1), (0o707, 1)])
def test_the_server_warns_of_an_open_folder_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, mode: int, warnings: int
) -> None:
    tmp_path.chmod(mode)
    with caplog.at_level(logging.INFO):
        serving._warn_of_others(ServerSettings(data=tmp_path))
    said = [record for record in caplog.records if "can get at the data folder" in record.getMessage()]
    assert len(said) == warnings
    assert all(record.levelno == logging.WARNING for record in said)
