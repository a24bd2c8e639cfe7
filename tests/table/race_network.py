"""A race behind a network: hands that move, a server that remembers the last of each, and a ledger beside it.

The ledger knows what has to come of every message from the times and the hands alone: which pose is frozen at
Stop, what is credited, who may act. It shares no code with the table's own `racing`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import msgspec

from kosmoport.core.contract import NOBODY, SPECTATOR
from kosmoport.core.words import Told
from kosmoport.games.kosmiczna_eskadra import GAME, rules, schema
from kosmoport.games.kosmiczna_eskadra.timing import COUNTDOWN
from kosmoport.house.bot_seats import hand_of_bot
from kosmoport.house.bots import Answer
from kosmoport.table import entries as log
from kosmoport.table import protocol
from kosmoport.table.automatic import next_step
from kosmoport.table.racing import hovering
from kosmoport.table.table import Table
from kosmoport.table.telling import tell_all
from tests.table.desk import Desk, state_of
from tests.table.network import Client, Server

MOST_CREDIT = 300  # ms, as the rules page states (KE-B47)
POSE = re.compile(rb'"x":(-?\d+),"y":(-?\d+),"rot":(\d+)')
OWN_EVENTS = (b'"id":"held"', b'"id":"drawn_own"', b'"id":"kept_own"')

Pose = tuple[int, int, int]


@dataclass
class Ledger:
    """What is known of a race without asking the table: hands, times, delays, and what must stay secret."""

    hands: dict[int, Pose] = field(default_factory=dict)  # the last hover of each seat since it acted
    logged: dict[int, Pose] = field(default_factory=dict)  # what a seat did as a `hold` of its own
    delays: dict[int, int] = field(default_factory=dict)
    go_at: int = 0
    stage_from: int = 0  # the line with which the stage began: whoever has seen it may act
    stop_at: int | None = None
    stops: int = 0  # in this round
    credit_due: tuple[int, Pose, int] | None = None  # seat, pose, ms after Stop
    credited: int = 0  # how often something was
    secret: dict[Pose, int] = field(default_factory=dict)  # every place where a hand was, and whose
    public: set[Pose] = field(default_factory=set)  # where cards lay
    read: int = 0  # lines of the log

    # ------------------------------------------------------------ what has to come of a message

    def credit(self, table: Table, seat: int, pose: Pose, at: int | None, now: int) -> bool:
        """Does what this seat did before Stop still count?"""
        s = state_of(table, GAME)
        if s.stage != schema.STOPPING or s.player[seat].held == NOBODY:
            return False
        assert self.stop_at is not None
        late, done = now - self.stop_at, now if at is None else at
        counts = done <= self.stop_at and late <= min(self.delays.get(seat, 0), MOST_CREDIT)
        self.credit_due = (seat, pose, late) if counts else None
        return counts

    def may(self, table: Table, seat: int, command: protocol.Act, now: int) -> bool:
        """Is this action done? By the rules, the time and this seat's own line; nobody else's matters."""
        if table.phase != "playing" or table.seats[seat].level is not None:
            return False
        pose = pose_in(command.args)
        if command.do in ("hold", "release") and pose and self.credit(table, seat, pose, command.at, now):
            return True
        if seat not in table.due or command.seen < self.stage_from or now < self.go_at:
            return False
        return self._legal(table, seat, command.do, pose)

    def _legal(self, table: Table, seat: int, do: str, pose: Pose | None) -> bool:
        assert table.begun
        s, c = state_of(table, GAME), table.play.c
        player, placing = s.player[seat], s.stage == schema.PLACING
        holds = player.held != NOBODY
        fits = pose is not None and rules.why_not_here(s, c, *pose) == 0
        stays = player.posed and rules.why_not_here(s, c, player.x, player.y, player.rot) == 0
        stopping = s.stage == schema.STOPPING and holds
        legal = {
            "draw": placing and not holds and player.pack,
            "hold": placing and holds and pose is not None,
            "release": placing and holds and fits,
            "drop": stopping and stays,
            "keep": stopping,
        }
        return bool(legal.get(do, False))

    # ------------------------------------------------------------ what came of it

    def catch_up(self, desk: Desk) -> None:
        """Read what was written since the last time."""
        new, told = desk.lines[self.read :], desk.told[SPECTATOR][self.read :]
        self.read = len(desk.lines)
        events = [_told(text) for text in told]
        stops = any(_is_stop(event) for event in events)
        for line, event in zip(new, events, strict=True):
            self._line(line, event, stops, desk)
        if new and desk.table.begun:
            self._see(state_of(desk.table, GAME))
        for viewer, heard in desk.told.items():
            for text in heard[self.read - len(new) :]:
                self.keeps_secrets(viewer, text)
        assert self.credit_due is None, "what was done in time counts"

    def _line(self, line: log.Logged, events: list[str], stops: bool, desk: Desk) -> None:
        entry = line.entry
        if isinstance(entry, log.Acted):
            self._acted(line, entry, stops)
        elif isinstance(entry, log.Rolled) and entry.outcome >= schema.LATE:
            self._credited(entry.outcome)
        elif isinstance(entry, log.Began | log.Resumed) or "round_begun" in events:
            self._begins(line, desk)
        if _is_stop(events):
            self.stops, self.stop_at, self.stage_from = self.stops + 1, line.at, line.n
            self._frozen(desk)

    def _acted(self, line: log.Logged, entry: log.Acted, stops: bool) -> None:
        assert line.at >= self.go_at, "nobody acts before the signal"
        is_hold = entry.action >= schema.POSES and rules.kind_of(entry.action) == schema.HOLD
        if is_hold and not stops:
            self.logged[entry.seat] = rules.pose_of(entry.action)
            self.hands.pop(entry.seat, None)
        elif is_hold:
            pose = rules.pose_of(entry.action)
            assert self.hands.get(entry.seat) == pose, "a hand freezes where it was last"
        else:
            self.hands.pop(entry.seat, None)
            self.logged.pop(entry.seat, None)

    def _credited(self, outcome: int) -> None:
        number, ms = divmod(outcome - schema.LATE, schema.LATE_MS)
        pose = rules.split_pose(number // schema.MAX_PLAYERS)
        assert self.credit_due == (rules.late_seat(outcome), pose, ms), "nothing else is credited"
        self.credit_due = None
        self.credited += 1

    def _begins(self, line: log.Logged, desk: Desk) -> None:
        """A round, or one that was interrupted goes on: three, two, one."""
        if desk.table.begun and state_of(desk.table, GAME).stage == schema.PLACING:
            self.go_at = line.at + COUNTDOWN
        if not isinstance(line.entry, log.Resumed):
            self.stops, self.stop_at, self.stage_from = 0, None, line.n

    def _frozen(self, desk: Desk) -> None:
        """Every card in a hand is where the server last knew it to be, or nowhere."""
        s = state_of(desk.table, GAME)
        for p in range(s.opt.players):
            player = s.player[p]
            if s.stage == schema.STOPPING and player.held != NOBODY:
                frozen = (player.x, player.y, player.rot) if player.posed else None
                assert frozen == self.hands.get(p, self.logged.get(p)), "a hand freezes where it was last"
        self.hands.clear()
        self.logged.clear()

    def _see(self, s: schema.State) -> None:
        """The table as it lies: no card is there twice, Stop was called once."""
        self.public |= {(ship.x, ship.y, ship.rot) for ship in s.ship[: s.lying]}
        for p in range(s.opt.players):
            lying = [ship.card for ship in s.ship[: s.lying] if ship.owner == p]
            hand = [] if s.player[p].held == NOBODY else [s.player[p].held]
            pack = [card for card in range(schema.MAX_CARDS) if s.player[p].pack >> card & 1]
            assert sorted(lying + hand + pack) == list(range(schema.MAX_CARDS)), "every card is once"
        assert self.stops == (0 if s.stage == schema.PLACING else 1), "Stop is called once in a round"

    def keeps_secrets(self, viewer: int, text: bytes) -> None:
        """Nobody is told where another's hand is, or which card it holds."""
        for x, y, rot in POSE.findall(text):
            pose = (int(x), int(y), int(rot))
            whose = self.secret.get(pose, viewer)
            assert whose == viewer or pose in self.public, "a hand is nobody else's business"
        if any(event in text for event in OWN_EVENTS):
            for event in msgspec.json.decode(text)["told"]:
                own = event["id"] not in ("held", "drawn_own", "kept_own") or event["args"]["seat"] == viewer
                assert own, "a card in hand is its owner's secret"
        if viewer == SPECTATOR and b'"view":{' in text:
            assert b'"held":null,"held_at":null' in text, "a card in hand is its owner's secret"


