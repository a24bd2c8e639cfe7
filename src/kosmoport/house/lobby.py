"""The lobby: whoever watches it is told what has changed, all of it together, a few times a second."""

from __future__ import annotations

import asyncio
from itertools import islice

import msgspec

from kosmoport.house.sockets import Packet
from kosmoport.house.store import OPEN_PHASES, Store
from kosmoport.house.versions import may_list
from kosmoport.house.viewers import Viewer
from kosmoport.table import protocol
from kosmoport.table.lobby import LobbyChanged, LobbyGone
from kosmoport.table.table import Table
from kosmoport.table.telling import lobby_table

LISTED = 200  # tables that the lobby shows at once
TELL_EVERY = 0.25  # seconds; what is alone is told at once
TOLD_AT_ONCE = 200  # tables; more are told the next time
PORTION = 100  # watchers that are told without letting anybody else work


class Listed(protocol.ServerMessage, frozen=True, tag="lobby"):
    """A `Lobby` of tables as they are stored."""

    tables: list[msgspec.Raw]


class Lobby:
    """Those who watch. Of each table only the last state is told, in bytes that are made once for all."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._watching: dict[Viewer, None] = {}
        self._entering: dict[Viewer, list[Packet]] = {}
        self._changes: dict[str, protocol.ServerMessage] = {}
        self._telling: asyncio.Task[None] | None = None

    def changed(self, table: Table) -> None:
        """A public table is new, has changed, or is no longer open or public."""
        if not (self._watching or self._entering):
            return
        is_listed = table.settings.public and table.phase in OPEN_PHASES
        self._changes[table.id] = LobbyChanged(lobby_table(table)) if is_listed else LobbyGone(table.id)
        if self._telling is None:
            self._telling = asyncio.create_task(self._tell(), name="lobby")

    async def _tell(self) -> None:
        try:
            while self._changes:
                tables = list(islice(self._changes, TOLD_AT_ONCE))
                packet = Packet(tuple([protocol.encode(self._changes.pop(table)) for table in tables]))
                for held in self._entering.values():
                    held.append(packet)
                watching = list(self._watching)
                for first in range(0, len(watching), PORTION):
                    for viewer in watching[first : first + PORTION]:
                        viewer.send_packet(packet)
                    await asyncio.sleep(0)
                await asyncio.sleep(TELL_EVERY)
        finally:
            self._telling = None

    async def enter(self, viewer: Viewer) -> None:
        """All open public tables, then whatever changes; also what changes while they are being listed."""
        held = self._entering[viewer] = []
        try:
            rows = await self._store.tables(phases=OPEN_PHASES, public=True, limit=LISTED)
        finally:
            del self._entering[viewer]
        viewer.send(Listed([msgspec.Raw(row.summary.lobby) for row in rows if may_list(row)]))
        for packet in held:
            viewer.send_packet(packet)
        self._watching[viewer] = None

    def leave(self, viewer: Viewer) -> None:
        self._watching.pop(viewer, None)

    def close(self, goodbye: protocol.Goodbye) -> None:
        """Tell nothing more but goodbye."""
        if self._telling is not None:
            self._telling.cancel()
        for viewer in list(self._watching):
            viewer.dismiss(goodbye)
