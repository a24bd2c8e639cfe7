"""Kosmiczna Eskadra: what each level is, and how a search thinks best about it (docs/bots.md)."""

from kosmoport.core.levels import Settings

LEVELS = {
    "beginner": "greedy:80",
    "casual": "greedy:40",
    "strong": "greedy",
    "expert": "search:4000,1000ms",
}

SEARCH = Settings(guided=True, explore=1.0, temper=75, width=4)  # beats the textbook's at equal time
