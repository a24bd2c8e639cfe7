"""Rivals that only the lab has: the search that sees everything, and OpenSpiel's own search.

The cheating search is no bot, because a bot never sees a state: it is the upper bound that honest ones are
measured by, so the lab seats it itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from kosmoport.bots import Bot, Chair
from kosmoport.bots.registry import Maker, bot_maker, search_settings
from kosmoport.bots.search import SearchBot
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.levels import Settings
from kosmoport.core.play import Play

CHEATING = "cheating"  # `cheating:2000`: settings as for `search`
OPENSPIEL = "openspiel"  # `openspiel:500`: simulations
WITH_SETTINGS = ("greedy", "search", "plain", CHEATING, OPENSPIEL)  # a colon does not always mean a module


class CheatingSeat:
    """Searches the true state of a game instead of worlds that agree with its view."""

    def __init__(self, chair: Chair, settings: Settings, play: Play) -> None:
        self._search = SearchBot(chair, replace(settings, cheat=True))
        self._play = play

    def choose(self, view: Any, legal: Sequence[int]) -> int:
        return self._search.best(self._search.think(view.seat, self._play.s))


@dataclass(frozen=True)
class Cheat:
    """Makes a cheating seat as soon as there is a game to look into."""

    settings: Settings

    def __call__(self, chair: Chair) -> Bot:
        raise BadInput("the cheating search can only be seated by the lab")

    def at(self, play: Play) -> Maker:
        return partial(CheatingSeat, settings=self.settings, play=play)


def rival_maker(name: str, game: Game) -> Maker:
    """How to make the bot of this name, rivals included; BadInput if there is none."""
    kind, _, rest = name.partition(":")
    if kind == CHEATING:
        return Cheat(search_settings(game, "search", name, rest))
    if kind == OPENSPIEL:
        return partial(_openspiel, simulations=_simulations(name, rest))
    return bot_maker(name, game)


def _simulations(name: str, rest: str) -> int:
    if not rest.isdecimal() or int(rest) < 1:
        raise BadInput(f"{name} needs a number of simulations, such as {OPENSPIEL}:500")
    return int(rest)


def _openspiel(chair: Chair, simulations: int) -> Bot:
    from kosmoport.adapters.open_spiel import IsmctsBot

    return IsmctsBot(chair, simulations)
