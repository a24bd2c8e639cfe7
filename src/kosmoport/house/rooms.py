"""A table that is awake: one task decides, writes durably, applies, and tells everybody."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Any

from kosmoport.core.contract import SPECTATOR
from kosmoport.core.words import Told
from kosmoport.house import times
from kosmoport.house.asked import Asked, Decide, Reply
from kosmoport.house.bot_seats import BotSeats
from kosmoport.house.erasing import same_person, without_words
from kosmoport.house.http import UNKNOWN, Networks
from kosmoport.house.jobs import Job, Jobs, cancelled, nobody_waits
from kosmoport.house.keepable import is_keepable
from kosmoport.house.logs import say
from kosmoport.house.presence import Presence
from kosmoport.house.room_time import RoomTime
from kosmoport.house.second_thoughts import SecondThoughts
from kosmoport.house.slices import replayed, told_again
from kosmoport.house.sockets import Packet
from kosmoport.house.store import OPEN_PHASES, CannotSave, Duplicate, Line, NotOwner, Summary
from kosmoport.house.summaries import renewed, summary_of, waking_of
from kosmoport.house.tokens import widest
from kosmoport.house.viewers import Viewer, packed, viewer_of
from kosmoport.table import entries as entry_types
from kosmoport.table import protocol
from kosmoport.table.automatic import next_step
from kosmoport.table.deciding import Declined, decide
from kosmoport.table.entries import AnyEntry, Logged, encode_entry
from kosmoport.table.racing import hovering
from kosmoport.table.table import Table
from kosmoport.table.telling import snapshot, tell_all

if TYPE_CHECKING:
    from kosmoport.house.tables import Tables

log = logging.getLogger(__name__)

MOST_WAITING = 500  # jobs; more are refused
FEW_LINES = 64  # a client that is further behind gets a snapshot
SHORT_LOG = 400  # of longer logs nothing is told again line by line
QUICK_LOG = 0.01  # seconds; nor of one that takes longer to apply


class Lost(Exception):
    """The room is not open any more; ask for the table again."""


class Room:
    """One table, awake. Only its own task changes it."""

    def __init__(
        self,
        tables: Tables,
        table: Table,
        lines: list[Logged],
        epoch: int,
        origin: str,
        stored: Summary | None = None,
        spent: float = 0.0,  # seconds that it took to apply the lines
    ) -> None:
        self.tables, self.table, self.lines, self.epoch, self.origin = tables, table, lines, epoch, origin
        self._spent, self.second_thoughts = spent, SecondThoughts(tables.slices, widest(origin))
        self.whose = widest(origin)  # whose turn it is when this table works or a bot thinks
        self.viewers: set[Viewer] = set()
        self.jobs = Jobs()
        self._hands: Counter[int] = Counter()  # messages of each seat where its hand is, that wait
        self.bot_seats = BotSeats(self)
        self.presence = Presence(self)
        self.time = RoomTime(self)
        self.stopping = self.lost = False
        self.idle_since = perf_counter()
        self._summary = stored
        self._timed = 0  # after this line the stored time of waking was right
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
        for viewer in list(self.viewers):
            viewer.dismiss(goodbye)

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
                    await self._do(job)
                await self._go_on()
            except NotOwner:
                self._lose()
                return
            except CannotSave as error:
                say(log, "cannot save", logging.ERROR, error=error, table=self.table.id)
                self.time.look_again(self.time.now() + 1000)
            except Exception as error:
                self.tables.metrics.errors.add("room")
                say(log, "room failed", logging.ERROR, error=error, table=self.table.id)
                await self._rebuild()
            finally:
                self.jobs.task_done()

    async def _do(self, job: Job) -> None:
        """Whatever comes of it goes to whoever waits; what concerns the room is raised here too."""
        try:
            result = await job.call()
        except Exception as error:
            if not job.answer.done():
                job.answer.set_exception(Lost() if isinstance(error, NotOwner) else error)
            raise
        if not job.answer.done():
            job.answer.set_result(result)

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
        for viewer in list(self.viewers):
            viewer.dismiss(protocol.Goodbye("moved", again=1000))

    # ------------------------------------------------------------ asking

    async def command(
        self,
        sender: str,
        command: protocol.AnyCommand,
        still: Callable[[Table], bool] = lambda table: True,  # is the sender who they were when they asked?
        viewer: Viewer | None = None,  # the same for who asks over a socket
        reply: Reply = lambda ack: None,
        networks: Networks = (UNKNOWN,),  # where they ask from
    ) -> protocol.Ack:
        """Do what somebody asks for, at most once; the answer comes when it is durable.

        It is judged by the moment in which it reached the server, not when its turn comes. `reply` gets the
        answer in the same moment as everybody is told, so that the sender's socket is written to once and
        not twice.
        """
        if not is_keepable(command.id):
            return _refusal(command.id, "malformed", reply)
        asked = Asked(
            sender, command.id, command, self.time.now(), still, viewer, networks=networks, reply=reply
        )
        return await self._ask(asked)

    def hover(self, viewer: Viewer, message: protocol.Hover) -> None:
        """A hand moves in a race; it is work for the room's task if it comes after Stop, or has to wait.

        It waits while anybody's card is drawn, and behind what the same hand did before.
        """
        sender = viewer.sender
        if sender is None or not sender.isdigit() or self.table.play is None:
            return
        seat, told, came = int(sender), Told(message.do, message.args), self.time.now()

        def deciding(table: Table, now: int) -> Sequence[AnyEntry]:
            return hovering(table, seat, told, message.at, came) if viewer.sender == sender else []

        waits = self._hands[seat] > 0 or self.table.is_drawing
        if not waits and not deciding(self.table, came):
            return
        if self.jobs.qsize() < MOST_WAITING:
            self._hands[seat] += 1
            self.jobs.put_nowait(Job(lambda: self._hover(seat, deciding), nobody_waits(), came))

    async def _hover(self, seat: int, deciding: Decide) -> None:
        self._hands[seat] -= 1
        await self._answered(Asked(deciding=deciding))

    async def ask(self, deciding: Decide) -> protocol.Ack:
        """Decide and write as part of the room's own work."""
        return await self._ask(Asked(deciding=deciding))

    async def _ask(self, asked: Asked) -> protocol.Ack:
        if self.stopping and not self.lost:
            return _refusal(asked.message, "stopping", asked.reply)
        if self.jobs.qsize() >= MOST_WAITING:
            return _refusal(asked.message, "busy", asked.reply)
        ack: protocol.Ack = await self.turn(partial(self._answered, asked))
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

    async def _answered(self, asked: Asked) -> protocol.Ack:
        """Decide, write and answer; nothing of the table has changed if it is refused."""
        table, number = self.table, asked.message or ""
        if asked.sender is not None and (asked.sender, number) in table.receipts:
            ack = protocol.Ack(number, table.receipts[asked.sender, number])
        else:
            ack = await self._done(asked, number)
        asked.reply(ack)
        return ack

    async def _done(self, asked: Asked, number: str) -> protocol.Ack:
        try:
            entries = await self._entries(asked)
            if entries:
                await self.write(entries, asked.sender, asked.message)
        except Declined as declined:
            self.tables.metrics.refused.add("late" if declined.problem.id == "late" else "illegal")
            return protocol.Ack(number, problem=declined.problem)
        except Duplicate:  # in the log, but not in this process's memory of it: impossible while we own it
            raise NotOwner from None
        except CannotSave:
            self.tables.metrics.errors.add("store")
            return _refusal(asked.message, "cannot_save")
        return protocol.Ack(number, self.table.n - len(entries) + 1 if entries else None)

    async def _entries(self, asked: Asked) -> list[AnyEntry]:
        """What it comes to, now that it is its turn."""
        table, command = self.table, asked.command
        if isinstance(command, protocol.TakeBack):
            await self.second_thoughts.settle(table)
        if self.time.resumes:
            await self.time.resume()
        if command is None or asked.sender is None:
            return list(asked.deciding(table, self.time.now()))
        if not asked.still(table) or (asked.viewer is not None and asked.viewer.sender != asked.sender):
            raise Declined("not_seated")  # removed while the message waited for its turn
        entries = decide(table, asked.sender, command, asked.came)
        if isinstance(command, protocol.Rematch):
            return await self._rematch(int(asked.sender), asked.networks)
        return list(entries)

    async def forget(self, key: str) -> protocol.Ack:
        """A person's names and words go: from the table, and from the lines that were saved before."""

        async def call() -> protocol.Ack:
            keys = same_person(self.lines, key)
            seats = [p for p, seat in enumerate(self.table.seats) if seat.key in keys]
            if seats:  # else they left before the start, or a rematch keeps the seat for them
                await self.write([entry_types.Erased(seat) for seat in seats])
            await self._forget(keys)
            return protocol.Ack("", self.table.n if seats else None)

        ack: protocol.Ack = await self.turn(call)
        return ack

    async def _forget(self, keys: Collection[str]) -> None:
        new = without_words(self.lines, keys)
        self.lines = [replace(line, entry=new.get(line.n, line.entry)) for line in self.lines]
        await self._rebuild()
        await self.tables.store.append(self.table.id, self.epoch, self.table.n, [], self.summary())
        stored = {n: encode_entry(entry) for n, entry in new.items()}
        # Last, because it leaves no old page in any file.
        await self.tables.store.rewrite(self.table.id, self.epoch, stored)

    async def _rematch(self, asker: int, networks: Networks) -> list[AnyEntry]:
        if self.table.rematch is not None:
            return []
        return [entry_types.Rematched(await self.tables.make_rematch(self.table, asker, networks))]

    # ------------------------------------------------------------ writing

    async def write(
        self, entries: Sequence[AnyEntry], sender: str | None = None, message: str | None = None
    ) -> None:
        """Apply, save, and only then tell. If it cannot be saved the table is as it was."""
        for entry in entries:
            if isinstance(entry, entry_types.Began):
                await self.tables.slices.through(self.table.catching_up(entry), self.whose)
        at = max(self.time.now(), self.table.changed_at)
        was_open, due, hands = self.table.phase in OPEN_PHASES, dict(self.table.due), dict(self.table.hovers)
        told: list[tuple[Viewer, Packet]] = []
        lines = []
        for entry in entries:
            self.second_thoughts.remember(self.table, entry)
            line = Logged(self.table.n + 1, at, entry, sender, message)
            began = thread_time()
            happened = self.table.apply(line)
            self._spent += thread_time() - began
            lines.append(line)
            told += self._packets(line, happened)
            sender = message = None
        try:
            await self._save(lines)
        except BaseException:
            await self._rebuild()
            self.table.hovers = hands | self.table.hovers
            raise
        self.lines += lines
        for viewer, packet in told:
            viewer.send_packet(packet)
        self.tables.metrics.messages_out.inc(len(told))
        self._notice(lines, was_open, due)

    async def _save(self, lines: list[Logged]) -> None:
        stored = [
            Line(line.n, line.at, encode_entry(line.entry), line.sender, line.message) for line in lines
        ]
        summary = renewed(self._summary, self.table, self.origin, self.time.ahead, lines)
        await self.tables.store.append(self.table.id, self.epoch, lines[0].n - 1, stored, summary)
        self._summary = summary or self._summary
        self._timed = lines[-1].n

    def summary(self) -> Summary:
        """What the store keeps beside the log."""
        return summary_of(self.table, self.origin, self.time.ahead)

    async def _rebuild(self) -> None:
        """The table as its saved lines make it, made aside; who is here stays."""
        made = Table(self.table.id, self.table.policy)
        self._spent = await self.tables.slices.through(replayed(made, self.lines), self.whose)
        was, self.table = self.table, made
        self.table.attended_like(was)
        self.table.hovers = was.hovers
        self._summary = None

    def _notice(self, lines: list[Logged], was_open: bool, due: dict[int, int]) -> None:
        if any(not isinstance(line.entry, entry_types.Acted | entry_types.Rolled) for line in lines) or (
            self.table.phase != "playing"
        ):
            self.tables.lobby_changed(self.table, was_open)
        for line in lines:
            if isinstance(line.entry, entry_types.Stood):
                self._demote(line.entry.seat)
                self.tables.seat_given_up(self.table.id, line.entry.seat)
        for seat, number in self.table.due.items():
            if due.get(seat) != number and self.table.seats[seat].level is None:
                self.tables.turn_came(self.table, seat)

    def _demote(self, seat: int) -> None:
        """Whoever had this seat only watches from now on, whatever they are still connected with."""
        for viewer in self.viewers:
            if viewer.viewer == seat:
                viewer.viewer, viewer.sender = SPECTATOR, None
        self.table.here.pop(seat, None)
        self.table.delays.pop(seat, None)
        self.presence.changed()

    # ------------------------------------------------------------ telling

    def _packets(self, line: Logged, happened: list[Any]) -> list[tuple[Viewer, Packet]]:
        """What each connected viewer will be told of a line, each kind of viewer once."""
        messages = tell_all(self.table, line, {viewer.viewer for viewer in self.viewers}, happened)
        packets = {viewer: Packet(protocol.encode(message)) for viewer, message in messages.items()}
        if not isinstance(line.entry, entry_types.Chatted):
            return [(viewer, packets[viewer.viewer]) for viewer in self.viewers]
        muted = line.entry.seat
        quiet = packed(protocol.Chatted(line.n, line.at, muted, None))
        return [(one, quiet if muted in one.muted else packets[one.viewer]) for one in self.viewers]

    async def enter(self, viewer: Viewer, seen: int | None, who: Callable[[Table], str | None]) -> None:
        """A viewer arrives, as who they are at this moment: welcome, then what they have missed."""
        await self.turn(lambda: self._enter(viewer, seen, who))

    async def _enter(self, viewer: Viewer, seen: int | None, who: Callable[[Table], str | None]) -> None:
        viewer.sender = who(self.table)
        viewer.viewer = viewer_of(viewer.sender)
        self.viewers.add(viewer)
        if viewer.viewer != SPECTATOR:
            self.table.arrive(viewer.viewer)
        seat = None if viewer.viewer == SPECTATOR else viewer.viewer
        host = viewer.sender == "host" or (seat is not None and self.table.seats[seat].key == self.table.host)
        viewer.send(protocol.Welcome(protocol.VERSION, self.table.id, seat, host, self.table.n))
        for data in await self.missed(viewer.viewer, seen, viewer.muted):
            viewer.send_packet(Packet(data))
        self.presence.changed()

    async def missed(self, viewer: int, seen: int | None, muted: frozenset[int]) -> list[bytes]:
        """The messages after `seen`, or one snapshot where that is shorter or costs less."""
        behind = self.table.n - (self.table.n + 1 if seen is None else seen)
        if behind == 0:
            return []
        long = self.table.n > SHORT_LOG or self._spent > QUICK_LOG
        if behind < 0 or behind > FEW_LINES or long or self.table.forgets:
            return [protocol.encode(snapshot(self.table, viewer, self.time.now(), muted))]
        assert seen is not None
        work = told_again(Table(self.table.id, self.table.policy), self.lines, viewer, seen, muted)
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

    def react(self, seat: int, reaction: str) -> None:
        packet = packed(protocol.Reacted(seat, reaction))
        for viewer in [one for one in self.viewers if seat not in one.muted]:
            viewer.send_packet(packet)

    # ------------------------------------------------------------ what happens by itself

    async def _go_on(self) -> None:
        """Everything that is due: dice, the game's clock, bots, closing."""
        self.time.forget()
        while not self.stopping:
            now = self.jobs.passed(self.time.now())
            await self.second_thoughts.settle_in_time(self.table, now)
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
        await self._store_waking()

    async def _store_waking(self) -> None:
        """A time of waking that came too early, or would come too late, is replaced."""
        stored = None if self._summary is None else self._summary.wake_at
        now = times.now_ms()
        if stored is None or (now < stored and self._timed == self.table.n):
            return
        wanted = waking_of(self.table, self.time.ahead)
        if wanted is None or (stored <= wanted and (now < stored or wanted <= now)):
            return
        summary = self.summary()
        await self.tables.store.append(self.table.id, self.epoch, self.table.n, [], summary)
        self._summary = summary


def _refusal(message: str | None, reason: str, reply: Reply = lambda ack: None) -> protocol.Ack:
    ack = protocol.Ack(message or "", problem=protocol.Problem(reason))
    reply(ack)
    return ack
