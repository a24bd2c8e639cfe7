"""Kosmiczna Misja: what each level is, and how a search thinks best about it (docs/bots.md)."""

from kosmoport.core.levels import Settings

LEVELS = {  # luck weighs so much that a small search is no stronger than the rules of thumb
    "beginner": "greedy:90",
    "casual": "greedy:50",
    "strong": "greedy",
    "expert": "search:12000,1000ms",
}

SEARCH = Settings(guided=True, explore=0.7, temper=100, width=8)  # beats the textbook's at equal time
