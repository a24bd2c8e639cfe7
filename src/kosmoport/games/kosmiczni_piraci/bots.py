"""Kosmiczni Piraci: what each level is, and how a search thinks best about it (docs/bots.md)."""

from kosmoport.core.levels import STANDARD, Settings

LEVELS = {**STANDARD, "expert": "search:6000,1000ms"}

SEARCH = Settings(guided=True, explore=3.0, temper=100, width=4)  # beats the textbook's at equal time
