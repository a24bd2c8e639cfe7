"""When the server was up, over all its starts, and what tables that wake learn of it.

A table is abandoned when nobody came for so long while the server was up. So a file says when it was; what
is missing there, or was counted by a wrong clock, only makes tables stay longer. A table whose log is ahead
of the clock (the machine once started in another year) has a time of its own, as far ahead.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from kosmoport.house import times
from kosmoport.house.logs import say
from kosmoport.house.rooms import Room
from kosmoport.house.services import UptimeFile
from kosmoport.house.store import OPEN_PHASES, Row
from kosmoport.table.automatic import RETURNING
from kosmoport.table.policy import Policy

log = logging.getLogger(__name__)

SAVE_EVERY = 60.0  # seconds
UNSAVED = 120_000  # ms at the end of a span that a killed server may not have written down
MOST_SPANS = 1_000
LONG_VISIT = 3_600_000  # ms after the last line of a log; shorter ones make no difference to anybody

Span = tuple[int, int]  # up from, until


class KeptTimes(msgspec.Struct):
    """What is in the file, with times in ms."""

    spans: list[Span] = []
    ahead: dict[str, int] = {}  # tables whose logs are ahead of the clock, and by how much
    left: dict[str, int] = {}  # when the last person left a table, if that was long after its last line


class Uptime:
    """Knows when the server was up; told when it stood still, and when tables fall asleep and wake."""

    def __init__(self, file: UptimeFile) -> None:
        self._file = file
        self._kept = _read(file)
        del self._kept.spans[:-MOST_SPANS]
        self.served_from = times.now_ms()  # since when the server has been here without a break

    # ------------------------------------------------------------ the server

    async def beat(self, away: Callable[[int], None]) -> None:
        """The server's heart. It must not stop, since time would stop with it."""
        while True:
            if missed := times.beat():
                say(log, "server stood still", logging.WARNING, ms=missed)
                self.was_away(missed)
                try:
                    away(missed)
                except Exception as error:
                    say(log, "pause not told", logging.ERROR, error=error)
            await asyncio.sleep(times.BEAT)

    async def keep(self, rooms: Mapping[str, Room]) -> None:
        """Write down from time to time what would be lost if the server were killed."""
        while True:
            await self.save(rooms)
            await asyncio.sleep(SAVE_EVERY)

    async def save(self, rooms: Mapping[str, Room]) -> None:
        for room in rooms.values():
            self.sleeps(room)
        text = msgspec.json.encode(KeptTimes(self._spans(), self._kept.ahead, self._kept.left))
        try:
            await self._file.write(text)
        except OSError as error:  # a full disk: tables stay longer after the next start
            say(log, "uptime not saved", logging.WARNING, error=error)

    def was_away(self, ms: int) -> None:
        """Until now, for so long."""
        now = times.now_ms()
        self._kept.spans.append((self.served_from, max(self.served_from, now - ms)))
        del self._kept.spans[:-MOST_SPANS]
        self.served_from = now

    def _spans(self) -> list[Span]:
        return [*self._kept.spans, (self.served_from, times.now_ms())]

    # ------------------------------------------------------------ tables

    def out_of_time(self, rows: Sequence[Row], policy: Policy) -> list[str]:
        """Open tables whose stored times can only come from a wrong clock: nobody would ever wake them."""
        opened = {row.table for row in rows}
        self._kept.ahead = {table: ms for table, ms in self._kept.ahead.items() if table in opened}
        self._kept.left = {table: at for table, at in self._kept.left.items() if table in opened}
        longest = max(policy.abandon_gathering, policy.abandon_live, policy.abandon_unhurried)
        latest = self.served_from + longest
        return [row.table for row in rows if row.summary.wake_at is None or row.summary.wake_at > latest]

    def abandoned_at(self, row: Row, patience: int) -> int:
        """When a table counts as abandoned that sleeps all the time, as its rules are not here."""
        ahead = self._kept.ahead.get(row.table, 0)
        quiet_from = max(row.changed_at - ahead, self._kept.left.get(row.table, 0))
        left = patience - up_since(self._spans(), quiet_from)
        return max(times.now_ms() + left, self.served_from + min(patience, RETURNING))

    def sleeps(self, room: Room) -> None:
        """A table that will have to know, when it wakes, that somebody was there."""
        table = room.table
        left_at = room.time.now() if table.here else table.left_at
        if table.phase in OPEN_PHASES and left_at > table.changed_at + LONG_VISIT:
            self._kept.left[table.id] = left_at - room.time.ahead

    def wakes(self, room: Room) -> None:
        """A table that was just made from its log: its time, and since when nobody has come to it."""
        table, now = room.table, times.now_ms()
        ahead = self._kept.ahead.get(table.id, 0)
        new = table.changed_at - ahead > now
        if new:
            ahead = self._kept.ahead[table.id] = table.changed_at - now
        room.time.ahead = ahead
        room.time.resumes = new or table.changed_at < self.served_from + ahead
        spans, left = self._spans(), self._kept.left.get(table.id, 0)

        def as_served(at: int) -> int:
            """The latest moment with as much time after it in which the server was up."""
            return now + ahead - up_since(spans, at - ahead)

        table.away_since = dict.fromkeys(table.people(), now + ahead)
        table.waited_from = {p: as_served(at) for p, at in table.deciding_since.items()}
        table.quiet_from = as_served(max(table.changed_at, left + ahead))
        table.served_from = self.served_from + ahead


def up_since(spans: Sequence[Span], at: int) -> int:
    """How many ms of these spans came after this moment, the last of which is not over yet.

    They stand in the order in which they were, not in that of their times: a clock may have been wrong. After
    what cannot be found in them, only the last span is known to have come.
    """
    if all(at < start for start, _ in spans):
        return _length(spans)  # from before the first that is known
    for k in range(len(spans) - 1, -1, -1):
        start, end = spans[k]
        in_pause = k + 1 < len(spans) and end < at < spans[k + 1][0]
        if start <= at and (at <= end + UNSAVED or in_pause):
            return max(0, end - at) + _length(spans[k + 1 :])
    return _length(spans[-1:])


def _length(spans: Iterable[Span]) -> int:
    return sum(max(0, end - start) for start, end in spans)


def _read(file: UptimeFile) -> KeptTimes:
    try:
        data = file.read()
        return KeptTimes() if data is None else msgspec.json.decode(data, type=KeptTimes)
    except (OSError, UnicodeDecodeError, msgspec.MsgspecError) as error:
        say(log, "uptime not read", logging.WARNING, error=error)
        return KeptTimes()
