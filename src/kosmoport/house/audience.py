"""Whoever has a table open: what each of them is told of a line, and what all of them are told at once."""

from __future__ import annotations

from collections.abc import Mapping

from kosmoport.core.contract import SPECTATOR
from kosmoport.core.layout import Event
from kosmoport.house.sockets import Packet
from kosmoport.house.viewers import Viewer, packed
from kosmoport.table import protocol
from kosmoport.table.entries import Chatted, Logged
from kosmoport.table.table import Table
from kosmoport.table.telling import tell_all


class Audience(set[Viewer]):
    """The connections to one table."""

    def packets(self, table: Table, line: Logged, happened: list[Event]) -> list[tuple[Viewer, Packet]]:
        """What everybody will be told of the line that was applied last; each kind of viewer once."""
        messages = tell_all(table, line, {viewer.viewer for viewer in self}, happened)
        packets = {viewer: Packet((protocol.encode(message),)) for viewer, message in messages.items()}
        if not isinstance(line.entry, Chatted):
            return [(viewer, packets[viewer.viewer]) for viewer in self]
        muted = line.entry.seat
        quiet = packed(protocol.Chatted(line.n, line.at, muted, None))
        return [(one, quiet if muted in one.muted else packets[one.viewer]) for one in self]

    def tell(self, message: protocol.ServerMessage, about: int | None = None) -> None:
        """The same for all, but who has muted the seat it is about."""
        packet = packed(message)
        for viewer in [one for one in self if about not in one.muted]:
            viewer.send_packet(packet)

    def watching(self) -> int:
        """How many have no seat."""
        return sum(1 for viewer in self if viewer.viewer == SPECTATOR)

    def demote(self, seat: int) -> None:
        """Whoever had this seat only watches from now on, whatever they are still connected with."""
        for viewer in self:
            if viewer.viewer == seat:
                viewer.viewer, viewer.sender = SPECTATOR, None

    def change_seats(self, moves: Mapping[int, int]) -> list[Viewer]:
        """People sit at other seats now: from which, and to which; whose number is another one."""
        moved = []
        for viewer in self:
            seat = viewer.viewer
            viewer.muted = frozenset(moves[p] for p in viewer.muted if p in moves)
            if seat in moves and moves[seat] != seat:
                viewer.viewer, viewer.sender = moves[seat], str(moves[seat])
                moved.append(viewer)
        return moved

    def dismiss(self, goodbye: protocol.Goodbye) -> None:
        for viewer in list(self):
            viewer.dismiss(goodbye)
