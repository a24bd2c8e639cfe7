"""A place for a store, once in SQLite and once in PostgreSQL."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.store.places import Place


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "sqlite":
        return Place(str(tmp_path / "tables.sqlite3"), tmp_path)
    return Place(request.getfixturevalue("postgres_url"), tmp_path)
