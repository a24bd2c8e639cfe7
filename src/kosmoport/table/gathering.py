"""What people do before the game: sit down, be ready, promise and reveal, begin, close."""

from __future__ import annotations

from kosmoport.core.errors import BadInput
from kosmoport.table import entries as log
from kosmoport.table import protocol, requests
from kosmoport.table.bounds import no_talk
from kosmoport.table.dealing import freeze, missing, new_round
from kosmoport.table.declined import Declined, is_host, only_before_the_start, only_host, own_seat, player
from kosmoport.table.entries import AnyEntry
from kosmoport.table.fair import promise as promised
from kosmoport.table.names import is_of_the_house, is_taken, read_name
from kosmoport.table.table import AIM_HELP, Table


def sit_down(table: Table, asked: requests.SitDown, key: str, was: str | None) -> list[AnyEntry]:
    """A person takes a seat; `was` is the key of a token of the game before (a rematch)."""
    only_before_the_start(table)
    kept = _seat_kept_for(table, was)
    name = name_for(table, asked, kept)
    seat = _free_seat(table, asked.seat) if kept is None else kept
    if asked.colour is not None and asked.colour not in _free_colours(table, seat):
        raise Declined("bad_colour", colours=_free_colours(table, seat))
    return [log.Sat(seat, name, key, age=asked.age, colour=asked.colour)]


def _seat_kept_for(table: Table, was: str | None) -> int | None:
    for p, seat in enumerate(table.seats):
        if was is not None and seat.reserved is not None and seat.reserved.key == was and not seat.person:
            return p
    return None


def name_for(table: Table, asked: requests.SitDown, kept: int | None) -> str:
    """What somebody who sits down will be called; `kept` is the seat that a rematch keeps for them."""
    reserved = None if kept is None else table.seats[kept].reserved
    text = asked.name if asked.name is not None or reserved is None else reserved.name
    if text is None:
        raise Declined("no_name")
    try:
        name = read_name(text)
    except BadInput:
        raise Declined("bad_name") from None
    if is_of_the_house(name):
        raise Declined("name_of_bot")
    if is_taken(name, _names_of_others(table, kept)):
        raise Declined("name_taken")
    return name


def _names_of_others(table: Table, seat: int | None) -> list[str]:
    """Who sits at the other seats, or is waited for there."""
    others = [other for p, other in enumerate(table.seats) if p != seat]
    names = [one.name if one.person or one.reserved is None else one.reserved.name for one in others]
    return [name for name in names if name]


def _free_seat(table: Table, wanted: int | None) -> int:
    free = [p for p, seat in enumerate(table.seats) if not seat.taken and seat.reserved is None]
    if wanted is None:
        if not free:
            raise Declined("no_free_seat")
        return free[0]
    if wanted >= len(table.seats):
        raise Declined("no_such_seat")
    if wanted not in free:
        raise Declined("seat_taken")
    return wanted


def _free_colours(table: Table, seat: int) -> list[str]:
    """Colours that no other person has chosen."""
    return [other.colour for p, other in enumerate(table.seats) if p == seat or not other.person]


def ready(table: Table, sender: str, command: protocol.Ready, now: int) -> list[AnyEntry]:
    if not command.ready and no_talk(table):
        raise Declined("log_full")
    seat = own_seat(table, sender)
    if table.waits_for_all:
        was = player(table, sender) in table.race.ready
    else:
        only_before_the_start(table)
        if command.ready and command.seen is not None and command.seen < table.terms_since:
            raise Declined("changed")
        was = table.seats[seat].ready
    return [log.Readied(seat, command.ready)] if command.ready != was else []


def aid(table: Table, sender: str, command: protocol.Aid, now: int) -> list[AnyEntry]:
    seat = own_seat(table, sender)
    only_before_the_start(table)
    if AIM_HELP not in table.settings.options or table.tells_aim():
        raise Declined("no_aid")
    return [log.Aided(seat, command.wanted)] if command.wanted != table.seats[seat].aided else []


def remove(table: Table, sender: str, command: protocol.Remove, now: int) -> list[AnyEntry]:
    """Also somebody whose device does not reveal: then the round is void, and names that seat."""
    only_host(table, sender)
    late = missing(table) if table.frozen is not None and table.phase == "gathering" else []
    if command.seat not in late:
        only_before_the_start(table)
    if command.seat >= len(table.seats):
        raise Declined("no_such_seat")
    seat = table.seats[command.seat]
    if not seat.person and seat.reserved is None:
        raise Declined("no_such_seat")
    void = [new_round(table, "void", late)] if late else []
    return [*void, log.Stood(command.seat, "removed")]


def begin(table: Table, sender: str, command: protocol.Begin, now: int) -> list[AnyEntry]:
    only_host(table, sender)
    only_before_the_start(table)
    if not all(seat.taken for seat in table.seats):
        raise Declined("not_all_seated")
    all_ready = all(seat.ready or is_host(table, p) for p, seat in enumerate(table.seats))
    if table.is_of_before or not all_ready:  # of before: until its new round could be saved
        raise Declined("not_all_ready")
    return [freeze(table)]  # the game begins when everybody has revealed


def promise(table: Table, sender: str, command: protocol.Promise, now: int) -> list[AnyEntry]:
    seat = own_seat(table, sender)
    only_before_the_start(table)
    _only_this_round(table, command.round)
    return [log.Promised(seat, command.promise, command.device)]


def reveal(table: Table, sender: str, command: protocol.Reveal, now: int) -> list[AnyEntry]:
    """A value is taken only when everything is frozen, and only the one that was promised."""
    seat = own_seat(table, sender)
    _only_this_round(table, command.round)
    if table.frozen is None or table.phase != "gathering":
        raise Declined("nothing_to_reveal")
    if table.seats[seat].promise != promised(table.id, seat, command.round, command.value):
        raise Declined("not_promised")
    return [log.Revealed(seat, command.value)] if table.seats[seat].value is None else []


def _only_this_round(table: Table, round: int) -> None:
    if round != table.round:
        raise Declined("other_round", round=table.round)


def close(table: Table, sender: str, command: protocol.Close, now: int) -> list[AnyEntry]:
    only_host(table, sender)
    if table.phase != "gathering":
        raise Declined("begun")
    return [log.Closed("host")]
