"""Levels people understand, as bots: chosen from measured ladders (docs/bots.md)."""

from __future__ import annotations

from kosmoport.core.game import Game
from kosmoport.core.levels import LEVELS, Settings

__all__ = ["LEVELS", "PACE", "best_settings", "level_bot"]

# Seconds for a card where everybody plays at once: from a beginner's pace to faster than most people.
PACE = {"beginner": 6.0, "casual": 4.0, "strong": 2.6, "expert": 1.6}


def best_settings(game: Game) -> Settings:
    """How the search thinks best about this game."""
    return game.search or Settings(guided=game.thumbs is not None)


def level_bot(game: Game, level: str) -> str:
    """The name of the bot that plays this level."""
    return game.levels[level]
