"""Lines for the logs of many tables, in as few statements as for one.

Between two statements the thread that writes has to ask for the interpreter again, and a busy event loop
lets it wait.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
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

    table: str
    owner: str
    epoch: int
    after: int
    changed_at: int | None
    lines: Values
    summary: tuple[Any, ...] | None  # what the row is to say from now on, if it changes

    @property
    def fence(self) -> tuple[Any, ...]:
        n = self.after + len(self.lines)
        return n, self.changed_at, self.table, self.owner, self.epoch, self.after


def write_appends(connection: sqlite3.Connection, appends: Sequence[Append]) -> None:
    """All of them; raises if one is refused, and then the caller has to undo what was written."""
    if _write(connection, FENCED, [append.fence for append in appends]) < len(appends):
        raise NotOwner(
            "; ".join(f"not ours: {one.table} in {one.epoch} after {one.after}" for one in appends)
        )
    _write(connection, INSERT_LINES, [line for append in appends for line in append.lines])
    replaced = [(*append.summary, append.table) for append in appends if append.summary is not None]
    if replaced:
        connection.executemany(SUMMARISE, replaced)


def _write(connection: sqlite3.Connection, statement: str, rows: Values) -> int:
    """How many rows of the database that changed."""
    return sum(connection.execute(text, values).rowcount for text, values in _statements(statement, rows))


def _statements(statement: str, rows: Values) -> Iterator[tuple[str, list[Any]]]:
    for first in range(0, len(rows), MOST_ROWS):
        some = rows[first : first + MOST_ROWS]
        row = f"({', '.join('?' * len(some[0]))})"
        yield statement.format(rows=", ".join([row] * len(some))), [value for one in some for value in one]
