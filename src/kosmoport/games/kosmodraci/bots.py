"""Kosmodraci: what each level is, and how a search thinks best about it (docs/bots.md)."""

from kosmoport.core.levels import STANDARD, Settings

LEVELS = {**STANDARD, "casual": "greedy:25"}

SEARCH = Settings(guided=True, explore=1.0, temper=70, width=4)  # beats the textbook's at equal time
