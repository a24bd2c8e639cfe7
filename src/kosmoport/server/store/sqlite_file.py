"""An SQLite file as a whole: is it ours, is it sound, of which version, made anew, copied, upgraded."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from kosmoport.core.errors import BadInput
from kosmoport.server.store.migrations import VERSION_TABLE, newest, versions
from kosmoport.server.store.private import new_private_file
from kosmoport.server.store.sqlite_wal import breaks_off

MAGIC = b"SQLite format 3\0"
APPLICATION = int.from_bytes(b"Ksmp")  # in every file of ours, where SQLite keeps room for such a mark
MARK = slice(68, 72)
CHECKED_IN_FULL = (
    100_000_000  # bytes; of a larger file not every entry of every index is looked up at the start
)
MOST_FOUND = 20  # of what is wrong with a file
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class Damaged(BadInput):
    """The file is one of ours, and cannot be read as it was written."""


def prepare(path: Path, backup: Path | None) -> Path | None:
    """Make the file at `path` one of the newest version; the copy that was made first, if one was needed.

    A damaged one is refused before anything is written to it.
    """
    try:
        _roll_back(path)
        if found := damage(path, full=path.stat().st_size <= CHECKED_IN_FULL):
            raise Damaged(f"{path} is damaged ({found[0]})")
        version = version_of(path)
    except Damaged as error:
        raise BadInput(f"{error}, and was not written to; kosmoport doctor says what can be saved.") from None
    if version == newest():
        return None
    copy = back_up(path, version, backup or path.parent)
    _migrate(path, version)
    return copy


def is_missing(path: Path) -> bool:
    """Is there no file yet, or one in which nothing is?"""
    return not path.exists() or path.stat().st_size == 0


def refuse_lost(path: Path) -> None:
    """BadInput for a file that is missing while what was written to it last is there: it fits no new one."""
    for beside in (path.with_name(path.name + end) for end in ("-wal", "-journal")):
        if beside.exists() and beside.stat().st_size:
            raise BadInput(
                f"{path} is gone or empty, but {beside.name} beside it holds what was written last; put "
                "the database back, or move that file away and put a backup there (kosmoport doctor says "
                "whether it is whole)."
            )


def refuse_others(path: Path) -> None:
    """BadInput for a file that is not ours, or that lies under several names."""
    head = _head(path)
    if head[: len(MAGIC)] != MAGIC or int.from_bytes(head[MARK]) != APPLICATION:
        raise BadInput(
            f"{path} is not a database of Kosmoport, or its first page is lost (then kosmoport doctor cannot "
            "read it either); give the path of one, or of a file to be made."
        )
    if path.stat().st_nlink > 1:
        raise BadInput(
            f"{path} has other names (hard links), and what was written last may lie beside one of those; "
            "remove the other names, or name a copy."
        )


def look_into(path: Path, *, alone: bool = True) -> sqlite3.Connection:
    """A connection that writes nothing, not even what waits beside the file; `alone`: nobody else does."""
    beside = (path.with_name(path.name + end) for end in ("-wal", "-journal"))
    still = alone and not any(file.exists() and file.stat().st_size for file in beside)
    how = "mode=ro&immutable=1" if still else "mode=ro"  # the former makes no files beside it
    return sqlite3.connect(f"{path.resolve().as_uri()}?{how}", uri=True, isolation_level=None)


def damage(path: Path, *, full: bool) -> list[str]:
    """What SQLite finds wrong with a file; in full it looks up every entry of every index too."""
    check = "integrity_check" if full else "quick_check"
    try:
        with closing(look_into(path)) as connection:
            connection.text_factory = lambda data: data.decode("utf-8", "replace")
            found = connection.execute(f"PRAGMA {check}({MOST_FOUND})").fetchall()
            if breaks_off(path):
                found.append((f"{path.name}-wal beside it, with what was written last, breaks off",))
    except sqlite3.Error as error:  # so damaged that it cannot even be checked, or not to be had
        if not _is_damage(error):
            raise BadInput(f"{path} cannot be read as a database: {error}.") from error
        return [str(error)]
    lines = [line for values in found for line in str(values[0]).splitlines()]
    wrong = [line for line in lines if line != "ok" and not line.startswith("***")]
    return ["".join(x if x.isprintable() else "?" for x in line) for line in wrong][:MOST_FOUND]


def version_of(path: Path, *, alone: bool = True) -> str:
    """The version of a file of ours; anything else is refused, and has not been touched."""
    refuse_others(path)
    try:
        with closing(look_into(path, alone=alone)) as connection:
            found = connection.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchall()
    except sqlite3.Error as error:
        if _is_damage(error):
            raise Damaged(f"{path} is damaged ({error})") from error
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
        new_private_file(draft)
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
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        new_private_file(draft)
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("VACUUM INTO ?", (str(draft),))
        _move(draft, copy)
    except (OSError, sqlite3.Error) as error:
        raise BadInput(f"{path} must be upgraded, but cannot be copied to {copy} first: {error}.") from error
    return copy


def backup_name(stem: str, version: str, suffix: str) -> str:
    """A name that says what it is a copy of, and that no other copy has."""
    return f"{stem}-{version}-{datetime.now(UTC):%Y%m%dT%H%M%S%f}{suffix}"


def _is_damage(error: sqlite3.Error) -> bool:
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return code & 0xFF in DAMAGED  # the low byte is the kind, the rest says where


def _roll_back(path: Path) -> None:
    """Undo what a power cut left half done while the file was made or changed its shape.

    What is written while tables are played has another kind of journal, which can be read as it is.
    """
    if path.with_name(path.name + "-journal").exists():
        try:
            with closing(sqlite3.connect(path)) as connection:
                connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
        except sqlite3.Error as error:
            raise Damaged(f"{path} is damaged ({error})") from error


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
