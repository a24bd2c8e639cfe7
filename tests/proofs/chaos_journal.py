"""What one seat sent, was promised and was told at one table: the witness against the database."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import msgspec

from kosmoport.core.words import Told
from kosmoport.table import protocol

NOT_NOW = ("cannot_save", "busy", "stopping")  # nothing was done; the same message may be sent again


class Known(msgspec.Struct):
    """What a player needs of a position."""

    legal: tuple[Told, ...]
    view: msgspec.Raw
    result: dict[str, Any] | None = None
    timing: protocol.Timing | None = None


class Seated(msgspec.Struct):
    ready: bool


class Glance(msgspec.Struct):
    """What a client needs of whatever the server says."""

    type: str
    n: int | None = None
    at: int = 0
    id: str = ""
    host: bool = False
    problem: protocol.Problem | None = None
    position: Known | None = None
    seats: tuple[Seated, ...] | None = None
    table: str | None = None
    rematch: str | None = None


read_glance = msgspec.json.Decoder(Glance).decode


def digest(message: bytes) -> bytes:
    return blake2b(message, digest_size=8).digest()


@dataclass
class Sent:
    """A message of ours and what became of it."""

    command: protocol.AnyCommand
    data: bytes
    n: int | None = None  # the number it was acknowledged with
    done: bool = False  # answered for good, with a number or without
    refused: str | None = None
    times: int = 1
    resting: bool = False  # refused for now, sent again soon


@dataclass
class Journal:
    """One seat at one table. Whatever contradicts itself is noted at once, the rest is checked at the end."""

    table: str
    sender: str
    sent: dict[str, Sent] = field(default_factory=dict)
    open: dict[str, Sent] = field(default_factory=dict)  # those not answered for good
    told: dict[int, bytes] = field(default_factory=dict)
    snapshots: list[tuple[int, int, bytes]] = field(default_factory=list)  # number, time, digest
    seen: int | None = None
    problems: list[str] = field(default_factory=list)

    def send(self, command: protocol.AnyCommand) -> Sent:
        sent = Sent(command, protocol.encode(command))
        self.sent[command.id] = self.open[command.id] = sent
        return sent

    def unanswered(self) -> int:
        return sum(not sent.resting for sent in self.open.values())

    def hear_ack(self, ack: Glance) -> Sent | None:
        """The message that was answered; None if it was one answered before."""
        sent = self.sent.get(ack.id)
        if sent is None:
            self._note(f"an answer to {ack.id!r}, which was never sent")
            return None
        if sent.done:
            if ack.problem is None and ack.n != sent.n:
                self._note(f"{ack.id} was acknowledged with {sent.n}, and then with {ack.n}")
            return None
        if ack.problem is not None and ack.problem.id in NOT_NOW:
            sent.resting = True
        else:
            sent.done, sent.n = True, ack.n
            sent.refused = None if ack.problem is None else ack.problem.id
            del self.open[ack.id]
        return sent

    def hear_numbered(self, message: Glance, data: bytes) -> bool:
        """Is it new?"""
        assert message.n is not None
        if self.seen is None or message.n > self.seen + 1:
            self._note(f"message {message.n} came after {self.seen}: there is a gap")
        elif message.n <= self.seen:
            if self.told.get(message.n, digest(data)) != digest(data):
                self._note(f"message {message.n} was told twice, and differently")
            return False
        self.seen = message.n
        self.told[message.n] = digest(data)
        return True

    def hear_snapshot(self, message: Glance, data: bytes) -> None:
        assert message.n is not None
        if self.seen is not None and message.n < self.seen:
            self._note(f"message {self.seen} was told, and then the table had only {message.n}")
        self.seen = message.n
        self.snapshots.append((message.n, message.at, digest(data)))

    def _note(self, problem: str) -> None:
        self.problems.append(f"{self.table[:6]} seat {self.sender}: {problem}")
