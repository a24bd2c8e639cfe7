"""Two servers never work with one file, by whatever name they open it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kosmoport.core.errors import BadInput
from kosmoport.server.doctor import examine
from kosmoport.server.settings import ServerSettings
from kosmoport.server.store.opening import open_store
from tests.server.store.places import SUMMARY, Place, lines
from tests.server.store.test_opening import HOLDER, refusal


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Another process has the database open by this name."""
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"open\n"
        try:
            yield
        finally:
            holder.communicate(b"")


def link_to_the_file(path: Path) -> Path:
    link = path.with_name("link.sqlite3")
    link.symlink_to(path)
    return link


def link_to_the_folder(path: Path) -> Path:
    (path.parent / "folder").symlink_to(path.parent)
    return path.parent / "folder" / path.name


def second_name(path: Path) -> Path:
    (path.parent / "other").mkdir()
    name = path.parent / "other" / "tables.sqlite3"
    name.hardlink_to(path)
    return name


def moved(path: Path) -> Path:
    return path.rename(path.with_name("moved.sqlite3"))


@pytest.mark.parametrize("by", [link_to_the_file, link_to_the_folder, second_name, moved])
def test_a_database_in_use_is_refused_by_any_name(tmp_path: Path, by: Callable[[Path], Path]) -> None:
    path = tmp_path / "tables.sqlite3"
    with held(path):
        other = by(path)
        assert "is used by another Kosmoport" in refusal(Place(str(other), tmp_path))
        with pytest.raises(BadInput, match="is used by a running Kosmoport"):
            examine(ServerSettings(data=tmp_path, database=str(other)), print)


def test_one_process_cannot_open_it_twice_either(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"

    async def scene() -> None:
        async with Place(str(path), tmp_path).store() as store:
            await store.create("t", lines(1), SUMMARY)
            for other in (link_to_the_file(path), moved(path)):
                with pytest.raises(BadInput, match="is used by another Kosmoport"):
                    await open_store(str(other), backup=None)

    asyncio.run(scene())


def test_a_link_opens_the_file_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    path = tmp_path / "disk" / "tables.sqlite3"
    link = tmp_path / "tables.sqlite3"
    link.symlink_to(path)

    async def scene() -> None:
        async with Place(str(link), tmp_path).store() as store:
            await store.create("t", lines(1), SUMMARY)
        assert link.is_symlink()
        assert {file.name for file in path.parent.iterdir()} == {"tables.sqlite3", "tables.sqlite3.lock"}
        async with Place(str(path), tmp_path).store() as store:
            assert await store.read("t") == lines(1)

    asyncio.run(scene())


def test_a_file_with_two_names_is_refused_though_nobody_uses_it(tmp_path: Path) -> None:
    """What was written last before a kill lies beside one of the names, and would be lost by the other."""
    path = tmp_path / "tables.sqlite3"

    async def make() -> None:
        await (await open_store(str(path), backup=None)).close()

    asyncio.run(make())
    other = second_name(path)
    for name in (path, other):
        assert "has other names (hard links)" in refusal(Place(str(name), tmp_path))
    other.unlink()
    asyncio.run(make())


def test_a_link_to_itself_is_refused(tmp_path: Path) -> None:
    link = tmp_path / "tables.sqlite3"
    link.symlink_to(link)
    assert "it is a link to nowhere" in refusal(Place(str(link), tmp_path))
