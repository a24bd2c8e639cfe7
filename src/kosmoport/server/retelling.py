"""What a viewer has missed, told again from the log, line by line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from kosmoport.table import protocol
from kosmoport.table.entries import Chatted, Logged
from kosmoport.table.table import Table
from kosmoport.table.telling import tell_all


def told_again(
    table: Table, lines: Iterable[Logged], viewer: int, seen: int, muted: frozenset[int]
) -> list[bytes]:
    """The messages after line `seen`; `table` is one that no line has been applied to."""
    told = []
    for line in lines:
        happened = table.apply(line)
        if line.n > seen:
            message: Any = tell_all(table, line, (viewer,), happened)[viewer]
            if isinstance(line.entry, Chatted) and line.entry.seat in muted:
                message = replace(message, text=None)
            told.append(protocol.encode(message))
    return told
