"""What every store can keep, checked before anything is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kosmoport.house.store import PHASES, Line, Summary

BIGGEST = 2**63 - 1  # of the integers of databases
NOT_STORABLE = "text to be kept has a zero character or half a character in it"


def line_values(table: str, after: int, lines: Sequence[Line]) -> list[tuple[Any, ...]]:
    """The values of table_id, n, at, entry, sender, message of lines that follow `after` without a gap."""
    texts = [table, *(f"{line.sender or ''}{line.message or ''}" for line in lines)]
    if any(b"\0" in text.encode() for text in texts):  # which refuses half a character
        raise ValueError(NOT_STORABLE)
    values: list[tuple[Any, ...]] = []
    for n, line in enumerate(lines, after + 1):
        entry = line.entry.decode()
        if line.n != n:
            raise ValueError(f"line {n} is to be written, not line {line.n}")
        if line.message is not None and line.sender is None:
            raise ValueError(f"line {n} has a message and no sender")
        if not -BIGGEST <= line.at <= BIGGEST:
            raise ValueError(f"{line.at} is too large to be kept")
        if "\0" in entry:
            raise ValueError(NOT_STORABLE)
        values.append((table, n, line.at, entry, line.sender, line.message))
    return values


def check_summary(summary: Summary) -> None:
    """ValueError unless this can be kept."""
    if summary.phase not in PHASES:
        raise ValueError(f"{summary.phase!r} is not a phase of a table")
    storable(summary.game)
    storable(summary.origin)
    whole(summary.wake_at or 0)
    json_text(summary.lobby)
    json_text(summary.result or b"")


def is_storable(text: str) -> bool:
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


def storable(text: str) -> str:
    """The text itself, refused if it cannot be kept."""
    if not is_storable(text):
        raise ValueError(NOT_STORABLE)
    return text


def whole(number: int) -> int:
    """The number itself, refused if it is too large."""
    if not -BIGGEST <= number <= BIGGEST:
        raise ValueError(f"{number} is too large to be kept")
    return number
