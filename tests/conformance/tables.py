"""What the suite runs over: every game there is, the teaching game and the starters included."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

import pytest

from examples import goofspiel
from kosmoport import starters
from kosmoport.conformance.tables import players_of
from kosmoport.core.game import Game
from kosmoport.games import GAMES

STARTERS: tuple[Game, ...] = tuple(
    importlib.import_module(f"{starters.__name__}.{module.name}").GAME
    for module in pkgutil.iter_modules(starters.__path__)
    if module.ispkg
)
ALL_GAMES: tuple[Game, ...] = (*GAMES, goofspiel.GAME)


def tables() -> list[Any]:
    """(game, players) for every game and number of players, with readable names."""
    return [
        pytest.param(game, players, id=f"{game.id}-{players}")
        for game in ALL_GAMES
        for players in players_of(game)
    ]


def games() -> list[Any]:
    return [pytest.param(game, id=game.id) for game in ALL_GAMES]
