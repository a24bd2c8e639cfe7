"""What each line of the log changes at its table."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from kosmoport.core.contract import CHANCE
from kosmoport.core.layout import Event
from kosmoport.core.texts import clean
from kosmoport.table import entries as log
from kosmoport.table import protocol
from kosmoport.table.entries import Entry, Logged
from kosmoport.table.fair import SECOND
from kosmoport.table.remembered import Before, OpenProposal
from kosmoport.table.seats import TableSeat, TookOver

if TYPE_CHECKING:
    from kosmoport.table.table import Table

CHAT_KEPT = 100  # lines that a snapshot shows

E = TypeVar("E", bound=Entry)
Apply = Callable[["Table", Logged, E], list[Event] | None]  # the events of a move, for telling


def _created(table: Table, line: Logged, entry: log.Created) -> None:
    table.create(entry)
    table.created_at = line.at
    table.seats = [
        TableSeat(colour, bot, ready=bot is not None)
        for colour, bot in zip(table.settings.colours, table.settings.bots, strict=True)
    ]
    for seat, reserved in zip(table.seats, entry.reserved, strict=False):
        seat.reserved = reserved


def _sat(table: Table, line: Logged, entry: log.Sat) -> None:
    seat = table.seats[entry.seat]
    if entry.colour is not None:
        other = next(other for other in table.seats if other.colour == entry.colour)
        other.colour, seat.colour = seat.colour, other.colour
    if table.phase == "playing":
        _took_over(table, line, seat, entry)
    seat.name, seat.key, seat.age = entry.name, entry.key, entry.age
    seat.luck, seat.host = entry.luck or None, entry.key == table.host
    seat.ready, seat.since = False, line.n
    table.away_since[entry.seat] = line.at


def _took_over(table: Table, line: Logged, seat: TableSeat, entry: log.Sat) -> None:
    """A person decides now where a bot did; it has used its time, not theirs."""
    assert seat.level is not None
    seat.took_over = TookOver(seat.level, len(table.play.moves))
    seat.level = None
    bots = table.settings.bots
    table.settings = replace(table.settings, bots=(*bots[: entry.seat], None, *bots[entry.seat + 1 :]))
    table.clocks = table.clocks.skip((entry.seat,), line.at)
    table.race.hovers.pop(entry.seat, None)
    _settle_going_back(table)  # whoever has just come was not asked


def _stood(table: Table, line: Logged, entry: log.Stood) -> None:
    table.seats[entry.seat] = TableSeat(table.seats[entry.seat].colour)
    table.away_since.pop(entry.seat, None)


def _readied(table: Table, line: Logged, entry: log.Readied) -> None:
    if table.phase == "gathering":
        table.seats[entry.seat].ready, table.seats[entry.seat].again = entry.ready, False
    elif entry.ready:
        table.race.ready.add(entry.seat)
    else:
        table.race.ready.discard(entry.seat)


def _aided(table: Table, line: Logged, entry: log.Aided) -> None:
    table.seats[entry.seat].aided = entry.wanted
    _nobody_is_ready(table, line)


def _nobody_is_ready(table: Table, line: Logged) -> None:
    """What people agreed to is not the same any more."""
    table.terms_since = line.n
    for seat in table.seats:
        seat.ready, seat.again = seat.bot is not None, False


def _changed(table: Table, line: Logged, entry: log.Changed) -> None:
    settings, was = entry.settings, table.seats
    table.agree(replace(settings, components=table.settings.components))
    table.seats = [TableSeat("") if p is None else was[p] for p in entry.seats]
    for p, seat in enumerate(table.seats):
        seat.colour = settings.colours[p]
        if not seat.person:
            seat.level = settings.bots[p]
        if entry.seats[p] != p:  # what a device promised was for the seat it had
            seat.luck = seat.promise = seat.device = None
    _change_places(table, [(old, new) for new, old in enumerate(entry.seats) if old is not None])
    _nobody_is_ready(table, line)


def _change_places(table: Table, moves: list[tuple[int, int]]) -> None:
    """What is known by seat goes with whoever sits there; what they said as well."""
    table.change_seats(moves)
    places = dict(moves)
    said = [replace(one, seat=places[one.seat]) for one in table.chat if one.seat in places]
    table.chat = deque(said, maxlen=CHAT_KEPT)
    # What they asked for is done once, wherever they sit when they ask again.
    table.receipts |= {
        (str(places[int(sender)]), message): n
        for (sender, message), n in table.receipts.items()
        if sender.isdigit() and int(sender) in places
    }


# ---------------------------------------------------------------- the deal


def _promised(table: Table, line: Logged, entry: log.Promised) -> None:
    seat = table.seats[entry.seat]
    seat.promise, seat.device = entry.promise, entry.device
    seat.ready, seat.again = seat.ready or seat.again, False


def _frozen(table: Table, line: Logged, entry: log.Frozen) -> None:
    table.frozen, table.frozen_at = entry.text, line.at


def _revealed(table: Table, line: Logged, entry: log.Revealed) -> None:
    table.seats[entry.seat].value = entry.value


def _round(table: Table, line: Logged, entry: log.Round) -> None:
    """Whose device took part is waited for, or a host could begin again before it has promised anew."""
    if entry.cause == "void":
        table.void.append(protocol.VoidRound(table.round, entry.seats))
    table.secret, table.deal_kind, table.frozen = bytes.fromhex(entry.secret), SECOND, None
    table.round += 1
    for p, seat in enumerate(table.seats):
        took_part = seat.luck is not None or seat.promise is not None
        was_ready = seat.ready and p not in entry.seats
        seat.ready, seat.again = was_ready and not took_part, was_ready and took_part
        seat.luck = seat.promise = seat.device = seat.value = None


def _began(table: Table, line: Logged, entry: log.Began) -> None:
    for _ in table.catching_up(entry):  # where nobody has done so in steps
        pass
    table.begin(line.at)
    past = () if table.past is None else table.past.moves
    table.before = [Before(table.clocks, move.cause, past=True) for move in past]
    _after_move(table, line)


# ---------------------------------------------------------------- moves


def _acted(table: Table, line: Logged, entry: log.Acted) -> list[Event]:
    happened = table.play.act(entry.seat, entry.action, line.at - table.counted_from)
    table.before.append(Before(table.clocks, entry.cause))
    table.clocks = table.clocks.acted(entry.seat, line.at, entry.credit)
    table.due.pop(entry.seat, None)
    table.race.hovers.pop(entry.seat, None)
    _after_move(table, line)
    return happened


def _rolled(table: Table, line: Logged, entry: log.Rolled) -> list[Event]:
    play = table.play
    if play.chance_due:
        table.fair_rolls.append(len(play.moves))
    happened = play.act(CHANCE, entry.outcome, line.at - table.counted_from)
    table.before.append(Before(table.clocks, "chance"))
    _after_move(table, line)
    return happened


def _undone(table: Table, line: Logged, entry: log.Undone) -> None:
    for _ in table.going_back(entry):  # the same
        pass
    table.go_back()
    table.fair_rolls = [move for move in table.fair_rolls if move < entry.moves]
    for seat in table.seats:
        if seat.took_over is not None:
            seat.took_over = TookOver(seat.took_over.level, min(seat.took_over.move, entry.moves))
    table.due.clear()
    # Nobody wins time by taking back; what all agreed on is decided anew, from now.
    clocks = table.before[entry.moves].clocks
    table.clocks = clocks.skip(clocks.since, line.at if entry.agreed else table.resumed_at)
    del table.before[entry.moves :]
    _after_move(table, line)
    _time_outcome(table, line, anew=True)


def _after_move(table: Table, line: Logged) -> None:
    """Clocks turn to whoever has to decide; what was proposed about an older position is settled."""
    play = table.play
    table.acted_at, table.settled, table.known = line.at, None, {}
    table.over = play.over
    table.race.is_drawing = table.lightning and play.chance_due and not table.waits_for_all
    if table.over:
        table.phase = "over"
        table.proposals.clear()
    if table.proposals:
        _settle_going_back(table)
    seats = [] if table.over else play.seats_to_act()
    known = table.race.interrupted | table.due
    table.race.interrupted = known if table.race.is_drawing else {}
    table.due = {seat: known.get(seat, line.n) for seat in seats}
    table.clocks = table.clocks.turn_to(seats, line.at)
    if table.game.timing is not None:
        _time_outcome(table, line)


def _settle_going_back(table: Table) -> None:
    for n in [n for n, open_ in table.proposals.items() if open_.entry.what == "back"]:
        del table.proposals[n]


def _time_outcome(table: Table, line: Logged, anew: bool = False) -> None:
    """What the game's own clock will decide; it runs from the beginning of a stage."""
    timing, state, race = table.game.timing, table.play.s, table.race
    due = None if timing is None or table.over else timing.due(state, len(table.people()))
    if due is None or timing is None:
        race.timed = race.since = race.go_at = None
    elif anew or race.timed is None or race.timed[0] != due[0]:
        countdown = timing.countdown(state)
        race.timed = (due[0], line.at + countdown + due[1])
        if not anew or race.since is None:  # what began before a restart began then
            race.since, race.first_line = line.at, line.n
        race.go_at = line.at + countdown if countdown else None
        race.ready = set()


