"""A game replayed in machine code: the moves of a play, from its deal to its last state."""

from __future__ import annotations

from typing import Any

import numpy as np

from kosmoport.core import record
from kosmoport.core.errors import Refused
from kosmoport.core.game import C, D, S
from kosmoport.core.play import PlayOf
from kosmoport.engine.compiled import compiled


def replay_compiled(play: PlayOf[S, C, D]) -> np.ndarray[Any, Any]:
    """The state after all moves, as an array of one record."""
    machine = compiled(play.game)
    states = record.to_array(play.game.blank_state(play.options))
    comps = record.to_array(play.c)
    machine.entry_setup(states, 0, comps, record.to_array(play.d), 0)
    for move in play.moves:
        reason = machine.entry_apply(states, 0, comps, move.seat, move.action)
        if reason != 0:
            raise Refused(play.game.reasons[reason])
    return states
