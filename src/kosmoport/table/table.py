"""One live table: its seats, its game, its clocks, as the log makes them. No I/O; time is passed in."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Generator, Mapping
from functools import cache, cached_property
from typing import Any

import msgspec

from kosmoport.core import record
from kosmoport.core.components import ComponentFile
from kosmoport.core.contract import CHANCE
from kosmoport.core.game import Game
from kosmoport.core.play import Event, Play, start_play
from kosmoport.core.texts import clean
from kosmoport.games import find_game
from kosmoport.table import entries as log
from kosmoport.table import protocol
from kosmoport.table.attendance import Attendance
from kosmoport.table.clock import Clocks
from kosmoport.table.entries import AnyEntry, Logged, Past
from kosmoport.table.house import Before, House, Hover, OpenProposal
from kosmoport.table.milestones import Milestones
from kosmoport.table.rounds import Rounds
from kosmoport.table.seats import Seat
from kosmoport.table.settings import NoClock, TableSettings, is_race

CHAT_KEPT = 100  # lines that a snapshot shows
AIM_HELP = "aim_help"  # an option: who is told what a card would meet


class Table(Rounds, Attendance):
    """The table after some lines of its log. `apply` is the only way it changes, presence excepted."""

    def __init__(self, table: str, house: House) -> None:
        super().__init__()
        self.id, self.house = table, house
        self.n = 0
        self.phase = "gathering"
        self.created_at = self.started_at = 0
        self.seats: list[Seat] = []
        self.play: Play | None = None
        self.undone = 0
        self.proposals: dict[int, OpenProposal] = {}
        self.last_settled: OpenProposal | None = None
        self.chat: deque[protocol.Said] = deque(maxlen=CHAT_KEPT)
        self.receipts: dict[tuple[str, str], int] = {}  # messages that were done, and the number they got
        self.rematch: str | None = None
        self.past: Past | None = None  # what was played before, where this table continues another
        self._caught_up: Play | None = None  # the game as the past left it, made ready in small steps
        self.acted_at = 0  # when the last move was made
        self.due: dict[int, int] = {}  # seats that have to decide, and the number that asked them
        self.fair_rolls: list[int] = []  # which of the moves that stand were drawn from the fair source
        self.settled: tuple[int, str | None] | None = None  # after so many moves: why the last one stands
        self.timed: tuple[int, int] | None = None  # an outcome of the game's own clock, and when
        self.timed_since: int | None = None  # when what it ends began ...
        self.timed_from = 0  # ... and with which line
        self.go_at: int | None = None  # until when, in a race, nobody may act
        self.ready_on: set[int] = set()  # who is ready for what the clock would begin
        self.hovers: dict[int, Hover] = {}  # not in the log: hands in a race
        self.before: list[Before] = []  # for each move that stands
        self._milestones = Milestones()
        self._views: dict[int, Any] = {}  # of the position as it is
        self.interrupted: dict[int, int] = {}  # what was due when, in a race, a card was drawn
        self.resumed_at = 0

    # ------------------------------------------------------------ what never changes

    @cached_property
    def game(self) -> Game:
        return find_game(self.settings.game, self.settings.rules)

    @cached_property
    def components(self) -> ComponentFile:
        return self.settings.component_file()

    @property
    def forgets(self) -> bool:
        """Does the table remember nothing for its players, neither in views nor in its log? Bots do."""
        return self.phase == "playing" and self.play is not None and self.play.forgets

    def tells_aim(self, seat: int | None = None) -> bool:
        """Is anybody told what a card would meet before it is let go, or this seat, where it was granted?"""
        if seat is not None and self.seats[seat].aided:
            return True
        chosen = self.settings.options.get(AIM_HELP)
        return chosen == "always" or (chosen == "calm" and not self.lightning)

    @cached_property
    def lightning(self) -> bool:
        """Does everybody play at once against a clock of the game's own?"""
        return is_race(self.game, self.settings.options)

    # ------------------------------------------------------------ questions

    @property
    def over(self) -> bool:
        return self.play is not None and self.play.over

    @property
    def first_move(self) -> int:
        """How many moves were made before this table began; nobody can go back further."""
        return 0 if self.past is None else len(self.past.moves)

    def people(self) -> list[int]:
        """Seats whose persons decide for themselves."""
        return [p for p, seat in enumerate(self.seats) if seat.person and seat.given is None]

    @property
    def given_away(self) -> bool:
        """Does a bot play for somebody who has left, or whose seat was voted away?"""
        return any(seat.given is not None for seat in self.seats)

    def to_act(self) -> list[int]:
        return [] if self.play is None or self.phase != "playing" else self.play.seats_to_act()

    def views(self, viewers: Collection[int]) -> list[Any]:
        """The game as it is shown to each of these (seats, SPECTATOR); made once, however often looked at."""
        missing = [viewer for viewer in viewers if viewer not in self._views]
        if missing:
            assert self.play is not None
            self._views.update(zip(missing, self.play.shown(missing), strict=True))
        return [self._views[viewer] for viewer in viewers]

    def gone(self, now: int) -> list[int]:
        """People who have been away for longer than the grace time.

        Where nobody hurries people come and go; there it counts how long others wait for their decision.
        """
        since, grace = self.away_since, self.house.absence_grace
        if self.settings.unhurried and self.play is not None:
            since = {p: at for p, at in self.waiting_since().items() if p not in self.here}
            grace = self.house.absence_unhurried
        return [p for p in self.people() if p in since and since[p] <= now - grace]

    @property
    def deciding_since(self) -> Mapping[int, int]:
        return {} if self.play is None else self.clocks.since

    @property
    def clock_runs(self) -> bool:
        """Would an absence of the server cost time: the players', the game's own, or that to reveal in?"""
        timed = self.timed is not None or not isinstance(self.settings.clock, NoClock)
        return (self.phase == "playing" and timed) or self.reveal_until is not None

    def presence(self, now: int, watching: int) -> protocol.Presence:
        seats = range(len(self.seats))
        return protocol.Presence(
            here=tuple(p in self.here for p in seats),
            away_since=tuple(self.away_since.get(p) for p in seats),
            gone=tuple(self.gone(now)),
            delays=tuple(self.delays.get(p) for p in seats),
            watching=watching,
        )

    # ------------------------------------------------------------ the log

    def apply(self, line: Logged) -> list[Event]:
        """One more line of the log; returns the events of a move, for telling."""
        assert line.n == self.n + 1, f"line {line.n} after {self.n}"
        happened: list[Event] = _APPLY[type(line.entry)](self, line) or []
        self.n, self.changed_at = line.n, line.at
        if line.message is not None and line.sender is not None:
            self.receipts[line.sender, line.message] = line.n
            if line.sender.isdigit() and int(line.sender) in self.away_since:
                self.away_since[int(line.sender)] = line.at  # no connection, but certainly not gone
        return happened

    def _created(self, line: Logged) -> None:
        entry: Any = line.entry
        self.settings: TableSettings = entry.settings
        self.settings = _with_options(self.settings, self.game.read_options(entry.settings.options))
        self.secret = bytes.fromhex(entry.secret)
        self.host: str = entry.host
        self.created_at = line.at
        self.rematch_of = entry.rematch_of
        self.past = entry.past
        self.deal_kind = entry.deal
        self.seats = [
            Seat(colour, bot, ready=bot is not None)
            for colour, bot in zip(self.settings.colours, self.settings.bots, strict=True)
        ]
        for seat, reserved in zip(self.seats, entry.reserved, strict=False):
            seat.reserved = reserved

    def _sat(self, line: Logged) -> None:
        entry: Any = line.entry
        seat = self.seats[entry.seat]
        if entry.colour is not None:
            other = next(other for other in self.seats if other.colour == entry.colour)
            other.colour, seat.colour = seat.colour, other.colour
        seat.name, seat.key, seat.age = entry.name, entry.key, entry.age
        seat.luck = entry.luck or None
        seat.ready, seat.since = False, line.n
        self.away_since[entry.seat] = line.at

    def _stood(self, line: Logged) -> None:
        entry: Any = line.entry
        self.seats[entry.seat] = Seat(self.seats[entry.seat].colour)
        self.away_since.pop(entry.seat, None)

    def _readied(self, line: Logged) -> None:
        entry: Any = line.entry
        if self.phase == "gathering":
            self.seats[entry.seat].ready, self.seats[entry.seat].again = entry.ready, False
        elif entry.ready:
            self.ready_on.add(entry.seat)
        else:
            self.ready_on.discard(entry.seat)

    def _aided(self, line: Logged) -> None:
        entry: Any = line.entry
        self.seats[entry.seat].aided = entry.wanted
        for seat in self.seats:
            seat.ready, seat.again = seat.bot is not None, False  # people agree anew

    def _began(self, line: Logged) -> None:
        entry: Any = line.entry
        if self._caught_up is None:
            for _ in self.catching_up(entry):
                pass
        assert self._caught_up is not None
        self.play, self._caught_up = self._caught_up, None
        self._milestones.begin(self.play)
        self.phase, self.started_at = "playing", line.at
        self.clocks = Clocks(self.settings.clock, self.settings.players)
        clocks = self.clocks.copy()  # what the moves of the past took in time does not count here
        past = () if self.past is None else self.past.moves
        self.before = [Before(clocks, move.cause, past=True) for move in past]
        self._after_move(line)

    def catching_up(self, entry: log.Began) -> Generator[None, None, None]:
        """Make the game ready, with the moves of the one it continues, step by step: they may be many."""
        self.options = self.game.read_options(entry.options)
        self.deal = record.from_data(self.game.rules.DEAL, entry.deal, "deal")
        play = self.new_play()
        for move in () if self.past is None else self.past.moves:
            play.act(move.seat, move.action, move.at)
            yield
        self._caught_up = play

    def new_play(self) -> Play:
        """The game at its beginning; tables that play with the components of the box share their record."""
        shared = _of_the_box(self.game) if self.settings.components is None else None
        return start_play(self.game, self.options, self.deal, self.components, shared)

    def _acted(self, line: Logged) -> list[Event]:
        entry: Any = line.entry
        assert self.play is not None
        events = self.play.act(entry.seat, entry.action, self._time_of(line))
        self.before.append(Before(self.clocks.copy(), entry.cause))
        self.clocks.acted(entry.seat, line.at, entry.credit)
        self.due.pop(entry.seat, None)
        self.hovers.pop(entry.seat, None)
        self._after_move(line)
        return events

    def _rolled(self, line: Logged) -> list[Event]:
        entry: Any = line.entry
        assert self.play is not None
        if self.play.chance_due:
            self.fair_rolls.append(len(self.play.moves))
        events = self.play.act(CHANCE, entry.outcome, self._time_of(line))
        self.before.append(Before(self.clocks.copy(), "chance"))
        self._after_move(line)
        return events

    def _time_of(self, line: Logged) -> int:
        """Milliseconds since the start; a game that is continued goes on where it was left."""
        left_at = self.past.moves[-1].at if self.past is not None and self.past.moves else None
        return line.at - self.started_at + (left_at or 0)

    def _undone(self, line: Logged) -> None:
        entry: Any = line.entry
        assert self.play is not None
        self.undone += len(self.play.moves) - entry.moves
        self.play = self._milestones.back_to(self.play, entry.moves, self.new_play)
        self.fair_rolls = [move for move in self.fair_rolls if move < entry.moves]
        self.due.clear()
        self._clocks_back(entry, line.at)
        self._after_move(line)
        self._time_outcome(line, anew=True)

    def _clocks_back(self, entry: log.Undone, at: int) -> None:
        """Nobody wins time by taking back; what all agreed on is decided anew, from now."""
        self.clocks = self.before[entry.moves].clocks
        self.clocks.resume(at if entry.agreed else self.resumed_at)
        del self.before[entry.moves :]

    def _after_move(self, line: Logged) -> None:
        """Clocks turn to whoever has to decide; what was proposed about an older position is settled."""
        assert self.play is not None
        self.acted_at = line.at
        self.settled = None
        self._views = {}
        if self.play.over:
            self.phase = "over"
            self.proposals.clear()
        self._settle_going_back()
        seats = self.to_act()
        known = self.interrupted | self.due
        self.interrupted = known if self.is_drawing else {}
        self.due = {seat: known.get(seat, line.n) for seat in seats}
        self.clocks.turn_to(seats, line.at)
        self._time_outcome(line)

    def _settle_going_back(self) -> None:
        for n in [n for n, open_ in self.proposals.items() if open_.entry.what == "back"]:
            del self.proposals[n]

    def _time_outcome(self, line: Logged, anew: bool = False) -> None:
        """What the game's own clock will decide; it runs from the beginning of a stage."""
        timing = self.game.timing
        if timing is None or self.play is None:
            return
        due = None if self.over else timing.due(self.play.s, len(self.people()))
        if due is None:
            self.timed = self.timed_since = self.go_at = None
        elif anew or self.timed is None or self.timed[0] != due[0]:
            countdown = timing.countdown(self.play.s)
            self.timed = (due[0], line.at + countdown + due[1])
            if not anew or self.timed_since is None:  # what began before a restart began then
                self.timed_since, self.timed_from = line.at, line.n
            self.go_at = line.at + countdown if countdown else None
            self.ready_on = set()

    def asked_from(self, seat: int) -> int:
        """The oldest line that somebody must have seen who decides here.

        In a race it is the beginning of the stage: whoever lets a card go draws the next one at once, and
        does not wait until a slow line brings the answer.
        """
        return self.timed_from if self.lightning else self.due[seat]

    @property
    def is_drawing(self) -> bool:
        """Is a card being drawn in a race? Nobody can act in that moment, and it concerns only one."""
        return self.lightning and self.play is not None and self.play.chance_due and not self.waits_for_all

    @property
    def waits_for_all(self) -> bool:
        """Does the game go on as soon as everybody is ready?"""
        timing = self.game.timing
        return self.phase == "playing" and timing is not None and timing.waits(self._state)

    @property
    def all_are_ready(self) -> bool:
        """All who decide for themselves, for what the clock would begin; and there is somebody."""
        people = set(self.people())
        return self.waits_for_all and bool(people) and people <= self.ready_on

    @property
    def _state(self) -> Any:
        assert self.play is not None
        return self.play.s

    def _proposed(self, line: Logged) -> None:
        entry: Any = line.entry
        self.proposals[line.n] = OpenProposal(entry, yes={entry.seat})

    def _answered(self, line: Logged) -> None:
        entry: Any = line.entry
        proposal = self.proposals[entry.proposal]
        (proposal.yes if entry.yes else proposal.no).add(entry.seat)

    def _settled(self, line: Logged) -> None:
        entry: Any = line.entry
        self.last_settled = self.proposals.pop(entry.proposal)

    def _given(self, line: Logged) -> None:
        entry: Any = line.entry
        self.seats[entry.seat].given = entry.level
        self.clocks.charge(entry.seat, line.at)
        for n in [n for n, open_ in self.proposals.items() if open_.entry.absent == entry.seat]:
            del self.proposals[n]

    def _returned(self, line: Logged) -> None:
        entry: Any = line.entry
        self.seats[entry.seat].given = None
        self.clocks.skip(entry.seat, line.at)
        self._settle_going_back()  # whoever came back was not asked

    def _chatted(self, line: Logged) -> None:
        entry: Any = line.entry
        if text := clean(entry.text):  # it may have been erased, or said before texts were cleaned
            self.chat.append(protocol.Said(line.n, line.at, entry.seat, text))

    def _erased(self, line: Logged) -> None:
        entry: Any = line.entry
        seat = self.seats[entry.seat]
        seat.name, seat.age = "", None
        kept = [said for said in self.chat if said.seat != entry.seat or said.n < seat.since]
        self.chat = deque(kept, maxlen=CHAT_KEPT)

    def _resumed(self, line: Logged) -> None:
        self.resumed_at = line.at
        if self.phase == "playing":
            self.clocks.resume(line.at)
            self._time_outcome(line, anew=True)

    def _rematched(self, line: Logged) -> None:
        entry: Any = line.entry
        self.rematch = entry.table

    def _closed(self, line: Logged) -> None:
        self.phase = "closed"


@cache
def _of_the_box(game: Game) -> Any:
    return game.component_record()


def _with_options(settings: TableSettings, options: dict[str, Any]) -> TableSettings:
    """JSON has no tuples: the options as the game reads them."""
    return msgspec.structs.replace(settings, options=options)


_APPLY: dict[type[AnyEntry], Callable[[Table, Logged], list[Event] | None]] = {
    log.Created: Table._created,
    log.Sat: Table._sat,
    log.Stood: Table._stood,
    log.Readied: Table._readied,
    log.Aided: Table._aided,
    log.Promised: Table.note_promised,
    log.Frozen: Table.note_frozen,
    log.Revealed: Table.note_revealed,
    log.Round: Table.note_round,
    log.Began: Table._began,
    log.Acted: Table._acted,
    log.Rolled: Table._rolled,
    log.Undone: Table._undone,
    log.Proposed: Table._proposed,
    log.Answered: Table._answered,
    log.Settled: Table._settled,
    log.Given: Table._given,
    log.Returned: Table._returned,
    log.Chatted: Table._chatted,
    log.Erased: Table._erased,
    log.Resumed: Table._resumed,
    log.Rematched: Table._rematched,
    log.Closed: Table._closed,
}
