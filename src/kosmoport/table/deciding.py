"""What a table decides about a message: the entries for its log, or a refusal with its reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kosmoport.core.errors import BadInput, Refused
from kosmoport.core.game import Game
from kosmoport.core.texts import clean
from kosmoport.core.words import Told
from kosmoport.learn.reasons import judged, rules_behind
from kosmoport.table import entries as log
from kosmoport.table import protocol, requests
from kosmoport.table.agreeing import outcome, voters
from kosmoport.table.bounds import is_too_much
from kosmoport.table.dealing import freeze, missing, new_round
from kosmoport.table.entries import AnyEntry
from kosmoport.table.fair import promise
from kosmoport.table.house import OpenProposal
from kosmoport.table.names import is_of_the_house, is_taken, read_name
from kosmoport.table.racing import before_stop, late, waiting
from kosmoport.table.table import AIM_HELP, Table
from kosmoport.table.takeback import NOTHING_DONE, REASONS, may_take_back

HOST = "host"

# Every id a refusal may have besides the reasons of the games; words/<language>/common.json says them.
REFUSALS = (
    "not_host",
    "not_seated",
    "begun",
    "not_begun",
    "not_over",
    "closed",
    "seat_taken",
    "no_free_seat",
    "no_such_seat",
    "name_taken",
    "bad_name",
    "name_of_bot",
    "no_name",
    "bad_colour",
    "not_all_seated",
    "not_all_ready",
    "late",
    "bot_plays",
    "not_given",
    "not_gone",
    "take_back_off",
    "no_such_proposal",
    "answered_already",
    "not_asked",
    "chat_too_long",
    "too_far_back",
    "already_asked",
    "other_round",
    "nothing_to_reveal",
    "not_promised",
    "no_hints",
    "not_your_turn",
    "before_this_table",
    "not_yet",
    "no_aid",
    "no_aim",
    "given_away",
    "log_full",
    *REASONS,
)


class Declined(Exception):
    """The table refuses; nothing has changed."""

    def __init__(self, reason: str, **args: Any) -> None:
        super().__init__(reason)
        self.problem = protocol.Problem(reason, args)


class Illegal(Declined):
    """The rules of the game refuse, and say which of them."""

    def __init__(self, game: Game, reason: str) -> None:
        super().__init__(reason)
        self.problem = protocol.Problem(reason, rules=game.id, cites=rules_behind(game, reason))


def decide(table: Table, sender: str, command: protocol.AnyCommand, now: int) -> list[AnyEntry]:
    """The entries that this message of this sender leads to now; Declined if it may not be."""
    if table.phase == "closed":
        raise Declined("closed")
    if is_too_much(table, command):
        raise Declined("log_full")
    decider: Callable[..., list[AnyEntry]] = _DECIDE[type(command)]
    return decider(table, sender, command, now)


# ---------------------------------------------------------------- before the game


def sit_down(table: Table, asked: requests.SitDown, key: str, was: str | None) -> list[AnyEntry]:
    """A person takes a seat; `was` is the key of a token of the game before (a rematch)."""
    _only_before_the_start(table)
    kept = _seat_kept_for(table, was)
    name = _name(table, asked, kept)
    seat = _free_seat(table, asked.seat) if kept is None else kept
    if asked.colour is not None and asked.colour not in _free_colours(table, seat):
        raise Declined("bad_colour", colours=_free_colours(table, seat))
    return [log.Sat(seat, name, key, age=asked.age, colour=asked.colour)]


def _only_before_the_start(table: Table) -> None:
    if table.phase == "closed":
        raise Declined("closed")
    if table.phase != "gathering" or table.frozen is not None:
        raise Declined("begun")


def _seat_kept_for(table: Table, was: str | None) -> int | None:
    for p, seat in enumerate(table.seats):
        if was is not None and seat.reserved is not None and seat.reserved.key == was and not seat.person:
            return p
    return None


def _name(table: Table, asked: requests.SitDown, kept: int | None) -> str:
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


def _ready(table: Table, sender: str, command: protocol.Ready, now: int) -> list[AnyEntry]:
    seat = _own_seat(table, sender)
    if table.waits_for_all:
        was = _player(table, sender) in table.ready_on
    else:
        _only_before_the_start(table)
        was = table.seats[seat].ready
    return [log.Readied(seat, command.ready)] if command.ready != was else []


def _aid(table: Table, sender: str, command: protocol.Aid, now: int) -> list[AnyEntry]:
    seat = _own_seat(table, sender)
    _only_before_the_start(table)
    if AIM_HELP not in table.settings.options or table.tells_aim():
        raise Declined("no_aid")
    return [log.Aided(seat, command.wanted)] if command.wanted != table.seats[seat].aided else []


def _remove(table: Table, sender: str, command: protocol.Remove, now: int) -> list[AnyEntry]:
    """Also somebody whose device does not reveal: then the round is void, and names that seat."""
    _only_host(table, sender)
    late = missing(table) if table.frozen is not None and table.phase == "gathering" else []
    if command.seat not in late:
        _only_before_the_start(table)
    if command.seat >= len(table.seats):
        raise Declined("no_such_seat")
    seat = table.seats[command.seat]
    if not seat.person and seat.reserved is None:
        raise Declined("no_such_seat")
    void = [new_round(table, "void", late)] if late else []
    return [*void, log.Stood(command.seat, "removed")]


def _begin(table: Table, sender: str, command: protocol.Begin, now: int) -> list[AnyEntry]:
    _only_host(table, sender)
    _only_before_the_start(table)
    if not all(seat.taken for seat in table.seats):
        raise Declined("not_all_seated")
    all_ready = all(seat.ready or _is_host(table, p) for p, seat in enumerate(table.seats))
    if table.is_of_before or not all_ready:  # of before: until its new round could be saved
        raise Declined("not_all_ready")
    return [freeze(table)]  # the game begins when everybody has revealed


def _is_host(table: Table, seat: int) -> bool:
    return table.seats[seat].key == table.host


def _promise(table: Table, sender: str, command: protocol.Promise, now: int) -> list[AnyEntry]:
    seat = _own_seat(table, sender)
    _only_before_the_start(table)
    _only_this_round(table, command.round)
    return [log.Promised(seat, command.promise, command.device)]


def _reveal(table: Table, sender: str, command: protocol.Reveal, now: int) -> list[AnyEntry]:
    """A value is taken only when everything is frozen, and only the one that was promised."""
    seat = _own_seat(table, sender)
    _only_this_round(table, command.round)
    if table.frozen is None or table.phase != "gathering":
        raise Declined("nothing_to_reveal")
    if table.seats[seat].promise != promise(table.id, seat, command.round, command.value):
        raise Declined("not_promised")
    return [log.Revealed(seat, command.value)] if table.seats[seat].value is None else []


def _only_this_round(table: Table, round: int) -> None:
    if round != table.round:
        raise Declined("other_round", round=table.round)


def _close(table: Table, sender: str, command: protocol.Close, now: int) -> list[AnyEntry]:
    _only_host(table, sender)
    if table.phase != "gathering":
        raise Declined("begun")
    return [log.Closed("host")]


# ---------------------------------------------------------------- who is who


def _own_seat(table: Table, sender: str) -> int:
    if sender == HOST:
        raise Declined("not_seated")
    return int(sender)


def _only_host(table: Table, sender: str) -> None:
    if sender != HOST and not _is_host(table, int(sender)):
        raise Declined("not_host")


def _player(table: Table, sender: str) -> int:
    """The seat of somebody who decides in a game that is on."""
    seat = _own_seat(table, sender)
    if table.phase == "gathering":
        raise Declined("not_begun")
    if table.phase == "over":
        raise Illegal(table.game, "over")
    if table.seats[seat].given is not None:
        raise Declined("bot_plays")
    return seat


# ---------------------------------------------------------------- the game


def _act(table: Table, sender: str, command: protocol.Act, now: int) -> list[AnyEntry]:
    seat = _player(table, sender)
    if seat not in table.due:  # before the words are looked at: they may be of another position
        raise Illegal(table.game, "turn")
    told = Told(command.do, command.args)
    try:
        action = _judged_in_time(table, seat, command.seen, told, now)
    except Declined:
        if counted := _counted_late(table, seat, told, command.at, now):
            return counted
        raise
    credit = min(table.delays.get(seat, 0), table.house.lag_credit)
    return [*before_stop(table, seat, action), log.Acted(seat, action, "person", credit=credit)]


def _judged_in_time(table: Table, seat: int, seen: int, told: Told, now: int) -> int:
    """The number of the action, if it is legal and neither too late nor too early."""
    if seen < table.asked_from(seat):
        raise Declined("late", due=table.asked_from(seat))
    if wait := waiting(table, now):
        raise Declined("not_yet", wait=wait)
    return _action(table, seat, told)


def _counted_late(table: Table, seat: int, told: Told, at: int | None, now: int) -> list[AnyEntry]:
    """What somebody with a slow line did before a race was stopped."""
    try:
        action = table.game.encode(table.views((seat,))[0], told)
    except Refused:
        return []
    return late(table, seat, action, at, now)


def _action(table: Table, seat: int, told: Told) -> int:
    """The number of an action that the seat may do now; Illegal with the reason why it may not."""
    assert table.play is not None
    try:
        return judged(table.play, seat, table.views((seat,))[0], told)
    except Refused as refused:
        raise Illegal(table.game, refused.reason) from None


def why_not(table: Table, sender: str, told: Told, now: int) -> protocol.Problem | None:
    """What the sender would be told if they tried this now, None if it is legal; nothing is done."""
    try:
        if table.phase == "closed":
            raise Declined("closed")
        seat = _player(table, sender)
        if seat not in table.due:
            raise Illegal(table.game, "turn")
        _judged_in_time(table, seat, table.n, told, now)
    except Declined as declined:
        return declined.problem
    return None


def seat_for_hint(table: Table, sender: str) -> int:
    """The seat of somebody who may have a hint now; Declined if they may not."""
    if table.phase == "closed":
        raise Declined("closed")
    seat = _player(table, sender)
    if not table.settings.hints:
        raise Declined("no_hints")
    if seat not in table.due:
        raise Declined("not_your_turn")
    return seat


def check_aim(table: Table, seat: int) -> None:
    """Declined where this seat is not told what a card would meet (KE-B51 and its like)."""
    if not table.tells_aim(seat):
        raise Declined("no_aim")


def bot_acts(table: Table, seat: int, due: int, action: int, cause: log.Cause, level: str) -> list[AnyEntry]:
    """A bot's answer to the decision that was due with this number; nothing if it comes too late."""
    play = table.play
    if play is None or table.phase != "playing" or table.due.get(seat) != due:
        return []
    if (cause == "bot") != (table.seats[seat].level is not None):
        return []
    if table.game.reason(play.s, play.c, seat, action) is not None:
        return []
    return [*before_stop(table, seat, action), log.Acted(seat, action, cause, level)]


