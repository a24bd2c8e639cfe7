"""What a table does by itself: dice, the game's own clock, bots, time-outs, and closing when abandoned."""

from __future__ import annotations

from dataclasses import dataclass

from kosmoport.core.contract import CHANCE
from kosmoport.table import entries as log
from kosmoport.table.bounds import no_going_back
from kosmoport.table.dealing import missing, next_of_deal
from kosmoport.table.entries import AnyEntry
from kosmoport.table.racing import before_stop, waiting
from kosmoport.table.table import Table
from kosmoport.table.takeback import may_take_back
from kosmoport.table.voting import outcome, voters

RETURNING = 30 * 60_000  # ms after the server came back in which nothing is closed


@dataclass(frozen=True)
class Wanted:
    """A bot's decision that the table waits for."""

    seat: int
    due: int  # the number that asked for the decision
    level: str
    cause: log.Cause


@dataclass(frozen=True)
class Next:
    """What comes next without anybody's message: entries now, bots to ask, and when to look again."""

    entries: tuple[AnyEntry, ...] = ()
    bots: tuple[Wanted, ...] = ()
    look_again: int | None = None


def next_step(table: Table, now: int) -> Next:
    """Ask this after every change and whenever `look_again` has come."""
    if table.phase == "closed":
        return Next()
    closing = abandoned_at(table)
    if closing is not None and now >= closing and not table.here:
        return Next(entries=(log.Closed("abandoned"),))
    if table.phase == "gathering":
        return _gathering(table, now, closing)
    if table.phase != "playing":
        return Next()
    for number, open_ in table.proposals.items():  # who votes may have left or come meanwhile
        if settled := outcome(table, number, open_, now):
            return Next(entries=tuple(settled))
    return _next_move(table, now, closing)


def _gathering(table: Table, now: int, closing: int | None) -> Next:
    entries, look_again = next_of_deal(table, now)
    times = [at for at in (look_again, None if table.here else closing) if at is not None]
    return Next(entries, look_again=None if entries else min(times, default=None))


def _next_move(table: Table, now: int, closing: int | None) -> Next:
    if table.play.chance_due and not _clock_decides(table):
        until = _open_until(table, now)
        return Next(entries=(log.Rolled(_roll(table)),)) if until is None else Next(look_again=until)
    if table.race.timed is not None and (now >= table.race.timed[1] or table.all_are_ready):
        stopped = before_stop(table, CHANCE, table.race.timed[0])
        return Next(entries=(*stopped, log.Rolled(table.race.timed[0])))
    if waiting(table, now):
        return Next(look_again=table.race.go_at)
    bots, times = bots_to_ask(table, now), _times(table, now, closing)
    if any(wanted.cause == "bot" for wanted in bots):
        times.append(until := _open_until(table, now))
        bots = [wanted for wanted in bots if until is None or wanted.cause == "clock"]
    return Next(bots=tuple(bots), look_again=min((at for at in times if at is not None), default=None))


def _clock_decides(table: Table) -> bool:
    """Is the game's own clock what comes next, and not a die or a card to be drawn?"""
    return table.race.timed is not None and table.play.why_not(CHANCE, table.race.timed[0]) is None


def _roll(table: Table) -> int:
    """The outcome of the die that is due, from everybody's randomness."""
    play, stream = table.play, table.fair.roll_stream(len(table.fair_rolls))
    return table.game.roll(play.s, play.c, stream)


def _open_until(table: Table, now: int) -> int | None:
    """Bots and dice wait a moment where the last action may still be taken back; None: they need not."""
    until = table.acted_at + table.policy.take_back_grace
    return until if now < until and can_be_taken_back(table) else None


def can_be_taken_back(table: Table) -> bool:
    """May the person who acted last still change their mind?"""
    seat = may_regret(table)
    if seat is None:
        return False
    if table.settled is None:
        table.settled = (len(table.play.moves), may_take_back(table.play, seat))
    return table.settled[1] is None


def may_regret(table: Table) -> int | None:
    """The seat of the person who acted last, where the table allows to take back at all."""
    if not table.begun or not table.settings.take_back or table.lightning or not table.play.moves:
        return None
    if no_going_back(table):
        return None
    seat = table.play.moves[-1].seat
    return seat if seat in table.people() and table.before[-1].by_person else None


def bots_to_ask(table: Table, now: int) -> list[Wanted]:
    """Seats that bots have to decide for: their own, given ones, and those whose time is up."""
    wanted = []
    deadlines = table.clocks.deadlines()
    for seat, due in table.due.items():
        level = table.seats[seat].level
        if level is not None:
            wanted.append(Wanted(seat, due, level, "bot"))
        elif seat in deadlines and now >= deadlines[seat] + table.policy.lag_credit:
            wanted.append(Wanted(seat, due, table.settings.timeout_level, "clock"))
    return wanted


def may_still_act(table: Table, wanted: Wanted, now: int) -> bool:
    """Is a bot's answer still asked for? After an absence of the server people have their time again."""
    return not waiting(table, now) and (wanted.cause == "bot" or wanted in bots_to_ask(table, now))


def _times(table: Table, now: int, closing: int | None) -> list[int | None]:
    """When something will happen by itself."""
    deadlines = [
        at + table.policy.lag_credit
        for seat, at in table.clocks.deadlines().items()
        if table.seats[seat].level is None
    ]
    timed = None if table.race.timed is None else table.race.timed[1]
    times = [timed, None if table.here else closing, *deadlines, *_votes_end(table)]
    return [at for at in times if at is not None and at > now]


def _votes_end(table: Table) -> list[int]:
    """When those whose answer is waited for will count as gone, and the absent one again after a restart."""
    votes = [open_.entry for open_ in table.proposals.values() if open_.entry.what == "bot"]
    people = {p for vote in votes for p in (*voters(table, vote), vote.absent)}
    return [at + table.policy.absence_grace for p, at in table.away_since.items() if p in people]


def abandoned_at(table: Table) -> int | None:
    """The stated rule: a table at which nothing was logged and nobody was for so long is closed.

    Time in which the server was away does not count, and when it is back people have a while to return.
    """
    policy, quiet_since = table.policy, table.quiet_since
    if table.phase == "gathering":  # devices have their time first: days, where nobody hurries
        limit, quiet_since = policy.abandon_gathering, max(quiet_since, table.reveal_until or 0)
    elif table.phase == "playing":
        limit = policy.abandon_unhurried if table.settings.unhurried else policy.abandon_live
    else:
        return None
    return max(quiet_since + limit, table.served_from + min(limit, RETURNING))


def wake_at(table: Table, ahead: int = 0) -> int | None:
    """When a table that nobody has opened wants to be looked at, by a clock that its log is ahead of."""
    times = [abandoned_at(table)]
    if table.phase == "gathering":
        times.append(table.reveal_until)
        if table.is_of_before or (table.frozen and not missing(table)):
            times.append(table.changed_at)
    elif table.phase == "playing":
        times += [at + table.policy.lag_credit for at in table.clocks.deadlines().values()]
        times += [] if table.race.timed is None else [table.race.timed[1]]
        if any(table.seats[seat].level is not None for seat in table.due) or not table.due:
            times.append(table.changed_at)
    return min((at - ahead for at in times if at is not None), default=None)
