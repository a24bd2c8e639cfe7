"""What a table decides about a message: the entries for its log, or a refusal with its reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from kosmoport.core.texts import clean
from kosmoport.table import entries as log
from kosmoport.table import protocol
from kosmoport.table.acting import act, take_back
from kosmoport.table.bounds import no_going_back, no_rounds, no_talk, no_votes
from kosmoport.table.changing import change, move_seat, seat_bot
from kosmoport.table.dealing import new_round
from kosmoport.table.declined import Declined, own_seat, player
from kosmoport.table.entries import AnyEntry
from kosmoport.table.gathering import aid, begin, close, promise, ready, remove, reveal
from kosmoport.table.remembered import OpenProposal
from kosmoport.table.table import Table
from kosmoport.table.voting import outcome, voters


def decide(table: Table, sender: str, command: protocol.AnyCommand, now: int) -> list[AnyEntry]:
    """The entries that this message of this sender leads to now; Declined if it may not be."""
    if table.phase == "closed":
        raise Declined("closed")
    decide_kind, is_too_much = _DECIDE[type(command)]
    if is_too_much is not None and is_too_much(table):
        raise Declined("log_full")
    return decide_kind(table, sender, command, now)


def why_not_back(table: Table, sender: str, now: int) -> protocol.Problem | None:
    """What the sender would be told if they took back now, None if it would be done; nothing is done."""
    try:
        decide(table, sender, protocol.TakeBack("asked"), now)
    except Declined as declined:
        return declined.problem
    return None


# ---------------------------------------------------------------- agreeing


def _ask_back(table: Table, sender: str, command: protocol.AskBack, now: int) -> list[AnyEntry]:
    seat = player(table, sender)
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
    seat = player(table, sender)
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
    seat = player(table, sender)
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
    seat = own_seat(table, sender)
    if table.phase == "gathering":
        void = [] if table.frozen is None else [new_round(table, "void", [seat])]
        return [*void, log.Stood(seat, "left")]
    player(table, sender)
    if no_talk(table):  # before the start somebody would have to sit down again
        raise Declined("log_full")
    return [log.Given(seat, table.settings.timeout_level, "left")]


def _come_back(table: Table, sender: str, command: protocol.ComeBack, now: int) -> list[AnyEntry]:
    seat = own_seat(table, sender)
    if table.seats[seat].given is None or table.phase != "playing":
        raise Declined("not_given")
    return [log.Returned(seat)]


# ---------------------------------------------------------------- company


def _chat(table: Table, sender: str, command: protocol.Chat, now: int) -> list[AnyEntry]:
    seat = own_seat(table, sender)
    text = clean(command.text)
    if not text or len(text) > table.policy.max_chat:
        raise Declined("chat_too_long", most=table.policy.max_chat)
    return [log.Chatted(seat, text)]


def _rematch(table: Table, sender: str, command: protocol.Rematch, now: int) -> list[AnyEntry]:
    """Asked here so that it is refused in time; the server makes the table and logs where it is."""
    own_seat(table, sender)
    if table.phase != "over":
        raise Declined("not_over")
    return []


C = TypeVar("C", bound=protocol.Command)
Decide = Callable[[Table, str, C, int], list[AnyEntry]]
Bound = Callable[[Table], bool]  # is the log too long for what this kind of command would add?
Kind = tuple[Callable[..., list[AnyEntry]], Bound | None]


def _of(
    kind: type[C], decide: Decide[C], too_much: Bound | None = None
) -> tuple[type[protocol.Command], Kind]:
    """Only what takes this kind of command may stand beside it."""
    return kind, (decide, too_much)


_DECIDE = dict(
    (
        _of(protocol.Ready, ready),
        _of(protocol.Aid, aid, no_talk),
        _of(protocol.SeatBot, seat_bot, no_talk),
        _of(protocol.MoveSeat, move_seat, no_talk),
        _of(protocol.Change, change, no_talk),
        _of(protocol.Begin, begin, no_rounds),
        _of(protocol.Promise, promise, no_talk),
        _of(protocol.Reveal, reveal),
        _of(protocol.Remove, remove),
        _of(protocol.Leave, _leave),
        _of(protocol.ComeBack, _come_back),
        _of(protocol.Act, act),
        _of(protocol.TakeBack, take_back, no_going_back),
        _of(protocol.AskBack, _ask_back, no_going_back),
        _of(protocol.AskBot, _ask_bot, no_votes),
        _of(protocol.Answer, _answer),
        _of(protocol.Chat, _chat, no_talk),
        _of(protocol.Rematch, _rematch),
        _of(protocol.Close, close),
    )
)
