"""The die that is due, thrown but not applied yet: compiled behind the rules of a game with dice."""

from kosmoport.core.chance import Rng
from kosmoport.core.contract import Action, BaseState
from kosmoport.engine.drivers.the_game import Components, rules


def entry_roll(states: list[BaseState], i: int, comps: list[Components], rngs: list[Rng]) -> Action:
    """The outcome, for CHANCE to apply."""
    return rules.roll(states[i], comps[0], rngs[0])
