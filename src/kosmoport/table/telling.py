"""What a table tells each viewer: one message for each line of the log, a snapshot, a line in the lobby."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

from kosmoport.core.contract import SPECTATOR
from kosmoport.core.play import story
from kosmoport.core.record import Event
from kosmoport.core.records import result_of
from kosmoport.core.words import Told
from kosmoport.table import entries as log
from kosmoport.table import protocol
from kosmoport.table.agreeing import voters
from kosmoport.table.entries import AnyEntry, Logged
from kosmoport.table.protocol import AnyNumbered
from kosmoport.table.remembered import OpenProposal
from kosmoport.table.table import Table

Known = protocol.Position | None
Teller = Callable[[Table, Logged, int, list[Event], Known], AnyNumbered]


def tell(table: Table, line: Logged, viewer: int, happened: list[Event]) -> AnyNumbered:
    """The line that was applied last, as this viewer (a seat or SPECTATOR) may know it."""
    return tell_all(table, line, (viewer,), happened)[viewer]


def tell_all(
    table: Table, line: Logged, viewers: Collection[int], happened: list[Event]
) -> dict[int, AnyNumbered]:
    """The same for several viewers; what is public in their views is built once."""
    teller = _TELL[type(line.entry)]
    known: Iterable[Known] = [None] * len(viewers)
    if table.play is not None and isinstance(line.entry, _CHANGES_POSITION):
        known = positions(table, viewers, line.at)
    return {
        viewer: teller(table, line, viewer, happened, position)
        for viewer, position in zip(viewers, known, strict=True)
    }


def positions(table: Table, viewers: Collection[int], at: int) -> list[protocol.Position]:
    """The game, once it has begun, as each viewer knows it; what is the same for all is made once."""
    assert table.play is not None
    move, to_act = len(table.play.moves), tuple(table.due)
    clock, result, timing = table.clocks.state(at), _result(table), _timing(table)
    return [
        protocol.Position(move, to_act, view, _legal(table, viewer, view), clock, result, timing)
        for viewer, view in zip(viewers, table.views(viewers), strict=True)
    ]


def _legal(table: Table, viewer: int, view: Any) -> tuple[Told, ...]:
    """What the viewer may do now; nothing while a bot decides for them."""
    if viewer == SPECTATOR or viewer not in table.due or table.seats[viewer].level is not None:
        return ()
    assert table.play is not None
    describe = table.game.actions.describe
    return tuple([describe(view, action) for action in table.play.legal(viewer)])


def _result(table: Table) -> protocol.Result | None:
    if not table.over:
        return None
    play = table.play
    assert play is not None
    result = result_of(play)
    assert result is not None
    count = table.game.count(table.views([SPECTATOR])[0], lambda: story(play))
    return protocol.Result(tuple(result["scores"]), tuple(result["returns"]), count)


def _timing(table: Table) -> protocol.Timing | None:
    if table.timed is None or table.phase != "playing":
        return None
    ready = tuple(sorted(table.ready_on)) if table.waits_for_all else None
    return protocol.Timing(table.go_at, table.timed[1], ready)


def snapshot(table: Table, viewer: int, now: int, muted: frozenset[int] = frozenset()) -> protocol.Snapshot:
    """Everything the viewer may know."""
    return protocol.Snapshot(
        n=table.n,
        at=now,
        phase=table.phase,  # type: ignore[arg-type]
        settings=table.settings,
        deal=table.deal_state(),
        seats=_seats(table),
        position=None if table.play is None else positions(table, (viewer,), now)[0],
        proposals=tuple(_proposal(table, n, open_) for n, open_ in table.proposals.items()),
        chat=tuple(said for said in table.chat if said.seat not in muted),
        rematch=table.rematch,
        lightning=table.lightning,
    )


def lobby_table(table: Table) -> protocol.LobbyTable:
    """What the lobby shows of this table."""
    return protocol.LobbyTable(
        table=table.id,
        game=table.settings.game,
        phase=table.phase,  # type: ignore[arg-type]
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
    )


# ---------------------------------------------------------------- one line of the log


def _created(table: Table, line: Logged, viewer: int, happened: list[Event], known: Known) -> AnyNumbered:
    return protocol.SeatChanged(line.n, line.at, None, "created", _seats(table))


def _seat(table: Table, line: Logged, viewer: int, happened: list[Event], known: Known) -> AnyNumbered:
    entry: Any = line.entry
    cause = {"readied": "ready"}.get(_tag(entry), _tag(entry))
    if isinstance(entry, log.Stood):
        cause = entry.cause
    return protocol.SeatChanged(line.n, line.at, entry.seat, cause, _seats(table), known)


def _seats(table: Table) -> tuple[protocol.SeatState, ...]:
    return tuple(seat.state() for seat in table.seats)


def _tag(entry: AnyEntry) -> Any:
    return type(entry).__struct_config__.tag


def _deal(table: Table, line: Logged, viewer: int, happened: list[Event], known: Known) -> AnyNumbered:
    """What a device revealed is told to nobody before the record opens."""
    entry: Any = line.entry
    cause = entry.cause if isinstance(entry, log.Round) else _tag(entry)
    seat = getattr(entry, "seat", None)
    return protocol.DealChanged(line.n, line.at, seat, cause, table.deal_state(), _seats(table))


def _began(table: Table, line: Logged, viewer: int, happened: list[Event], known: Known) -> AnyNumbered:
    assert known is not None
    return protocol.Begun(line.n, line.at, table.options, known)


def _moved(table: Table, line: Logged, viewer: int, happened: list[Event], known: Known) -> AnyNumbered:
    assert known is not None
    assert table.play is not None
    told = tuple(table.play.told(happened, viewer))
    if isinstance(line.entry, log.Acted):
        entry = line.entry
        return protocol.Moved(line.n, line.at, entry.seat, entry.cause, entry.level, told, known)
    return protocol.Moved(line.n, line.at, None, "chance", None, told, known)


def _undone(table: Table, line: Logged, viewer: int, happened: list[Event], known: Known) -> AnyNumbered:
    entry: Any = line.entry
    assert known is not None
    return protocol.TookBack(line.n, line.at, entry.seat, entry.agreed, known)


def _proposed(table: Table, line: Logged, viewer: int, happened: list[Event], known: Known) -> AnyNumbered:
    return protocol.ProposalChanged(
        line.n, line.at, _proposal(table, line.n, table.proposals[line.n]), open=True
    )


def _answered(table: Table, line: Logged, viewer: int, happened: list[Event], known: Known) -> AnyNumbered:
    entry: Any = line.entry
    open_ = table.proposals[entry.proposal]
    return protocol.ProposalChanged(line.n, line.at, _proposal(table, entry.proposal, open_), open=True)


def _settled(table: Table, line: Logged, viewer: int, happened: list[Event], known: Known) -> AnyNumbered:
    entry: Any = line.entry
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


def _chatted(table: Table, line: Logged, viewer: int, happened: list[Event], known: Known) -> AnyNumbered:
    entry: Any = line.entry
    said = table.chat[-1] if table.chat else None
    text = said.text if said is not None and said.n == line.n else None  # nothing: it was erased
    return protocol.Chatted(line.n, line.at, entry.seat, text)


def _resumed(table: Table, line: Logged, viewer: int, happened: list[Event], known: Known) -> AnyNumbered:
    deal = None if table.reveal_until is None else table.deal_state()
    return protocol.Resumed(line.n, line.at, known, deal)


def _rematched(table: Table, line: Logged, viewer: int, happened: list[Event], known: Known) -> AnyNumbered:
    entry: Any = line.entry
    return protocol.RematchMade(line.n, line.at, entry.table)


def _closed(table: Table, line: Logged, viewer: int, happened: list[Event], known: Known) -> AnyNumbered:
    entry: Any = line.entry
    return protocol.TableClosed(line.n, line.at, entry.cause)


_TELL: dict[type[AnyEntry], Teller] = {
    log.Created: _created,
    log.Sat: _seat,
    log.Stood: _seat,
    log.Readied: _seat,
    log.Aided: _seat,
    log.Promised: _deal,
    log.Frozen: _deal,
    log.Revealed: _deal,
    log.Round: _deal,
    log.Began: _began,
    log.Acted: _moved,
    log.Rolled: _moved,
    log.Undone: _undone,
    log.Proposed: _proposed,
    log.Answered: _answered,
    log.Settled: _settled,
    log.Given: _seat,
    log.Returned: _seat,
    log.Chatted: _chatted,
    log.Erased: _seat,
    log.Resumed: _resumed,
    log.Rematched: _rematched,
    log.Closed: _closed,
}

# The game itself, whose clocks run, or what somebody may do; told with the position afterwards.
_CHANGES_POSITION = (
    log.Readied,
    log.Began,
    log.Acted,
    log.Rolled,
    log.Undone,
    log.Given,
    log.Returned,
    log.Resumed,
)
