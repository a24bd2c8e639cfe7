"""Migrations lead forward and back, and end where the schema says they do, on both databases."""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable, DDLElement

from kosmoport.server.store import migrating
from kosmoport.server.store.migrating import BASE, migrate_sqlite, postgres_script, sqlite_engine
from kosmoport.server.store.migrations import VERSION_TABLE, newest, versions
from kosmoport.server.store.postgres_shape import OUR_TABLES
from kosmoport.server.store.schema import metadata

STEPS = [BASE, *versions()]
COLUMNS = """
SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
WHERE table_schema = current_schema()
"""
INDEXES = "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()"
CONSTRAINTS = """
SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
WHERE connamespace = current_schema()::regnamespace
"""


def test_the_versions_are_those_the_files_name() -> None:
    script = ScriptDirectory.from_config(migrating._config())
    assert [revision.revision for revision in script.walk_revisions()][::-1] == versions()
    assert len(versions()) >= 2
    assert {table.name for table in metadata.sorted_tables} == set(OUR_TABLES)


def sqlite_shape(path: Path) -> set[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as file:
        return set(file.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"))


def test_sqlite_ends_as_the_schema_says(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    migrate_sqlite(path, None, newest())
    with sqlite_engine(path).connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, metadata) == []
    direct = tmp_path / "direct.sqlite3"
    with sqlite_engine(direct).begin() as connection:
        metadata.create_all(connection)
    version_table = {item for item in sqlite_shape(path) if item[0] == VERSION_TABLE}
    assert sqlite_shape(path) - version_table == sqlite_shape(direct)


def test_sqlite_forward_and_back(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    shapes = {}
    for start, target in itertools.pairwise(STEPS):
        migrate_sqlite(path, start, target)
        shapes[target] = sqlite_shape(path)
    for start, target in itertools.pairwise(STEPS[::-1]):
        assert sqlite_shape(path) == shapes[start]
        migrate_sqlite(path, start, target)
    assert {name for name, _ in sqlite_shape(path)} == {VERSION_TABLE}
    migrate_sqlite(path, BASE, newest())
    assert sqlite_shape(path) == shapes[newest()]


def test_an_sqlite_migration_that_fails_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE webhooks (of_somebody text)")
    before = sqlite_shape(path)
    with pytest.raises(Exception, match="webhooks already exists"):
        migrate_sqlite(path, None, newest())
    assert sqlite_shape(path) == before


async def postgres_shape(connection: asyncpg.Connection) -> set[tuple[object, ...]]:
    found = [await connection.fetch(query) for query in (COLUMNS, INDEXES, CONSTRAINTS)]
    return {tuple(row) for rows in found for row in rows}


def test_postgres_forward_and_back_ends_as_the_schema_says(postgres_url: str) -> None:
    async def scene() -> None:
        connection = await asyncpg.connect(postgres_url)
        try:
            await connection.execute(direct_script())
            expected = await postgres_shape(connection)
            assert len(expected) > 30
            await connection.execute("DROP TABLE " + ", ".join(OUR_TABLES))
            shapes = {}
            for start, target in itertools.pairwise(STEPS):
                await connection.execute(postgres_script(start, target))
                shapes[target] = await postgres_shape(connection)
            assert {row for row in shapes[newest()] if VERSION_TABLE not in str(row[0])} == expected
            for start, target in itertools.pairwise(STEPS[::-1]):
                assert await postgres_shape(connection) == shapes[start]
                await connection.execute(postgres_script(start, target))
            assert {str(row[0]) for row in await postgres_shape(connection)} == {VERSION_TABLE}
        finally:
            await connection.close()

    asyncio.run(scene())


def direct_script() -> str:
    """The schema as statements, without migrations."""
    # SQLAlchemy says no types here.
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    made: list[DDLElement] = [CreateTable(table) for table in metadata.sorted_tables]
    indexed = [CreateIndex(index) for table in metadata.sorted_tables for index in table.indexes]
    return ";".join(str(item.compile(dialect=dialect)) for item in [*made, *indexed])
