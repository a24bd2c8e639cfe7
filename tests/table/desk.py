"""A table without a server: a log in a list, a clock moved by hand, and everything each viewer was told."""

from __future__ import annotations

from typing import Any

import msgspec

from kosmoport.bots import Chair
from kosmoport.bots.random import RandomBot
from kosmoport.core.chance import next_word
from kosmoport.core.contract import SPECTATOR
from kosmoport.core.game import Game, GameOf, S
from kosmoport.core.play import Play, generator
from kosmoport.table import protocol, requests
from kosmoport.table.acting import bot_acts
from kosmoport.table.automatic import Next, next_step, wake_at
from kosmoport.table.dealing import missing
from kosmoport.table.deciding import decide
from kosmoport.table.declined import Declined
from kosmoport.table.entries import AnyEntry, Created, Logged, Sat, decode_entry, encode_entry
from kosmoport.table.fair import SECOND, digest, promise
from kosmoport.table.gathering import sit_down
from kosmoport.table.policy import Policy
from kosmoport.table.settings import Clock, NewTable, NoClock, is_race, read_settings
from kosmoport.table.table import Table
from kosmoport.table.telling import snapshot, tell

SECRET = bytes(range(32))


def state_of(table: Table, game: GameOf[S, Any, Any, Any]) -> S:
    """The position at a table of this game, with the game's own fields."""
    assert table.begun
    assert isinstance(table.play.s, game.schema.State)
    return table.play.s


class Desk:
    """One table in memory. Every viewer is told every line, as bytes."""

    def __init__(
        self,
        asked: NewTable,
        table: str = "desk",
        secret: bytes = SECRET,
        policy: Policy | None = None,
        created: Created | None = None,
    ):
        self.now = 1_000_000
        self.policy = policy or Policy()
        self.table = Table(table, self.policy)
        self.lines: list[Logged] = []
        self.decided: list[AnyEntry] = []  # the same entries before they were written
        self.told: dict[int, list[bytes]] = {}
        self.ids = 0
        self.values: dict[int, str] = {}  # what the devices of the seats have promised in this round
        self.write([created or Created(read_settings(asked), secret.hex(), host="host-key", deal=SECOND)])

    def write(self, entries: list[AnyEntry], sender: str | None = None, message: str | None = None) -> None:
        """Append, apply, and tell everybody."""
        for entry in entries:
            read = decode_entry(encode_entry(entry))
            line = Logged(self.table.n + 1, self.now, read, sender, message)
            self.decided.append(entry)
            self.lines.append(line)
            happened = self.table.apply(line)
            for viewer in (SPECTATOR, *range(len(self.table.seats))):
                said = tell(self.table, line, viewer, happened)
                self.told.setdefault(viewer, []).append(protocol.encode(said))
            sender = message = None

    def sit(self, name: str, **more: Any) -> int:
        promises = more.pop("promises", True)
        entries = sit_down(self.table, requests.SitDown(name=name, **more), key=f"key of {name}", was=None)
        self.write(entries)
        assert isinstance(entries[0], Sat)
        seat = entries[0].seat
        self.table.arrive(seat)
        if promises:
            self.promise(seat, f"value of {name}")
        return seat

    def promise(self, seat: int, seed: str) -> None:
        """The device of a seat promises a value, which is made from the seed."""
        self.values[seat] = digest(f"{seed} in round {self.table.round}")
        promised = promise(self.table.id, seat, self.table.round, self.values[seat])
        self.send(seat, protocol.Promise(self.new_id(), self.table.round, promised))

    def reveal(self, seat: int) -> None:
        self.send(seat, protocol.Reveal(self.new_id(), self.table.round, self.values[seat]))

    def deal(self) -> None:
        """Every device reveals what it promised, and the game begins."""
        for seat in missing(self.table):
            self.reveal(seat)
        self.write(list(next_step(self.table, self.now).entries))

    def send(self, seat: int | str, command: protocol.AnyCommand) -> None:
        """What a message leads to; Declined if nothing. A message that was done before does nothing."""
        if (str(seat), command.id) in self.table.receipts:
            return
        self.write(decide(self.table, str(seat), command, self.now), str(seat), command.id)

    def refused(self, seat: int | str, command: protocol.AnyCommand) -> protocol.Problem:
        """Why this message is refused; nothing has changed."""
        before = observable(self.table, self.now)
        try:
            self.send(seat, command)
        except Declined as declined:
            assert observable(self.table, self.now) == before
            return declined.problem
        raise AssertionError(f"{command} was not refused")

    def new_id(self) -> str:
        self.ids += 1
        return f"m{self.ids}"

    def begin(self) -> None:
        for p in self.table.people():
            self.send(p, protocol.Ready(self.new_id()))
        self.send("host", protocol.Begin(self.new_id()))
        self.deal()
        self.wait_for_go()

    def fail_a_round(self) -> None:
        """The host begins, nobody reveals in time, and everybody promises anew."""
        people = self.table.people()
        for p in people:
            self.send(p, protocol.Ready(self.new_id()))
        self.send("host", protocol.Begin(self.new_id()))
        policy, unhurried = self.policy, self.table.settings.unhurried
        self.pass_time(policy.reveal_unhurried if unhurried else policy.reveal_live)
        for p in people:
            self.promise(p, "another value")

    def wait_for_go(self) -> None:
        """In a race nobody may act before the signal."""
        self.now = max(self.now, self.table.race.go_at or 0)

    def act(self, seat: int, choice: int = 0) -> None:
        """Do one of the legal actions, by its place in the list."""
        view = self.play.view(seat)
        action = self.play.legal(seat)[choice]
        self.act_as(seat, self.play.game.describe(view, action))

    def act_as(self, seat: int, told: Any) -> None:
        self.wait_for_go()
        self.send(seat, protocol.Act(self.new_id(), self.table.n, told.id, dict(told.args)))

    def go_away(self, seat: int) -> None:
        """The only connection of a seat ends."""
        self.table.depart(seat, self.now)

    @property
    def play(self) -> Play:
        assert self.table.begun
        return self.table.play

    def settle(self, rounds: int = 10_000) -> Next:
        """Let everything happen that happens by itself at this time; bots act at random."""
        rng = generator(7)
        for _ in range(rounds):
            step = self.step(rng)
            if not (step.entries or step.bots):
                return step
        raise AssertionError("the table does not come to rest")

    def step(self, rng: Any) -> Next:
        """Let one thing happen that happens by itself at this time."""
        step = next_step(self.table, self.now)
        if step.entries:
            self.write(list(step.entries))
        elif step.bots:
            wanted = step.bots[0]
            action = self.random_action(wanted.seat, rng)
            self.write(bot_acts(self.table, wanted.seat, wanted.due, action, wanted.cause, wanted.level))
        return step

    def pass_time(self, ms: int) -> None:
        """So much time passes; whatever happens by itself happens when it is due."""
        end = self.now + ms
        while (again := self.settle().look_again) is not None and again <= end:
            assert again > self.now
            self.now = again
        self.now = end
        self.settle()

    def random_action(self, seat: int, rng: Any) -> int:
        chair = Chair(self.play.game, self.play.options, self.play.components, seat, next_word(rng))
        return RandomBot(chair).choose(self.play.view(seat), self.play.legal(seat))

    def again(self) -> Table:
        """The same table made from its log alone, as after a restart."""
        table = Table(self.table.id, self.policy)
        for line in self.lines:
            table.apply(line)
        return table


