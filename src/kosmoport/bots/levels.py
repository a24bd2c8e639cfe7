"""Levels people understand, and how the search thinks best: chosen from measured ladders (docs/bots.md)."""

from __future__ import annotations

from kosmoport.bots.settings import Settings
from kosmoport.core.game import Game

LEVELS = ("beginner", "casual", "strong", "expert")

_ANY = {
    "beginner": "greedy:60",
    "casual": "greedy",
    "strong": "search:200",
    "expert": "search:5000,1000ms",
}

# What each level is in each game: a bot by its name, with its budget.
LEVEL_BOTS: dict[str, dict[str, str]] = {
    "kosmiczni_piraci": {**_ANY, "expert": "search:6000,1000ms"},
    "piraci": {**_ANY, "strong": "search:100", "expert": "search:2000,1000ms"},
    "kosmiczna_misja": {  # luck weighs so much that a small search is no stronger than the rules of thumb
        "beginner": "greedy:90",
        "casual": "greedy:50",
        "strong": "greedy",
        "expert": "search:12000,1000ms",
    },
    "kosmodraci": {**_ANY, "casual": "greedy:25"},
    "kosmiczna_eskadra": {
        "beginner": "greedy:80",
        "casual": "greedy:40",
        "strong": "greedy",
        "expert": "search:4000,1000ms",
    },
}

# Seconds for a card where everybody plays at once: from a beginner's pace to faster than most people.
PACE = {"beginner": 6.0, "casual": 4.0, "strong": 2.6, "expert": 1.6}

# Settings with which the search beats the textbook's at equal time.
BEST: dict[str, Settings] = {
    "kosmiczni_piraci": Settings(guided=True, explore=3.0, temper=100, width=4),
    "piraci": Settings(guided=True, explore=0.5, temper=100, width=8),
    "kosmiczna_misja": Settings(guided=True, explore=0.7, temper=100, width=8),
    "kosmodraci": Settings(guided=True, explore=1.0, temper=70, width=4),
    "kosmiczna_eskadra": Settings(guided=True, explore=1.0, temper=75, width=4),
}


def best_settings(game: Game) -> Settings:
    """How the search thinks best about this game."""
    return BEST.get(game.id, Settings(guided=game.thumbs is not None))


def level_bot(game: Game, level: str) -> str:
    """The name of the bot that plays this level."""
    return LEVEL_BOTS.get(game.id, _ANY)[level]
