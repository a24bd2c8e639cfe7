"""A world for a bot to think in, built from what its seat knows and nothing else."""

from __future__ import annotations

from typing import Any

import msgspec

from kosmoport.bots import Chair
from kosmoport.core.contract import BaseState
from kosmoport.core.game import Game
from kosmoport.core.views import SeatView


class World:
    """The game a bot plays, with the components as rules read them."""

    def __init__(self, chair: Chair) -> None:
        self.game, self.options = chair.game, chair.options
        self.c = chair.game.component_record(chair.components)

    def of(self, view: SeatView) -> BaseState:
        """A state with this view and anything in the unknown places."""
        s: BaseState = self.game.blank_state(self.options)
        self.game.view.restore(s, self.c, view)
        return s


def read_view(game: Game, data: Any) -> SeatView:
    """A view as it travelled: JSON and MessagePack know no tuples."""
    view: SeatView = msgspec.convert(data, game.view.View)
    return msgspec.structs.replace(view, options=game.read_options(view.options))
