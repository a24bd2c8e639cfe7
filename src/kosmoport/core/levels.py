"""Levels people understand, what each of them is, and how a search thinks, in one record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

LEVELS = ("beginner", "casual", "strong", "expert")

# What each level is, a bot by its name with its budget, unless a game was measured to need something else.
STANDARD: Mapping[str, str] = {
    "beginner": "greedy:60",
    "casual": "greedy",
    "strong": "search:200",
    "expert": "search:5000,1000ms",
}

HUMAN_PACE = 5.0


@dataclass(frozen=True)
class Settings:
    """The defaults are the textbook's search, which knows no rules of thumb."""

    iterations: int = 0  # for all trees together; 0: no limit
    milliseconds: int = 0  # 0: no limit
    trees: int = 1
    guided: bool = False  # selection by the rules of thumb, not by UCB alone
    explore: float = 0.7
    temper: int = 50  # of the rules of thumb: the higher, the less they matter
    width: int = 1  # legal actions looked at for each step of a playout; 1: pure chance
    places: int = 0  # percent of the value of a playout that is the place, the rest is the share of the win
    secure: float = 0.0  # final choice: 0 most visited, else highest gain less this many deviations
    pace: float = HUMAN_PACE  # seconds for a card where everybody plays at once
    cheat: bool = False  # only the lab can do that: it needs a state
