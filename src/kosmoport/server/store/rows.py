"""Between the store's types and the values of its database, checked before anything is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kosmoport.house.storable import check_summary, json_text
from kosmoport.house.store import Damaged, Line, Row, Summary

ROW = (
    "id, n, epoch, created_at, changed_at, "
    "game, phase, is_public, sealed, unhurried, wake_at, lobby, result, origin"
)
LINE = "n, at, entry, sender, message"


def row_of(values: Sequence[Any]) -> Row:
    """A row of the columns `ROW`; Damaged if it cannot be one."""
    table, n, epoch, created_at, changed_at, game, phase, public, sealed, unhurried = values[:10]
    wake_at, lobby, result, origin = values[10:]
    summary = Summary(
        game=game,
        phase=phase,
        public=bool(public),
        sealed=bool(sealed),
        unhurried=bool(unhurried),
        wake_at=wake_at,
        lobby=_bytes(lobby),
        result=None if result is None else _bytes(result),
        origin=origin,
    )
    return Row(table, n, epoch, created_at, changed_at, summary)


def line_of(values: Sequence[Any]) -> Line:
    """A line of the columns `LINE`; Damaged if it cannot be one."""
    n, at, entry, sender, message = values
    return Line(n, at, _bytes(entry), sender, message)


def _bytes(text: Any) -> bytes:
    """SQLite keeps whatever was put into it; bytes that are no text come as halves of characters."""
    try:
        return bytes(text.encode())
    except (AttributeError, UnicodeEncodeError):
        raise Damaged("the database holds a value of a wrong kind") from None


def summary_values(summary: Summary) -> tuple[Any, ...]:
    """The values of game, phase, is_public, sealed, unhurried, wake_at, lobby, result, origin."""
    check_summary(summary)
    return (
        summary.game,
        summary.phase,
        summary.public,
        summary.sealed,
        summary.unhurried,
        summary.wake_at,
        summary.lobby.decode(),
        None if summary.result is None else summary.result.decode(),
        summary.origin,
    )


def entry_values(table: str, entries: Mapping[int, bytes]) -> list[tuple[Any, ...]]:
    """The values of entry, table_id, n for lines that are to be rewritten."""
    return [(json_text(entry), table, n) for n, entry in entries.items()]
