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
from kosmoport.games import GAMES, earlier

STARTERS: tuple[Game, ...] = tuple(
    importlib.import_module(f"{starters.__name__}.{module.name}").GAME
    for module in pkgutil.iter_modules(starters.__path__)
    if module.ispkg
)
FROZEN = tuple(one for game in GAMES for one in earlier(game))
ALL_GAMES: tuple[Game, ...] = (*GAMES, *FROZEN, goofspiel.GAME)


def tables() -> list[Any]:
    """(game, players) for every game and number of players, with readable names."""
    return [
        pytest.param(game, players, id=f"{name_of(game)}-{players}")
        for game in ALL_GAMES
        for players in players_of(game)
    ]


def games() -> list[Any]:
    return [pytest.param(game, id=name_of(game)) for game in ALL_GAMES]


def name_of(game: Game) -> str:
    return f"{game.id}_v{game.version}" if game in FROZEN else game.id
