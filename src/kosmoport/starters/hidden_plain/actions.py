"""Hidden Plain: actions as ids with parameters, and back."""

from kosmoport.core.words import Told
from kosmoport.starters.hidden_plain.view import View

REASONS = ("card",)
RULES = {"over": ("HP-5",), "turn": ("HP-2",), "unknown": ("HP-3",), "card": ("HP-3",)}  # behind each reason


def describe(view: View, action: int) -> Told:
    """Lay a card, named by its value."""
    return Told("lay", {"card": action + 1})


def encode(view: View, act: Told) -> int:
    """The number of an action; a ValueError is told as one that does not exist."""
    card = act.args["card"]
    if act.id != "lay" or type(card) is not int:
        raise ValueError
    return card - 1
