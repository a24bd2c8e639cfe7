"""Between the store's types and the values of its database, checked before anything is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kosmoport.server.store import PHASES, Damaged, Line, Row, Summary

ROW = (
    "id, n, epoch, created_at, changed_at, "
    "game, phase, is_public, sealed, unhurried, wake_at, lobby, result, origin"
)
LINE = "n, at, entry, sender, message"
BIGGEST = 2**63 - 1  # of the integers of both databases


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
    if summary.phase not in PHASES:
        raise ValueError(f"{summary.phase!r} is not a phase of a table")
    return (
        keepable(summary.game),
        summary.phase,
        summary.public,
        summary.sealed,
        summary.unhurried,
        None if summary.wake_at is None else _whole(summary.wake_at),
        json_text(summary.lobby),
        None if summary.result is None else json_text(summary.result),
        keepable(summary.origin),
    )


def line_values(table: str, after: int, lines: Sequence[Line]) -> list[tuple[Any, ...]]:
    """The values of table_id, n, at, entry, sender, message of lines that follow `after` without a gap."""
    values = []
    keepable(table)
    for n, line in enumerate(lines, after + 1):
        if line.n != n:
            raise ValueError(f"line {n} is to be written, not line {line.n}")
        if line.message is not None and line.sender is None:
            raise ValueError(f"line {n} has a message and no sender")
        sender = None if line.sender is None else keepable(line.sender)
        message = None if line.message is None else keepable(line.message)
        values.append((table, n, _whole(line.at), json_text(line.entry), sender, message))
    return values


def entry_values(table: str, entries: Mapping[int, bytes]) -> list[tuple[Any, ...]]:
    """The values of entry, table_id, n for lines that are to be rewritten."""
    return [(json_text(entry), table, n) for n, entry in entries.items()]


def is_keepable(text: str) -> bool:
    """Could this be in the database at all? Ids come from outside, where anything may be asked for."""
    if text.isascii():
        return "\0" not in text
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


def json_text(data: bytes) -> str:
    """JSON as text; what PostgreSQL cannot keep is refused here, so that it spoils no one else's write."""
    text = data.decode()
    if "\0" in text:
        raise ValueError("JSON to be kept has a zero character in it")
    return text


def keepable(text: str) -> str:
    """The text itself, refused if it cannot be kept."""
    if not is_keepable(text):
        raise ValueError("text to be kept has a zero character or half a character in it")
    return text


def _whole(number: int) -> int:
    if not -BIGGEST <= number <= BIGGEST:
        raise ValueError(f"{number} is too large to be kept")
    return number
