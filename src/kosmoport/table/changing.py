"""What the host changes while a table gathers: bots, how many seats there are, who sits where, the terms."""

from __future__ import annotations

from collections.abc import Sequence

from kosmoport.core.errors import BadInput
from kosmoport.table import protocol
from kosmoport.table.declined import Declined, only_before_the_start, only_host
from kosmoport.table.entries import AnyEntry, Changed
from kosmoport.table.seats import TableSeat
from kosmoport.table.settings import Level, NewTable, Start, TableSettings, changed_settings
from kosmoport.table.table import Table

Was = Sequence[int | None]  # by seat: which one it was before; None: a new one


def seat_bot(table: Table, sender: str, command: protocol.SeatBot, now: int) -> list[AnyEntry]:
    only_host(table, sender)
    only_before_the_start(table)
    seat = _seat(table, command.seat)
    if seat.person:
        raise Declined("seat_taken")
    if seat.reserved is not None:
        raise Declined("seat_kept")
    if seat.level == command.level:
        return []
    was = range(len(table.seats))
    bots = [command.level if p == command.seat else table.settings.bots[p] for p in was]
    return [Changed(_agreed(table, protocol.Change(command.id), was, bots), tuple(was), "bot")]


def move_seat(table: Table, sender: str, command: protocol.MoveSeat, now: int) -> list[AnyEntry]:
    only_host(table, sender)
    only_before_the_start(table)
    one, other = command.seat, command.to
    seats = _seat(table, one), _seat(table, other)
    if one == other or not any(map(_occupied, seats)):
        return []
    places = {one: other, other: one}
    was = [places.get(p, p) for p in range(len(table.seats))]
    return [Changed(_agreed(table, protocol.Change(command.id), was), tuple(was), "moved")]


def change(table: Table, sender: str, command: protocol.Change, now: int) -> list[AnyEntry]:
    only_host(table, sender)
    only_before_the_start(table)
    was = _as_many(table, command.players or len(table.seats))
    agreed = _agreed(table, command, was)
    if agreed == _agreed(table, protocol.Change(command.id), range(len(table.seats))):
        return []
    return [Changed(agreed, tuple(was), "terms")]


def _seat(table: Table, seat: int) -> TableSeat:
    if seat >= len(table.seats):
        raise Declined("no_such_seat")
    return table.seats[seat]


def _occupied(seat: TableSeat) -> bool:
    return seat.taken or seat.reserved is not None


def _as_many(table: Table, players: int) -> Was:
    """So many of the seats there are: free ones go first, then those of bots; new ones come last."""
    seats, too_many = range(len(table.seats)), len(table.seats) - players
    if too_many <= 0:
        return [*seats, *[None] * -too_many]
    free = [p for p in reversed(seats) if not _occupied(table.seats[p])]
    bots = [p for p in reversed(seats) if table.seats[p].bot is not None]
    gone = [*free, *bots][:too_many]
    if len(gone) < too_many:
        raise Declined("people_stay")
    return [p for p in seats if p not in gone]


def _agreed(
    table: Table, command: protocol.Change, was: Was, bots: Sequence[Level | None] | None = None
) -> TableSettings:
    """What is agreed on when these seats remain; Declined if it cannot be."""
    if table.past is not None and (command.options or command.start is not None):
        raise Declined("keeps_its_own")
    if table.past is not None and len(was) != len(table.seats):
        raise Declined("keeps_its_own")
    before = table.settings.bots if bots is None else bots
    try:
        return changed_settings(
            table.settings,
            table.game,
            _asked(table, command, was, [None if p is None else before[p] for p in was]),
            continues=table.past is not None,
        )
    except BadInput as error:
        raise Declined("cannot_agree", why=str(error)) from None


def _asked(table: Table, command: protocol.Change, was: Was, bots: Sequence[Level | None]) -> NewTable:
    """The table as it is, with what the host changes, as a new one would be asked for."""
    now = table.settings
    unhurried = now.unhurried if command.unhurried is None else command.unhurried
    kept = {
        name: value
        for name, value in now.options.items()
        if name not in ("players", "start_seat")
        and not (unhurried != now.unhurried and name in table.game.calm)
    }
    return NewTable(
        game=now.game,
        players=len(was),
        options=kept | command.options,
        bots=list(bots),
        colours=_colours(table, was),
        start=_start(now, command, was),
        public=now.public if command.public is None else command.public,
        unhurried=unhurried,
        clock=now.clock if command.clock is None else command.clock,
        timeout_level=command.timeout_level or now.timeout_level,
        sealed=now.sealed,
        take_back=now.take_back if command.take_back is None else command.take_back,
        hints=now.hints if command.hints is None else command.hints,
        late=now.late if command.late is None else command.late,
    )


def _start(now: TableSettings, command: protocol.Change, was: Was) -> Start | None:
    """Who starts: a chosen seat stays the same place, and whoever starts may go with fewer seats."""
    if command.start is not None or "start_seat" in command.options:
        return command.start
    if isinstance(now.start, int) and len(was) < now.players:
        return was.index(now.start) if now.start in was else "random"
    return now.start


def _colours(table: Table, was: Was) -> list[str]:
    """Everybody keeps theirs; new seats have those that nobody has."""
    kept = [table.seats[p].colour for p in was if p is not None]
    unused = [colour for colour in table.game.colours if colour not in kept]
    return kept + unused[: len(was) - len(kept)]
