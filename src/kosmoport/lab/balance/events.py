"""What is watched in every game; a game without a line here is judged by points, wins and decisions alone."""

from __future__ import annotations

from kosmoport.core.game import Game
from kosmoport.lab.balance import (
    kosmiczna_eskadra,
    kosmiczna_misja,
    kosmiczni_piraci,
    kosmodraci,
    piraci,
)
from kosmoport.lab.balance.log import Watch

WATCHES = {
    "kosmiczni_piraci": kosmiczni_piraci.WATCH,
    "piraci": piraci.WATCH,
    "kosmiczna_misja": kosmiczna_misja.WATCH,
    "kosmodraci": kosmodraci.WATCH,
    "kosmiczna_eskadra": kosmiczna_eskadra.WATCH,
}


def watch_of(game: Game) -> Watch:
    """What is watched in this game."""
    return WATCHES.get(game.id, Watch())
