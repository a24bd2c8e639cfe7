"""All tables of one house: which of them are awake, and everything they share."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator
from itertools import islice
from time import perf_counter

from kosmoport.core.confusables import stands_for
from kosmoport.house import times
from kosmoport.house.bots import Answer, Ask
from kosmoport.house.continued import Continued
from kosmoport.house.http_errors import HTTPError
from kosmoport.house.jobs import cancelled
from kosmoport.house.lobby import Lobby
from kosmoport.house.logs import say
from kosmoport.house.making import Making
from kosmoport.house.open_tables import OpenTables
from kosmoport.house.purging import Purger
from kosmoport.house.rooms import Room
from kosmoport.house.saved_log import SavedLog
from kosmoport.house.services import Services
from kosmoport.house.settings import HouseSettings
from kosmoport.house.slices import Slices, replayed
from kosmoport.house.store import OPEN_PHASES, CannotSave, Line
from kosmoport.house.tokens import Tokens, widest
from kosmoport.house.turn_calls import TurnCalls
from kosmoport.house.turn_pushes import TurnPushes
from kosmoport.house.turn_webhooks import TurnWebhooks
from kosmoport.house.turns import Turns, stopping
from kosmoport.house.uptime import Uptime
from kosmoport.house.versions import Sleeps, refuse_other_rules
from kosmoport.house.viewers import Viewer
from kosmoport.table import protocol
from kosmoport.table.entries import Logged, decode_entry
from kosmoport.table.table import Table

log = logging.getLogger(__name__)

WAKE_EVERY = 1.0  # seconds between two looks for tables that want to be woken
WOKEN_AT_ONCE = 20  # tables whose time of waking is wrong
SLEEP_AT_ONCE = 50  # tables, so that what they leave is tidied up in a moment
SLEEP_AFTER = 60.0  # seconds without anybody after which a table is put to sleep
PING_EVERY = 10.0
PARTING = 1.0  # seconds for clients to close their connections when the server stops
MOST_OPEN = 1_000_000  # tables that may be open, whatever the settings say
SILENT_FOR = 30.0  # seconds without a sign of life after which a connection is given up


class Tables:
    """All tables of a house and what they share."""

    def __init__(self, settings: HouseSettings, key: bytes, services: Services) -> None:
        self.settings, self.key, self.policy = settings, key, settings.policy
        self.store, self.bots, self.file_jobs = services.store, services.bots, services.file_jobs
        self.limits, self.metrics = services.limits, services.metrics
        self.webhooks, self.pushes = services.webhooks, services.pushes
        self.aside, self.tidying = services.aside, services.tidying
        self.tokens = Tokens(key)
        self.bot_pause = settings.bot_pause
        self.rooms: dict[str, Room] = {}
        self.lobby, self.open_tables = Lobby(self.store), OpenTables(settings)
        self.connections: set[Viewer] = set()
        self.stopping = False
        self.uptime = Uptime(services.uptime)
        self.continued = Continued()
        self._to_wake: list[str] = []  # tables that would not ask for it in time
        self._waking: dict[str, asyncio.Task[Room | None]] = {}
        self.left_alone: set[str] = set()  # tables that cannot be read, or have other rules
        self._tasks: list[asyncio.Task[None]] = []
        self._bot_faults = 0
        self.making = Making(self)
        self.turn_webhooks, self.turn_pushes = TurnWebhooks(self), TurnPushes(self)
        self.turn_calls: tuple[TurnCalls, ...] = (self.turn_webhooks, self.turn_pushes)
        self.purger = Purger(self)
        self.slices = Slices()
        self.quick = Turns(1)  # for what is quick and bounded, beside the tables

    # ------------------------------------------------------------ life

    async def start(self) -> None:
        self.store.on_commit = self.metrics.committed
        rows = await self.store.tables(phases=OPEN_PHASES, limit=MOST_OPEN)
        for row in rows:
            self.open_tables.take_stored(row)
        self._to_wake = self.uptime.out_of_time(rows, self.policy)
        await self.continued.read(self.store, rows)
        await self.webhooks.start()
        await self.pushes.start()
        stands_for()  # read now: whoever sat down first would hold everybody up for 20 ms
        await self.bots.start()
        self._tasks = [
            asyncio.create_task(self.uptime.beat(self._was_away), name="heart"),
            asyncio.create_task(self.uptime.keep(self.rooms), name="watch"),
            asyncio.create_task(self._keep_waking(), name="waker"),
            asyncio.create_task(self._keep_pinging(), name="pinger"),
            asyncio.create_task(self.purger.run(), name="purger"),
        ]

    async def close(self) -> None:
        """Refuse new work, finish the log, tell everybody to come back."""
        if self.stopping:
            return
        self.stopping = True
        ringing = [task for calls in self.turn_calls for task in calls.ringing]
        await cancelled([*self._tasks, *self._waking.values(), *ringing])
        times.rest()
        goodbye = protocol.Goodbye("stopping", again=2000)
        await self.uptime.save(self.rooms)
        await asyncio.gather(*(room.close(goodbye) for room in list(self.rooms.values())))
        self.lobby.close(goodbye)
        await self._part()
        await self.webhooks.close()
        await self.pushes.close()
        await self.bots.close()
        await self.file_jobs.close()

    async def _part(self) -> None:
        """Clients that were told goodbye end their connections; who does not is not waited for."""
        until = perf_counter() + PARTING
        while self.connections and perf_counter() < until:
            await asyncio.sleep(0.01)
        for viewer in list(self.connections):
            viewer.drop()

    def _was_away(self, ms: int) -> None:
        """The server stood still for so long: everybody who is here hears of it at once."""
        for room in self.rooms.values():
            room.time.server_was_away(ms)
        for viewer in self.connections:
            viewer.server_was_away()

    async def _keep_waking(self) -> None:
        while True:
            try:
                await self._wake_what_is_due()
                await self._put_to_sleep()
                await self.tidying.look(len(self.rooms))
                self.limits.forget_some()
            except Exception as error:
                self.metrics.errors.add("room")
                say(log, "waking failed", logging.ERROR, error=error)
            await asyncio.sleep(WAKE_EVERY)

    async def _wake_what_is_due(self) -> None:
        known = len(self.rooms) + len(self.left_alone)
        due = await self.store.due(times.now_ms(), limit=known + 100)
        wanted = dict.fromkeys([*self._to_wake[:WOKEN_AT_ONCE], *due])
        asleep = (table for table in wanted if table not in self.rooms and table not in self.left_alone)
        await asyncio.gather(*map(self.wake_if_sound, asleep))  # a long log holds up no other table
        del self._to_wake[:WOKEN_AT_ONCE]

    async def wake_if_sound(self, table: str) -> None:
        """A table whose log cannot be read is left for `kosmoport doctor`; it holds nobody else up.

        One with rules of another version sleeps until a server wakes it that has them.
        """
        try:
            await self.room(table)
        except Sleeps:
            self.left_alone.add(table)
        except (CannotSave, HTTPError):
            raise
        except Exception as error:
            self.left_alone.add(table)
            self.metrics.errors.add("room")
            say(log, "table cannot be woken", logging.ERROR, error=error, table=table)

    async def _put_to_sleep(self) -> None:
        since = perf_counter() - SLEEP_AFTER
        idle = (table for table, room in self.rooms.items() if room.idle_since < since and room.quiet)
        for table in list(islice(idle, SLEEP_AT_ONCE)):
            await self.put_to_sleep(table)

    async def put_to_sleep(self, table: str) -> None:
        """If it is awake, it is so no longer; whoever asks for it wakes it again."""
        room = self.rooms.get(table)
        self.room_is_lost(table)
        if room is not None:
            self.uptime.sleeps(room)
            await room.close(protocol.Goodbye("moved", again=0))
            self.tidying.fell_asleep()

    def is_looked_at(self, table: str) -> bool:
        """Has anybody the table open, or does something happen there?"""
        room = self.rooms.get(table)
        return table in self._waking or (room is not None and not room.quiet)

    def table_was_closed(self, table: str) -> None:
        """One that nobody here can wake, since its rules are not here."""
        self.left_alone.discard(table)
        self.open_tables.leave(table)
        self.continued.ends(table)

    async def _keep_pinging(self) -> None:
        """Measures every line, and gives up those that are dead: a half-open socket never says so itself."""
        while True:
            await asyncio.sleep(PING_EVERY)
            now = perf_counter()
            for viewer in list(self.connections):
                viewer.ping(now, SILENT_FOR)

    # ------------------------------------------------------------ tables

    async def room(self, table: str) -> Room | None:
        """The table, awake; None if there is none."""
        self.refuse_when_stopping()
        if not 1 <= len(table) <= 64 or not table.isascii():
            return None
        room = self.rooms.get(table)
        if room is not None:
            return room
        task = self._waking.get(table)
        if task is None:
            task = asyncio.create_task(self._wake(table), name="waking")
            self._waking[table] = task
            task.add_done_callback(lambda _: self._waking.pop(table, None))
        return await asyncio.shield(task)

    def refuse_when_stopping(self) -> None:
        if self.stopping:
            raise stopping()

    async def _wake(self, table: str) -> Room | None:
        await self.purger.wait_for(table)
        found = await self.store.find(table)
        if found is None:
            return None
        refuse_other_rules(found)  # before it is claimed: a process that has its rules may own it
        row = await self.store.claim(table)
        if row is None:
            return None
        made, lines = Table(table, self.policy), list[Logged]()
        origin = row.summary.origin
        replaying = replayed(made, _read_into(lines, await self.store.read(table)))
        spent = await self.slices.through(replaying, widest(origin))
        room = Room(self, made, SavedLog(self.store, lines, row.epoch, origin, row.summary, spent))
        self.uptime.wakes(room)
        self.rooms[table] = room
        room.start()
        return room

    # ------------------------------------------------------------ what rooms need

    async def decide_for_bot(self, ask: Ask) -> Answer:
        self.metrics.bot_queue.set(self.bots.waiting)
        answer = await self.bots.decide(ask)
        self.metrics.bot_queue.set(self.bots.waiting)
        self.metrics.bot_decisions.add(answer.level)
        self.metrics.bot_faults.inc(self.bots.faults - self._bot_faults)
        self._bot_faults = self.bots.faults
        if answer.level != ask.level:
            self.metrics.bot_lowered.inc()
        return answer

    def lobby_changed(self, table: Table, was_open: bool, was_listed: bool = False) -> None:
        """Tell the lobby of a public table that is new, has changed, or is no longer open or public."""
        self.open_tables.note(table)
        is_open = table.phase in OPEN_PHASES
        if is_open:
            self.continued.changed(table)
        elif was_open:
            self.continued.ends(table.id)
        if was_listed or (table.settings.public and is_open):
            self.lobby.changed(table)

    def seat_given_up(self, table: str, seat: int) -> None:
        """Whoever sat here is not called any more."""
        for calls in self.turn_calls:
            calls.seat_given_up(table, seat)

    def room_is_lost(self, table: str) -> None:
        """The table is not awake here any more; what was remembered for it is forgotten."""
        self.rooms.pop(table, None)
        for calls in self.turn_calls:
            calls.forget(table)


def _read_into(lines: list[Logged], stored: Iterable[Line]) -> Iterator[Logged]:
    """The lines of a log as they were stored, one by one, which are then in this list as well."""
    for line in stored:
        lines.append(Logged(line.n, line.at, decode_entry(line.entry), line.sender, line.message))
        yield lines[-1]
