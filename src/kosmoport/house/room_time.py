"""The time of a room: what it is, when to look again, and what is given back when the server was away."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from weakref import proxy

from kosmoport.house import times
from kosmoport.table.entries import Resumed

if TYPE_CHECKING:
    from kosmoport.house.rooms import Room

SOON = 120.0  # seconds; what happens by then keeps a table awake
LONGEST_WAIT = 3600.0  # seconds, then it is looked at the clock again


class RoomTime:
    """One table's clock on the wall."""

    def __init__(self, room: Room) -> None:
        self.room: Room = proxy(room)  # it owns us; a circle would outlive the table's falling asleep
        self.ahead = 0  # ms by which the log is ahead of the server's clock; so its time never goes back
        self.resumes = False  # the server was away, and clocks that ran are to be given their time
        self._timer: asyncio.TimerHandle | None = None
        self._looks_at = 0.0  # when it does, by the loop's clock: not every loop's timers can say so

    def now(self) -> int:
        return times.now_ms() + self.ahead

    # ------------------------------------------------------------ looking again

    def look_again(self, at: int) -> None:
        self.forget()
        loop, delay = asyncio.get_running_loop(), max(0.0, (at - self.now()) / 1000)
        self._looks_at = loop.time() + min(delay, LONGEST_WAIT)
        self._timer = loop.call_at(self._looks_at, self._tick)

    def forget(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def soon(self) -> bool:
        """Will something happen by itself in a while that is too short for sleep?"""
        return self._timer is not None and self._looks_at - asyncio.get_running_loop().time() < SOON

    def _tick(self) -> None:
        self._timer = None
        self.room.jobs.put_nowait(None)

    # ------------------------------------------------------------ absences of the server

    def server_was_away(self, ms: int) -> None:
        """For so long, until now: nobody was absent meanwhile, and nobody's clock ran."""
        table = self.room.table
        table.server_was_away(ms, self.now())
        self.resumes = self.resumes or table.clock_runs
        self.room.presence.changed()
        self.room.jobs.put_nowait(None)

    async def resume(self) -> None:
        """Clocks that ran get their time again; to be asked for before anything is judged by the time."""
        while self.resumes:  # the server may have been away again while it was saved
            self.resumes = False
            try:
                if self.room.table.clock_runs:
                    await self.room.write([Resumed()])
            except BaseException:
                self.resumes = True
                raise
