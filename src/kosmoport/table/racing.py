"""A race against the game's own clock: the countdown, hands over the table, Stop, and credit for delay.

Where a hand is changes many times a second and matters only when somebody calls Stop. So it is kept in
memory (`Race.hovers`) and enters the log in the moment it counts, as actions before the one that stops.
What was done before Stop but arrives after it counts too, if it was done no earlier than the delay of its
player's line allows and at most `Policy.stop_credit` before it arrived (docs/tables.md).
"""

from __future__ import annotations

from kosmoport.core.contract import CHANCE
from kosmoport.core.errors import Refused
from kosmoport.core.words import Told
from kosmoport.table import entries as log
from kosmoport.table.entries import AnyEntry
from kosmoport.table.remembered import Hover
from kosmoport.table.table import Table


def waiting(table: Table, now: int) -> int:
    """How many ms nobody may act yet: the countdown of a round."""
    return 0 if table.race.go_at is None else max(0, table.race.go_at - now)


def hovering(table: Table, seat: int, told: Told, at: int | None, now: int) -> list[AnyEntry]:
    """A hand moves. Before Stop it is only remembered; what comes too late may still count.

    Whatever cannot be, is not: the next message of this kind comes in a moment, and nobody is told.
    """
    action = _hovering_action(table, seat, told)
    if action is None:
        return []
    if table.play.why_not(seat, action) is None:
        table.race.hovers[seat] = Hover(action, "person")
        return []
    return late(table, seat, action, at, now, drops=False)


def _hovering_action(table: Table, seat: int, told: Told) -> int | None:
    """The number of the action, if there is a race in which this seat may hold something over the table."""
    timing = table.game.timing
    if timing is None or not table.lightning or seat not in table.due or table.seats[seat].level is not None:
        return None
    try:
        action = table.game.encode(table.views((seat,))[0], told)
    except Refused:
        return None
    return action if timing.is_hovering(action) else None


def before_stop(table: Table, seat: int, action: int) -> list[AnyEntry]:
    """Where the hands of others are, as actions of theirs, if this action is the one that stops the race."""
    timing, play = table.game.timing, table.play
    if timing is None or not timing.stops(play.s, seat, action):
        return []
    return [
        log.Acted(other, hover.action, hover.cause, hover.level)
        for other, hover in sorted(table.race.hovers.items())
        if other != seat and play.why_not(other, hover.action) is None
    ]


def late(
    table: Table, seat: int, action: int, at: int | None, now: int, drops: bool = True
) -> list[AnyEntry]:
    """What follows from an action that Stop has overtaken; nothing if it was done after Stop as well.

    `now` is when it reached the server: it may have waited there while Stop was called.
    """
    timing, play = table.game.timing, table.play
    if timing is None or table.race.since is None:
        return []
    credit = min(table.delays.get(seat, 0), table.policy.stop_credit)
    if max(now if at is None else at, now - credit) > table.race.since:
        return []
    counted = timing.late(play.s, play.c, seat, action, max(0, now - table.race.since))
    if counted is None or play.why_not(CHANCE, counted[0]) is not None:
        return []
    outcome, goes_on = counted
    more = [log.Acted(seat, goes_on, "person")] if drops and goes_on is not None else []
    return [log.Rolled(outcome), *more]
