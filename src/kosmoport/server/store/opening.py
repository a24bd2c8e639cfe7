"""Opens the store a person named: a file for SQLite, or the address of a PostgreSQL database."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from kosmoport.core.errors import BadInput
from kosmoport.house.logs import say
from kosmoport.house.store import Store
from kosmoport.server.store.locks import FileLock, Taken
from kosmoport.server.store.private import copies_in, files_of, keep_private

if TYPE_CHECKING:
    import asyncpg

PATIENCE = 3.0  # seconds for PostgreSQL to notice that a process that was killed is gone

log = logging.getLogger("kosmoport.store")


async def open_store(where: str, *, backup: Path | None, patience: float = PATIENCE) -> Store:
    """The store at `where`, made or upgraded if need be; BadInput says why it cannot be had.

    Before an upgrade the database is copied into the folder `backup`, or beside the SQLite file if that
    is None.
    """
    if is_postgres(where):
        return await _open_postgres(where, backup, patience)
    if "://" in where:
        kind = where.split("://")[0]
        raise BadInput(f"There is no store for {kind}:// addresses; give a path or postgresql://...")
    return await _open_sqlite(Path(where), backup)


def is_postgres(where: str) -> bool:
    """Does this name a PostgreSQL database rather than a file?"""
    return where.startswith(("postgresql://", "postgres://"))


async def _open_sqlite(path: Path, backup: Path | None) -> Store:
    from kosmoport.server.store.sqlite import SqliteStore
    from kosmoport.server.store.sqlite_writer import cannot_save

    path = real_path(path)
    lock = _file_lock(path)
    try:
        _tell(await asyncio.to_thread(_prepare, path, backup, lock))
        try:
            return SqliteStore(path, owner=_new_owner(), let_go=lock.let_go)
        except sqlite3.Error as error:  # its disk is full, or does not take anything
            raise BadInput(str(cannot_save(error))) from error
    except BaseException:
        lock.let_go()
        raise


def real_path(path: Path) -> Path:
    """The file's own name: SQLite keeps what was written last beside that, and so do we with the lock."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):  # links that lead to each other
        raise BadInput(f"{path} cannot be used as a database: it is a link to nowhere.") from None


def _prepare(path: Path, backup: Path | None, lock: FileLock) -> Path | None:
    from kosmoport.server.store.sqlite_file import is_missing, make, prepare, refuse_lost, refuse_others

    if is_missing(path):
        refuse_lost(path)
        make(path)
    with _used_by_another(path):
        lock.hold_file()
    refuse_others(path)
    keep_private([*files_of(path), *copies_in(backup or path.parent)])
    return prepare(path, backup)


def _file_lock(path: Path) -> FileLock:
    with _used_by_another(path):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        return FileLock(path)


@contextmanager
def _used_by_another(path: Path) -> Iterator[None]:
    try:
        yield
    except Taken:
        raise BadInput(f"{path} is used by another Kosmoport; stop it first, or name another file.") from None
    except OSError as error:
        raise BadInput(f"{path} cannot be used as a database: {error.strerror}.") from error


async def _open_postgres(url: str, backup: Path | None, patience: float) -> Store:
    owner = _new_owner()
    session = await postgres_session(url, owner=owner, patience=patience)
    from kosmoport.server.store.postgres import PostgresStore, connect_readers
    from kosmoport.server.store.postgres_shape import prepare

    if backup is not None:
        keep_private(copies_in(backup))
    try:
        _tell(await prepare(session, backup))
        readers = await connect_readers(url)
    except BaseException:
        session.terminate()
        raise
    return PostgresStore(url, owner=owner, session=session, readers=readers)


async def postgres_session(url: str, *, owner: str = "", patience: float) -> asyncpg.Connection:
    """The session that may write to the database; BadInput says why it cannot be had."""
    try:
        from kosmoport.server.store.postgres_session import open_session, why
    except ImportError:
        raise BadInput("PostgreSQL needs a library more: pip install kosmoport[postgres]") from None
    try:
        return await open_session(url, owner or _new_owner(), patience)
    except Exception as error:
        # Not chained: what the driver says of an address may hold the password.
        raise BadInput(f"The PostgreSQL database cannot be used: {why(error)}.") from None


def _new_owner() -> str:
    return secrets.token_hex(8)


def _tell(copy: Path | None) -> None:
    if copy is not None:
        say(log, "the database was upgraded; as it was before, it is among the backups", backup=copy.name)
