"""What somebody wants of a table, until it is the turn of that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kosmoport.house.http import UNKNOWN, Networks
from kosmoport.house.viewers import Viewer
from kosmoport.table import protocol
from kosmoport.table.entries import AnyEntry
from kosmoport.table.table import Table

Decide = Callable[[Table, int], Sequence[AnyEntry]]
Reply = Callable[[protocol.Ack], None]


@dataclass(frozen=True)
class Asked:
    """A command, or what `deciding` finds when its turn has come."""

    sender: str | None = None
    message: str | None = None
    command: protocol.AnyCommand | None = None
    came: int = 0
    still: Callable[[Table], bool] = lambda table: True
    viewer: Viewer | None = None
    deciding: Decide = lambda table, now: ()
    networks: Networks = (UNKNOWN,)
    reply: Reply = lambda ack: None
