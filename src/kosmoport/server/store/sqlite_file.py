"""An SQLite file as a whole: is it ours, of which version, made anew, copied, upgraded."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from kosmoport.core.errors import BadInput
from kosmoport.server.store.migrations import VERSION_TABLE, newest, versions

MAGIC = b"SQLite format 3\0"
APPLICATION = int.from_bytes(b"Ksmp")  # in every file of ours, where SQLite keeps room for such a mark
MARK = slice(68, 72)


def prepare(path: Path, backup: Path | None) -> Path | None:
    """Make the file at `path` one of the newest version; the copy that was made first, if one was needed."""
    if not path.exists() or path.stat().st_size == 0:
        make(path)
        return None
    version = version_of(path)
    if version == newest():
        return None
    copy = back_up(path, version, backup or path.parent)
    _migrate(path, version)
    return copy


def version_of(path: Path) -> str:
    """The version of a file of ours; anything else is refused, and has not been touched."""
    head = _head(path)
    if head[: len(MAGIC)] != MAGIC or int.from_bytes(head[MARK]) != APPLICATION:
        raise BadInput(
            f"{path} is not a database of Kosmoport; give the path of one, or of a file to be made."
        )
    try:
        with closing(sqlite3.connect(path)) as connection:
            found = connection.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchall()
    except sqlite3.Error as error:
        raise BadInput(f"{path} cannot be read as a database: {error}.") from error
    version = str(found[0][0]) if found else "none"
    if version not in versions():
        raise BadInput(
            f"{path} was written by a newer Kosmoport (its version is {version}, this one knows {newest()}); "
            "install the newer one again."
        )
    return version


def make(path: Path) -> None:
    """A new database, made beside its place and moved there whole."""
    draft = path.with_name(path.name + ".new")
    try:
        draft.unlink(missing_ok=True)
        _migrate(draft, None)
        with closing(sqlite3.connect(draft, isolation_level=None)) as connection:
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
        _move(draft, path)
    except (OSError, sqlite3.Error) as error:
        raise BadInput(f"{path} cannot be made: {error}.") from error


def back_up(path: Path, version: str, folder: Path) -> Path:
    """A copy of the database, named by its version and the time; it is there whole or not at all."""
    copy = folder / backup_name(path.stem, version, ".sqlite3")
    draft = copy.with_name(copy.name + ".new")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        draft.unlink(missing_ok=True)
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("VACUUM INTO ?", (str(draft),))
        _move(draft, copy)
    except (OSError, sqlite3.Error) as error:
        raise BadInput(f"{path} must be upgraded, but cannot be copied to {copy} first: {error}.") from error
    return copy


def backup_name(stem: str, version: str, suffix: str) -> str:
    """A name that says what it is a copy of, and that no other copy has."""
    return f"{stem}-{version}-{datetime.now(UTC):%Y%m%dT%H%M%S%f}{suffix}"


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(100)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from error


def _migrate(path: Path, start: str | None) -> None:
    # Most starts change nothing and are spared the migration library.
    from sqlalchemy.exc import DBAPIError

    from kosmoport.server.store.migrating import migrate_sqlite

    try:
        migrate_sqlite(path, start, newest())
    except DBAPIError as error:
        raise BadInput(f"{path} cannot be brought to version {newest()}: {error.orig}.") from error


def _move(draft: Path, place: Path) -> None:
    """Put a finished file in its place for good, also if the power goes."""
    with draft.open("rb+") as file:
        os.fsync(file.fileno())
    draft.replace(place)
    if os.name == "posix":
        folder = os.open(place.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
