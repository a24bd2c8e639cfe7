"""Judging an action: its number, or the reason why it is not legal and the rules that say so."""

from __future__ import annotations

from typing import Any

from kosmoport.core.errors import Refused
from kosmoport.core.game import Game
from kosmoport.core.play import Play
from kosmoport.core.words import Told


def judged(play: Play, seat: int, view: Any, told: Told) -> int:
    """The number of an action that this seat, with this view, may do now; Refused with the reason if not."""
    action = play.game.encode(view, told)
    reason = play.why_not(seat, action)
    if reason is not None:
        raise Refused(reason)
    return action


def rules_behind(game: Game, reason: str) -> tuple[str, ...]:
    """Ids of the rules that a reason of this game stands for; a game from outside may name none."""
    return tuple(game.actions.RULES.get(reason, ()))
