"""Open Dice: actions as ids, and back."""

from kosmoport.core.words import Told
from kosmoport.starters.open_dice.view import View

IDS = ("throw", "stop")  # by the number of the action

REASONS: tuple[str, ...] = ()  # only the common ones
RULES = {"over": ("OD-6",), "turn": ("OD-1",), "unknown": ("OD-2",)}  # behind each reason


def describe(view: View, action: int) -> Told:
    return Told(IDS[action])


def encode(view: View, act: Told) -> int:
    """The number of an action; a ValueError is told as one that does not exist."""
    return IDS.index(act.id)
