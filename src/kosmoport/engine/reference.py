"""Random play in plain Python, step for step what the compiled batch does: the reference for it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from kosmoport.core import record
from kosmoport.core.components import ComponentFile
from kosmoport.core.game import Game
from kosmoport.core.options import Options
from kosmoport.core.play import generator
from kosmoport.engine import defaults, playout
from kosmoport.engine.batch import STEP_LIMIT, game_number


@cache
def playing(game: Game) -> Any:
    """`playout.py` with the functions of this game: new_game, random_step, play_on, complete_action."""
    names: dict[str, Any] = {}
    for source in (Path(str(defaults.__file__)), Path(str(playout.__file__))):
        exec(compile(source.read_text(encoding="utf-8"), str(source), "exec"), names)
        names |= vars(game.rules)
    return SimpleNamespace(**names)


def play_one(
    game: Game, options: Options, seed: int, index: int = 0, *, components: ComponentFile | None = None
) -> tuple[Any, int]:
    """Random game `index` of a seed in plain Python: the final state and the number of decisions."""
    s, c = game.blank_state(options), game.component_record(components)
    rng, d = generator(game_number(seed, index)), record.plain(game.rules.DEAL)
    functions = playing(game)
    functions.new_game(s, c, rng, d)
    decisions: int = functions.play_on(s, c, rng, [0] * game.rules.MAX_LEGAL, STEP_LIMIT)
    return s, decisions
