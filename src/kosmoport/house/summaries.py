"""What the store keeps beside the log of a table, so that lists need no replay."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import msgspec

from kosmoport.core.records import result_of
from kosmoport.house.store import Summary
from kosmoport.table.automatic import wake_at
from kosmoport.table.entries import AnyMove, Logged
from kosmoport.table.table import Table
from kosmoport.table.telling import lobby_table

WAKE_SLACK = 600_000  # ms by which the stored time of waking may be too early


def summary_of(table: Table, origin: str, ahead: int = 0) -> Summary:
    """What the store keeps beside the log of a table, which may be ahead of the server's clock."""
    result = result_of(table.play) if table.begun else None
    return Summary(
        game=table.settings.game,
        phase=table.phase,
        public=table.settings.public,
        sealed=table.settings.sealed,
        unhurried=table.settings.unhurried,
        wake_at=wake_at(table, ahead),
        lobby=msgspec.json.encode(lobby_table(table)),
        result=None if result is None else msgspec.json.encode(result),
        origin=origin,
    )


def renewed(
    before: Summary | None, table: Table, origin: str, ahead: int, lines: Iterable[Logged]
) -> Summary | None:
    """What the store should keep after these lines; None if what it has is good enough.

    Moves change nothing of it while a game goes on, so for most lines no summary is made. The stored time of
    waking may be too early, never too late.
    """
    if before is None:
        return summary_of(table, origin, ahead)
    stored, wanted = before.wake_at, wake_at(table, ahead)
    wakes_in_time = stored == wanted or (
        stored is not None and wanted is not None and stored <= wanted <= stored + WAKE_SLACK
    )
    only_moves = before.phase == table.phase == "playing" and all(
        isinstance(line.entry, AnyMove) for line in lines
    )
    if wakes_in_time and only_moves:
        return None
    after = summary_of(table, origin, ahead)
    return None if replace(before, wake_at=after.wake_at) == after and wakes_in_time else after
