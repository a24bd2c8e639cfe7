"""Finished games as records, and any game as one seat saw it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from kosmoport.core.contract import CHANCE, SPECTATOR
from kosmoport.core.errors import BadInput
from kosmoport.core.layout import Event
from kosmoport.core.play import Play
from kosmoport.core.records import dump_record
from kosmoport.core.words import Told
from kosmoport.table import entries as log
from kosmoport.table.continuing import told_of
from kosmoport.table.entries import Logged
from kosmoport.table.policy import Policy
from kosmoport.table.requests import Frame, FrameCause, Frames, Verified
from kosmoport.table.table import Table
from kosmoport.table.verify import DoesNotHold, check_record


def is_open(table: Table) -> bool:
    """May everybody see everything? After the end, unless the table was made with sealed records."""
    return table.phase in ("over", "closed") and table.begun and not table.settings.sealed


def record_text(table: Table) -> str:
    """The whole game, its secrets included; only of a table whose record is open."""
    assert is_open(table)
    return dump_record(table.play, record_extra(table))


def verified(table: Table) -> Verified:
    """The deal and every roll of a finished game, drawn again."""
    try:
        return Verified(None, check_record(json.loads(record_text(table))).rolls)
    except DoesNotHold as error:
        return Verified(error.told, 0)
    except BadInput:
        return Verified(Told("unreadable"), 0)


def record_extra(table: Table) -> dict[str, Any]:
    """What a record of a live game holds besides the game."""
    at_table = {
        "names": [seat.name or None for seat in table.seats],
        "bots": [seat.dealt for seat in table.seats],
        "started": table.started_at,
        "undone": table.undone,
    }
    if any(seat.aided for seat in table.seats):
        at_table["aided"] = [p for p, seat in enumerate(table.seats) if seat.aided]
    if late := [(p, seat.took_over) for p, seat in enumerate(table.seats) if seat.took_over is not None]:
        at_table["took_over"] = [{"seat": p, "move": took.move} for p, took in late]
    if table.past is not None:
        at_table["continues"] = [told_of(part) for part in table.past.parts]
    return {"fair": _fair(table), "table": at_table}


def _fair(table: Table) -> dict[str, Any]:
    """Everything that the chance of the game was made from, and how it came together."""
    fair = {"table": table.id, "secret": table.secret.hex(), "commitment": table.commitment}
    if table.frozen is None:
        return {**fair, "luck": [seat.luck for seat in table.seats]}
    return {
        **fair,
        "round": table.round,
        "void": [[void.round, list(void.seats)] for void in table.void],
        "frozen": table.frozen,
        "values": [seat.value for seat in table.seats],
        "key": table.chance_key.hex(),
    }


def frames_of(table: str, policy: Policy, lines: Sequence[Logged], seat: int) -> Frames:
    """The moves that stand as one seat (or a spectator) saw them, from the log alone."""
    replayed = Table(table, policy)
    frames: list[Frame] = []
    for line in lines:
        before = replayed.race.go_at
        happened = replayed.apply(line)
        entry = line.entry
        countdown = 0 if replayed.race.go_at in (None, before) else replayed.race.go_at - line.at
        if isinstance(entry, log.Undone):
            del frames[entry.moves + 1 :]
        elif isinstance(entry, log.Began):
            frames += _first_frames(replayed, line.at, seat, countdown)
        elif isinstance(entry, log.AnyMove):
            by = entry.seat if isinstance(entry, log.Acted) else None
            cause = replayed.before[-1].cause
            frames.append(frame_of(replayed.play, line.at, seat, by, cause, happened, countdown))
    return Frames(table, seat if seat != SPECTATOR else None, tuple(frames))


def _first_frames(table: Table, at: int, seat: int, countdown: int) -> list[Frame]:
    """The game as it began, and every move that was made before this table continued it."""
    play = table.new_play()
    moves = () if table.past is None else table.past.moves
    began = at - max((move.at or 0 for move in moves), default=0)  # as if it had gone on without a pause
    frames = [frame_of(play, began, seat, None, "begun", [], 0 if moves else countdown)]
    for k, move in enumerate(moves, start=1):
        happened = play.act(move.seat, move.action, move.at)
        by = None if move.seat == CHANCE else move.seat
        when = began + (move.at or 0)
        frames.append(
            frame_of(play, when, seat, by, move.cause, happened, countdown if k == len(moves) else 0)
        )
    return frames


def frame_of(
    play: Play, at: int, seat: int, by: int | None, cause: FrameCause, happened: list[Event], countdown: int
) -> Frame:
    """The game after a move, as a seat (or a spectator) saw it."""
    told = tuple(play.told(happened, seat))
    return Frame(len(play.moves), at, by, cause, told, play.view(seat), countdown)
