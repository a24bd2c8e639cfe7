"""A PostgreSQL database as a whole: is it ours, of which version, made anew, copied, upgraded, restored."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import Any

import asyncpg

from kosmoport.core.errors import BadInput
from kosmoport.server.store.migrations import VERSION_TABLE, newest, versions
from kosmoport.server.store.postgres_session import why
from kosmoport.server.store.private import new_private_file
from kosmoport.server.store.sqlite_file import backup_name

OUR_TABLES = ("tables", "log", "webhooks", "pushes")
BATCH = 500  # rows held at a time


async def prepare(session: asyncpg.Connection, backup: Path | None) -> Path | None:
    """Bring the database to the newest version; the copy that was made first, if one was needed."""
    version = await version_of(session)
    if version == newest():
        return None
    copy = None if version is None else await back_up(session, version, backup)
    try:
        await migrate(session, version, newest())
    except asyncpg.PostgresError as error:
        raise BadInput(f"The database cannot be brought to version {newest()}: {why(error)}.") from None
    return copy


async def version_of(session: asyncpg.Connection) -> str | None:
    """The version of a database of ours, None for an empty one; anything else is refused, untouched."""
    names = await _tables(session)
    if not names:
        return None
    if VERSION_TABLE not in names:
        raise BadInput("The database holds tables that are not Kosmoport's; give the name of an empty one.")
    version = await session.fetchval(f"SELECT version_num FROM {VERSION_TABLE}")
    if version is not None and version not in versions():
        raise BadInput(
            f"The database was written by a newer Kosmoport (its version is {version}, this one knows "
            f"{newest()}); install the newer one again."
        )
    return None if version is None else str(version)


async def migrate(session: asyncpg.Connection, start: str | None, target: str) -> None:
    """From one version to another, whole or not at all."""
    # Most starts change nothing and are spared the migration library.
    from kosmoport.server.store.migrating import postgres_script

    async with session.transaction():
        if start is None:  # left empty by a way back to before the first version
            await session.execute(f"DROP TABLE IF EXISTS {VERSION_TABLE}")
        await session.execute(postgres_script(start, target))


async def back_up(session: asyncpg.Connection, version: str, folder: Path | None) -> Path:
    """Every row as a line of JSON, under a header with the version; there whole or not at all."""
    if folder is None:
        raise BadInput("The database must be upgraded; give a folder for the copy that is made first.")
    copy = folder / backup_name("kosmoport", version, ".jsonl.gz")
    draft = copy.with_name(copy.name + ".new")
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        new_private_file(draft)
        with gzip.open(draft, "wt", encoding="utf-8") as file:
            file.write(json.dumps({"kosmoport": "backup", "version": version}) + "\n")
            async with session.transaction(isolation="repeatable_read", readonly=True):
                for table in [name for name in OUR_TABLES if name in await _tables(session)]:
                    async for row in session.cursor(f"SELECT row_to_json(t)::text FROM {table} AS t"):
                        file.write(f'{{"table": "{table}", "row": {row[0]}}}\n')
        with draft.open("rb+") as done:
            os.fsync(done.fileno())
        draft.replace(copy)
    except OSError as error:
        raise BadInput(
            f"The database must be upgraded, but {copy} cannot be written: {error.strerror}."
        ) from error
    return copy


async def restore(session: asyncpg.Connection, copy: Path) -> int:
    """Fill an empty database from a copy, in the copy's version; the number of rows."""
    if await version_of(session) is not None:
        raise BadInput("A copy can only be put into an empty database.")
    try:
        with gzip.open(copy, "rt", encoding="utf-8") as file:
            header = json.loads(next(file, "null"))
            if not isinstance(header, dict) or header.get("version") not in versions():
                raise BadInput(f"{copy} is not a copy of a database that this Kosmoport knows.")
            async with session.transaction():
                await migrate(session, None, header["version"])
                return await _fill(session, file)
    except (OSError, EOFError, ValueError, KeyError) as error:
        raise BadInput(f"{copy} cannot be read as a copy of a database: {error}.") from error


async def _fill(session: asyncpg.Connection, lines: Any) -> int:
    count = 0
    batch: dict[str, list[Any]] = {name: [] for name in OUR_TABLES}
    for line in lines:
        item = json.loads(line)
        batch[item["table"]].append(item["row"])
        count += 1
        if count % BATCH == 0:
            await _insert(session, batch)
    await _insert(session, batch)
    return count


async def _insert(session: asyncpg.Connection, batch: dict[str, list[Any]]) -> None:
    for table, rows in batch.items():
        if rows:
            await session.execute(
                f"INSERT INTO {table} SELECT * FROM json_populate_recordset(NULL::{table}, $1::json)",
                json.dumps(rows),
            )
            rows.clear()


async def _tables(session: asyncpg.Connection) -> set[str]:
    found = await session.fetch("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    return {row[0] for row in found}
