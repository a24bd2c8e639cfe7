"""What a game without dice, poses and haste need not write: the engine adds these functions."""

from kosmoport.core.chance import Rng
from kosmoport.core.contract import Action, BaseState, Seat
from kosmoport.engine.drivers.seats import first_seat
from kosmoport.engine.drivers.the_game import Components, rules


def chance_due(s: BaseState) -> bool:
    """No dice: never."""
    return False


def roll(s: BaseState, c: Components, rng: Rng) -> Action:
    """No dice: no outcome."""
    return 0


def complete_action(s: BaseState, c: Components, seat: Seat, action: Action, rng: Rng) -> Action:
    """No poses: a listed action is complete."""
    return action


def seat_to_play(s: BaseState, rng: Rng) -> Seat:
    """No haste: where several may act, the order of their decisions means nothing."""
    return first_seat(rules.to_act(s))
