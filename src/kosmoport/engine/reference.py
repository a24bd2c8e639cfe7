"""The functions of random play in plain Python, step for step what the compiled batch does."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from kosmoport.core.game import Game
from kosmoport.engine import defaults, playout


@cache
def playing(game: Game) -> Any:
    """`playout.py` with the functions of this game: new_game, random_step, play_on, complete_action."""
    names: dict[str, Any] = {}
    for source in (Path(str(defaults.__file__)), Path(str(playout.__file__))):
        exec(compile(source.read_text(encoding="utf-8"), str(source), "exec"), names)
        names |= vars(game.rules)
    return SimpleNamespace(**names)
