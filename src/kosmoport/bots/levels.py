"""Levels people understand, and how the search thinks best: chosen from measured ladders (docs/bots.md)."""

from __future__ import annotations

from kosmoport.bots.settings import Settings
from kosmoport.core.game import Game

LEVELS = ("beginner", "casual", "strong", "expert")

_ANY = {
    "beginner": "greedy:60",
    "casual": "greedy",
    "strong": "search:500",
    "expert": "search:20000,1000ms",
}

# What each level is in each game: a bot by its name, with its budget.
LEVEL_BOTS: dict[str, dict[str, str]] = {
    "kosmiczni_piraci": _ANY,
}

# Settings with which the search beats the textbook's at equal time.
BEST: dict[str, Settings] = {
    "kosmiczni_piraci": Settings(guided=True, explore=1.0, temper=50, width=2),
}


def best_settings(game: Game) -> Settings:
    """How the search thinks best about this game."""
    return BEST.get(game.id, Settings(guided=game.thumbs is not None))


def level_bot(game: Game, level: str) -> str:
    """The name of the bot that plays this level."""
    return LEVEL_BOTS.get(game.id, _ANY)[level]
