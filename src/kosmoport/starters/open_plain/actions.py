"""Open Plain: actions as ids with parameters, and back."""

from kosmoport.core.words import Told
from kosmoport.starters.open_plain.rules import LEFT
from kosmoport.starters.open_plain.view import ENDS, View

REASONS: tuple[str, ...] = ()  # only the common ones
RULES = {"over": ("OP-4",), "turn": ("OP-2",), "unknown": ("OP-3",)}  # behind each reason


def describe(view: View, action: int) -> Told:
    """Which card, and at which end."""
    return Told("take", {"card": view.row[0 if action == LEFT else -1], "end": ENDS[action]})


def encode(view: View, act: Told) -> int:
    """The number of an action; a ValueError is told as one that does not exist."""
    action = ENDS.index(act.args["end"])
    if act != describe(view, action):
        raise ValueError
    return action
