"""A table that is awake: one task decides, writes durably, applies, and tells everybody."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from time import perf_counter, thread_time
from typing import Any

from kosmoport.core.contract import SPECTATOR
from kosmoport.core.words import Told
from kosmoport.server import times
from kosmoport.server.addresses import UNKNOWN, Networks
from kosmoport.server.erasing import same_person, without_words
from kosmoport.server.jobs import Job, Jobs, cancelled, nobody_waits
from kosmoport.server.logs import say
from kosmoport.server.presence import Presence
from kosmoport.server.roomtime import RoomTime
from kosmoport.server.second_thoughts import SecondThoughts
from kosmoport.server.slices import replayed, told_again
from kosmoport.server.store import OPEN_PHASES, CannotSave, Duplicate, Line, NotOwner, Summary
from kosmoport.server.store.rows import is_keepable
from kosmoport.server.summaries import renewed, summary_of, waking_of
from kosmoport.server.surroundings import Surroundings
from kosmoport.server.thinking import Thinking
from kosmoport.server.tokens import widest
from kosmoport.server.viewers import Viewer, frame, viewer_of
from kosmoport.table import entries as entry_types
from kosmoport.table import protocol
from kosmoport.table.automatic import next_step
from kosmoport.table.deciding import Declined, decide
from kosmoport.table.entries import AnyEntry, Logged, encode_entry
from kosmoport.table.racing import hovering
from kosmoport.table.table import Table
from kosmoport.table.telling import snapshot, tell_all

log = logging.getLogger(__name__)

MOST_WAITING = 500  # jobs; more are refused
FEW_LINES = 64  # a client that is further behind gets a snapshot
SHORT_LOG = 400  # of longer logs nothing is told again line by line
QUICK_LOG = 0.01  # seconds; nor of one that takes longer to apply

Decide = Callable[[Table, int], Sequence[AnyEntry]]
Reply = Callable[[protocol.Ack], None]


class Lost(Exception):
    """The room is not open any more; ask for the table again."""


class Room:
    """One table, awake. Only its own task changes it."""

    def __init__(
        self,
        server: Surroundings,
        table: Table,
        lines: list[Logged],
        epoch: int,
        origin: str,
        stored: Summary | None = None,
        spent: float = 0.0,  # seconds that it took to apply the lines
    ) -> None:
        self.server, self.table, self.lines, self.epoch, self.origin = server, table, lines, epoch, origin
        self._spent, self.second_thoughts = spent, SecondThoughts(server.slices, widest(origin))
        self.whose = widest(origin)  # whose turn it is when this table works or a bot thinks
        self.viewers: set[Viewer] = set()
        self.jobs = Jobs()
        self._hands: Counter[int] = Counter()  # messages of each seat where its hand is, that wait
        self.thinking = Thinking(self)
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
            await cancelled([self._task, *self.thinking.tasks()])
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
        return not (self.viewers or self.thinking.tasks() or self.time.soon) and self.jobs.empty()

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
                self.server.metrics.errors.add("room")
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
        self.server.room_is_lost(self.table.id)
        self.presence.close()
        self.thinking.close()
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
        reply: Reply = lambda ack: None,
        networks: Networks = (UNKNOWN,),  # where they ask from
    ) -> protocol.Ack:
        """Do what somebody asks for, at most once; the answer comes when it is durable.

        It is judged by the moment in which it reached the server, not when its turn comes. `reply` gets the
        answer in the same moment as everybody is told, so that the sender's socket is written to once and
        not twice.
        """
        came = self.time.now()

        def deciding(table: Table, now: int) -> Sequence[AnyEntry]:
            if not still(table):  # removed while the message waited for its turn
                raise Declined("not_seated")
            return decide(table, sender, command, came)

        if not is_keepable(command.id):
            return _refusal(command.id, "malformed", reply)
        rematch = networks if isinstance(command, protocol.Rematch) else None
        regret = isinstance(command, protocol.TakeBack)
        return await self.ask(deciding, sender, command.id, rematch, reply, regret)

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
        await self._answer(deciding, None, None, None)

    async def ask(
        self,
        deciding: Decide,
        sender: str | None,
        message: str | None,
        rematch: Networks | None = None,
        reply: Reply = lambda ack: None,
        regret: bool = False,
    ) -> protocol.Ack:
        """Decide and write as part of the room's own work."""
        if self.stopping and not self.lost:
            return _refusal(message, "stopping", reply)
        if self.jobs.qsize() >= MOST_WAITING:
            return _refusal(message, "busy", reply)

        async def call() -> protocol.Ack:
            if regret:
                await self.second_thoughts.settle(self.table)
            ack = await self._answer(deciding, sender, message, rematch)
            reply(ack)
            return ack

        ack: protocol.Ack = await self.turn(call)
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

    async def _answer(
        self, deciding: Decide, sender: str | None, message: str | None, rematch: Networks | None
    ) -> protocol.Ack:
        table, number = self.table, message or ""
        if sender is not None and (sender, number) in table.receipts:
            return protocol.Ack(number, table.receipts[sender, number])
        try:
            await self.time.resume()
            entries = list(deciding(table, self.time.now()))
            if rematch is not None:
                entries = await self._rematch(int(sender or 0), rematch)
            if entries:
                await self.write(entries, sender, message)
        except Declined as declined:
            self.server.metrics.refused.add("late" if declined.problem.id == "late" else "illegal")
            return protocol.Ack(number, problem=declined.problem)
        except Duplicate:  # in the log, but not in this process's memory of it: impossible while we own it
            raise NotOwner from None
        except CannotSave:
            self.server.metrics.errors.add("store")
            return _refusal(message, "cannot_save")
        return protocol.Ack(number, table.n - len(entries) + 1 if entries else None)

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
        await self.server.store.append(self.table.id, self.epoch, self.table.n, [], self.summary())
        stored = {n: encode_entry(entry) for n, entry in new.items()}
        # Last, because it leaves no old page in any file.
        await self.server.store.rewrite(self.table.id, self.epoch, stored)

    async def _rematch(self, asker: int, networks: Networks) -> list[AnyEntry]:
        if self.table.rematch is not None:
            return []
        return [entry_types.Rematched(await self.server.make_rematch(self.table, asker, networks))]

    # ------------------------------------------------------------ writing

    async def write(
        self, entries: Sequence[AnyEntry], sender: str | None = None, message: str | None = None
    ) -> None:
        """Apply, save, and only then tell. If it cannot be saved the table is as it was."""
        for entry in entries:
            if isinstance(entry, entry_types.Began):
                await self.server.slices.through(self.table.catching_up(entry), self.whose)
        at = max(self.time.now(), self.table.changed_at)
        was_open, due, hands = self.table.phase in OPEN_PHASES, dict(self.table.due), dict(self.table.hovers)
        told: list[tuple[Viewer, bytes]] = []
        lines = []
        for entry in entries:
            self.second_thoughts.remember(self.table, entry)
            line = Logged(self.table.n + 1, at, entry, sender, message)
            began = thread_time()
            happened = self.table.apply(line)
            self._spent += thread_time() - began
            lines.append(line)
            told += self._frames(line, happened)
            sender = message = None
        try:
            await self._save(lines)
        except BaseException:
            await self._rebuild()
            self.table.hovers = hands | self.table.hovers
            raise
        self.lines += lines
        for viewer, data in told:
            viewer.send_frame(data)
        self.server.metrics.messages_out.inc(len(told))
        self._notice(lines, was_open, due)

    async def _save(self, lines: list[Logged]) -> None:
        stored = [
            Line(line.n, line.at, encode_entry(line.entry), line.sender, line.message) for line in lines
        ]
        summary = renewed(self._summary, self.table, self.origin, self.time.ahead, lines)
        await self.server.store.append(self.table.id, self.epoch, lines[0].n - 1, stored, summary)
        self._summary = summary or self._summary
        self._timed = lines[-1].n

    def summary(self) -> Summary:
        """What the store keeps beside the log."""
        return summary_of(self.table, self.origin, self.time.ahead)

    async def _rebuild(self) -> None:
        """The table as its saved lines make it, made aside; who is here stays."""
        made = Table(self.table.id, self.table.house)
        self._spent = await self.server.slices.through(replayed(made, self.lines), self.whose)
        was, self.table = self.table, made
        self.table.attended_like(was)
        self.table.hovers = was.hovers
        self._summary = None

    def _notice(self, lines: list[Logged], was_open: bool, due: dict[int, int]) -> None:
        if any(not isinstance(line.entry, entry_types.Acted | entry_types.Rolled) for line in lines) or (
            self.table.phase != "playing"
        ):
            self.server.lobby_changed(self.table, was_open)
        for line in lines:
            if isinstance(line.entry, entry_types.Stood):
                self._demote(line.entry.seat)
                self.server.seat_given_up(self.table.id, line.entry.seat)
        for seat, number in self.table.due.items():
            if due.get(seat) != number and self.table.seats[seat].level is None:
                self.server.turn_came(self.table, seat)

    def _demote(self, seat: int) -> None:
        """Whoever had this seat only watches from now on, whatever they are still connected with."""
        for viewer in self.viewers:
            if viewer.viewer == seat:
                viewer.viewer, viewer.sender = SPECTATOR, None
        self.table.here.pop(seat, None)
        self.table.delays.pop(seat, None)
        self.presence.changed()

    # ------------------------------------------------------------ telling

    def _frames(self, line: Logged, happened: list[Any]) -> list[tuple[Viewer, bytes]]:
        """What each connected viewer will be told of a line, each kind of viewer once."""
        messages = tell_all(self.table, line, {viewer.viewer for viewer in self.viewers}, happened)
        frames = {viewer: frame(protocol.encode(message)) for viewer, message in messages.items()}
        if not isinstance(line.entry, entry_types.Chatted):
            return [(viewer, frames[viewer.viewer]) for viewer in self.viewers]
        quiet = frame(protocol.encode(protocol.Chatted(line.n, line.at, line.entry.seat, None)))
        muted = line.entry.seat
        return [(one, quiet if muted in one.muted else frames[one.viewer]) for one in self.viewers]

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
            viewer.send_frame(frame(data))
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
        again = Table(self.table.id, self.table.house)
        work = told_again(again, self.lines, viewer, seen, muted)
        return await self.server.slices.through(work, self.whose)

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
        data = frame(protocol.encode(protocol.Reacted(seat, reaction)))
        for viewer in list(self.viewers):
            if seat not in viewer.muted:
                viewer.send_frame(data)

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
            self.thinking.ask(wanted)
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
        await self.server.store.append(self.table.id, self.epoch, self.table.n, [], summary)
        self._summary = summary


def _refusal(message: str | None, reason: str, reply: Reply = lambda ack: None) -> protocol.Ack:
    ack = protocol.Ack(message or "", problem=protocol.Problem(reason))
    reply(ack)
    return ack
