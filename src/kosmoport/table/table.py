"""One live table: its seats, its game, its clocks, as the log makes them. No I/O; time is passed in."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Generator, Mapping
from functools import cache, cached_property
from typing import Any

import msgspec

from kosmoport.core import layout
from kosmoport.core.components import ComponentFile
from kosmoport.core.game import Game
from kosmoport.core.layout import Event
from kosmoport.core.play import Play, start_play
from kosmoport.games import find_game
from kosmoport.table import entries as log
from kosmoport.table import protocol
from kosmoport.table.applying import APPLY, CHAT_KEPT
from kosmoport.table.attendance import Attendance
from kosmoport.table.clock import Clocks, new_clocks
from kosmoport.table.entries import Logged, Past
from kosmoport.table.milestones import Milestones
from kosmoport.table.policy import Policy
from kosmoport.table.remembered import Before, OpenProposal, Race
from kosmoport.table.rounds import Rounds
from kosmoport.table.seats import TableSeat
from kosmoport.table.settings import NoClock, TableSettings, is_race

AIM_HELP = "aim_help"  # an option: who is told what a card would meet


class Table(Rounds, Attendance):
    """The table after some lines of its log. `apply` is the only way it changes, presence excepted."""

    play: Play  # from the beginning of the game on, as are the clocks
    clocks: Clocks
    settings: TableSettings  # from the first line on, as is the following
    lightning: bool  # does everybody play at once against a clock of the game's own?
    terms_since: int  # the line that changed last what whoever is ready agrees to

    def __init__(self, table: str, policy: Policy) -> None:
        super().__init__()
        self.id, self.policy = table, policy
        self.n = 0
        self.phase: protocol.Phase = "gathering"
        self.created_at = self.started_at = 0
        self.counted_from = 0  # the game's own times are; one that is continued goes on where it was left
        self.seats: list[TableSeat] = []
        self.begun = False  # the game, which is `play` from then on
        self.undone = 0
        self.proposals: dict[int, OpenProposal] = {}
        self.last_settled: OpenProposal | None = None
        self.chat: deque[protocol.Said] = deque(maxlen=CHAT_KEPT)
        self.receipts: dict[tuple[str, str], int] = {}  # messages that were done, and the number they got
        self.rematch: str | None = None
        self.past: Past | None = None  # what was played before, where this table continues another
        self._caught_up: Play | None = None  # the game as the past left it, made ready in small steps
        self._gone_back: Play | None = None  # the game as it was earlier, made ready in the same way
        self.acted_at = 0  # when the last move was made
        self.due: dict[int, int] = {}  # seats that have to decide, and the number that asked them
        self.fair_rolls: list[int] = []  # which of the moves that stand were drawn from the fair source
        self.settled: tuple[int, str | None] | None = None  # after so many moves: why the last one stands
        self.race = Race()
        self.before: list[Before] = []  # for each move that stands
        self._milestones = Milestones()
        self.over = False  # has the game ended?
        self.known: dict[int, Any] = {}  # views of the position as it is
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
        return self.phase == "playing" and self.play.forgets

    def tells_aim(self, seat: int | None = None) -> bool:
        """Is anybody told what a card would meet before it is let go, or this seat, where it was granted?"""
        if seat is not None and self.seats[seat].aided:
            return True
        chosen = self.settings.options.get(AIM_HELP)
        return chosen == "always" or (chosen == "calm" and not self.lightning)

    # ------------------------------------------------------------ questions

    @property
    def first_move(self) -> int:
        """How many moves were made before this table began; nobody can go back further."""
        return 0 if self.past is None else len(self.past.moves)

    def people(self) -> list[int]:
        """Seats whose persons decide for themselves."""
        return [p for p, seat in enumerate(self.seats) if seat.person and seat.level is None]

    @property
    def given_away(self) -> bool:
        """Does a bot play for somebody who has left, or whose seat was voted away?"""
        return any(seat.given is not None for seat in self.seats)

    def to_act(self) -> list[int]:
        return self.play.seats_to_act() if self.phase == "playing" else []

    def views(self, viewers: Collection[int]) -> list[Any]:
        """The game as it is shown to each of these (seats, SPECTATOR); made once, however often looked at."""
        missing = [viewer for viewer in viewers if viewer not in self.known]
        if missing:
            self.known.update(zip(missing, self.play.shown(missing), strict=True))
        return [self.known[viewer] for viewer in viewers]

    def gone(self, now: int) -> list[int]:
        """People who have been away for longer than the grace time.

        Where nobody hurries people come and go; there it counts how long others wait for their decision.
        """
        since, grace = self.away_since, self.policy.absence_grace
        if self.settings.unhurried and self.begun:
            since = {p: at for p, at in self.waiting_since().items() if p not in self.here}
            grace = self.policy.absence_unhurried
        return [p for p in self.people() if p in since and since[p] <= now - grace]

    @property
    def deciding_since(self) -> Mapping[int, int]:
        return self.clocks.since if self.begun else {}

    @property
    def clock_runs(self) -> bool:
        """Would an absence of the server cost time: the players', the game's own, or that to reveal in?"""
        timed = self.race.timed is not None or not isinstance(self.settings.clock, NoClock)
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

    @property
    def waits_for_all(self) -> bool:
        """Does the game go on as soon as everybody is ready?"""
        timing = self.game.timing
        return self.phase == "playing" and timing is not None and timing.waits(self.play.s)

    @property
    def all_are_ready(self) -> bool:
        """All who decide for themselves, for what the clock would begin; and there is somebody."""
        people = set(self.people())
        return self.waits_for_all and bool(people) and people <= self.race.ready

    # ------------------------------------------------------------ the log

    def apply(self, line: Logged) -> list[Event]:
        """One more line of the log; returns the events of a move, for telling."""
        assert line.n == self.n + 1, f"line {line.n} after {self.n}"
        happened = APPLY[type(line.entry)](self, line, line.entry) or []
        self.n, self.changed_at = line.n, line.at
        if line.message is not None and line.sender is not None:
            self.receipts[line.sender, line.message] = line.n
            if line.sender.isdigit() and int(line.sender) in self.away_since:
                self.away_since[int(line.sender)] = line.at  # no connection, but certainly not gone
        return happened

    def create(self, entry: log.Created) -> None:
        """What was agreed on from the start."""
        self.agree(entry.settings)
        self.secret = bytes.fromhex(entry.secret)
        self.host: str = entry.host
        self.rematch_of, self.past, self.deal_kind = entry.rematch_of, entry.past, entry.deal

    def agree(self, settings: TableSettings) -> None:
        """How the table plays."""
        self.settings = settings
        # JSON has no tuples: the options as the game reads them.
        self.settings = msgspec.structs.replace(settings, options=self.game.read_options(settings.options))
        self.lightning = is_race(self.game, self.settings.options)
        self.terms_since = self.n + 1

    def preparing(self, entry: log.AnyEntry) -> Generator[None, None, None]:
        """Step by step what an entry needs of many moves before it is applied; most need nothing."""
        if isinstance(entry, log.Began):
            yield from self.catching_up(entry)
        elif isinstance(entry, log.Undone):
            yield from self.going_back(entry)

    def catching_up(self, entry: log.Began) -> Generator[None, None, None]:
        """Make the game ready, with the moves of the one it continues, step by step: they may be many."""
        if self._caught_up is not None:
            return
        self.options = self.game.read_options(entry.options)
        self.deal = layout.from_data(self.game.schema.Deal, entry.deal, "deal")
        play = self.new_play()
        for move in () if self.past is None else self.past.moves:
            play.act(move.seat, move.action, move.at)
            yield
        self._caught_up = play

    def begin(self, at: int) -> None:
        """The game that was made ready is the one that is played."""
        assert self._caught_up is not None
        self.play, self._caught_up, self.begun = self._caught_up, None, True
        self._milestones.begin(self.play)
        self.phase, self.started_at = "playing", at
        left_at = self.past.moves[-1].at if self.past is not None and self.past.moves else None
        self.counted_from = at - (left_at or 0)
        self.clocks = new_clocks(self.settings.clock, self.settings.players)

    def new_play(self) -> Play:
        """The game at its beginning; tables that play with the components of the box share their record."""
        shared = _of_the_box(self.game) if self.settings.components is None else None
        return start_play(self.game, self.options, self.deal, self.components, shared)

    def going_back(self, entry: log.Undone) -> Generator[None, None, None]:
        """Make the game ready as it was when so many of its moves had been made: they may be many."""
        if self._gone_back is None:
            self._gone_back = yield from self._milestones.going_back(self.play, entry.moves, self.new_play)

    def go_back(self) -> None:
        """The game that was made ready is the one that is played."""
        earlier, self._gone_back = self._gone_back, None
        assert earlier is not None
        self.undone += len(self.play.moves) - len(earlier.moves)
        self.play = earlier


@cache
def _of_the_box(game: Game) -> Any:
    return game.component_record()
