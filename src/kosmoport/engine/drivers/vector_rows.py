"""What rows of games keep: the records of the compiled vector drivers."""

from __future__ import annotations

from kosmoport.core.chance import Rng
from kosmoport.core.contract import MAX_SEATS, BaseState
from kosmoport.core.layout import Record, array, int8, int32, int64
from kosmoport.engine.drivers.the_game import Components, Deal


class Row(Record):
    """What one row keeps between two steps."""

    s: BaseState
    rng: Rng  # deals, dice, and what replaces an illegal action
    draws: Rng  # sampled actions: drawing them changes no dice
    decisions: int32  # made in this game
    choices: int32  # how many actions are legal now
    seat: int8  # to move
    begun: int8  # 1: a game is being played


class Kit(Record):
    """What all rows share."""

    c: Components
    d: Deal  # of the last game that began
    blank: BaseState
    returned: list[int64] = array(MAX_SEATS)  # of the last game that ended
    limit: int32  # decisions of a game
    numbers: int32  # of actions
