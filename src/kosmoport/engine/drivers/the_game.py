"""The game at hand, as drivers and search call it: its own functions take the place of these names.

In a game's program (`emitter/sources.py`), `rules.apply(…)` becomes `apply(…)` in one namespace with the
game's text. In the reference (`reference.py`) `rules` and `thumbs` are that game's own functions.
"""

from __future__ import annotations

from typing import Protocol, cast

from kosmoport.core.chance import Rng
from kosmoport.core.contract import (
    Action,
    BaseState,
    Dice,
    Haste,
    Hidden,
    LatticeRules,
    Poses,
    Rules,
    Scoring,
    Seat,
    Thumbs,
)
from kosmoport.core.layout import Record


class Components(Record):
    """The game's own, with other fields."""


class Deal(Record):
    """The same."""


class AllRules(
    Rules[BaseState, Components, Deal],
    Scoring[BaseState, Components],
    Hidden[BaseState, Components],
    Dice[BaseState, Components],
    Poses[BaseState, Components],
    Haste[BaseState],
    Protocol,
):
    """Everything in the subset; `defaults.py` fills in what a game has no need for."""

    ACTIONS: int
    MAX_LEGAL: int


class AllThumbs(Thumbs[BaseState, Components], Protocol):
    """Rules of thumb; `engine/drivers/no_thumbs.py` fills in what a game does not write."""

    def meaning(self, s: BaseState, c: Components, seat: Seat, action: Action, /) -> int:
        """The same number in every world in which this is the same thing to do."""

    def seen(self, s: BaseState, c: Components, viewer: Seat, seat: Seat, action: Action, /) -> int:
        """The same number for all actions that look the same to another seat while they are done."""

    def candidate_actions(self, s: BaseState, c: Components, seat: Seat, rng: Rng, out: list[int], /) -> int:
        """Complete actions that the seat should think about; returns how many."""

    def playout_action(
        self, s: BaseState, c: Components, seat: Seat, legal: list[int], n: int, width: int, rng: Rng, /
    ) -> Action:
        """What a seat does that decides quickly, with the more sense the greater the width."""

    def settled(self, s: BaseState, /) -> bool:
        """Is it worth playing on? False until then."""

    def value_of(self, s: BaseState, c: Components, out: list[int], /) -> None:
        """Shares of the win in sixtieths when it is settled."""


rules = cast(AllRules, None)  # names for the type checker; nobody calls these three
thumbs = cast(AllThumbs, None)
lattice = cast(LatticeRules[BaseState, Components], None)