def _take_back(table: Table, sender: str, command: protocol.TakeBack, now: int) -> list[AnyEntry]:
    seat = _player(table, sender)
    assert table.play is not None
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


# ---------------------------------------------------------------- agreeing


def _ask_back(table: Table, sender: str, command: protocol.AskBack, now: int) -> list[AnyEntry]:
    seat = _player(table, sender)
    assert table.play is not None
    if table.lightning:
        raise Declined("take_back_off")
    if table.given_away:
        raise Declined("given_away")
    if command.moves >= len(table.play.moves):
        raise Declined("too_far_back")
    if command.moves < table.first_move:
        raise Declined("before_this_table", moves=table.first_move)
    if any(open_.entry.what == "back" for open_ in table.proposals.values()):
        raise Declined("already_asked")
    proposed = log.Proposed(seat, "back", moves=command.moves)
    return [proposed, *outcome(table, table.n + 1, OpenProposal(proposed, {seat}), now)]


def _ask_bot(table: Table, sender: str, command: protocol.AskBot, now: int) -> list[AnyEntry]:
    seat = _player(table, sender)
    if command.seat >= len(table.seats) or command.seat == seat:
        raise Declined("no_such_seat")
    gone = table.gone(now)
    if command.seat not in gone:
        raise Declined("not_gone")
    if any(open_.entry.absent == command.seat for open_ in table.proposals.values()):
        raise Declined("already_asked")
    asked = tuple(p for p in table.people() if p == seat or p not in gone)
    proposed = log.Proposed(seat, "bot", absent=command.seat, level=command.level, asked=asked)
    return [proposed, *outcome(table, table.n + 1, OpenProposal(proposed, {seat}), now)]