# ---------------------------------------------------------------- agreeing


def _proposed(table: Table, line: Logged, entry: log.Proposed) -> None:
    table.proposals[line.n] = OpenProposal(entry, yes={entry.seat})


def _answered(table: Table, line: Logged, entry: log.Answered) -> None:
    proposal = table.proposals[entry.proposal]
    (proposal.yes if entry.yes else proposal.no).add(entry.seat)


def _settled(table: Table, line: Logged, entry: log.Settled) -> None:
    table.last_settled = table.proposals.pop(entry.proposal)


def _given(table: Table, line: Logged, entry: log.Given) -> None:
    table.seats[entry.seat].level = entry.level
    table.clocks = table.clocks.charge(entry.seat, line.at)
    for n in [n for n, open_ in table.proposals.items() if open_.entry.absent == entry.seat]:
        del table.proposals[n]


def _returned(table: Table, line: Logged, entry: log.Returned) -> None:
    table.seats[entry.seat].level = None
    table.clocks = table.clocks.skip((entry.seat,), line.at)
    _settle_going_back(table)  # whoever came back was not asked


# ---------------------------------------------------------------- company


def _chatted(table: Table, line: Logged, entry: log.Chatted) -> None:
    if text := clean(entry.text):  # it may have been erased, or said before texts were cleaned
        table.chat.append(protocol.Said(line.n, line.at, entry.seat, text))


