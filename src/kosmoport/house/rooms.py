"""A table that is awake: one task decides, writes durably, applies, and tells everybody."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from kosmoport.core.contract import SPECTATOR
from kosmoport.house import takeback_check, times
from kosmoport.house.audience import Audience
from kosmoport.house.bot_seats import BotSeats
from kosmoport.house.erasing import same_person
from kosmoport.house.hands import Hands
from kosmoport.house.http import Networks
from kosmoport.house.jobs import MOST_WAITING, Asked, Job, Jobs, cancelled
from kosmoport.house.logs import say
from kosmoport.house.presence import Presence
from kosmoport.house.room_time import RoomTime
from kosmoport.house.saved_log import SavedLog
from kosmoport.house.slices import replayed, told_again
from kosmoport.house.sockets import Packet
from kosmoport.house.store import OPEN_PHASES, CannotSave, Duplicate, NotOwner
from kosmoport.house.takeback_check import TakebackCheck
from kosmoport.house.tokens import widest
from kosmoport.house.viewers import Viewer, packed, viewer_of
from kosmoport.table import protocol
from kosmoport.table.automatic import next_step
from kosmoport.table.deciding import decide, why_not_back
from kosmoport.table.declined import Declined
from kosmoport.table.entries import (
    AnyEntry,
    AnyMove,
    Began,
    Changed,
    Erased,
    Logged,
    Rematched,
    Sat,
    Stood,
    Undone,
)
from kosmoport.table.table import Table
from kosmoport.table.telling import snapshot

if TYPE_CHECKING:
    from kosmoport.house.tables import Tables

log = logging.getLogger(__name__)

FEW_LINES = 64  # a client that is further behind gets a snapshot
SHORT_LOG = 400  # of longer logs nothing is told again line by line
QUICK_LOG = 0.01  # seconds; nor of one that takes longer to apply


class Lost(Exception):
    """The room is not open any more; ask for the table again."""


class Room:
    """One table, awake. Only its own task changes it."""

    def __init__(self, tables: Tables, table: Table, saved: SavedLog) -> None:
        self.tables, self.table, self.log = tables, table, saved
        self.whose = widest(saved.origin)  # whose turn it is when this table works or a bot thinks
        self.takeback_check = TakebackCheck(tables.slices, self.whose)
        self.viewers = Audience()
        self.jobs = Jobs()
        self.hands = Hands(self)
        self.bot_seats = BotSeats(self)
        self.presence = Presence(self)
        self.time = RoomTime(self)
        self.stopping = self.lost = False
        self.idle_since = perf_counter()
        self._task: asyncio.Task[None] | None = None

    # ------------------------------------------------------------ life

    def start(self) -> None:
        self._task = asyncio.create_task(self._work(), name="room")
        self.jobs.put_nowait(None)

    async def close(self, goodbye: protocol.Goodbye) -> None:
        """Finish what was accepted, say goodbye, stop."""
        self.stopping = True
        self.lost = goodbye.cause != "stopping"  # a table that sleeps may be asked for again
        if self._task is not None:
            await self._drain()
            await cancelled([self._task, *self.bot_seats.tasks()])
            self._task = None  # its last words hold on to us
        self.presence.close()
        self.time.forget()
        self.viewers.dismiss(goodbye)

    async def _drain(self) -> None:
        try:
            async with asyncio.timeout(10):  # wait_for may swallow a cancellation (Python 3.11)
                await self.jobs.join()
        except TimeoutError:
            say(log, "room did not finish", logging.WARNING, table=self.table.id)

    @property
    def quiet(self) -> bool:
        """Could this table be put to sleep? The store knows when it wants to be woken."""
        return not (self.viewers or self.bot_seats.tasks() or self.time.soon) and self.jobs.empty()

    async def _work(self) -> None:
        while True:
            job = await self.jobs.get()
            try:
                if job is not None:
                    result = await job.call()
                    if not job.answer.done():
                        job.answer.set_result(result)
                await self._go_on()
            except Exception as error:
                if job is not None and not job.answer.done():
                    job.answer.set_exception(Lost() if isinstance(error, NotOwner) else error)
                if isinstance(error, NotOwner):
                    self._lose()
                    return
                await self._recover(error)
            finally:
                self.jobs.task_done()

    async def _recover(self, error: Exception) -> None:
        """Something went wrong with the room itself; it goes on with what is saved."""
        if isinstance(error, CannotSave):
            say(log, "cannot save", logging.ERROR, error=error, table=self.table.id)
            self.time.look_again(self.time.now() + 1000)
        else:
            self.tables.metrics.errors.add("room")
            say(log, "room failed", logging.ERROR, error=error, table=self.table.id)
            await self._rebuild()

    def _lose(self) -> None:
        """Another process owns the table now; whoever waits for this one has to ask again."""
        self.lost = True
        self.tables.room_is_lost(self.table.id)
        self.presence.close()
        self.bot_seats.close()
        self.time.forget()
        while not self.jobs.empty():
            job = self.jobs.get_nowait()
            if job is not None and not job.answer.done():
                job.answer.set_exception(Lost())
            self.jobs.task_done()
        self.viewers.dismiss(protocol.Goodbye("moved", again=1000))

    # ------------------------------------------------------------ asking

    async def ask(self, asked: Asked) -> protocol.Ack:
        """Do what somebody asks for, at most once; the answer comes when it is durable.

        It is judged by the moment in which it reached the server, not when its turn comes.
        """
        number = "" if asked.command is None else asked.command.id
        if self.stopping and not self.lost:
            ack = _refusal(number, "stopping")
        elif self.jobs.qsize() >= MOST_WAITING:
            ack = _refusal(number, "busy")
        else:
            answer: protocol.Ack = await self.turn(partial(self.answered, asked, self.time.now()))
            return answer
        asked.reply(ack)
        return ack

    async def turn(self, call: Callable[[], Awaitable[Any]]) -> Any:
        """Have something done by the room's task, between two changes: nobody sees what is not saved yet."""
        if self.stopping or self._task is None or self._task.done():
            raise Lost
        self.idle_since = perf_counter()
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.jobs.put_nowait(Job(call, answer, self.time.now()))
        return await answer

    async def look(self, see: Callable[[Table], Any]) -> Any:
        """Something about the table as it is saved."""

        async def call() -> Any:
            return see(self.table)

        return await self.turn(call)

    async def why_not_back(self, sender: str) -> protocol.Problem | None:
        """Why somebody could not take back their last move now; found out as it would be if they did."""

        async def call() -> protocol.Problem | None:
            await self.takeback_check.settle(self.table)
            return why_not_back(self.table, sender, self.time.now())

        problem: protocol.Problem | None = await self.turn(call)
        return problem

    async def answered(self, asked: Asked, came: int) -> protocol.Ack:
        """Decide, write and answer; nothing of the table has changed if it is refused."""
        number = "" if asked.command is None else asked.command.id
        done = self.table.receipts.get((asked.sender or "", number))
        try:
            if done is not None:
                ack = protocol.Ack(number, done)
            elif entries := await self._decided(asked, came):
                await self.write(entries, asked.sender, number or None)
                ack = protocol.Ack(number, self.table.n - len(entries) + 1)
            else:
                ack = protocol.Ack(number)
        except Declined as declined:
            self.tables.metrics.refused.add("late" if declined.problem.id == "late" else "illegal")
            ack = protocol.Ack(number, problem=declined.problem)
        except Duplicate:  # in the log, but not in this process's memory of it: impossible while we own it
            raise NotOwner from None
        except CannotSave:
            self.tables.metrics.errors.add("store")
            ack = _refusal(number, "cannot_save")
        asked.reply(ack)
        return ack

    async def _decided(self, asked: Asked, came: int) -> Sequence[AnyEntry]:
        """What it comes to, now that it is its turn."""
        table, command = self.table, asked.command
        if isinstance(command, protocol.TakeBack):
            await self.takeback_check.settle(table)
        if self.time.resumes:
            await self.time.resume()
        if command is None or asked.sender is None:
            return asked.deciding(table, self.time.now())
        moved = asked.viewer is not None and asked.viewer.sender != asked.sender
        if moved or (asked.still is not None and not asked.still(table)):
            raise Declined(self._why_not_theirs(asked))
        entries = decide(table, asked.sender, command, came)
        if isinstance(command, protocol.Rematch):
            return await self._rematch(int(asked.sender), asked.networks, command.game)
        return entries

    def _why_not_theirs(self, asked: Asked) -> str:
        """While the message waited for its turn, its sender was removed, or got another seat."""
        return "not_seated" if asked.viewer is None or asked.viewer.sender is None else "changed"

    async def _rematch(self, asker: int, networks: Networks, game: str | None) -> list[AnyEntry]:
        if self.table.rematch is not None:
            return []
        return [Rematched(await self.tables.making.rematch(self.table, asker, networks, game))]

    async def forget(self, key: str) -> protocol.Ack:
        """A person's names and words go: from the table, and from the lines that were saved before."""
        ack: protocol.Ack = await self.turn(partial(self._forget, key))
        return ack

    async def _forget(self, key: str) -> protocol.Ack:
        keys = same_person(self.log.lines, key)
        seats = [p for p, seat in enumerate(self.table.seats) if seat.key in keys]
        if seats:  # else they left before the start, or a rematch keeps the seat for them
            await self.write([Erased(seat) for seat in seats])
        new = self.log.without(keys)
        await self._rebuild()
        await self.log.summarise(self.table, self.time.ahead)
        await self.log.rewrite(self.table.id, new)
        return protocol.Ack("", self.table.n if seats else None)

    # ------------------------------------------------------------ writing

    async def write(
        self, entries: Sequence[AnyEntry], sender: str | None = None, message: str | None = None
    ) -> None:
        """Apply, save, and only then tell. If it cannot be saved the table is as it was."""
        for entry in entries:
            if isinstance(entry, Began | Undone):
                await self.tables.slices.through(self.table.preparing(entry), self.whose)
        at = max(self.time.now(), self.table.changed_at)
        was_open, due = self.table.phase in OPEN_PHASES, dict(self.table.due)
        was_listed = was_open and self.table.settings.public
        hands = dict(self.table.race.hovers)
        told: list[tuple[Viewer, Packet]] = []
        lines = []
        for entry in entries:
            if len(self.table.before) >= takeback_check.MANY_MOVES:
                self.takeback_check.remember(self.table, entry)
            line = Logged(self.table.n + 1, at, entry, sender, message)
            began = times.thread_time()
            happened = self.table.apply(line)
            self.log.spent += times.thread_time() - began
            lines.append(line)
            if isinstance(entry, Changed):
                told += self._change_seats(entry.seats)
            told += self.viewers.packets(self.table, line, happened)
            sender = message = None
        try:
            await self.log.add(self.table, lines, self.time.ahead)
        except BaseException:
            self._undo_changes(lines)
            await self._rebuild()
            self.table.race.hovers = hands | self.table.race.hovers
            raise
        for viewer, packet in told:
            viewer.send_packet(packet)
        self.tables.metrics.messages_out += len(told)
        self._notice(lines, was_open, was_listed, due)

    def _change_seats(self, seats: Sequence[int | None]) -> list[tuple[Viewer, Packet]]:
        """Whoever is connected speaks for their new seat from now on, and will be told which it is."""
        moved = self.viewers.change_seats({old: new for new, old in enumerate(seats) if old is not None})
        return [(viewer, packed(self._welcome(viewer))) for viewer in moved]

    def _undo_changes(self, lines: Sequence[Logged]) -> None:
        """What could not be saved has not happened: people are where they were."""
        for entry in [line.entry for line in reversed(lines)]:
            if isinstance(entry, Changed):
                back = [(new, old) for new, old in enumerate(entry.seats) if old is not None]
                self.table.change_seats(back)
                self.viewers.change_seats(dict(back))

    async def _rebuild(self) -> None:
        """The table as its saved lines make it, made aside; who is here stays."""
        made = Table(self.table.id, self.table.policy)
        self.log.spent = await self.tables.slices.through(replayed(made, self.log.lines), self.whose)
        was, self.table = self.table, made
        self.table.attended_like(was)
        self.table.race.hovers = was.race.hovers
        self.log.distrust_summary()

    def _notice(self, lines: list[Logged], was_open: bool, was_listed: bool, due: dict[int, int]) -> None:
        only_moves = all(isinstance(line.entry, AnyMove) for line in lines)
        if not only_moves or self.table.phase != "playing":
            self.tables.lobby_changed(self.table, was_open, was_listed)
        if was_open and self.table.phase not in OPEN_PHASES:  # nobody's turn comes any more
            for p, left in enumerate(self.table.seats):
                if left.person:
                    self.tables.seat_given_up(self.table.id, p)
        for line in lines:
            if isinstance(line.entry, Stood):
                self._demote(line.entry.seat)
                self.tables.seat_given_up(self.table.id, line.entry.seat)
            if isinstance(line.entry, Changed):
                for calls in self.tables.turn_calls:
                    calls.seats_changed(self.table.id, line.entry.seats)
                self.presence.changed()
            if isinstance(line.entry, Sat):
                self.bot_seats.forget(line.entry.seat)
        for seat, number in self.table.due.items():
            if due.get(seat) != number and self.table.seats[seat].level is None:
                for calls in self.tables.turn_calls:
                    calls.turn_came(self.table, seat)

    def _demote(self, seat: int) -> None:
        """Whoever had this seat only watches from now on, whatever they are still connected with."""
        self.viewers.demote(seat)
        self.table.here.pop(seat, None)
        self.table.delays.pop(seat, None)
        self.presence.changed()

    # ------------------------------------------------------------ telling

    async def enter(self, viewer: Viewer, seen: int | None, who: Callable[[Table], str | None]) -> None:
        """A viewer arrives, as who they are at this moment: welcome, then what they have missed."""
        await self.turn(partial(self._enter, viewer, seen, who))

    async def _enter(self, viewer: Viewer, seen: int | None, who: Callable[[Table], str | None]) -> None:
        viewer.sender = who(self.table)
        viewer.viewer = viewer_of(viewer.sender)
        self.viewers.add(viewer)
        if viewer.viewer != SPECTATOR:
            self.table.arrive(viewer.viewer)
        viewer.send(self._welcome(viewer))
        for data in await self.missed(viewer.viewer, seen, viewer.muted):
            viewer.send_packet(Packet((data,)))
        self.presence.changed()

    def _welcome(self, viewer: Viewer) -> protocol.Welcome:
        """Who somebody is at this table."""
        seat = None if viewer.viewer == SPECTATOR else viewer.viewer
        host = viewer.sender == "host" or (seat is not None and self.table.seats[seat].key == self.table.host)
        return protocol.Welcome(protocol.VERSION, self.table.id, seat, host, self.table.n)

    async def missed(self, viewer: int, seen: int | None, muted: frozenset[int]) -> list[bytes]:
        """The messages after `seen`, or one snapshot where that is shorter or costs less."""
        behind = self.table.n - (self.table.n + 1 if seen is None else seen)
        if behind == 0:
            return []
        long = self.table.n > SHORT_LOG or self.log.spent > QUICK_LOG
        if behind < 0 or behind > FEW_LINES or long or self.table.forgets:
            return [protocol.encode(snapshot(self.table, viewer, self.time.now(), muted))]
        assert seen is not None
        work = told_again(Table(self.table.id, self.table.policy), self.log.lines, viewer, seen, muted)
        return await self.tables.slices.through(work, self.whose)

    def leave(self, viewer: Viewer) -> None:
        """A viewer is gone."""
        if viewer not in self.viewers:
            return
        self.viewers.discard(viewer)
        if viewer.viewer != SPECTATOR:
            self.table.depart(viewer.viewer, self.time.now())
        self.idle_since = perf_counter()
        self.presence.changed()
        self.jobs.put_nowait(None)

    # ------------------------------------------------------------ what happens by itself

    async def _go_on(self) -> None:
        """Everything that is due: dice, the game's clock, bots, closing."""
        self.time.forget()
        while not self.stopping:
            now = self.jobs.passed(self.time.now())
            await self.takeback_check.settle_in_time(self.table, now)
            if self.time.resumes:
                await self.time.resume()
                now = self.jobs.passed(self.time.now())
            step = next_step(self.table, now)
            if not step.entries:
                break
            await self.write(step.entries)
        else:
            return
        for wanted in step.bots:
            self.bot_seats.ask(wanted)
        if step.look_again is not None:
            self.time.look_again(step.look_again)
        await self.log.summarise_waking(self.table, self.time.ahead, times.now_ms())


def _refusal(number: str, reason: str) -> protocol.Ack:
    return protocol.Ack(number, problem=protocol.Problem(reason))
