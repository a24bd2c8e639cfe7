"""A random evening at a table: people play, chat, go, come back, undo, run out of time, try what is refused.

Everything from outside is kept, so that the evening can be had again with another log: `heard` gives all
that one viewer is told of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec

from kosmoport.core.errors import Refused
from kosmoport.core.game import Game
from kosmoport.core.layout import Event
from kosmoport.core.play import generator
from kosmoport.core.words import Told
from kosmoport.table import protocol, requests
from kosmoport.table.acting import bot_acts
from kosmoport.table.automatic import next_step
from kosmoport.table.deciding import decide
from kosmoport.table.declined import Declined
from kosmoport.table.entries import Acted, AnyEntry, Logged, Rolled, decode_entry, encode_entry
from kosmoport.table.late import take_over
from kosmoport.table.policy import Policy
from kosmoport.table.settings import BankClock, Clock, Level, MoveClock, NewTable, NoClock
from kosmoport.table.table import Table
from kosmoport.table.telling import snapshot, tell
from tests.table.desk import Desk, fitting

HOUSE = Policy()
CLOCKS: tuple[Clock, ...] = (NoClock(), NoClock(), MoveClock(40), BankClock(120, 5))


@dataclass(frozen=True)
class Happening:
    """Something from outside, after so many lines of the log."""

    after: int
    at: int
    seat: int
    what: str  # "arrive", "depart" or "message"
    command: protocol.AnyCommand | None = None
    answer: bytes = b""
    done: bool = False
    again: bool = False  # it was done before


def answer_to(table: Table, seat: int, command: protocol.AnyCommand, at: int) -> tuple[bytes, list[AnyEntry]]:
    """The answer to a message as a server gives it, and what is to be written."""
    known = table.receipts.get((str(seat), command.id))
    if known is not None:
        return protocol.encode(protocol.Ack(command.id, known)), []
    try:
        entries = decide(table, str(seat), command, at)
    except Declined as declined:
        return protocol.encode(protocol.Ack(command.id, problem=declined.problem)), []
    return protocol.encode(protocol.Ack(command.id, table.n + 1 if entries else None)), entries


class Evening(Desk):
    """A table and the people at it, all by one seed."""

    def __init__(self, game: Game, options: dict[str, Any], rng: Random) -> None:
        self.rng, self.chance = rng, generator(rng.getrandbits(32))
        self.happenings: list[Happening] = []
        players: int = options["players"]
        people = rng.randint(2, players)
        bots: list[Level | None] = ["casual" if k < players - people else None for k in range(players)]
        rng.shuffle(bots)
        clock, take_back = fitting(rng.choice(CLOCKS), game, options), rng.random() < 0.8
        asked = NewTable(game.id, options=options, bots=bots, clock=clock, take_back=take_back)
        super().__init__(asked, secret=rng.randbytes(32), policy=HOUSE)
        for p in range(people):
            seat = self.sit("ABCDE"[p], age=20 + p)
            self.happenings.append(Happening(self.table.n, self.now, seat, "arrive"))
        self.begin()

    def play_on(self, moments: int) -> None:
        """So many things happen, or the game ends."""
        for _ in range(moments):
            if self.table.over:
                return
            step = next_step(self.table, self.now)
            if step.entries:
                self.write(list(step.entries))
            elif step.bots and self.rng.random() < 0.9:
                wanted = self.rng.choice(step.bots)
                action = self.random_action(wanted.seat, self.chance)
                self.write(bot_acts(self.table, wanted.seat, wanted.due, action, wanted.cause, wanted.level))
            elif self.table.proposals and self.rng.random() < 0.5:
                self.answer()
            elif not self._due_people() and step.look_again is not None and self.rng.random() < 0.7:
                self.now = max(self.now, step.look_again)
            else:
                self.rng.choices(list(DOINGS), list(DOINGS.values()))[0](self)
                self.now += self.rng.choice((0, 40, 700, 2_600))

    def _due_people(self) -> list[int]:
        return [seat for seat in self.table.due if self.table.seats[seat].level is None]

    def _anybody(self) -> int:
        return self.rng.choice([p for p, seat in enumerate(self.table.seats) if seat.person])

    def say(self, seat: int, command: protocol.AnyCommand) -> None:
        """Somebody sends a message; it may be refused."""
        after, at = self.table.n, self.now
        again = (str(seat), command.id) in self.table.receipts
        answer, entries = answer_to(self.table, seat, command, at)
        self.happenings.append(Happening(after, at, seat, "message", command, answer, bool(entries), again))
        self.write(entries, str(seat), command.id)

    # ------------------------------------------------------------ what people do

    def act_well(self) -> None:
        if due := self._due_people():
            seat = self.rng.choice(due)
            self._act(seat, self.random_action(seat, self.chance), self.table.n)

    def _act(self, seat: int, action: int, seen: int) -> None:
        told = self.play.game.describe(self.play.view(seat), action)
        self.say(seat, protocol.Act(self.new_id(), seen, told.id, dict(told.args)))

    def act_out_of_turn(self) -> None:
        """What another seat may do, or might have done at the beginning."""
        seat = self._anybody()
        others = [action for p in self.table.due for action in self.play.legal(p)] or [0]
        self._act(seat, self.rng.choice(others), self.rng.choice((0, self.table.n)))

    def act_badly(self) -> None:
        """Something that can be said but perhaps not done: another card, another planet, nonsense."""
        for seat in self._due_people():
            action = self.rng.randrange(min(self.play.game.schema.ACTIONS, 200))
            try:
                self._act(seat, action, self.table.n)
            except (IndexError, KeyError, Refused):  # such an action cannot even be named
                self.say(seat, protocol.Act(self.new_id(), self.table.n, "juggle", {"card": action}))

    def take_back(self) -> None:
        moves = self.play.moves
        people = self.table.people()
        last = moves[-1].seat if moves and moves[-1].seat in people else self._anybody()
        self.say(self.rng.choice((last, last, self._anybody())), protocol.TakeBack(self.new_id()))

    def ask_back(self) -> None:
        moves = max(0, len(self.play.moves) - self.rng.randint(0, 4))
        self.say(self._anybody(), protocol.AskBack(self.new_id(), moves))

    def answer(self) -> None:
        for number in list(self.table.proposals):
            for seat in self.table.people():
                self.say(seat, protocol.Answer(self.new_id(), number, self.rng.random() < 0.9))

    def chat(self) -> None:
        self.say(self._anybody(), protocol.Chat(self.new_id(), "ala ma kota " * self.rng.randint(1, 30)))

    def say_again(self) -> None:
        sent = [x for x in self.happenings if x.command is not None]
        if sent:
            old = self.rng.choice(sent)
            assert old.command is not None
            self.say(old.seat, old.command)

    def leave(self) -> None:
        self.say(self._anybody(), protocol.Leave(self.new_id()))

    def come_back(self) -> None:
        for seat in range(len(self.table.seats)):
            if self.table.seats[seat].person:
                self.say(seat, protocol.ComeBack(self.new_id()))
            if self.table.seats[seat].person and seat not in self.table.here:
                self.happenings.append(Happening(self.table.n, self.now, seat, "arrive"))
                self.table.arrive(seat)

    def come_late(self) -> None:
        """Somebody takes the seat of a bot, and knows from then on what it knew."""
        name = f"late {self.table.n}"
        with suppress(Declined):
            sat = take_over(self.table, requests.SitDown(name), f"key of {name}", set())
            self.write(sat)
            seat = next(p for p, seat in enumerate(self.table.seats) if seat.name == name)
            self.happenings.append(Happening(self.table.n, self.now, seat, "arrive"))
            self.table.arrive(seat)

    def go_away(self, seat: int | None = None) -> None:
        if len(self.table.here) > 1:
            seat = self.rng.choice(sorted(self.table.here))
            self.happenings.append(Happening(self.table.n, self.now, seat, "depart"))
            self.table.depart(seat, self.now)

    def wait(self) -> None:
        """Long enough for clocks to run out and for the absent to be gone; some ask for a bot then."""
        self.now += 70_000
        for seat in self.table.gone(self.now):
            self.say(self._anybody(), protocol.AskBot(self.new_id(), seat, "beginner"))


DOINGS: dict[Callable[[Evening], None], float] = {
    Evening.act_well: 50,
    Evening.act_out_of_turn: 5,
    Evening.act_badly: 4,
    Evening.take_back: 8,
    Evening.ask_back: 2,
    Evening.answer: 1,
    Evening.chat: 3,
    Evening.say_again: 2,
    Evening.leave: 0.7,
    Evening.come_back: 3,
    Evening.come_late: 1,
    Evening.go_away: 1.5,
    Evening.wait: 1.5,
}


# ---------------------------------------------------------------- the evening again


def heard(lines: Sequence[Logged], happenings: Sequence[Happening], viewer: int) -> list[bytes]:
    """All that a viewer is told of a log: messages, what snapshots show, answers, presence."""
    out: list[bytes] = []

    def line_came(table: Table, line: Logged, happened: list[Event]) -> None:
        out.append(protocol.encode(tell(table, line, viewer, happened)))
        out.append(protocol.encode(snapshot(table, viewer, line.at + 1_234)))

    again(lines, happenings, line_came, lambda table, what: out.extend(_happen(table, what, lines, viewer)))
    return out


def schedule(lines: Sequence[Logged], happenings: Sequence[Happening]) -> list[bytes]:
    """What the table does by itself and when, which shows in the times of what follows; asked after every
    third line, since it costs more than all the rest."""
    out: list[bytes] = []

    def line_came(table: Table, line: Logged, happened: list[Event]) -> None:
        if line.n % 3 == 0:
            out.append(_coming(table, line.at))

    again(lines, happenings, line_came, _be_there)
    return out


def again(
    lines: Sequence[Logged],
    happenings: Sequence[Happening],
    line_came: Callable[[Table, Logged, list[Event]], None],
    happen: Callable[[Table, Happening], None],
) -> None:
    """The whole evening once more, from a log and what came from outside."""
    table, coming = Table("desk", HOUSE), list(happenings)
    for line in (*lines, None):
        while coming and coming[0].after == table.n:
            happen(table, coming.pop(0))
        if line is not None:
            line_came(table, line, table.apply(line))
    assert not coming


def _coming(table: Table, at: int) -> bytes:
    """Kinds of entries, bots that are asked, and a time; not which face or card chance shows."""
    step = next_step(table, at)
    kinds = [type(entry).__name__ for entry in step.entries]
    wanted = [[w.seat, w.due, w.level, w.cause] for w in step.bots]
    return msgspec.json.encode([kinds, wanted, step.look_again])


def _happen(table: Table, what: Happening, lines: Sequence[Logged], viewer: int) -> list[bytes]:
    if what.command is None:
        _be_there(table, what)
        return [protocol.encode(table.presence(what.at, watching=1))]
    if what.seat == viewer:
        answer, entries = answer_to(table, what.seat, what.command, what.at)
        assert not entries or _are_next(lines, table.n, entries)
        return [answer]
    if isinstance(what.command, protocol.TakeBack) and not what.again:  # whether it works is seen by all
        return [b"taken back" if answer_to(table, what.seat, what.command, what.at)[1] else b"not taken back"]
    if what.done:
        command = _same(table, what, lines[table.n])
        assert _are_next(lines, table.n, decide(table, str(what.seat), command, what.at))
    return []


def _be_there(table: Table, what: Happening) -> None:
    if what.what == "arrive":
        table.arrive(what.seat)
    elif what.what == "depart":
        table.depart(what.seat, what.at)


def _same(table: Table, what: Happening, line: Logged) -> protocol.AnyCommand:
    """The message that leads to what this log says."""
    assert what.command is not None
    if not isinstance(what.command, protocol.Act):
        return what.command
    if isinstance(line.entry, Rolled):  # what was done before Stop counts: this says when, and names no card
        return what.command
    assert isinstance(line.entry, Acted)
    assert table.begun
    done: Told = table.game.describe(table.play.view(what.seat), line.entry.action)
    return msgspec.structs.replace(what.command, do=done.id, args=dict(done.args))


def _are_next(lines: Sequence[Logged], n: int, entries: Sequence[AnyEntry]) -> bool:
    """Does the log go on with these?"""
    written = [decode_entry(encode_entry(entry)) for entry in entries]
    return written == [line.entry for line in lines[n : n + len(entries)]]