def _answer(table: Table, sender: str, command: protocol.Answer, now: int) -> list[AnyEntry]:
    seat = _player(table, sender)
    open_ = table.proposals.get(command.proposal)
    if open_ is None:
        raise Declined("no_such_proposal")
    if seat in open_.yes | open_.no:
        raise Declined("answered_already")
    if seat not in voters(table, open_.entry):
        raise Declined("not_asked")
    sides = (open_.yes | {seat}, open_.no) if command.yes else (open_.yes, open_.no | {seat})
    counted = OpenProposal(open_.entry, *sides)
    return [
        log.Answered(seat, command.proposal, command.yes),
        *outcome(table, command.proposal, counted, now),
    ]


def _leave(table: Table, sender: str, command: protocol.Leave, now: int) -> list[AnyEntry]:
    seat = _own_seat(table, sender)
    if table.phase == "gathering":
        void = [] if table.frozen is None else [new_round(table, "void", [seat])]
        return [*void, log.Stood(seat, "left")]
    _player(table, sender)
    return [log.Given(seat, table.settings.timeout_level, "left")]


def _come_back(table: Table, sender: str, command: protocol.ComeBack, now: int) -> list[AnyEntry]:
    seat = _own_seat(table, sender)
    if table.seats[seat].given is None or table.phase != "playing":
        raise Declined("not_given")
    return [log.Returned(seat)]


