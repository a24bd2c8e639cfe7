"""What every view has: the seat it belongs to, and what was agreed on before the game."""

from __future__ import annotations

from typing import Any

import msgspec


class SeatView(msgspec.Struct, frozen=True):
    """The table as one seat knows it; each game adds its own. A type of its own, so a state is never one."""

    seat: int
    players: int
    options: dict[str, Any]
