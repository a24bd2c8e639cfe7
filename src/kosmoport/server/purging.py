"""What is not kept for ever: chat of finished tables, tables without a game, games that were left."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import msgspec

from kosmoport.server import times
from kosmoport.server.logs import say
from kosmoport.server.store import OPEN_PHASES, CannotSave, Damaged, Line, NotOwner, Row
from kosmoport.server.versions import sleeps
from kosmoport.table.entries import Chatted, Closed, decode_entry, encode_entry

if TYPE_CHECKING:
    from kosmoport.server.harbour import Harbour

log = logging.getLogger(__name__)

FIRST_LOOK = 600.0  # seconds after the start; by then a clock that was wrong has been set
LOOK_EVERY = 60.0
LOOK_ON = 1.0  # where there is more to do
AT_ONCE = 20  # tables that are purged together
BEGINNING = (-(2**63), "")
CLOCK_SET = 3600.0  # seconds by which the machine's clock may have been changed since the start


class _Tag(msgspec.Struct):
    """What kind of entry it is, whatever else is in it: rules and their entries may be of another version."""

    type: str


_tag = msgspec.json.Decoder(_Tag)


@dataclass
class Rule:
    """One kind of what is purged: in which phases, and how long after the last change."""

    name: str
    phases: tuple[str, ...]
    after: int | None  # milliseconds; None: never
    met: tuple[int, str] = BEGINNING  # the table that was looked at last; none of before comes again
    later: set[str] = field(default_factory=set)  # those that somebody was looking at


class Purger:
    """Looks now and then for what is due, a few tables at a time; nothing that anybody has open."""

    def __init__(self, harbour: Harbour) -> None:
        self._harbour = harbour
        settings = harbour.settings
        self.rules = (
            Rule("unplayed", ("closed",), settings.purge_unplayed),
            Rule("abandoned", ("closed",), settings.purge_abandoned),
            Rule("finished", ("over",), settings.purge_finished),
            Rule("chat", ("over", "closed"), settings.purge_chat),
        )
        self._under_way: dict[str, asyncio.Future[None]] = {}
        self._asleep: dict[str, int | None] = {}  # when tables with other rules count as abandoned
        self._clock = _clock()
        self._warned = False

    async def run(self) -> None:
        await asyncio.sleep(FIRST_LOOK)
        while True:
            more = False
            try:
                more = await self.look()
            except CannotSave as error:
                say(log, "nothing can be purged now", logging.WARNING, error=error)
            except Exception as error:
                self._harbour.metrics.errors.add("store")
                say(log, "purging failed", logging.ERROR, error=error)
            await asyncio.sleep(LOOK_ON if more else LOOK_EVERY)

    async def wait_for(self, table: str) -> None:
        """Until nothing is being purged of this table; whoever wakes it then finds what is left."""
        while table in self._under_way:
            await asyncio.shield(self._under_way[table])

    async def look(self) -> bool:
        """Purge some of what is due; whether there may be more."""
        if self._clock_was_set():
            return False
        await self._close_sleepers()
        return any([await self._look(rule) for rule in self.rules if rule.after is not None])

    def _clock_was_set(self) -> bool:
        """Then nobody knows how old anything is, and what is purged does not come back."""
        if abs(_clock() - self._clock) <= CLOCK_SET:
            return False
        if not self._warned:
            say(log, "the clock was set: nothing is purged until the next start", logging.WARNING)
        self._warned = True
        return True

    async def _look(self, rule: Rule) -> bool:
        assert rule.after is not None
        store, before = self._harbour.store, times.now_ms() - rule.after
        rows = await store.unchanged(rule.phases, rule.met, before, AT_ONCE)
        free = [table for table in rule.later if not self._harbour.is_looked_at(table)][:AT_ONCE]
        rule.later.difference_update(free)
        again = [row for table in free if (row := await store.find(table)) and row.changed_at < before]
        try:
            done = await asyncio.gather(*(self._alone(rule, row) for row in (*again, *rows)))
        except CannotSave:
            rule.later.update(free)
            raise
        if rows:
            rule.met = (rows[-1].changed_at, rows[-1].table)
        if count := sum(done):
            say(log, "purged", kind=rule.name, tables=count)
        return len(rows) == AT_ONCE

    async def _alone(self, rule: Rule, row: Row) -> bool:
        """Apply the rule to a table that nobody has open or can wake meanwhile; was there anything to do?"""
        harbour, table = self._harbour, row.table
        if table in self._under_way or harbour.is_looked_at(table):
            rule.later.add(table)
            return False
        over = self._under_way[table] = asyncio.get_running_loop().create_future()
        try:
            await harbour.put_to_sleep(table)
            return await self._purge(rule, row)
        except NotOwner:  # another process has it now
            return False
        finally:
            del self._under_way[table]
            over.set_result(None)

    async def _purge(self, rule: Rule, row: Row) -> bool:
        if row.summary.phase not in rule.phases:
            return False
        try:
            lines = await self._harbour.store.read(row.table)
            if rule.name == "chat":
                return await self._empty_chat(row, lines)
            began = any(_tag.decode(line.entry).type == "began" for line in lines)
        except (Damaged, msgspec.DecodeError, UnicodeDecodeError):  # a damaged log is left for doctor
            return False
        if began == (rule.name == "unplayed"):
            return False
        epoch = await self._claim(row)
        await self._harbour.store.delete(row.table, epoch)
        return True

    async def _empty_chat(self, row: Row, lines: Sequence[Line]) -> bool:
        """What was said is gone; that something was said, and by whom, stays in the log with its number."""
        emptied = {}
        for line in lines:
            entry = decode_entry(line.entry) if _tag.decode(line.entry).type == "chatted" else None
            if isinstance(entry, Chatted) and entry.text:
                emptied[line.n] = encode_entry(Chatted(entry.seat, ""))
        if emptied:
            await self._harbour.store.rewrite(row.table, await self._claim(row), emptied)
        return bool(emptied)

    async def _claim(self, row: Row) -> int:
        """The epoch in which the table is ours, as it was when it was found to be due."""
        claimed = await self._harbour.store.claim(row.table)
        if claimed is None or claimed.n != row.n:
            raise NotOwner(f"table {row.table} has changed")
        return claimed.epoch

    # ------------------------------------------------------------ tables whose rules are not here

    async def _close_sleepers(self) -> None:
        """Tables that sleep for want of their rules are abandoned after the same times as all others."""
        now = times.now_ms()
        for table in self._harbour.left_alone - self._asleep.keys():
            row = await self._sleeper(table)
            self._asleep[table] = None if row is None else self._abandoned_at(row)
        due = [table for table, at in self._asleep.items() if at is not None and at <= now]
        for table in due[:AT_ONCE]:
            row = await self._sleeper(table)
            if row is None or row.summary.phase not in OPEN_PHASES:
                del self._asleep[table]
            elif (later := self._abandoned_at(row)) > now:  # the server stood still meanwhile
                self._asleep[table] = later
            else:
                await self._close(row, now)
                del self._asleep[table]

    async def _sleeper(self, table: str) -> Row | None:
        """One that was left alone for want of its rules, and not because it cannot be read."""
        try:
            row = await self._harbour.store.find(table)
            return row if row is not None and sleeps(row) else None
        except (Damaged, msgspec.DecodeError):
            return None

    def _abandoned_at(self, row: Row) -> int:
        """By the time in which the server was up, over all its starts."""
        settings = self._harbour.settings
        playing = settings.abandon_unhurried if row.summary.unhurried else settings.abandon_live
        span = settings.abandon_gathering if row.summary.phase == "gathering" else playing
        return self._harbour.watch.abandoned_at(row, span)

    async def _close(self, row: Row, now: int) -> None:
        """Nothing of the game is needed for that; whoever comes back with its rules finds it closed."""
        lobby = {**msgspec.json.decode(row.summary.lobby), "phase": "closed"}
        closed = replace(row.summary, phase="closed", wake_at=None, lobby=msgspec.json.encode(lobby))
        line = Line(row.n + 1, max(now, row.changed_at), encode_entry(Closed("abandoned")))
        try:
            epoch = await self._claim(row)
            await self._harbour.store.append(row.table, epoch, row.n, [line], closed)
        except NotOwner:  # another process has it, and its rules
            return
        self._harbour.table_was_closed(row.table)
        say(log, "table closed that has other rules", table=row.table)


def _clock() -> float:
    """The difference between the time of day and the time since the machine was switched on."""
    return time.time() - times.ticks()
