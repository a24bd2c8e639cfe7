"""Which level plays: the one asked for, or openly a lower one when people would wait too long for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kosmoport.bots.levels import LEVELS

GUESSES = {"expert": 1.0}  # seconds of a decision before any was measured
GUESS = 0.02
NEWEST = 0.2  # weight of the newest decision among all measured


def searches(bot: str) -> bool:
    """Does the bot of this name need compiled code?"""
    return bot.partition(":")[0] in ("search", "plain")


def ladder(asked: str, bot_of: Callable[[str], str]) -> list[str]:
    """The level asked for and those to fall back to, down to the highest that does not search.

    Levels below that one err on purpose and are no quicker.
    """
    steps = []
    for level in reversed(LEVELS[: LEVELS.index(asked) + 1]):
        steps.append(level)
        if not searches(bot_of(level)):
            break
    return steps


def affordable(
    steps: Sequence[str], cost: Callable[[str], float], waited: float, behind: float, patience: float
) -> str:
    """The highest level with which nobody has to be more patient than that.

    `waited` is how long this decision has been in the queue, `behind` how many each process still has to make
    after it. If all of them took as long, the last one would wait for `cost * behind` from now on.
    """
    for level in steps:
        if waited + cost(level) * behind <= patience:
            return level
    return steps[-1]


class Costs:
    """How long decisions take on this machine, by game and level."""

    def __init__(self) -> None:
        self._seconds: dict[tuple[str, str], float] = {}

    def expected(self, game: str, level: str) -> float:
        return self._seconds.get((game, level), GUESSES.get(level, GUESS))

    def note(self, game: str, level: str, seconds: float) -> None:
        """A decision took so long; the first of a kind counts alone."""
        before = self._seconds.get((game, level), seconds)
        self._seconds[game, level] = before + NEWEST * (seconds - before)
