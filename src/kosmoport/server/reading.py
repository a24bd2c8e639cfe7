"""A database as whoever examines or exports it reads it: nothing is made, upgraded, owned or changed."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from kosmoport.core.errors import BadInput
from kosmoport.server.store.locks import FileLock, Taken
from kosmoport.server.store.migrations import newest
from kosmoport.server.store.opening import PATIENCE, is_postgres, postgres_session, real_path
from kosmoport.server.store.rows import LINE, ROW

if TYPE_CHECKING:
    import asyncpg

Values = tuple[Any, ...]

PAGE = 200  # rows held at a time
LONGEST = 3600.0  # seconds for a question about all of a large database
MOST_FOUND = 20  # of what is wrong with the database as a whole
MOST_MISSED = 10_000  # rows that cannot be read, before the rest of a damaged file is given up

COUNT = "SELECT count(*) FROM tables"
NEXT_PAGE = f"SELECT {ROW} FROM tables WHERE (created_at, id) > (?, ?) ORDER BY created_at, id LIMIT {PAGE}"
SCATTERED = f"SELECT rowid, {ROW} FROM tables NOT INDEXED WHERE rowid > ? ORDER BY rowid"
LINES = f"SELECT {LINE} FROM log WHERE table_id = ? ORDER BY n"
# Where it is kept who is called for a seat, in every version that can be read: nothing else differs.
CALLS = {"0002": ("webhooks",), "0003": ("webhooks", "pushes")}
CALLED = "SELECT seat FROM {0} WHERE table_id = ? ORDER BY seat"
STRAYS = (
    "SELECT DISTINCT table_id FROM {0} WHERE NOT EXISTS"
    f" (SELECT 1 FROM tables WHERE tables.id = {{0}}.table_id) LIMIT {MOST_FOUND}"
)


class Database(Protocol):
    """What both kinds have in common: questions are asked with `?`."""

    version: str

    async def ask(self, question: str, *values: Any) -> list[Values]:
        """Every row of the answer; BadInput if the database cannot give it."""

    async def damage(self) -> list[str]:
        """What the database itself finds wrong with its files."""


class Reading:
    """The tables of a database, a few at a time, and what else is there."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.calls = CALLS[database.version]

    async def damage(self) -> list[str]:
        return await self._database.damage()

    async def count(self) -> int:
        """How many tables there are."""
        return int((await self._database.ask(COUNT))[0][0])

    async def rows(self) -> AsyncIterator[Values]:
        """The columns `ROW` of every table in the order of creation; what they hold is not checked.

        Where a damaged file has lost that order, those that are left come as they lie.
        """
        last: Values = (-(2**63), "")
        try:
            while page := await self._database.ask(NEXT_PAGE, *last):
                for values in page:
                    last = (values[3], values[0])
                    yield values
        except BadInput:
            if not isinstance(self._database, _Sqlite):
                raise
            for values in self._database.scattered():
                if not _comes_before(values, last):
                    yield values

    async def lines(self, table: str) -> list[Values]:
        """The columns `LINE` of a table's log."""
        return await self._database.ask(LINES, table)

    async def called(self, table: str) -> list[tuple[str, Any]]:
        """What is kept to call somebody by, and for which seats of a table."""
        found = [(kind, await self._database.ask(CALLED.format(kind), table)) for kind in self.calls]
        return [(kind, values[0]) for kind, rows in found for values in rows]

    async def strays(self, kind: str) -> list[str]:
        """Ids in `log`, `webhooks` or `pushes` that no table has."""
        return [str(values[0]) for values in await self._database.ask(STRAYS.format(kind))]


def _comes_before(values: Values, last: Values) -> bool:
    """Was this row met before the one that was met last?"""
    try:
        return bool((values[3], values[0]) <= last)
    except TypeError:  # it holds a value of a wrong kind
        return False


@asynccontextmanager
async def reading(where: str, *, alone: bool) -> AsyncIterator[Reading]:
    """The database at `where` as it is; BadInput says why it cannot be read.

    `alone`: only if no server uses it, and none can begin to until this is over.
    """
    opened = _reading_postgres(where, alone) if is_postgres(where) else _reading_sqlite(Path(where), alone)
    async with opened as database:
        yield Reading(database)


