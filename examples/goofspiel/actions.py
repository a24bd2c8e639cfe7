"""Goofspiel: actions as ids with parameters, and back; the reasons for refusing one."""

from __future__ import annotations

from examples.goofspiel.rules import ACTIONS
from examples.goofspiel.view import View
from kosmoport.core.errors import Refused
from kosmoport.core.words import Told

REASONS = ("card",)

RULES = {"over": ("GS-6",), "turn": ("GS-3",), "unknown": ("GS-3",), "card": ("GS-3",)}  # behind each reason


def describe(view: View, action: int) -> Told:
    """Bid a card, named by its value."""
    return Told("bid", {"card": action + 1})


def encode(view: View, act: Told) -> int:
    """The number of an action."""
    card = act.args["card"]
    if act.id != "bid" or type(card) is not int or not 1 <= card <= ACTIONS:
        raise Refused("card")
    return card - 1
