"""Coming late: a person takes the seat of a bot while the game is on, where the table was made so."""

from __future__ import annotations

from kosmoport.table import entries as log
from kosmoport.table import requests
from kosmoport.table.declined import Declined
from kosmoport.table.entries import AnyEntry
from kosmoport.table.gathering import name_for
from kosmoport.table.table import Table


def take_over(table: Table, asked: requests.SitDown, key: str, known: set[str]) -> list[AnyEntry]:
    """Somebody wants a bot's seat; `known` are the keys of all sittings here that are known to be theirs.

    Whoever has a seat in this game knows what it knows, and may come back to that one only.
    """
    if not table.settings.late or table.past is not None:  # the past of a game is public: they may know it
        raise Declined("not_late")
    if any(seat.key in known for seat in table.seats):
        raise Declined("has_seat")
    if table.lightning and not table.waits_for_all:
        raise Declined("race_runs")
    seat = _seat_of_a_bot(table, asked.seat)
    if asked.colour not in (None, table.seats[seat].colour):
        raise Declined("bad_colour", colours=[table.seats[seat].colour])
    return [log.Sat(seat, name_for(table, asked, None), key)]


def _seat_of_a_bot(table: Table, wanted: int | None) -> int:
    bots = [p for p, seat in enumerate(table.seats) if seat.bot is not None]
    if wanted is None:
        if not bots:
            raise Declined("no_free_seat")
        return bots[0]
    if wanted >= len(table.seats):
        raise Declined("no_such_seat")
    if wanted not in bots:
        raise Declined("seat_taken")
    return wanted
