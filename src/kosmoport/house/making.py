"""Making tables: where there is room for them, and for the same people once more."""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from kosmoport.house import times
from kosmoport.house.file_jobs import ReadComponents
from kosmoport.house.http import Networks
from kosmoport.house.http_errors import HTTPError
from kosmoport.house.jobs import Asked
from kosmoport.house.logs import say
from kosmoport.house.refusals import sentence
from kosmoport.house.rooms import Lost, Room
from kosmoport.house.saved_log import SavedLog
from kosmoport.house.store import CannotSave, Line
from kosmoport.house.summaries import summary_of
from kosmoport.house.tokens import new_table_id, origins_of, widest
from kosmoport.table import entries as log_entries
from kosmoport.table import protocol
from kosmoport.table.continuing import continuing
from kosmoport.table.declined import Declined
from kosmoport.table.entries import AnyEntry, Logged, Past, Reservation, encode_entry
from kosmoport.table.fair import SECOND
from kosmoport.table.next_game import next_game
from kosmoport.table.settings import NewTable, TableSettings, read_settings
from kosmoport.table.table import Table

if TYPE_CHECKING:
    from kosmoport.house.tables import Tables

log = logging.getLogger(__name__)


class Making:
    """Makes tables one at a time: counting them and making one belong together."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._one_at_a_time = asyncio.Lock()

    async def create(self, asked: NewTable, origin: str, source: Table | None = None) -> tuple[str, str]:
        """A new table and its host's token; BadInput and HTTPError say why not.

        `source` is the table that it continues, whose record is open, so nothing moves there any more.
        """
        if source is not None:
            settings, past = continuing(source, asked)
        else:
            settings, past = read_settings(msgspec.structs.replace(asked, components=None)), None
            if asked.components is not None:  # last: it costs the most
                job = ReadComponents(asked.game, asked.components)
                read = await self.tables.file_jobs.do(widest(origin), job)
                settings = msgspec.structs.replace(settings, components=msgspec.msgpack.decode(read.body))
        nonce = self.tables.tokens.new_nonce()
        async with self._one_at_a_time:
            self.tables.refuse_when_stopping()
            refused = await self._find_room(origin)
            if refused is not None:
                raise HTTPError(503 if refused.id == "full" else 429, refused.id, sentence(refused))
            table = await self._make(settings, self.tables.tokens.nonce_hash(nonce), origin, past=past)
        return table, self.tables.tokens.issue(table, "host", nonce)

    async def _find_room(self, origin: str) -> protocol.Problem | None:
        """Why there is no room for one table more; None if there is, or some table has made way."""
        while (full := self.tables.open_tables.no_room(origin)) is not None:
            for table in self.tables.open_tables.might_make_way(full.origin, times.now_ms()):
                if await self._makes_way(table):
                    break
            else:
                self.tables.metrics.refused.add("full")
                return full.problem
        return None

    async def _makes_way(self, table: str) -> bool:
        """Close a table that nobody else has joined, unless somebody is there after all."""
        ack = None
        with suppress(CannotSave, HTTPError, Lost):
            await self.tables.wake_if_sound(table)
            if (room := self.tables.rooms.get(table)) is not None:
                ack = await room.ask(Asked(deciding=partial(self._closing, room)))
        if ack is None or ack.n is None:
            self.tables.open_tables.keep(table, times.now_ms())
            return False
        return True

    def _closing(self, room: Room, table: Table, now: int) -> list[AnyEntry]:
        alone = not room.viewers and self.tables.open_tables.makes_way(table, room.log.lines, now)
        return [log_entries.Closed("abandoned")] if alone else []

    async def _make(
        self,
        settings: TableSettings,
        host: str,
        origin: str,
        reserved: tuple[Reservation | None, ...] = (),
        rematch_of: str | None = None,
        past: Past | None = None,
    ) -> str:
        table = Table(new_table_id(), self.tables.policy)
        entry = log_entries.Created(
            settings, secrets.token_hex(32), host, reserved, rematch_of, past, deal=SECOND
        )
        line = Logged(1, times.now_ms(), entry)
        table.apply(line)
        stored = [Line(1, line.at, encode_entry(entry))]
        self.tables.continued.begins(table)
        try:
            epoch = await self.tables.store.create(table.id, stored, summary_of(table, origin))
        except BaseException:
            self.tables.continued.ends(table.id)
            raise
        self.tables.open_tables.take(table, origin)
        if not self.tables.stopping:  # a rematch may be the last thing written; nobody would close its room
            room = Room(self.tables, table, SavedLog(self.tables.store, [line], epoch, origin))
            self.tables.rooms[table.id] = room
            room.start()
        self.tables.lobby_changed(table, was_open=False)
        say(log, "table made", table=table.id, game=settings.game)
        return table.id

    async def rematch(self, table: Table, asker: int, networks: Networks, game: str | None) -> str:
        """The same people and bots, everybody one seat further; a host who did not play has no seat there.

        It is a fresh game, by the rules of today, also where this one continued another; and it counts as a
        new table of whoever asks.
        """
        wait = self.tables.limits.allow("create", *networks)
        if wait > 0:
            self.tables.metrics.rate_limited.add("create")
            raise Declined("too_fast", wait=round(wait * 1000))
        settings, kept = next_game(table, game)
        keys = [seat.key for seat in table.seats if seat.key is not None]
        host = table.host if table.host in keys else table.seats[asker].key or table.host
        origin = origins_of(self.tables.key, networks)
        async with self._one_at_a_time:
            refused = await self._find_room(origin)
            if refused is not None:
                raise Declined(refused.id)
            return await self._make(settings, host, origin, kept, rematch_of=table.id)
