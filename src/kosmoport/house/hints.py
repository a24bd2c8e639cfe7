"""Hints for people: what is asked of the bots' processes, from the view of whoever has to decide."""

from __future__ import annotations

from kosmoport.bots.hints import estimates
from kosmoport.house.bot_seats import ask_for
from kosmoport.house.bots import Ask
from kosmoport.house.refusals import refusal
from kosmoport.house.rooms import Room
from kosmoport.house.tables import Tables
from kosmoport.table import protocol, requests
from kosmoport.table.acting import seat_for_hint
from kosmoport.table.declined import Declined
from kosmoport.table.table import Table

LEVEL = "strong"  # what a hint is worth at least; the search has a budget of its own


async def hints_for(tables: Tables, room: Room, sender: str, origin: str) -> requests.Hints:
    """The best actions for the sender at this address now; HTTPError if there are no hints for them."""
    found = await room.look(lambda table: _question(table, sender, origin))
    if isinstance(found, protocol.Problem):
        raise refusal(found)
    move, ask = found
    suggestions = await tables.bots.suggest(ask)
    if not suggestions:
        raise refusal(protocol.Problem("busy"))
    hints = tuple(requests.Hint(one.action, one.chance, one.tried, one.reason) for one in suggestions)
    return requests.Hints(move, estimates(room.table.game), hints)


def _question(table: Table, sender: str, origin: str) -> tuple[int, Ask] | protocol.Problem:
    """What to ask, and after how many moves; whatever the table refuses is returned, not raised."""
    try:
        seat = seat_for_hint(table, sender)
    except Declined as declined:
        return declined.problem
    seed = int(table.commitment[:15], 16)  # public: nothing secret decides what a hint says
    return len(table.play.moves), ask_for(table, seat, LEVEL, seed, origin)
