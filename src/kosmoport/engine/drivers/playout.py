"""Random play in the subset of the rules: the same text plays plain and compiled."""

from kosmoport.core.chance import Rng, below
from kosmoport.core.contract import CHANCE, BaseState
from kosmoport.engine.drivers.the_game import Components, Deal, rules


def new_game(s: BaseState, c: Components, rng: Rng, d: Deal) -> None:
    """Deal and set up; the options are already in the state."""
    rules.deal(s, c, rng, d)
    rules.setup(s, c, d)


def random_step(s: BaseState, c: Components, rng: Rng, legal: list[int]) -> bool:
    """One die or one decision, uniform over what is legal; True if it was a decision."""
    if rules.chance_due(s):
        rules.apply(s, c, CHANCE, rules.roll(s, c, rng))
        return False
    seat = rules.seat_to_play(s, rng)
    n = rules.legal_actions(s, c, seat, legal)
    rules.apply(s, c, seat, rules.complete_action(s, c, seat, legal[below(rng, n)], rng))
    return True


def play_on(s: BaseState, c: Components, rng: Rng, legal: list[int], limit: int) -> int:
    """Random play to the end, at most `limit` steps; returns the number of decisions."""
    decisions = 0
    steps = 0
    while steps < limit and not rules.is_over(s):
        if random_step(s, c, rng, legal):
            decisions += 1
        steps += 1
    return decisions
