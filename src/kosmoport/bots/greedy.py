"""The greedy bot: whatever looks best by the game's rules of thumb, ties by lot."""

from __future__ import annotations

from collections.abc import Sequence

from kosmoport.bots import Chair
from kosmoport.bots.worlds import World
from kosmoport.core.chance import below
from kosmoport.core.play import generator
from kosmoport.core.views import SeatView
from kosmoport.engine.reference import plain_search


class GreedyBot:
    """Plays any game; without rules of thumb it is the random bot.

    `slips` of a hundred decisions are made at random, as people who are still learning would.
    """

    def __init__(self, chair: Chair, slips: int = 0) -> None:
        self.world, self.slips = World(chair), slips
        self.rng = generator(chair.seed)
        self.thumbs = plain_search(chair.game)

    def choose(self, view: SeatView, legal: Sequence[int]) -> int:
        s, c, seat = self.world.of(view), self.world.c, view.seat
        if below(self.rng, 100) < self.slips:
            kind = legal[below(self.rng, len(legal))]
            return int(self.thumbs.complete_action(s, c, seat, kind, self.rng))
        out = [0] * max(self.world.game.schema.MAX_LEGAL, self.thumbs.MAX_CANDIDATES)
        count = self.thumbs.candidate_actions(s, c, seat, self.rng, out)
        worths = [self.thumbs.worth(s, c, seat, action) for action in out[:count]]
        best = [action for action, worth in zip(out, worths, strict=False) if worth == max(worths)]
        choice: int = best[below(self.rng, len(best))]
        return choice
