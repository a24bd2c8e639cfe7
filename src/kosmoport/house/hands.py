"""Hands over the table in a race: what each of them does, in the order in which it was done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING
from weakref import proxy

from kosmoport.core.words import Told
from kosmoport.house.jobs import MOST_WAITING, Asked, Decide, Job, nobody_waits
from kosmoport.house.viewers import Viewer
from kosmoport.table import protocol
from kosmoport.table.entries import AnyEntry
from kosmoport.table.racing import hovering
from kosmoport.table.table import Table

if TYPE_CHECKING:
    from kosmoport.house.rooms import Room


class Hands:
    """Most of what they do is remembered at once, and is no work for the room's task."""

    def __init__(self, room: Room) -> None:
        self.room: Room = proxy(room)  # it owns us; a circle would outlive the table's falling asleep
        self._waiting: Counter[int] = Counter()  # messages of each seat

    def moved(self, viewer: Viewer, message: protocol.Hover) -> None:
        """It is work for the task if it comes after Stop, or has to wait.

        It waits while anybody's card is drawn, and behind what the same hand did before.
        """
        room, sender = self.room, viewer.sender
        if sender is None or not sender.isdigit() or not room.table.begun:
            return
        seat, told, came = int(sender), Told(message.do, message.args), room.time.now()

        def deciding(table: Table, now: int) -> Sequence[AnyEntry]:
            return hovering(table, seat, told, message.at, came) if viewer.sender == sender else []

        waits = self._waiting[seat] > 0 or room.table.race.is_drawing
        if not waits and not deciding(room.table, came):
            return
        if room.jobs.qsize() < MOST_WAITING:
            self._waiting[seat] += 1
            room.jobs.put_nowait(Job(partial(self._moved, seat, deciding, came), nobody_waits(), came))

    async def _moved(self, seat: int, deciding: Decide, came: int) -> None:
        self._waiting[seat] -= 1
        await self.room.answered(Asked(deciding=deciding), came)
