"""Every message of the lobby: open public tables, as lists show them."""

from __future__ import annotations

from typing import Any

import msgspec

from kosmoport.table import protocol
from kosmoport.table.settings import Clock


class LobbyTable(msgspec.Struct, frozen=True):
    """A table as the lobby lists it."""

    table: str
    game: str
    phase: protocol.Phase
    seats: tuple[protocol.SeatState, ...]
    options: dict[str, Any]
    clock: Clock
    unhurried: bool
    own_components: bool
    sealed: bool
    take_back: bool
    created: int
    hints: bool = False
    rules: int = 1  # the version of its rules; older rows do not say it
    continues: int | None = None  # so many moves of a finished game, whose cards may be known, came before
    late: bool = False  # people may take over the seats of bots during the game


class Lobby(protocol.ServerMessage, frozen=True, tag="lobby"):
    """All open public tables, when a lobby connection begins."""

    tables: tuple[LobbyTable, ...]


class LobbyChanged(protocol.ServerMessage, frozen=True, tag="lobby_changed"):
    """A public table is new or has changed."""

    table: LobbyTable


class LobbyGone(protocol.ServerMessage, frozen=True, tag="lobby_gone"):
    """A public table is no longer open."""

    table: str


AnyLobbyMessage = Lobby | LobbyChanged | LobbyGone | protocol.Goodbye