# ---------------------------------------------------------------- company


def _chat(table: Table, sender: str, command: protocol.Chat, now: int) -> list[AnyEntry]:
    seat = _own_seat(table, sender)
    text = clean(command.text)
    if not text or len(text) > table.house.max_chat:
        raise Declined("chat_too_long", most=table.house.max_chat)
    return [log.Chatted(seat, text)]


def _rematch(table: Table, sender: str, command: protocol.Rematch, now: int) -> list[AnyEntry]:
    """Asked here so that it is refused in time; the server makes the table and logs where it is."""
    _own_seat(table, sender)
    if table.phase != "over":
        raise Declined("not_over")
    return []


_DECIDE: dict[type[protocol.AnyCommand], Callable[..., list[AnyEntry]]] = {
    protocol.Ready: _ready,
    protocol.Aid: _aid,
    protocol.Begin: _begin,
    protocol.Promise: _promise,
    protocol.Reveal: _reveal,
    protocol.Remove: _remove,
    protocol.Leave: _leave,
    protocol.ComeBack: _come_back,
    protocol.Act: _act,
    protocol.TakeBack: _take_back,
    protocol.AskBack: _ask_back,
    protocol.AskBot: _ask_bot,
    protocol.Answer: _answer,
    protocol.Chat: _chat,
    protocol.Rematch: _rematch,
    protocol.Close: _close,
}
