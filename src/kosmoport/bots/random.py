"""The random bot: every legal action is equally likely."""

from __future__ import annotations

from collections.abc import Sequence

from kosmoport.bots import Chair
from kosmoport.bots.worlds import World
from kosmoport.core.chance import below
from kosmoport.core.play import generator
from kosmoport.core.views import SeatView


class RandomBot:
    """Plays any game; where a pose has to be found, it looks for one in a world built from its own view."""

    def __init__(self, chair: Chair) -> None:
        self.world = World(chair)
        self.rng = generator(chair.seed)

    def choose(self, view: SeatView, legal: Sequence[int]) -> int:
        action = legal[below(self.rng, len(legal))]
        poses = self.world.game.poses
        if poses is None:
            return action
        return poses.complete_action(self.world.of(view), self.world.c, view.seat, action, self.rng)
