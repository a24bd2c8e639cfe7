"""A table, clients with their own idea of it, and a network between them that does whatever it likes."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

import msgspec

from kosmoport.core.contract import SPECTATOR
from kosmoport.table import entries as log
from kosmoport.table import protocol
from kosmoport.table.applying import CHAT_KEPT
from kosmoport.table.automatic import next_step
from kosmoport.table.declined import Declined
from kosmoport.table.protocol import AnyServerMessage, Numbered, Position, Proposal, Said, SeatState
from kosmoport.table.table import Table
from kosmoport.table.telling import snapshot, tell
from tests.table.desk import Desk, observable

FEW = 8  # a client that is further behind gets a snapshot


class Client:
    """A device at the table: what it knows comes from messages alone, in any order, doubled or not at all."""

    def __init__(self, name: str, seat: int) -> None:
        self.name, self.seat = name, seat
        self.connected = False
        self.seen: int | None = None
        self.early: dict[int, Numbered] = {}  # came before the message they follow
        self.heard: dict[int, bytes] = {}  # what was said under each number
        self.waiting: dict[str, protocol.AnyCommand] = {}  # sent and not answered yet
        self.answers: dict[str, protocol.Ack] = {}
        self.ids = 0
        self.at = 0  # when the position was told
        self.phase = ""
        self.seats: tuple[SeatState, ...] = ()
        self.position: Position | None = None
        self.proposals: dict[int, Proposal] = {}
        self.chat: deque[Said] = deque(maxlen=CHAT_KEPT)
        self.rematch: str | None = None

    def new_id(self) -> str:
        self.ids += 1
        return f"{self.name}-{self.ids}"

    # ------------------------------------------------------------ hearing

    def hear(self, text: bytes) -> None:
        message: AnyServerMessage = protocol.decode_server(text)
        if isinstance(message, protocol.Snapshot):
            self._replace(message)
        elif isinstance(message, protocol.Ack):
            self._answered(message)
        elif isinstance(message, Numbered):
            assert self.heard.setdefault(message.n, text) == text, "one number says one thing"
            self.early[message.n] = message
        self._catch_up()

    def _answered(self, ack: protocol.Ack) -> None:
        """What was done stays done; only a refusal from before that may still have been under way."""
        before = self.answers.get(ack.id)
        if before is None or before.n is None:
            self.answers[ack.id] = ack
        else:
            assert ack.n is None or before == ack, "what was done was done once"
        self.waiting.pop(ack.id, None)

    def _catch_up(self) -> None:
        """Everything that follows what is known, in the order of its numbers."""
        while self.seen is not None and self.seen + 1 in self.early:
            self.seen += 1
            self._learn(self.early[self.seen])
        self.early = {n: message for n, message in self.early.items() if n > (self.seen or 0)}

    def _replace(self, known: protocol.Snapshot) -> None:
        if self.seen is not None and known.n <= self.seen:
            return  # an old one that was long under way
        self.seen, self.at, self.phase = known.n, known.at, known.phase
        self.seats, self.position = known.seats, known.position
        self.proposals = {proposal.number: proposal for proposal in known.proposals}
        self.chat = deque(known.chat, maxlen=CHAT_KEPT)
        self.rematch = known.rematch

    def _learn(self, message: Any) -> None:
        if getattr(message, "position", None) is not None:
            self.position, self.at = message.position, message.at
        match message:
            case protocol.SeatChanged():
                self._seat_changed(message)
            case protocol.Begun():
                self.phase = "playing"
            case protocol.Moved() | protocol.TookBack():
                self._forget(what="back")
                self._notice_the_end()
            case protocol.ProposalChanged(proposal=proposal, open=is_open):
                self.proposals.pop(proposal.number, None)
                if is_open:
                    self.proposals[proposal.number] = proposal
            case protocol.Chatted():
                self.chat.append(Said(message.n, message.at, message.seat, message.text or ""))
            case protocol.RematchMade():
                self.rematch = message.table
            case protocol.TableClosed():
                self.phase = "closed"

    def _seat_changed(self, message: protocol.SeatChanged) -> None:
        self.seats = message.seats
        if message.cause in ("returned", "took_over"):
            self._forget(what="back")
        if message.cause == "given":
            self._forget(absent=message.seat)
            for number, proposal in self.proposals.items():
                waiting = tuple(p for p in proposal.waiting if p != message.seat)
                self.proposals[number] = msgspec.structs.replace(proposal, waiting=waiting)
        if message.cause == "erased":
            self.chat = deque((s for s in self.chat if s.seat != message.seat), maxlen=CHAT_KEPT)

    def _notice_the_end(self) -> None:
        if self.position is not None and self.position.result is not None:
            self.phase = "over"
            self.proposals.clear()

    def _forget(self, **which: Any) -> None:
        """Proposals that are settled."""
        for number, proposal in list(self.proposals.items()):
            if all(getattr(proposal, name) == value for name, value in which.items()):
                del self.proposals[number]

    # ------------------------------------------------------------ what it knows

    def knowledge(self, now: int) -> dict[str, Any]:
        """The table as this client shows it, its clocks run on until now."""
        position = None
        if self.position is not None:
            clock = self.position.clock
            passed = now - self.at
            left = tuple(
                max(0, ms - passed) if ms is not None and p in clock.running else ms
                for p, ms in enumerate(clock.left)
            )
            ticked = msgspec.structs.replace(clock, left=left)
            position = msgspec.structs.replace(self.position, clock=ticked)
        return {
            "n": self.seen,
            "phase": self.phase,
            "seats": self.seats,
            "position": position,
            "proposals": tuple(self.proposals[n] for n in sorted(self.proposals)),
            "chat": tuple(self.chat),
            "rematch": self.rematch,
        }


@dataclass
class Connection:
    """One connection of a client, as the server sees it; `told` is the last number that went out on it."""

    client: Client
    told: int | None = None
    down: list[bytes] = field(default_factory=list)  # under way to the client


class Server:
    """Does what a room does: at most once, written before it is told, numbered without gaps."""

    def __init__(self, desk: Desk, clients: list[Client]) -> None:
        self.desk, self.clients = desk, clients
        self.lines: dict[str, Connection] = {}  # by client
        self.up: list[tuple[Client, bytes]] = []  # under way to the server
        self.told = 0  # lines that were sent to whoever is connected
        self.answered: dict[str, protocol.Ack] = {}  # the last answer to each message

    @property
    def table(self) -> Table:
        return self.desk.table

    # ------------------------------------------------------------ connections

    def connect(self, client: Client) -> None:
        """`hello`, with what the client has; the answer is the rest, or a snapshot."""
        line = self.lines[client.name] = Connection(client)
        client.connected = True
        if client.seat != SPECTATOR:
            self.table.arrive(client.seat)
        seen = client.seen
        if seen is None or self.table.n - seen > FEW:
            now = snapshot(self.table, client.seat, self.desk.now)
            line.told = now.n
            line.down.append(protocol.encode(now))
        else:
            line.told = seen
            for text in self._told_again(client.seat, seen):
                self._send(line, text)
        self._go_on()
        for identity, command in client.waiting.items():
            assert command.id == identity
            self.up.append((client, protocol.encode(command)))

    def _told_again(self, viewer: int, seen: int) -> list[bytes]:
        table, told = Table(self.table.id, self.desk.policy), []
        for line in self.desk.lines:
            happened = table.apply(line)
            if line.n > seen:
                told.append(protocol.encode(tell(table, line, viewer, happened)))
        assert told == self.desk.told[viewer][seen:], "what is told again is what was told"
        return told

    def cut(self, client: Client) -> None:
        """The connection is gone with everything that was under way on it."""
        del self.lines[client.name]
        client.connected = False
        if client.seat != SPECTATOR:
            self.table.depart(client.seat, self.desk.now)
        self._go_on()

    def _send(self, line: Connection, text: bytes) -> None:
        number = msgspec.json.decode(text)["n"]
        assert line.told is not None
        assert number == line.told + 1, "numbers have no gaps"
        line.told = number
        line.down.append(text)

    # ------------------------------------------------------------ messages

    def receive(self, client: Client, text: bytes) -> None:
        """A message arrives, perhaps not for the first time; it is answered every time."""
        command: Any = protocol.decode_client(text)
        ack = self._answer(client, command)
        before = self.answered.setdefault(command.id, ack)
        assert before.n is None or before == ack, "what was done stays done"
        self.answered[command.id] = ack
        self._go_on()
        if client.name in self.lines:
            self.lines[client.name].down.append(protocol.encode(ack))

    def _answer(self, client: Client, command: Any) -> protocol.Ack:
        if client.seat == SPECTATOR:
            return protocol.Ack(command.id, problem=protocol.Problem("not_seated"))
        receipts = self.table.receipts
        key = (str(client.seat), command.id)
        if key in receipts:
            return protocol.Ack(command.id, receipts[key])
        before = observable(self.table, self.desk.now)
        try:
            self.desk.send(client.seat, command)
        except Declined as declined:
            assert observable(self.table, self.desk.now) == before, "a refusal changes nothing"
            return protocol.Ack(command.id, problem=declined.problem)
        return protocol.Ack(command.id, receipts.get(key))  # none where nothing had to be done

    def _go_on(self) -> None:
        """Dice, votes and time; what bots decide comes later (`bot_answers`)."""
        for _ in range(100):
            step = next_step(self.table, self.desk.now)
            if not step.entries:
                self._broadcast()
                return
            self.desk.write(list(step.entries))
        raise AssertionError("the table does not come to rest")

    def _broadcast(self) -> None:
        for line in self.lines.values():
            for text in self.desk.told[line.client.seat][line.told :]:
                self._send(line, text)

    def bot_answers(self, rng: Any) -> None:
        self.desk.step(rng)
        self._go_on()

    def pass_time(self, ms: int) -> None:
        self.desk.now += ms
        self._go_on()

    def restart(self) -> None:
        """The process ends and another one reads the log; every connection is gone."""
        for client in [line.client for line in self.lines.values()]:
            del self.lines[client.name]
            client.connected = False
        self.desk.table = self.desk.again()
        self.table.away_since = dict.fromkeys(self.table.people(), self.desk.now)
        if self.table.phase == "playing":
            self.desk.write([log.Resumed()])
        self._go_on()

    def stand_still(self, ms: int) -> None:
        """The process is stopped and goes on: nobody loses time, and nobody was absent meanwhile."""
        gone, left = self.table.gone(self.desk.now), self._time_left()
        self.desk.now += ms
        self.table.server_was_away(ms, self.desk.now)
        assert self.table.gone(self.desk.now) == gone, "nobody is gone because the server was"
        if self.table.clock_runs:
            self.desk.write([log.Resumed()])
        assert all(after >= before for before, after in zip(left, self._time_left(), strict=True))
        self._go_on()

    def _time_left(self) -> list[int]:
        if not self.table.begun:
            return []
        return [ms or 0 for ms in self.table.clocks.state(self.desk.now).left]
