"""All tables of one server: waking them, making new ones, the lobby, and everything they share."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from time import perf_counter
from typing import Any

import msgspec

from kosmoport.core.errors import BadInput
from kosmoport.house import times
from kosmoport.house.bots import Answer, Ask
from kosmoport.house.continued import Continued
from kosmoport.house.erasing import earlier_sittings, kept_here, same_person, sat_here
from kosmoport.house.file_jobs import ReadComponents
from kosmoport.house.http import Networks
from kosmoport.house.lobby import Lobby
from kosmoport.house.logs import say
from kosmoport.house.open_tables import OpenTables
from kosmoport.house.problems import Problem
from kosmoport.house.purging import Purger
from kosmoport.house.refusals import refusal, sentence
from kosmoport.house.rooms import Lost, Room
from kosmoport.house.services import Services
from kosmoport.house.settings import HouseSettings
from kosmoport.house.slices import Slices, replayed
from kosmoport.house.store import OPEN_PHASES, CannotSave, Line
from kosmoport.house.summaries import summary_of
from kosmoport.house.tokens import SeatToken, Tokens, new_table_id, origins_of, widest
from kosmoport.house.turn_calls import TurnCalls
from kosmoport.house.turns import Turns, stopping
from kosmoport.house.uptime import Uptime
from kosmoport.house.versions import Sleeps, refuse_other_rules
from kosmoport.house.viewers import Viewer
from kosmoport.table import entries as log_entries
from kosmoport.table import protocol, requests
from kosmoport.table.bounds import no_talk
from kosmoport.table.continuing import continuing
from kosmoport.table.deciding import HOST, Declined, sit_down
from kosmoport.table.entries import AnyEntry, Logged, Past, Reservation, decode_entry, encode_entry
from kosmoport.table.fair import SECOND
from kosmoport.table.settings import NewTable, TableSettings, of_today, read_settings
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


class Tables(TurnCalls):
    """All tables of a house and what they share."""

    def __init__(self, settings: HouseSettings, key: bytes, services: Services) -> None:
        super().__init__()
        self.settings, self.key, self.policy = settings, key, settings.policy
        self.store, self.bots, self.file_jobs = services.store, services.bots, services.file_jobs
        self.limits, self.metrics, self.webhooks = services.limits, services.metrics, services.webhooks
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
        self._creating = asyncio.Lock()
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
        await self.bots.start(self.settings.games_to_warm_up)
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
        for task in [*self._tasks, *self._waking.values(), *self._ringing]:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._waking.values(), *self._ringing, return_exceptions=True)
        times.rest()
        goodbye = protocol.Goodbye("stopping", again=2000)
        await self.uptime.save(self.rooms)
        await asyncio.gather(*(room.close(goodbye) for room in list(self.rooms.values())))
        self.lobby.close(goodbye)
        await self._part()
        await self.webhooks.close()
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
        await asyncio.gather(*map(self._wake_if_sound, asleep))  # a long log holds up no other table
        del self._to_wake[:WOKEN_AT_ONCE]

    async def _wake_if_sound(self, table: str) -> None:
        """A table whose log cannot be read is left for `kosmoport doctor`; it holds nobody else up.

        One with rules of another version sleeps until a server wakes it that has them.
        """
        try:
            await self.room(table)
        except Sleeps:
            self.left_alone.add(table)
        except (CannotSave, Problem):
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
        self._refuse_when_stopping()
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

    def _refuse_when_stopping(self) -> None:
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
        room = Room(self, made, lines, row.epoch, origin, row.summary, spent)
        self.uptime.wakes(room)
        self.rooms[table] = room
        room.start()
        return room

    async def create(self, asked: NewTable, origin: str, source: Table | None = None) -> tuple[str, str]:
        """A new table and its host's token; BadInput and Problem say why not.

        `source` is the table that it continues, whose record is open, so nothing moves there any more.
        """
        if source is not None:
            settings, past = continuing(source, asked)
        else:
            settings, past = read_settings(msgspec.structs.replace(asked, components=None)), None
            if asked.components is not None:  # last: it costs the most
                read = await self.file_jobs.do(widest(origin), ReadComponents(asked.game, asked.components))
                settings = msgspec.structs.replace(settings, components=msgspec.msgpack.decode(read.body))
        nonce = self.tokens.new_nonce()
        async with self._creating:  # one at a time: counting and making belong together
            self._refuse_when_stopping()
            refused = await self._find_room(origin)
            if refused is not None:
                raise Problem(503 if refused.id == "full" else 429, refused.id, sentence(refused))
            table = await self._make(settings, self.tokens.nonce_hash(nonce), origin, past=past)
        return table, self.tokens.issue(table, "host", nonce)

    async def _find_room(self, origin: str) -> protocol.Problem | None:
        """Why there is no room for one table more; None if there is, or some table has made way."""
        while (full := self.open_tables.no_room(origin)) is not None:
            for table in self.open_tables.might_make_way(full.origin, times.now_ms()):
                if await self._makes_way(table):
                    break
            else:
                self.metrics.refused.add("full")
                return full.problem
        return None

    async def _makes_way(self, table: str) -> bool:
        """Close a table that nobody else has joined, unless somebody is there after all."""
        ack = None
        with suppress(CannotSave, Problem, Lost):
            await self._wake_if_sound(table)
            if (room := self.rooms.get(table)) is not None:
                ack = await room.ask(
                    lambda found, now: (
                        [log_entries.Closed("abandoned")]
                        if not room.viewers and self.open_tables.makes_way(found, room.lines, now)
                        else []
                    ),
                )
        if ack is None or ack.n is None:
            self.open_tables.keep(table, times.now_ms())
            return False
        return True

    async def _make(
        self,
        settings: TableSettings,
        host: str,
        origin: str,
        reserved: tuple[Reservation | None, ...] = (),
        rematch_of: str | None = None,
        past: Past | None = None,
    ) -> str:
        table = Table(new_table_id(), self.policy)
        entry = log_entries.Created(
            settings, secrets.token_hex(32), host, reserved, rematch_of, past, deal=SECOND
        )
        line = Logged(1, times.now_ms(), entry)
        table.apply(line)
        stored = [Line(1, line.at, encode_entry(entry))]
        self.continued.begins(table)
        try:
            epoch = await self.store.create(table.id, stored, summary_of(table, origin))
        except BaseException:
            self.continued.ends(table.id)
            raise
        self.open_tables.take(table, origin)
        if not self.stopping:  # a rematch may be the last thing that is written; nobody would close its room
            self.rooms[table.id] = Room(self, table, [line], epoch, origin)
            self.rooms[table.id].start()
        self.lobby_changed(table, was_open=False)
        say(log, "table made", table=table.id, game=settings.game)
        return table.id

    async def make_rematch(self, table: Table, asker: int, networks: Networks) -> str:
        """The same people and bots, everybody one seat further; a host who did not play has no seat there.

        It is a fresh game, by the rules of today, also where this one continued another; and it counts as a
        new table of whoever asks.
        """
        wait = self.limits.allow_networks("create", networks)
        if wait > 0:
            self.metrics.rate_limited.add("create")
            raise Declined("too_fast", wait=round(wait * 1000))
        old = _renewed(table.settings)
        settings = msgspec.structs.replace(
            old,
            bots=rotated(old.bots),
            colours=rotated([seat.colour for seat in table.seats]),
            continues=None,
        )
        kept = [
            Reservation(seat.key, seat.name or "") if seat.key is not None else None for seat in table.seats
        ]
        keys = [seat.key for seat in table.seats if seat.key is not None]
        host = table.host if table.host in keys else table.seats[asker].key or table.host
        origin = origins_of(self.key, networks)
        async with self._creating:
            refused = await self._find_room(origin)
            if refused is not None:
                raise Declined(refused.id)
            return await self._make(settings, host, origin, rotated(kept), rematch_of=table.id)

    async def sit(
        self,
        room: Room,
        asked: requests.SitDown,
        token: SeatToken | None,
        presented: Sequence[SeatToken] = (),
    ) -> tuple[int, str]:
        """A seat and its token; what else was `presented` may show that this person sat here before."""
        host = await room.look(lambda table: self.sender_of(table, token) == "host")
        before = self.tokens.read(asked.token) if asked.token is not None else None
        chosen = token if host else before
        nonce = chosen.nonce if chosen is not None else self.tokens.new_nonce()
        was = None if before is None else self.tokens.nonce_hash(before.nonce)
        known = {self.tokens.nonce_hash(one.nonce) for one in presented if one.table == room.table.id}
        known |= set() if was is None else {was}
        seat = -1

        def deciding(table: Table, now: int) -> Sequence[AnyEntry]:
            nonlocal seat
            seat = next(
                (p for p, own in enumerate(table.seats) if self.tokens.matches(nonce, own.key or "")), -1
            )
            if seat >= 0:  # they sat down before, and the answer was lost on its way
                return []
            if no_talk(table):  # people have come and gone too often
                raise Declined("log_full")
            sat, *more = sit_down(table, asked, self.tokens.nonce_hash(nonce), was)
            assert isinstance(sat, log_entries.Sat)
            seat = sat.seat
            seated = {sat.key, *(own.key for own in table.seats if own.key is not None)}
            before = earlier_sittings(room.lines, known, seated)
            return [msgspec.structs.replace(sat, before=tuple(sorted(before))), *more]

        ack = await room.ask(deciding)
        if ack.problem is not None:
            raise refusal(ack.problem)
        return seat, self.tokens.issue(room.table.id, str(seat), nonce)

    def sender_of(self, table: Table, token: SeatToken | None) -> str | None:
        """Who speaks with this token at this table now; None for anybody else's and for old ones."""
        if token is None or token.table != table.id:
            return None
        seat = int(token.sender) if token.sender != "host" else len(table.seats)
        key = table.seats[seat].key if seat < len(table.seats) else None
        if key is not None and self.tokens.matches(token.nonce, key):
            return token.sender
        # A host who gave their seat up is the host still, with the seat's token as well.
        return "host" if self.tokens.matches(token.nonce, table.host) else None

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

    def lobby_changed(self, table: Table, was_open: bool) -> None:
        """Tell the lobby of a public table that is new, has changed, or is no longer open."""
        self.open_tables.note(table)
        is_open = table.phase in OPEN_PHASES
        if was_open and not is_open:
            self.continued.ends(table.id)
        if table.settings.public and (is_open or was_open):
            self.lobby.changed(table)

    def room_is_lost(self, table: str) -> None:
        """The table is not awake here any more; what was remembered for it is forgotten."""
        self.rooms.pop(table, None)
        self._forget_webhooks(table)

    async def erase(self, room: Room, token: SeatToken | None) -> protocol.Ack | None:
        """A person's names and words go, here and from the seat that a rematch keeps for them.

        Also those of somebody who had a seat before the start and left; None for anybody else.
        """
        if token is None or token.table != room.table.id:
            return None
        key = self.tokens.nonce_hash(token.nonce)
        if not await room.look(lambda table: key in sat_here(room.lines)):
            return None
        keys = await room.look(lambda table: same_person(room.lines, key))
        seated = await room.look(lambda table: [p for p, seat in enumerate(table.seats) if seat.key in keys])
        if seated and token.sender == HOST:  # a host's seat has a token of its own
            return None
        ack = await room.forget(key)
        for seat in seated:
            await self.set_webhook(room.table.id, seat, None)
        following = None if room.table.rematch is None else await self.room(room.table.rematch)
        if following is not None:
            lines = await following.look(lambda table: following.lines)
            for kept in keys & kept_here(lines) - sat_here(lines):
                await following.forget(kept)  # once they sit there, that is another name to be erased there
        return ack


def _read_into(lines: list[Logged], stored: Iterable[Line]) -> Iterator[Logged]:
    """The lines of a log as they were stored, one by one, which are then in this list as well."""
    for line in stored:
        lines.append(Logged(line.n, line.at, decode_entry(line.entry), line.sender, line.message))
        yield lines[-1]


def rotated(seats: Sequence[Any]) -> tuple[Any, ...]:
    """Everybody one seat further: who was first is last to be asked."""
    return (*seats[-1:], *seats[:-1])


def _renewed(settings: TableSettings) -> TableSettings:
    """What was agreed on, for a new game by the rules of today; Declined where these have no such thing."""
    try:
        return of_today(settings)
    except BadInput:
        refused = protocol.Problem("agreed_otherwise")
        raise Declined(refused.id) from None
