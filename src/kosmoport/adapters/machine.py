"""The machine code of a game as adapters call it, one function for each question to a position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from kosmoport.core import layout
from kosmoport.core.game import Game
from kosmoport.engine.assemble import assemble
from kosmoport.engine.compiled import compiled, load
from kosmoport.engine.stepping import direct, stepped_game_type

Code = Callable[..., Any]

CHANCE_DRIVER = Path(__file__).with_name("chance_driver.py")


@dataclass(frozen=True)
class Machine:
    """Functions over arrays of one record; no types are checked when they are called."""

    begin: Code  # stepped games, 0: deal, set up, throw dice that are due at once
    seed: Code  # rngs, number
    apply: Code  # states, 0, comps, seat, action: the reason for refusing it, 0 if it was done
    to_act: Code  # states, 0: seats as bits
    legal: Code  # states, 0, comps, seat, out: how many
    observe: Code  # states, 0, comps, seat, out
    redeal: Code  # states, 0, comps, seat, rngs
    returns: Code  # states, 0, comps, out
    scores: Code  # states, 0, comps, out
    chance_due: Code | None  # states, 0; None in a game without dice
    roll: Code | None  # states, 0, comps, rngs: the outcome


@cache
def machine_of(game: Game) -> Machine:
    """Compiled when first asked for, or loaded from the cache."""
    games = np.zeros(1, layout.dtype_of(stepped_game_type(game)))
    s, c, rngs, out = games["s"], games["c"], games["rng"], games["legal"][0]
    code, dice = compiled(game), game.dice is not None
    return Machine(
        begin=direct(code.entry_begin, games, 0),
        seed=code.entry_seed,
        apply=direct(code.entry_apply, s, 0, c, 0, 0),
        to_act=direct(code.entry_to_act, s, 0),
        legal=direct(code.entry_legal, s, 0, c, 0, out),
        observe=direct(code.entry_observe, s, 0, c, 0, out),
        redeal=direct(code.entry_redeal, s, 0, c, 0, rngs),
        returns=direct(code.entry_returns, s, 0, c, out),
        scores=direct(code.entry_scores, s, 0, c, out),
        chance_due=direct(code.entry_chance_due, s, 0) if dice else None,
        roll=direct(with_drivers(game, CHANCE_DRIVER).entry_roll, s, 0, c, rngs) if dice else None,
    )


@cache
def with_drivers(game: Game, *drivers: Path) -> ModuleType:
    """The game compiled together with more files; only what is called takes time."""
    return load(assemble(game, extra=drivers))
