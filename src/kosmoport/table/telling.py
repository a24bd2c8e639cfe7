"""What a table tells each viewer: one message for each line of the log, a snapshot, a line in the lobby."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, NamedTuple, TypeVar

import msgspec

from kosmoport.core.contract import SPECTATOR
from kosmoport.core.layout import Event
from kosmoport.core.play import Play, story
from kosmoport.table import entries as log
from kosmoport.table import protocol
from kosmoport.table.entries import Entry, Logged
from kosmoport.table.lobby import LobbyTable
from kosmoport.table.protocol import AnyNumbered
from kosmoport.table.remembered import OpenProposal
from kosmoport.table.table import Table
from kosmoport.table.voting import voters

E = TypeVar("E", bound=Entry)


class Known(NamedTuple):
    """What a viewer (a seat or SPECTATOR) knows after a line: the position, where that may be another."""

    viewer: int
    happened: list[Event]
    position: protocol.Position | None


Tell = Callable[[Table, Logged, E, Known], AnyNumbered]


def tell(table: Table, line: Logged, viewer: int, happened: list[Event]) -> AnyNumbered:
    """The line that was applied last, as this viewer (a seat or SPECTATOR) may know it."""
    return tell_all(table, line, (viewer,), happened)[viewer]


def tell_all(
    table: Table, line: Logged, viewers: Collection[int], happened: list[Event]
) -> dict[int, AnyNumbered]:
    """The same for several viewers; what is public in their views is built once."""
    changed = table.begun and isinstance(line.entry, _CHANGES_POSITION)
    known = positions(table, viewers, line.at) if changed else [None] * len(viewers)
    teller = _TELL[type(line.entry)]
    return {
        viewer: teller(table, line, line.entry, Known(viewer, happened, position))
        for viewer, position in zip(viewers, known, strict=True)
    }


def positions(table: Table, viewers: Collection[int], at: int) -> list[protocol.Position]:
    """The game, once it has begun, as each viewer knows it; what is the same for all is made once."""
    move, to_act, clock = len(table.play.moves), tuple(table.due), table.clocks.state(at)
    result = result_shown(table.play, table.views((SPECTATOR,))[0]) if table.over else None
    timing = _timing(table) if table.race.timed is not None and table.phase == "playing" else None
    told, describe = [], table.game.actions.describe
    for viewer, view in zip(viewers, table.views(viewers), strict=True):
        decides = viewer in table.due and table.seats[viewer].level is None  # and no bot in their place
        legal = tuple([describe(view, action) for action in table.play.legal(viewer)]) if decides else ()
        told.append(protocol.Position(move, to_act, view, legal, clock, result, timing))
    return told


def result_shown(play: Play, view: Any) -> protocol.Result:
    """How a game that is over ended, step by step; from what a spectator sees of it."""
    scores, returns = play.game.scores(play.s, play.c), play.game.returns(play.s, play.c)
    count = play.game.count(view, lambda: story(play))
    return protocol.Result(tuple(scores), tuple(returns), count)


def _timing(table: Table) -> protocol.Timing:
    assert table.race.timed is not None
    ready = tuple(sorted(table.race.ready)) if table.waits_for_all else None
    return protocol.Timing(table.race.go_at, table.race.timed[1], ready)


def snapshot(table: Table, viewer: int, now: int, muted: frozenset[int] = frozenset()) -> protocol.Snapshot:
    """Everything the viewer may know."""
    return protocol.Snapshot(
        n=table.n,
        at=now,
        phase=table.phase,
        settings=table.settings,
        deal=table.deal_state(),
        seats=_seats(table),
        position=positions(table, (viewer,), now)[0] if table.begun else None,
        proposals=tuple(_proposal(table, n, open_) for n, open_ in table.proposals.items()),
        chat=tuple(said for said in table.chat if said.seat not in muted),
        rematch=table.rematch,
        lightning=table.lightning,
    )


def lobby_table(table: Table) -> LobbyTable:
    """What the lobby shows of this table."""
    return LobbyTable(
        table=table.id,
        game=table.settings.game,
        phase=table.phase,
        seats=_seats(table),
        options=table.settings.options,
        clock=table.settings.clock,
        unhurried=table.settings.unhurried,
        own_components=table.settings.components is not None,
        sealed=table.settings.sealed,
        take_back=table.settings.take_back,
        created=table.created_at,
        hints=table.settings.hints,
        rules=table.settings.rules,
        continues=table.settings.continues,
        late=table.settings.late,
    )


# ---------------------------------------------------------------- one line of the log

OfSeat = log.Sat | log.Stood | log.Readied | log.Aided | log.Given | log.Returned | log.Erased
OfDeal = log.Promised | log.Frozen | log.Revealed | log.Round


_SEAT_CAUSES: dict[type[OfSeat], protocol.SeatCause] = {
    log.Sat: "sat",
    log.Readied: "ready",
    log.Aided: "aided",
    log.Given: "given",
    log.Returned: "returned",
    log.Erased: "erased",
}
_DEAL_CAUSES: dict[type[OfDeal], protocol.DealCause] = {
    log.Promised: "promised",
    log.Frozen: "frozen",
    log.Revealed: "revealed",
}


def _created(table: Table, line: Logged, entry: log.Created, known: Known) -> AnyNumbered:
    return protocol.SeatChanged(line.n, line.at, None, "created", _seats(table))


def _seat(table: Table, line: Logged, entry: OfSeat, known: Known) -> AnyNumbered:
    cause = entry.cause if isinstance(entry, log.Stood) else _SEAT_CAUSES[type(entry)]
    if isinstance(entry, log.Sat) and table.begun:
        cause = "took_over"
    return protocol.SeatChanged(line.n, line.at, entry.seat, cause, _seats(table), known.position)


def _table_changed(table: Table, line: Logged, entry: log.Changed, known: Known) -> AnyNumbered:
    """Components may be large, and are those that everybody has been told of."""
    settings = msgspec.structs.replace(table.settings, components=None)
    return protocol.TableChanged(
        line.n, line.at, entry.cause, settings, _seats(table), entry.seats, table.lightning
    )


def _seats(table: Table) -> tuple[protocol.SeatState, ...]:
    return tuple(seat.state() for seat in table.seats)


def _deal(table: Table, line: Logged, entry: OfDeal, known: Known) -> AnyNumbered:
    """What a device revealed is told to nobody before the record opens."""
    cause = entry.cause if isinstance(entry, log.Round) else _DEAL_CAUSES[type(entry)]
    seat = entry.seat if isinstance(entry, log.Promised | log.Revealed) else None
    return protocol.DealChanged(line.n, line.at, seat, cause, table.deal_state(), _seats(table))


def _began(table: Table, line: Logged, entry: log.Began, known: Known) -> AnyNumbered:
    assert known.position is not None
    return protocol.Begun(line.n, line.at, table.options, known.position)


def _moved(table: Table, line: Logged, entry: log.Acted | log.Rolled, known: Known) -> AnyNumbered:
    assert known.position is not None
    told = tuple(table.play.told(known.happened, known.viewer))
    if isinstance(entry, log.Rolled):
        return protocol.Moved(line.n, line.at, None, "chance", None, told, known.position)
    return protocol.Moved(line.n, line.at, entry.seat, entry.cause, entry.level, told, known.position)


def _undone(table: Table, line: Logged, entry: log.Undone, known: Known) -> AnyNumbered:
    assert known.position is not None
    return protocol.TookBack(line.n, line.at, entry.seat, entry.agreed, known.position)


def _proposed(table: Table, line: Logged, entry: log.Proposed, known: Known) -> AnyNumbered:
    return _changed(table, line, line.n, table.proposals[line.n])


def _answered(table: Table, line: Logged, entry: log.Answered, known: Known) -> AnyNumbered:
    return _changed(table, line, entry.proposal, table.proposals[entry.proposal])


def _changed(table: Table, line: Logged, number: int, open_: OpenProposal) -> AnyNumbered:
    return protocol.ProposalChanged(line.n, line.at, _proposal(table, number, open_), open=True)


def _settled(table: Table, line: Logged, entry: log.Settled, known: Known) -> AnyNumbered:
    settled = table.last_settled
    assert settled is not None
    return protocol.ProposalChanged(line.n, line.at, _proposal(table, entry.proposal, settled), open=False)


def _proposal(table: Table, number: int, open_: OpenProposal) -> protocol.Proposal:
    entry = open_.entry
    asked = [p for p in voters(table, entry) if p not in open_.yes | open_.no]
    return protocol.Proposal(
        number=number,
        by=entry.seat,
        what=entry.what,
        moves=entry.moves,
        absent=entry.absent,
        level=entry.level,
        yes=tuple(sorted(open_.yes)),
        waiting=tuple(asked),
    )


def _chatted(table: Table, line: Logged, entry: log.Chatted, known: Known) -> AnyNumbered:
    said = table.chat[-1] if table.chat else None
    text = said.text if said is not None and said.n == line.n else None  # nothing: it was erased
    return protocol.Chatted(line.n, line.at, entry.seat, text)


def _resumed(table: Table, line: Logged, entry: log.Resumed, known: Known) -> AnyNumbered:
    deal = None if table.reveal_until is None else table.deal_state()
    return protocol.Resumed(line.n, line.at, known.position, deal)


def _rematched(table: Table, line: Logged, entry: log.Rematched, known: Known) -> AnyNumbered:
    return protocol.RematchMade(line.n, line.at, entry.table)


def _closed(table: Table, line: Logged, entry: log.Closed, known: Known) -> AnyNumbered:
    return protocol.TableClosed(line.n, line.at, entry.cause)


def _of(kind: type[E], tell: Tell[E]) -> tuple[type[Entry], Callable[..., AnyNumbered]]:
    """Only what takes this kind of entry may stand beside it."""
    return kind, tell


_TELL = dict(
    (
        _of(log.Created, _created),
        _of(log.Sat, _seat),
        _of(log.Stood, _seat),
        _of(log.Readied, _seat),
        _of(log.Aided, _seat),
        _of(log.Changed, _table_changed),
        _of(log.Promised, _deal),
        _of(log.Frozen, _deal),
        _of(log.Revealed, _deal),
        _of(log.Round, _deal),
        _of(log.Began, _began),
        _of(log.Acted, _moved),
        _of(log.Rolled, _moved),
        _of(log.Undone, _undone),
        _of(log.Proposed, _proposed),
        _of(log.Answered, _answered),
        _of(log.Settled, _settled),
        _of(log.Given, _seat),
        _of(log.Returned, _seat),
        _of(log.Chatted, _chatted),
        _of(log.Erased, _seat),
        _of(log.Resumed, _resumed),
        _of(log.Rematched, _rematched),
        _of(log.Closed, _closed),
    )
)

# The game itself, whose clocks run, or what somebody may do; told with the position afterwards.
_CHANGES_POSITION = (
    log.Sat,
    log.Readied,
    log.Began,
    log.Acted,
    log.Rolled,
    log.Undone,
    log.Given,
    log.Returned,
    log.Resumed,
)
