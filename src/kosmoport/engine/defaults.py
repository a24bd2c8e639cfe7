"""What a game without dice, poses and haste need not write: the engine adds these functions."""

from kosmoport.engine.seats import first_seat


def chance_due(s):
    """No dice: never."""
    return False


def roll(s, c, rng):
    """No dice: no outcome."""
    return 0


def complete_action(s, c, seat, action, rng):
    """No poses: a listed action is complete."""
    return action


def seat_to_play(s, rng):
    """No haste: where several may act, the order of their decisions means nothing."""
    return first_seat(to_act(s))
