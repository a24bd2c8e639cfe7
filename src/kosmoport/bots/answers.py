"""What a bot answered: is it a number, and is that action legal?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kosmoport.bots import Chair
from kosmoport.bots.worlds import World
from kosmoport.core.play import Play
from kosmoport.core.views import SeatView


def whole(answer: Any) -> int | None:
    """The answer as a whole number, if it is one (NumPy's count too)."""
    try:
        return None if isinstance(answer, bool) else int(answer.__index__())
    except (AttributeError, TypeError):
        return None


def judged_by(play: Play) -> Callable[[SeatView, Sequence[int], int], bool]:
    """Where the game itself is at hand, it says whether an answer is legal."""
    return lambda view, listed, answer: play.why_not(view.seat, answer) is None


def is_legal(chair: Chair, view: SeatView, listed: Sequence[int], action: int) -> bool:
    """One of those listed; a pose is judged in a world with this view, as kinds alone are listed there."""
    if chair.game.poses is None:
        return action in listed
    world = World(chair)
    return chair.game.reason(world.of(view), world.c, view.seat, action) is None
