"""Who is at a table: told to everybody soon after it changes, and again when somebody counts as gone."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from weakref import proxy

from kosmoport.core.contract import SPECTATOR
from kosmoport.house.viewers import Viewer

if TYPE_CHECKING:
    from kosmoport.house.rooms import Room

REFRESH = 1.0  # seconds; presence is told at most so often


class Presence:
    """Tells a room's viewers who is here; it is not in the log."""

    def __init__(self, room: Room) -> None:
        self.room: Room = proxy(room)  # it owns us; a circle would outlive the table's falling asleep
        self._soon: asyncio.TimerHandle | None = None
        self._absence: asyncio.TimerHandle | None = None

    def close(self) -> None:
        for timer in (self._soon, self._absence):
            if timer is not None:
                timer.cancel()

    def changed(self) -> None:
        """Tell who is here, soon: a crowd that comes at once is told once."""
        if self._soon is None and not self.room.stopping:
            self._soon = asyncio.get_running_loop().call_later(REFRESH, self._tell)

    def measured(self, viewer: Viewer) -> None:
        """The delay of somebody's line, which everybody may know, is another one."""
        if viewer.delay is not None and viewer.viewer != SPECTATOR:
            self.room.table.delays[viewer.viewer] = viewer.delay
            self.changed()

    def _tell(self) -> None:
        self._soon = None
        room, now = self.room, self.room.time.now()
        room.viewers.tell(room.table.presence(now, room.viewers.watching()))
        self._await_absence(now)

    def _await_absence(self, now: int) -> None:
        """Tell again when somebody will count as gone; who comes before is told at once."""
        if self._absence is not None:
            self._absence.cancel()
            self._absence = None
        table = self.room.table
        waits = [since + table.policy.absence_grace - now for since in table.away_since.values()]
        if soon := [wait for wait in waits if wait >= 0]:
            loop = asyncio.get_running_loop()
            self._absence = loop.call_later(min(soon) / 1000 + 0.1, self.changed)
