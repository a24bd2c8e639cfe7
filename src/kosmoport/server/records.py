"""Finished games as records, and any game as one seat saw it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from kosmoport.core.contract import SPECTATOR
from kosmoport.core.records import dump_record
from kosmoport.table import entries as log
from kosmoport.table.entries import Logged
from kosmoport.table.requests import Frame, Frames
from kosmoport.table.table import House, Table


def is_open(table: Table) -> bool:
    """May everybody see everything? After the end, unless the table was made with sealed records."""
    return table.phase in ("over", "closed") and table.play is not None and not table.settings.sealed


def record_text(table: Table) -> str:
    """The whole game, its secrets included; only of a table whose record is open."""
    assert is_open(table)
    assert table.play is not None
    return dump_record(table.play, record_extra(table))


def record_extra(table: Table) -> dict[str, Any]:
    """What a record of a live game holds besides the game."""
    luck = [seat.luck for seat in table.seats]
    secret = table.secret.hex()
    fair = {"table": table.id, "secret": secret, "commitment": table.commitment, "luck": luck}
    at_table = {
        "names": [seat.name or None for seat in table.seats],
        "bots": [seat.bot for seat in table.seats],
        "started": table.started_at,
        "undone": table.undone,
    }
    return {"fair": fair, "table": at_table}


def frames_of(table: str, house: House, lines: Sequence[Logged], seat: int) -> Frames:
    """The moves that stand as one seat (or a spectator) saw them, from the log alone."""
    replayed = Table(table, house)
    frames: list[Frame] = []
    for line in lines:
        happened = replayed.apply(line)
        entry = line.entry
        if isinstance(entry, log.Undone):
            del frames[entry.moves + 1 :]
        elif isinstance(entry, log.Began | log.Acted | log.Rolled):
            frames.append(_frame(replayed, line, seat, happened))
    return Frames(table, seat if seat != SPECTATOR else None, tuple(frames))


def _frame(table: Table, line: Logged, seat: int, happened: list[Any]) -> Frame:
    play = table.play
    assert play is not None
    entry = line.entry
    acted = entry if isinstance(entry, log.Acted) else None
    by_itself: Literal["begun", "chance"] = "begun" if isinstance(entry, log.Began) else "chance"
    return Frame(
        move=len(play.moves),
        at=line.at,
        by=None if acted is None else acted.seat,
        cause=by_itself if acted is None else acted.cause,
        told=tuple(play.told(happened, seat)),
        view=play.view(seat),
    )
