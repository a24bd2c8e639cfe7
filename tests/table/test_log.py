"""The log is the truth: random sessions of every game are the same table again when their log is read."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any, get_args

import pytest

from kosmoport.core.play import generator
from kosmoport.games import GAMES, game_by_id
from kosmoport.table import entries as log
from kosmoport.table import protocol, requests
from kosmoport.table.declined import Declined
from kosmoport.table.entries import AnyEntry, decode_entry, encode_entry
from kosmoport.table.late import take_over
from kosmoport.table.policy import Policy
from kosmoport.table.settings import BankClock, MoveClock, NewTable, NoClock
from kosmoport.table.table import Table
from tests.table.desk import Desk, fitting, observable, seated

HOUSE = Policy(take_back_grace=2_000, absence_grace=20_000, absence_unhurried=90_000)
CLOCKS = (NoClock(), MoveClock(30), BankClock(60, 3))
SHORT: dict[str, dict[str, Any]] = {"kosmiczna_eskadra": {"wins": 1}}
EVERY = 12  # steps between two readings of the log


class Session:
    """People, bots and time at one table, everything at random."""

    def __init__(self, game: str, seed: int) -> None:
        self.random, self.bots = Random(f"{game} {seed}"), generator(seed)
        players = self.random.randint(*game_by_id(game).players)
        seats: list[Any] = [None] + [self.random.choice((None, None, "casual")) for _ in range(players - 1)]
        options = SHORT.get(game, {})
        clock, unhurried = self.random.choice(CLOCKS), self.random.random() < 0.3
        asked = NewTable(
            game=game,
            bots=seats,
            options=options,
            clock=fitting(clock, game_by_id(game), options, unhurried),
            unhurried=unhurried,
            take_back=self.random.random() < 0.8,
        )
        self.desk = Desk(asked, policy=HOUSE, secret=self.random.randbytes(32))

    @property
    def table(self) -> Table:
        return self.desk.table

    # ------------------------------------------------------------ before the game

    def gather(self) -> None:
        """People come, go, are removed, and at last the game begins."""
        while self.table.phase == "gathering":
            self.desk.now += self.random.randint(0, 5_000)
            free = [p for p, seat in enumerate(self.table.seats) if not seat.taken]
            if self.random.random() < 0.3:
                self.change()
            elif free:
                name = f"guest {len(self.desk.lines)}"
                self.desk.sit(name, seat=self.random.choice(free), age=self.random.choice((None, 9, 40)))
            elif self.random.random() < 0.4:
                self.stand_up(self.random.choice(self.table.people()))
            else:
                self.send(self.anybody(), protocol.Aid(self.desk.new_id()))  # refused in most games
                if self.table.people() and self.random.random() < 0.5:
                    self.desk.fail_a_round()
                self.desk.begin()

    def change(self) -> None:
        """The host changes the table; whose seat is another one promises anew."""
        number, seats = self.desk.new_id(), [self.random.randrange(5) for _ in range(2)]
        command = self.random.choice(
            (
                protocol.SeatBot(number, seats[0], self.random.choice((None, "casual", "strong"))),
                protocol.MoveSeat(number, *seats),
                protocol.Change(number, players=self.random.randint(*self.table.game.players)),
                protocol.Change(number, take_back=self.random.random() < 0.8, public=True, late=True),
            )
        )
        self.send("host", command)
        for p in self.table.people():
            if self.table.seats[p].promise is None:
                self.desk.promise(p, f"after {number}")

    def stand_up(self, seat: int) -> None:
        self.desk.go_away(seat)
        if self.random.random() < 0.5:
            self.send(seat, protocol.Leave(self.desk.new_id()))
        else:
            self.send("host", protocol.Remove(self.desk.new_id(), seat))

    # ------------------------------------------------------------ during the game

    def step(self) -> None:
        """Something happens: mostly somebody acts, sometimes anything else."""
        self.desk.now += self.random.choice((0, 50, 700, 3_000))
        if self.random.random() < 0.6:
            self.act()
        else:
            talking = (self.talk, self.answer, self.take_back, self.ask_back, self.ask_bot)
            moving = (self.come_or_go, self.leave_or_return, self.come_late, self.wait, self.restart)
            self.random.choice((*talking, *moving))()
        for _ in range(self.random.randint(0, 4)):
            self.desk.step(self.bots)

    def send(self, sender: int | str, command: protocol.AnyCommand) -> None:
        with suppress(Declined):  # then nothing is written
            self.desk.send(sender, command)

    def anybody(self) -> int:
        return self.random.choice([p for p, seat in enumerate(self.table.seats) if seat.person])

    def act(self) -> None:
        due = [p for p in self.table.due if self.table.seats[p].level is None]
        if not due:
            self.desk.step(self.bots)
            return
        seat = self.random.choice(due)
        self.table.delays[seat] = self.random.choice((0, 30, 5_000))
        action = self.desk.random_action(seat, self.bots)
        self.desk.act_as(seat, self.desk.play.game.describe(self.desk.play.view(seat), action))

    def talk(self) -> None:
        self.send(self.anybody(), protocol.Chat(self.desk.new_id(), f"line {self.table.n} \U0001f680"))

    def take_back(self) -> None:
        moves = self.desk.play.moves
        seat = moves[-1].seat if moves and moves[-1].seat >= 0 else self.anybody()
        if self.table.seats[seat].person:
            self.send(seat, protocol.TakeBack(self.desk.new_id()))

    def ask_back(self) -> None:
        moves = max(0, len(self.desk.play.moves) - self.random.randint(1, 4))
        self.send(self.anybody(), protocol.AskBack(self.desk.new_id(), moves))
        self.answer()

    def ask_bot(self) -> None:
        """Somebody has been away for long; they may return before everybody has answered."""
        seat = self.anybody()
        while seat in self.table.here:
            self.desk.go_away(seat)
        self.desk.now += HOUSE.absence_grace
        self.send(self.anybody(), protocol.AskBot(self.desk.new_id(), seat, "casual"))
        if self.random.random() < 0.5:
            self.answer()
        else:
            self.table.arrive(seat)

    def answer(self) -> None:
        for number in list(self.table.proposals):
            for seat in self.table.people():
                yes = self.random.random() < 0.8
                self.send(seat, protocol.Answer(self.desk.new_id(), number, yes))

    def come_or_go(self) -> None:
        seat = self.anybody()
        if seat in self.table.here:
            self.desk.go_away(seat)
        else:
            self.table.arrive(seat)

    def leave_or_return(self) -> None:
        seat = self.anybody()
        given = self.table.seats[seat].given is not None
        command = protocol.ComeBack if given else protocol.Leave
        if given or self.random.random() < 0.3:
            self.send(seat, command(self.desk.new_id()))

    def come_late(self) -> None:
        """Somebody takes the seat of a bot, if there is one."""
        name = f"late {self.table.n}"
        with suppress(Declined):
            self.desk.write(take_over(self.table, requests.SitDown(name), f"key of {name}", set()))

    def wait(self) -> None:
        self.desk.now += self.random.choice((10_000, 40_000, 100_000))

    def restart(self) -> None:
        """The server stops and comes back: the log is read, everybody is away for a moment."""
        self.desk.table = self.desk.again()
        self.desk.now += 5_000
        self.desk.write([log.Resumed()])
        self.table.away_since = dict.fromkeys(self.table.people(), self.desk.now)
        for seat in self.table.people()[:1]:
            self.table.arrive(seat)

    # ------------------------------------------------------------ after the game

    def finish(self) -> None:
        """The game is over, or everybody goes home."""
        if self.table.over:
            self.desk.write([log.Rematched("next")])
            self.desk.write([log.Erased(self.anybody())])
            return
        self.desk.write([log.Erased(self.anybody())])
        for seat in list(self.table.here):
            while seat in self.table.here:
                self.desk.go_away(seat)
        self.desk.now += HOUSE.abandon_unhurried
        self.desk.step(self.bots)


def check(desk: Desk) -> None:
    """The table read from its log is the table: for every viewer, at every clock, for every question."""
    again = desk.again()
    live = desk.table
    again.attended_like(live)  # who is here is in no log
    assert observable(again, desk.now) == observable(live, desk.now)


def run(game: str, seed: int, steps: int) -> Desk:
    session = Session(game, seed)
    session.gather()
    check(session.desk)
    for step in range(steps):
        if session.table.over:
            break
        session.step()
        if step % EVERY == 0:
            check(session.desk)
    session.finish()
    check(session.desk)
    return session.desk


SESSIONS = [(game.id, seed) for game in GAMES for seed in range(4)]
seen: dict[tuple[str, int], Desk] = {}


def session(game: str, seed: int) -> Desk:
    if (game, seed) not in seen:
        seen[game, seed] = run(game, seed, steps=120)
    return seen[game, seed]


@pytest.mark.parametrize(("game", "seed"), SESSIONS)
def test_a_table_is_what_its_log_says(game: str, seed: int) -> None:
    assert session(game, seed).table.n > 20


@pytest.mark.parametrize(("game", "seed"), SESSIONS)
def test_every_entry_is_read_as_it_was_written(game: str, seed: int) -> None:
    desk = session(game, seed)
    for line, entry in zip(desk.lines, desk.decided, strict=True):
        written = encode_entry(entry)
        assert encode_entry(decode_entry(written)) == written == encode_entry(line.entry)


@pytest.mark.parametrize(("game", "seed"), SESSIONS)
def test_a_table_is_the_same_whether_its_entries_were_written_and_read_or_not(game: str, seed: int) -> None:
    desk = session(game, seed)
    table = Table(desk.table.id, desk.policy)
    for line, entry in zip(desk.lines, desk.decided, strict=True):
        table.apply(replace(line, entry=entry))
    assert observable(table, desk.now)["told"] == observable(desk.again(), desk.now)["told"]


def test_the_sessions_have_seen_everything_that_can_happen() -> None:
    entries = [line.entry for game, seed in SESSIONS for line in session(game, seed).lines]
    assert {type(entry) for entry in entries} == set(get_args(AnyEntry))
    assert {entry.cause for entry in entries if isinstance(entry, log.Acted)} == {"person", "bot", "clock"}
    assert {entry.cause for entry in entries if isinstance(entry, log.Given)} == {"vote", "left"}
    assert {entry.cause for entry in entries if isinstance(entry, log.Stood)} == {"left", "removed"}
    assert {entry.agreed for entry in entries if isinstance(entry, log.Undone)} == {True, False}
    assert {entry.cause for entry in entries if isinstance(entry, log.Settled)} == {"refused", "overtaken"}
    assert {entry.cause for entry in entries if isinstance(entry, log.Changed)} == {"bot", "moved", "terms"}
    assert any(seat.took_over for game, seed in SESSIONS for seat in session(game, seed).table.seats)
    assert {session(game, seed).table.phase for game, seed in SESSIONS} == {"over", "closed"}


def test_a_table_whose_names_and_words_were_erased_from_its_log_is_the_same_table() -> None:
    desk = seated("kosmiczni_piraci", 3, start="rulebook")
    desk.send(0, protocol.Chat("1", "words"))
    desk.send(1, protocol.Chat("2", "other words"))
    desk.write([log.Erased(0)])
    without = [replace(line, entry=_without_words(line.entry)) for line in desk.lines]
    desk.begin()
    assert desk.play.options["start_seat"] == 1  # whose age is not known any more does not start
    desk.lines[: len(without)] = without
    check(desk)


def _without_words(entry: AnyEntry) -> AnyEntry:
    if isinstance(entry, log.Sat) and entry.seat == 0:
        return log.Sat(0, "", entry.key)
    return log.Chatted(0, "") if isinstance(entry, log.Chatted) and entry.seat == 0 else entry


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("seed", range(100, 140))
def test_many_more_tables_are_what_their_logs_say(game: Any, seed: int) -> None:
    assert run(game.id, seed, steps=400).table.n > 20
