"""The die that is due, thrown but not applied yet: compiled behind the rules of a game with dice."""
# mypy: ignore-errors
# In the compiled subset the record's schema is the type; `roll` is the game's own.

from kosmoport.engine.defaults import roll


def entry_roll(states, i, comps, rngs):
    """The outcome, for CHANCE to apply."""
    return roll(states[i], comps[0], rngs[0])
