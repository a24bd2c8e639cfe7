"""Random play in the subset of the rules: the same text plays plain and compiled."""

from kosmoport.core.chance import below
from kosmoport.core.contract import CHANCE


def new_game(s, c, rng, d):
    """Deal and set up; the options are already in the state."""
    deal(s, c, rng, d)
    setup(s, c, d)


def random_step(s, c, rng, legal):
    """One die or one decision, uniform over what is legal; True if it was a decision."""
    if chance_due(s):
        apply(s, c, CHANCE, roll(s, c, rng))
        return False
    seat = seat_to_play(s, rng)
    n = legal_actions(s, c, seat, legal)
    apply(s, c, seat, complete_action(s, c, seat, legal[below(rng, n)], rng))
    return True


def play_on(s, c, rng, legal, limit):
    """Random play to the end, at most `limit` steps; returns the number of decisions."""
    decisions = 0
    steps = 0
    while steps < limit and not is_over(s):
        if random_step(s, c, rng, legal):
            decisions += 1
        steps += 1
    return decisions