def fitting(clock: Clock, game: Game, options: dict[str, Any], unhurried: bool = False) -> Clock:
    """This clock, or none where the game has one of its own."""
    return NoClock() if is_race(game, (dict(game.calm) if unhurried else {}) | options) else clock


def seated(game: str, people: int, policy: Policy | None = None, **asked: Any) -> Desk:
    """A table with so many people, named A, B, C ..., all ready; bots are at the seats after them."""
    bots = [None] * people + list(asked.pop("bots", ()))
    desk = Desk(NewTable(game=game, bots=bots, **asked), policy=policy)
    for p in range(people):
        desk.sit("ABCDE"[p], age=30 + p)
    return desk


def frozen(game: str = "piraci", people: int = 3, **asked: Any) -> Desk:
    """A table at which the host has begun, and nobody has revealed yet."""
    desk = seated(game, people, **asked)
    for p in desk.table.people():
        desk.send(p, protocol.Ready(desk.new_id()))
    desk.send("host", protocol.Begin(desk.new_id()))
    return desk


def playing(game: str, people: int, policy: Policy | None = None, **asked: Any) -> Desk:
    """The same table when the game has begun."""
    desk = seated(game, people, policy, **asked)
    desk.begin()
    desk.settle()
    return desk


def some_act(desk: Desk, seat: int, choice: int = 0, seen: int | None = None) -> protocol.Act:
    """One of the legal actions of a seat as a message that was not sent yet."""
    told = desk.play.game.describe(desk.play.view(seat), desk.play.legal(seat)[choice])
    return protocol.Act(desk.new_id(), desk.table.n if seen is None else seen, told.id, dict(told.args))


def observable(table: Table, now: int) -> dict[str, Any]:
    """Everything that anybody could find out about a table."""
    viewers = (SPECTATOR, *range(len(table.seats)))
    clocks = (table.clocks.left, table.clocks.since, table.before) if table.begun else None
    return {
        "told": [protocol.encode(snapshot(table, viewer, now)) for viewer in viewers],
        "due": (table.due, table.race.interrupted, table.race.timed, clocks, wake_at(table)),
        "proposals": {n: (open_.entry, open_.yes, open_.no) for n, open_ in table.proposals.items()},
        "receipts": dict(table.receipts),
        "moves": list(table.play.moves) if table.begun else None,
        "chance": (list(table.fair_rolls), table.undone),
        "seats": [(seat.key, seat.luck, seat.value, seat.age) for seat in table.seats],
        "next": next_step(table, now),
    }


def messages(told: list[bytes]) -> list[dict[str, Any]]:
    return [msgspec.json.decode(text) for text in told]
