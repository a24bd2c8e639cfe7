"""What the doctor does not examine, and does not touch."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from kosmoport.core.errors import BadInput
from kosmoport.server import doctor
from kosmoport.server.doctor import examine
from kosmoport.server.store.migrating import migrate_sqlite
from kosmoport.server.store.migrations import newest
from kosmoport.server.store.opening import open_store
from tests.server.doctor.examining import found
from tests.server.shelf import Shelf, gathered, played


def test_a_database_that_a_server_uses_is_left_alone(shelf: Shelf) -> None:
    shelf.put(played())

    async def beside_a_server() -> None:
        store = await open_store(shelf.where, backup=None)
        try:
            with pytest.raises(BadInput, match=r"another|a running Kosmoport"):
                await asyncio.to_thread(examine, shelf.settings, print)
        finally:
            await store.close()

    asyncio.run(beside_a_server())
    assert found(shelf) == []


def test_no_server_can_begin_while_the_doctor_is_there(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf.put(played())
    tried = []

    async def try_to_serve() -> None:
        with pytest.raises(BadInput, match="another Kosmoport"):
            await open_store(shelf.where, backup=None, patience=0.0)
        tried.append(True)

    whole = doctor._Visit.whole

    async def slow_whole(visit: Any) -> None:
        await try_to_serve()
        await whole(visit)

    monkeypatch.setattr(doctor._Visit, "whole", slow_whole)
    assert found(shelf) == []
    assert tried


def test_a_file_that_is_not_there_is_not_made(file: Shelf) -> None:
    with pytest.raises(BadInput, match=r"There is no database at .*tables\.sqlite3\."):
        examine(file.settings, print)
    assert list(file.folder.iterdir()) == []


def test_an_empty_postgres_database_is_not_filled(postgres_url: str, tmp_path: Path) -> None:
    shelf = Shelf(postgres_url, tmp_path)
    for _ in range(2):
        with pytest.raises(BadInput, match="holds no tables of Kosmoport"):
            examine(shelf.settings, print)


def test_an_old_database_is_not_upgraded(file: Shelf) -> None:
    file.put(played())
    migrate_sqlite(Path(file.where), newest(), "0001")
    for _ in range(2):
        with pytest.raises(BadInput, match=r"version 0001, and this .* kosmoport serve upgrades it"):
            examine(file.settings, print)


def test_something_else_is_not_taken_for_a_database(file: Shelf) -> None:
    Path(file.where).write_bytes(b"a letter to Quentin")
    with pytest.raises(BadInput, match="is not a database of Kosmoport"):
        examine(file.settings, print)


def test_progress_is_told_in_a_large_database(file: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    file.put(*(gathered(table=f"table-{k}") for k in range(3)))
    monkeypatch.setattr(doctor, "PROGRESS_EVERY", 0.0)
    said: list[str] = []
    assert examine(file.settings, said.append) == 0
    assert said[:3] == [f"{k} of 3 tables examined" for k in (1, 2, 3)]
