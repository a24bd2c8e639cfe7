"""Kosmodraci: actions as ids with parameters, and back; the reasons for refusing one."""

from __future__ import annotations

from kosmoport.core.errors import Refused
from kosmoport.core.words import Told
from kosmoport.games.kosmodraci.messages import ACTIONS, Pick, Play
from kosmoport.games.kosmodraci.view import View

REASONS = ("card", "phase")  # the last one is for words only: numbers say nothing of picking or playing

# The rules behind each reason, the common ones included.
RULES: dict[str, tuple[str, ...]] = {
    "over": ("KD-19",),
    "turn": ("KD-8", "KD-11"),
    "unknown": ("KD-8", "KD-11"),
    "card": ("KD-8", "KD-11"),
    "phase": ("KD-8", "KD-11"),
}


def describe(view: View, action: int) -> Told:
    """Pick a card in the draft, play one in the hunt."""
    return _kind(view)(card=view.crew[action].v).told()


def _kind(view: View) -> type[Pick] | type[Play]:
    return Pick if view.stage == "draft" else Play


def encode(view: View, act: Told) -> int:
    """The number of an action: the place of its card in the crew list."""
    meant = ACTIONS.read(act)
    if not isinstance(meant, _kind(view)):
        raise Refused("phase")
    card = meant.card
    for i, face in enumerate(view.crew):
        if type(card) is int and face.v == card:
            return i
    raise Refused("card")
