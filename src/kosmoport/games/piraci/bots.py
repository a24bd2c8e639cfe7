"""Piraci: what each level is, and how a search thinks best about it (docs/bots.md)."""

from kosmoport.core.levels import STANDARD, Settings

LEVELS = {**STANDARD, "strong": "search:100", "expert": "search:2000,1000ms"}

SEARCH = Settings(guided=True, explore=0.5, temper=100, width=8)  # beats the textbook's at equal time
