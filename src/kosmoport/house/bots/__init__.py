"""Bots at the table: what a table asks for a seat, and the answer it gets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kosmoport.core.views import SeatView

Version = tuple[str, int]  # the id of a game, and of which of its rules
RANDOM = "random"  # the level that played when nothing better could


@dataclass(frozen=True)
class Ask:
    """A decision that a bot has to make, and everything it depends on."""

    table: str
    game: str
    rules: int  # their version
    options: dict[str, Any]
    components: dict[str, Any] | None  # component tables; None: those of the box
    seat: int
    seed: int  # of the seat, for the whole game
    level: str  # one of kosmoport.bots.levels.LEVELS
    view: SeatView
    legal: tuple[int, ...]
    origin: str = ""  # whose share of the processes it uses: of an address, as it is counted

    @property
    def version(self) -> Version:
        return self.game, self.rules


@dataclass(frozen=True)
class Answer:
    """What the bot does, and the level that really played, which may be lower than the one asked for."""

    action: int
    level: str