def told_again(desk: Desk) -> dict[int, list[bytes]]:
    """What everybody is told by the log alone."""
    table, told = Table(desk.table.id, desk.policy), {viewer: list[bytes]() for viewer in desk.told}
    for line in desk.lines:
        happened = table.apply(line)
        for viewer, message in tell_all(table, line, tuple(told), happened).items():
            told[viewer].append(protocol.encode(message))
    return told


def pose_in(args: dict[str, Any]) -> Pose | None:
    return (args["x"], args["y"], args["rot"]) if set(args) == {"x", "y", "rot"} else None


def _told(text: bytes) -> list[str]:
    return [event["id"] for event in msgspec.json.decode(text).get("told", ())]


def _is_stop(events: list[str]) -> bool:
    return "stop" in events or "stop_clock" in events


class RaceClient(Client):
    """A device that looks at everything it hears for what it must not hear."""

    ledger: Ledger

    def hear(self, text: bytes) -> None:
        self.ledger.keeps_secrets(self.seat, text)
        super().hear(text)


class RaceServer(Server):
    """Hovers come beside the commands; the ledger says beforehand what has to come of both."""

    def __init__(self, desk: Desk, clients: list[RaceClient]) -> None:
        super().__init__(desk, [*clients])
        self.ledger = Ledger()
        self.ledger.catch_up(desk)
        for client in clients:
            client.ledger = self.ledger

    def receive(self, client: Client, text: bytes) -> None:
        message: Any = protocol.decode_client(text)
        if isinstance(message, protocol.Hover):
            self._hovered(client.seat, message)
            return
        expected = self._expected(client.seat, message)
        super().receive(client, text)
        if client.name in self.lines:
            ack = protocol.decode_server(self.lines[client.name].down[-1])
            assert isinstance(ack, protocol.Ack), "every message is answered at once"
            assert ack.id == message.id
            assert expected is None or expected == (ack.problem is None), (message, ack)

    def _expected(self, seat: int, message: Any) -> bool | None:
        done_before = (str(seat), message.id) in self.table.receipts
        if seat == SPECTATOR or done_before or not isinstance(message, protocol.Act):
            return None
        return self.ledger.may(self.table, seat, message, self.desk.now)

    def _hovered(self, seat: int, message: protocol.Hover) -> None:
        lines = len(self.desk.lines)
        counts = seat != SPECTATOR and self._hand_moves(seat, message)
        if seat != SPECTATOR:
            self.hover(seat, Told(message.do, message.args), message.at)
        assert len(self.desk.lines) == lines + counts, "a hand is in the log only where it counts"
        self._go_on()

    def _hand_moves(self, seat: int, message: protocol.Hover) -> bool:
        """The ledger takes it down; does it count although it is late?"""
        pose = pose_in(message.args)
        if pose is None or self.table.phase != "playing" or self.table.seats[seat].level is not None:
            return False
        s = state_of(self.table, GAME)
        if s.stage == schema.PLACING and s.player[seat].held != NOBODY:
            self.ledger.hands[seat] = pose
        return self.ledger.credit(self.table, seat, pose, message.at, self.desk.now)

    def hover(self, seat: int, told: Told, at: int | None) -> None:
        """What a room does with a hand that moves."""
        entries = hovering(self.table, seat, told, at, self.desk.now)
        if entries:
            self.desk.write(entries)

    def measured(self, client: Client, ms: int) -> None:
        """A ping came back."""
        if client.connected and client.seat != SPECTATOR:
            self.table.delays[client.seat] = self.ledger.delays[client.seat] = ms

    def bot_holds(self, pose: Pose) -> None:
        """A bot that has a card brings it there."""
        for wanted in next_step(self.table, self.desk.now).bots:
            s = state_of(self.table, GAME)
            if s.stage == schema.PLACING and s.player[wanted.seat].held != NOBODY:
                answer = Answer(rules.posed_action(schema.RELEASE, *pose), wanted.level)
                self.table.race.hovers.update(hand_of_bot(self.table, wanted, answer))
                self.ledger.hands[wanted.seat] = pose
                self.ledger.secret[pose] = wanted.seat
                return

    def cut(self, client: Client) -> None:
        super().cut(client)
        if client.seat not in self.table.here:
            self.ledger.delays.pop(client.seat, None)

    def restart(self) -> None:
        """What is not in the log is gone: hands and delays."""
        self.ledger.hands.clear()
        self.ledger.delays.clear()
        super().restart()

    def _go_on(self) -> None:
        super()._go_on()
        self.ledger.catch_up(self.desk)
