"""What people and bots do in the game: act, and take back; and what they would be told if they tried."""

from __future__ import annotations

from kosmoport.core.errors import Refused
from kosmoport.core.reasons import judged
from kosmoport.core.words import Told
from kosmoport.table import entries as log
from kosmoport.table import protocol
from kosmoport.table.declined import Declined, Illegal, player
from kosmoport.table.entries import AnyEntry
from kosmoport.table.racing import before_stop, late, waiting
from kosmoport.table.table import Table
from kosmoport.table.takeback import NOTHING_DONE, may_take_back


def act(table: Table, sender: str, command: protocol.Act, now: int) -> list[AnyEntry]:
    seat = player(table, sender)
    if seat not in table.due:  # before the words are looked at: they may be of another position
        raise Illegal(table.game, "turn")
    told = Told(command.do, command.args)
    try:
        action = _judged(table, seat, command.seen, told, now)
    except Declined:
        if counted := _counted_late(table, seat, told, command.at, now):
            return counted
        raise
    credit = min(table.delays.get(seat, 0), table.policy.lag_credit)
    stopped = before_stop(table, seat, action) if table.race.hovers else []
    return [*stopped, log.Acted(seat, action, "person", credit=credit)]


def _judged(table: Table, seat: int, seen: int, told: Told, now: int) -> int:
    """The number of the action, if it is neither too late nor too early, and legal; Declined says why not."""
    # In a race it is enough to have seen its stage begin: whoever lets a card go draws the next one at once,
    # and does not wait until a slow line brings the answer.
    oldest = table.race.first_line if table.lightning else table.due[seat]
    if seen < oldest:
        raise Declined("late", due=oldest)
    if table.race.go_at is not None and (wait := waiting(table, now)):
        raise Declined("not_yet", wait=wait)
    try:
        return judged(table.play, seat, table.views((seat,))[0], told)
    except Refused as refused:
        raise Illegal(table.game, refused.reason) from None


def _counted_late(table: Table, seat: int, told: Told, at: int | None, now: int) -> list[AnyEntry]:
    """What somebody with a slow line did before a race was stopped."""
    try:
        action = table.game.encode(table.views((seat,))[0], told)
    except Refused:
        return []
    return late(table, seat, action, at, now)


def why_not(table: Table, sender: str, told: Told, now: int) -> protocol.Problem | None:
    """What the sender would be told if they tried this now, None if it is legal; nothing is done."""
    try:
        if table.phase == "closed":
            raise Declined("closed")
        seat = player(table, sender)
        if seat not in table.due:
            raise Illegal(table.game, "turn")
        _judged(table, seat, table.n, told, now)
    except Declined as declined:
        return declined.problem
    return None


def seat_for_hint(table: Table, sender: str) -> int:
    """The seat of somebody who may have a hint now; Declined if they may not."""
    if table.phase == "closed":
        raise Declined("closed")
    seat = player(table, sender)
    if not table.settings.hints:
        raise Declined("no_hints")
    if seat not in table.due:
        raise Declined("not_your_turn")
    return seat


def check_aim(table: Table, seat: int) -> None:
    """Declined where this seat is not told what a card would meet."""
    if not table.tells_aim(seat):
        raise Declined("no_aim")


def bot_acts(table: Table, seat: int, due: int, action: int, cause: log.Cause, level: str) -> list[AnyEntry]:
    """A bot's answer to the decision that was due with this number; nothing if it comes too late."""
    if table.phase != "playing" or table.due.get(seat) != due:
        return []
    if (cause == "bot") != (table.seats[seat].level is not None):
        return []
    if table.play.why_not(seat, action) is not None:
        return []
    return [*before_stop(table, seat, action), log.Acted(seat, action, cause, level)]


def take_back(table: Table, sender: str, command: protocol.TakeBack, now: int) -> list[AnyEntry]:
    seat = player(table, sender)
    if not table.settings.take_back or table.lightning:
        raise Declined("take_back_off")
    moves = table.play.moves
    known = table.settled is not None and moves[-1].seat == seat
    reason = table.settled[1] if table.settled and known else may_take_back(table.play, seat)
    if reason is not None:
        raise Declined(reason)
    if not table.before[-1].by_person:  # a bot moved for them
        raise Declined(NOTHING_DONE)
    return [log.Undone(seat, len(table.play.moves) - 1, agreed=False)]
