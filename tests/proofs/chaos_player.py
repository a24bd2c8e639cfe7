"""A person at a table who is always in a hurry: acts at once, talks, comes back after every break."""

from __future__ import annotations

import asyncio
import itertools
import random
from typing import TYPE_CHECKING

from kosmoport.table import protocol
from tests.proofs.chaos_journal import Glance, Journal, Known, Sent, read_glance
from tests.proofs.chaos_wire import Refused, Wire, open_wire

if TYPE_CHECKING:
    from tests.proofs.chaos_fleet import Group

AGAIN = 0.1  # seconds before the next try to connect
REST = 0.2  # before a message that was refused for now is sent again
TAKES_BACK = 0.03  # of the moves are asked for back
UNNUMBERED = ("presence", "reaction", "pong", "goodbye")


class Player:
    """One seat of a group, from table to table."""

    def __init__(self, group: Group, name: str, pace: float, luck: random.Random) -> None:
        self.group, self.name, self.pace, self.luck = group, name, pace, luck
        self.token = ""
        self.journal: Journal
        self.wire: Wire | None = None
        self.left: list[Wire] = []  # connections that nobody reads any more
        self.next_table: str | None = None
        self._ids = itertools.count(1)
        self._chat: asyncio.TimerHandle | None = None
        self._known: Known | None = None
        self._host = self._ready = self._all_ready = self._regrets = False
        self._acting: Sent | None = None

    def sit(self, table: str, seat: int, token: str) -> None:
        """The journal of a new table begins."""
        self.token, self.next_table = token, None
        self.journal = Journal(table, str(seat))
        self.group.fleet.journals.append(self.journal)
        self._known = self._acting = None
        self._ready = self._all_ready = self._regrets = False

    # ------------------------------------------------------------ connections

    async def live(self) -> None:
        """Be at the table whenever there is a server, until cancelled."""
        fleet = self.group.fleet
        while True:
            await fleet.server.up.wait()
            if self.next_table is not None and not self.journal.open:
                await self.group.follow(self)
            try:
                wire = await open_wire(fleet.server.port, self.journal.table, self._hear)
            except (OSError, Refused, TimeoutError):
                await asyncio.sleep(AGAIN)
                continue
            try:
                hello = protocol.Hello(protocol.VERSION, self.journal.seen, self.token)
                wire.send(protocol.encode(hello))
                self.wire = wire
                await wire.over
            finally:
                self._disconnected(wire)

    def _disconnected(self, wire: Wire) -> None:
        if self.wire is wire:
            self.wire = None
            if self._chat is not None:
                self._chat.cancel()
                self._chat = None
        if wire not in self.left:
            wire.abort()

    def drop(self) -> None:
        """The line breaks in the middle of a message."""
        if self.wire is not None:
            chat = self._new_chat()
            self.wire.break_off(self.journal.send(chat).data)

    def vanish(self) -> None:
        """Nobody is at the end of this line any more; the person comes back on another one."""
        if self.wire is not None and not self.wire.over.done():
            self.left.append(self.wire)
            self.wire.leave_alone()

    # ------------------------------------------------------------ listening

    def _hear(self, data: bytes) -> None:
        message = read_glance(data)
        if message.type == "ack":
            self._hear_ack(message)
        elif message.type == "welcome":
            self._welcomed(message)
        elif message.type == "snapshot":
            self.journal.hear_snapshot(message, data)
            self._learn(message)
        elif message.type not in UNNUMBERED and self.journal.hear_numbered(message, data):
            if message.type == "moved":
                self.group.moved += 1
            self._learn(message)
        self._go_on()

    def _welcomed(self, message: Glance) -> None:
        self._host = message.host
        for sent in self.journal.open.values():
            sent.times += 1
            sent.resting = False
            self.group.fleet.resent += 1
            self._put(sent)
        self._chat_later()

    def _learn(self, message: Glance) -> None:
        if message.position is not None:
            self._known = message.position
        if message.seats is not None:
            self._all_ready = all(seat.ready for seat in message.seats)
        following = message.rematch if message.type == "snapshot" else None
        if message.type == "rematch":
            following = message.table
        if following is not None:
            self.next_table = following

    def _hear_ack(self, message: Glance) -> None:
        fleet = self.group.fleet
        sent = self.journal.hear_ack(message)
        if sent is None:
            return
        if sent.resting:
            assert message.problem is not None
            fleet.refusals[message.problem.id] += 1
            asyncio.get_running_loop().call_later(REST, self._put_again, self.journal, sent)
            return
        if sent is self._acting:
            self._acting = None
        if sent.refused is not None:
            fleet.refusals[sent.refused] += 1
        else:
            fleet.acknowledged[type(sent.command).__name__] += 1
            fleet.answered_at = asyncio.get_running_loop().time()
        if isinstance(sent.command, protocol.Chat):
            self._chat_later()
        elif isinstance(sent.command, protocol.Act):
            self._regrets = self.luck.random() < TAKES_BACK

    # ------------------------------------------------------------ speaking

    def _put(self, sent: Sent) -> None:
        if self.wire is not None:
            self.wire.send(sent.data)

    def _put_again(self, journal: Journal, sent: Sent) -> None:
        if journal is self.journal and sent.resting:
            sent.resting = False
            sent.times += 1
            self._put(sent)

    def _say(self, command: protocol.AnyCommand) -> Sent:
        sent = self.journal.send(command)
        self._put(sent)
        return sent

    def _new_id(self) -> str:
        return f"{self.name}-{next(self._ids)}"

    def _chat_later(self) -> None:
        if self._chat is None:
            delay = self.luck.uniform(0, 2 * self.pace)
            self._chat = asyncio.get_running_loop().call_later(delay, self._talk)

    def _talk(self) -> None:
        self._chat = None
        if self.wire is not None and self.next_table is None:
            self._say(self._new_chat())

    def _new_chat(self) -> protocol.Chat:
        number = self._new_id()
        return protocol.Chat(number, f"I said {number}")  # the id again, so that a doubled line shows

    def _go_on(self) -> None:
        """Whatever is mine to do now."""
        if self.wire is None or self.journal.seen is None:
            return
        if self.next_table is not None:
            if not self.journal.open:
                self.wire.abort()
        elif self._acting is None:
            self._acting = self._next()

    def _next(self) -> Sent | None:
        known = self._known
        if known is None:
            return self._gather()
        if known.result is not None:
            first = self is self.group.players[0]
            return self._say(protocol.Rematch(self._new_id())) if first else None
        if self._regrets:
            self._regrets = False
            return self._say(protocol.TakeBack(self._new_id()))
        if known.timing is not None and known.timing.ready is not None:
            waits = int(self.journal.sender) not in known.timing.ready  # for the next round
            return self._say(protocol.Ready(self._new_id())) if waits else None
        if not known.legal:
            return None
        told = self.group.choose(known, int(self.journal.sender), self.luck)
        return self._say(protocol.Act(self._new_id(), self.journal.seen or 0, told.id, told.args))

    def _gather(self) -> Sent | None:
        if not self._ready:
            self._ready = True
            return self._say(protocol.Ready(self._new_id()))
        if self._host and self._all_ready:
            self._all_ready = False  # not again before something has changed
            return self._say(protocol.Begin(self._new_id()))
        return None
