"""The random bot: every legal action is equally likely."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kosmoport.core.chance import below
from kosmoport.core.game import Game
from kosmoport.core.options import Options
from kosmoport.core.play import generator


class RandomBot:
    """Plays any game; where a pose has to be found, it looks for one in a world built from its own view."""

    def __init__(self, game: Game, options: Options, components: Any, seed: int) -> None:
        self.game, self.options, self.c = game, options, components
        self.rng = generator(seed)

    def choose(self, view: Any, legal: Sequence[int]) -> int:
        action: int = legal[below(self.rng, len(legal))]
        complete = getattr(self.game.rules, "complete_action", None)
        if complete is None:
            return action
        world = self.game.blank_state(self.options)
        self.game.view.restore(world, self.c, view)
        posed: int = complete(world, self.c, view.seat, action, self.rng)
        return posed
