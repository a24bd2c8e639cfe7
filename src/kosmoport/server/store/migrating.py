"""Moves a database from one version of its shape to another, on SQLite and on PostgreSQL."""

from __future__ import annotations

import io
import sqlite3
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import NullPool, create_engine, event
from sqlalchemy.engine import Connection, Engine

from kosmoport.server.store.migrations import versions

BASE = "base"


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    # Said aloud because Alembic warns where it has to guess; the location is one path, spaces and all.
    config.set_main_option("path_separator", "newline")
    return config


def _run(config: Config, start: str, target: str, *, sql: bool) -> None:
    known = [BASE, *versions()]
    forward = known.index(target) >= known.index(start)
    change = command.upgrade if forward else command.downgrade
    change(config, f"{start}:{target}" if sql else target, sql=sql)


def sqlite_engine(path: Path) -> Engine:
    """An engine whose transactions hold changes of the shape too, which the driver's own do not."""
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)

    @event.listens_for(engine, "connect")
    def _leave_transactions_to_us(connection: sqlite3.Connection, _record: Any) -> None:
        connection.isolation_level = None

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def migrate_sqlite(path: Path, start: str | None, target: str) -> None:
    """Change the file at `path`, whole or not at all."""
    config = _config()
    with sqlite_engine(path).begin() as connection:
        config.attributes["connection"] = connection
        _run(config, start or BASE, target, sql=False)


def postgres_script(start: str | None, target: str) -> str:
    """The statements that lead from one version to another, to be run in one transaction."""
    config = _config()
    config.output_buffer = io.StringIO()
    _run(config, start or BASE, target, sql=True)
    return config.output_buffer.getvalue()