def _erased(table: Table, line: Logged, entry: log.Erased) -> None:
    seat = table.seats[entry.seat]
    seat.name, seat.age = "", None
    kept = [said for said in table.chat if said.seat != entry.seat or said.n < seat.since]
    table.chat = deque(kept, maxlen=CHAT_KEPT)


def _resumed(table: Table, line: Logged, entry: log.Resumed) -> None:
    table.resumed_at = line.at
    if table.phase == "playing":
        table.clocks = table.clocks.skip(table.clocks.since, line.at)
        _time_outcome(table, line, anew=True)


def _rematched(table: Table, line: Logged, entry: log.Rematched) -> None:
    table.rematch = entry.table


def _closed(table: Table, line: Logged, entry: log.Closed) -> None:
    table.phase = "closed"


def _on(kind: type[E], apply: Apply[E]) -> tuple[type[Entry], Callable[..., list[Event] | None]]:
    """Only what takes this kind of entry may stand beside it."""
    return kind, apply


APPLY = dict(
    (
        _on(log.Created, _created),
        _on(log.Sat, _sat),
        _on(log.Stood, _stood),
        _on(log.Readied, _readied),
        _on(log.Aided, _aided),
        _on(log.Changed, _changed),
        _on(log.Promised, _promised),
        _on(log.Frozen, _frozen),
        _on(log.Revealed, _revealed),
        _on(log.Round, _round),
        _on(log.Began, _began),
        _on(log.Acted, _acted),
        _on(log.Rolled, _rolled),
        _on(log.Undone, _undone),
        _on(log.Proposed, _proposed),
        _on(log.Answered, _answered),
        _on(log.Settled, _settled),
        _on(log.Given, _given),
        _on(log.Returned, _returned),
        _on(log.Chatted, _chatted),
        _on(log.Erased, _erased),
        _on(log.Resumed, _resumed),
        _on(log.Rematched, _rematched),
        _on(log.Closed, _closed),
    )
)
