"""Hidden Dice: actions as ids with parameters, and back."""

from kosmoport.core.words import Told
from kosmoport.starters.hidden_dice.view import View

REASONS = ("card",)
RULES = {"over": ("HD-6",), "turn": ("HD-2",), "unknown": ("HD-4",), "card": ("HD-4",)}  # behind each reason


def describe(view: View, action: int) -> Told:
    """Lay a card, named by its value."""
    return Told("lay", {"card": action + 1})


def encode(view: View, act: Told) -> int:
    """The number of an action; a ValueError is told as one that does not exist."""
    card = act.args["card"]
    if act.id != "lay" or type(card) is not int:
        raise ValueError
    return card - 1
