"""What a game without dice and without poses need not write: the engine adds these functions."""


def chance_due(s):
    """No dice: never."""
    return False


def roll(s, c, rng):
    """No dice: no outcome."""
    return 0


def complete_action(s, c, seat, action, rng):
    """No poses: a listed action is complete."""
    return action
