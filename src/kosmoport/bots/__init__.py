"""Bots: a view and legal actions in, an action out; a bot never sees a state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from kosmoport.core.components import ComponentFile
from kosmoport.core.game import Game
from kosmoport.core.options import Options
from kosmoport.core.views import SeatView


class Bot(Protocol):
    """Anything that can decide for a seat.

    A bot may also have a method `observe(events)`, which is called with what its seat learns between its
    decisions, as ids with parameters (`kosmoport.core.words.Told`), and an attribute `pace`, the seconds it
    takes for a card at a table where everybody plays at once. `warm_up()`, if there is one, is called before
    people are kept waiting.
    """

    def choose(self, view: SeatView, legal: Sequence[int]) -> int:
        """One of the legal actions (for poses: a complete action of a legal kind)."""
        ...


@dataclass(frozen=True)
class Chair:
    """Where a bot sits down: all that is known to everybody before the game, and a seed of its own."""

    game: Game
    options: Options
    components: ComponentFile
    seat: int
    seed: int
