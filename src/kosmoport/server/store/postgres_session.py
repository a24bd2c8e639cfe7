"""Connections to PostgreSQL: the one session that may write, and one sentence for what went wrong."""

from __future__ import annotations

import asyncio

import asyncpg

LOCK = int.from_bytes(b"Kosmopor", signed=True)  # of the session that may write to this database
CONNECT_SECONDS = 10.0
COMMAND_SECONDS = 30.0
LOST = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.DatabaseDroppedError,
    asyncpg.IdleSessionTimeoutError,
)
"""After these nobody knows whether a statement was carried out."""


class Taken(Exception):
    """Another process holds the database."""


def why(error: Exception) -> str:
    """What went wrong, never with words of the database's address, in which a password may stand."""
    if isinstance(error, Taken):
        return "another Kosmoport is using it"
    if isinstance(error, asyncpg.InvalidAuthorizationSpecificationError):
        return "it does not accept this user or password"
    if isinstance(error, asyncpg.InvalidCatalogNameError):
        return "there is no database of this name"
    if isinstance(error, asyncpg.DiskFullError):
        return "there is no room left on its disk"
    if isinstance(error, asyncpg.TooManyConnectionsError | asyncpg.CannotConnectNowError):
        return "it accepts no more connections now"
    if isinstance(error, ValueError | asyncpg.ClientConfigurationError):
        return "its address is not of the form postgresql://user:password@host:port/name"
    if isinstance(error, LOST):
        return "no PostgreSQL server answers at its address"
    return f"PostgreSQL reports {type(error).__name__}"


async def open_session(url: str, owner: str, patience: float) -> asyncpg.Connection:
    """The session that may write; Taken if another process has it and keeps it for `patience` seconds.

    Since a session's lock ends with the session, whoever holds it knows that nothing an earlier session
    asked for is still under way.
    """
    name = f"kosmoport writer {owner}"
    settings = {
        "application_name": name,
        "synchronous_commit": "on",  # what is acknowledged is on the disk
        "enable_seqscan": "off",
        # A plan made once takes every group for a small one, and is ten times slower for a large one.
        "plan_cache_mode": "force_custom_plan",
    }
    connection = await asyncpg.connect(
        url, timeout=CONNECT_SECONDS, command_timeout=COMMAND_SECONDS, server_settings=settings
    )
    try:
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            f" WHERE application_name = '{name}' AND pid <> pg_backend_pid()"  # one of ours that we lost
        )
        await _lock(connection, patience)
    except BaseException:
        connection.terminate()
        raise
    return connection


async def _lock(connection: asyncpg.Connection, patience: float) -> None:
    deadline = asyncio.get_running_loop().time() + patience
    while not await connection.fetchval("SELECT pg_try_advisory_lock($1)", LOCK):
        if asyncio.get_running_loop().time() >= deadline:
            raise Taken
        await asyncio.sleep(0.05)