def _checked_version(version: str | None, named: str) -> str:
    if version in CALLS:
        return version
    raise BadInput(
        f"{named} has the shape of version {version}, and this Kosmoport reads version {newest()}; "
        "kosmoport serve upgrades it, after making a copy."
    )


# ---------------------------------------------------------------- SQLite


class _Sqlite:
    def __init__(self, connection: sqlite3.Connection, path: Path, version: str) -> None:
        self._connection, self._path, self.version = connection, path, version

    async def ask(self, question: str, *values: Any) -> list[Values]:
        try:
            return self._connection.execute(question, values).fetchall()
        except sqlite3.Error as error:
            raise BadInput(f"The database cannot be read: {error}.") from error

    def scattered(self) -> Iterator[Values]:
        """Every row that can be read without an index; those on damaged pages are passed over."""
        after = missed = 0
        while missed < MOST_MISSED:
            try:
                for values in self._connection.execute(SCATTERED, (after,)):
                    after = values[0]
                    yield values[1:]
                return
            except sqlite3.Error:
                after, missed = after + 1, missed + 1

    async def damage(self) -> list[str]:
        from kosmoport.server.store.sqlite_file import damage

        return damage(self._path, full=True)


@asynccontextmanager
async def _reading_sqlite(path: Path, alone: bool) -> AsyncIterator[_Sqlite]:
    from kosmoport.server.store.sqlite import connect
    from kosmoport.server.store.sqlite_file import Damaged, look_into, version_of

    if not path.exists():
        raise BadInput(f"There is no database at {path}.")
    path = real_path(path)
    lock = _lock(path) if alone else None
    try:
        try:
            version = version_of(path, alone=alone)
        except Damaged as error:
            raise BadInput(f"{error}, where it says what is in it; put a backup in its place.") from None
        checked = _checked_version(version, str(path))
        with closing(look_into(path) if alone else connect(path, writing=False)) as connection:
            # Bytes that are no text must not end the reading; whoever encodes them finds out.
            connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
            yield _Sqlite(connection, path, checked)
    finally:
        if lock is not None:
            lock.let_go()


def _lock(path: Path) -> FileLock:
    try:
        lock = FileLock(path)
        try:
            lock.hold_file()
        except BaseException:
            lock.let_go()
            raise
        return lock
    except Taken:
        raise BadInput(f"{path} is used by a running Kosmoport; stop it first, or name a copy.") from None
    except OSError as error:
        raise BadInput(f"{path} cannot be locked against a server: {error.strerror}.") from error


# ---------------------------------------------------------------- PostgreSQL


class _Postgres:
    def __init__(self, session: asyncpg.Connection, version: str) -> None:
        self._session, self.version = session, version

    async def ask(self, question: str, *values: Any) -> list[Values]:
        import asyncpg

        from kosmoport.server.store.postgres_session import LOST, why

        for k in range(len(values)):
            question = question.replace("?", f"${k + 1}", 1)
        try:
            return [tuple(row) for row in await self._session.fetch(question, *values, timeout=LONGEST)]
        except (*LOST, asyncpg.PostgresError) as error:
            raise BadInput(f"The database cannot be read: {why(error)}.") from None

    async def damage(self) -> list[str]:
        """Nothing: PostgreSQL looks after its files by itself, and says so when it reads them."""
        return []


@asynccontextmanager
async def _reading_postgres(url: str, alone: bool) -> AsyncIterator[_Postgres]:
    session = await postgres_session(url, patience=PATIENCE) if alone else await _beside(url)
    from kosmoport.server.store.postgres_shape import version_of

    try:
        await session.execute("SET default_transaction_read_only = on")
        version = await version_of(session)
        if version is None:
            raise BadInput("The PostgreSQL database holds no tables of Kosmoport.")
        yield _Postgres(session, _checked_version(version, "The PostgreSQL database"))
    finally:
        await session.close()


async def _beside(url: str) -> asyncpg.Connection:
    """A session that asks for no lock, so that a server may be at work."""
    try:
        import asyncpg

        from kosmoport.server.store.postgres_session import CONNECT_SECONDS, why
    except ImportError:
        raise BadInput("PostgreSQL needs a library more: pip install kosmoport[postgres]") from None
    try:
        return await asyncpg.connect(url, timeout=CONNECT_SECONDS)
    except Exception as error:
        # Not chained: what the driver says of an address may hold the password.
        raise BadInput(f"The PostgreSQL database cannot be used: {why(error)}.") from None
