"""Lines for the logs of many tables, in as few statements as for one.

Between two statements the thread that writes has to ask for the interpreter again, and a busy event loop
lets it wait.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any, NamedTuple

from kosmoport.house.store import NotOwner
from kosmoport.server.store.rows import LINE

Values = Sequence[tuple[Any, ...]]

# Columns of VALUES have no names of their own.
FENCED = (
    "UPDATE tables SET n = wanted.column1, changed_at = coalesce(wanted.column2, changed_at)"
    " FROM (VALUES {rows}) AS wanted"
    " WHERE id = wanted.column3 AND owner = wanted.column4 AND epoch = wanted.column5 AND n = wanted.column6"
)
INSERT_LINES = f"INSERT INTO log (table_id, {LINE}) VALUES {{rows}}"
SUMMARISE = (
    "UPDATE tables SET game = ?, phase = ?, is_public = ?, sealed = ?, unhurried = ?, wake_at = ?, lobby = ?,"
    " result = ?, origin = ? WHERE id = ?"
)
MOST_ROWS = 500  # of one statement


class Append(NamedTuple):
    """Lines for one table's log."""

    fence: tuple[Any, ...]  # as FENCED takes it
    lines: Values
    summary: tuple[Any, ...] | None  # as SUMMARISE takes it; None: the row goes on saying what it says


def write_appends(connection: sqlite3.Connection, appends: Sequence[Append]) -> None:
    """All of them; raises if one is refused, and then the caller has to undo what was written."""
    if _write(connection, FENCED, [append.fence for append in appends]) < len(appends):
        fences = [append.fence for append in appends]
        each = [f"{table} in epoch {epoch} after line {after}" for _, _, table, _, epoch, after in fences]
        raise NotOwner(f"not ours: {', '.join(each)}")
    _write(connection, INSERT_LINES, [line for append in appends for line in append.lines])
    replaced = [append.summary for append in appends if append.summary is not None]
    if replaced:
        connection.executemany(SUMMARISE, replaced)


def _write(connection: sqlite3.Connection, statement: str, rows: Values) -> int:
    """How many rows of the database that changed."""
    changed = 0
    for first in range(0, len(rows), MOST_ROWS):
        some = rows[first : first + MOST_ROWS]
        row = f"({', '.join('?' * len(some[0]))})"
        text = statement.format(rows=", ".join([row] * len(some)))
        changed += connection.execute(text, [value for one in some for value in one]).rowcount
    return changed
