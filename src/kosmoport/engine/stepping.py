"""A compiled game stepped from Python, action by action, as fast as a call into machine code allows.

Handing over a structured array costs more than most decisions, so everything one game needs lies on one
record: state, components, deal, generator, and the list of legal actions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kosmoport.core import layout
from kosmoport.core.components import ComponentFile
from kosmoport.core.game import Game
from kosmoport.core.options import Options
from kosmoport.engine.batch import game_number
from kosmoport.engine.compiled import compiled
from kosmoport.engine.drivers import SteppedGame


def stepped_game_type(game: Game) -> type[SteppedGame]:
    """The record as this game needs it."""
    schema = game.schema
    return layout.variant(
        SteppedGame, s=schema.State, c=schema.Components, d=schema.Deal, legal=schema.MAX_LEGAL
    )


def direct(function: Any, *examples: Any) -> Any:
    """The machine code itself for arguments like these: Numba's dispatcher would look at the type of a
    structured array at every call, which costs more than the call. Types are not checked any more."""
    from numba import typeof

    types = tuple(typeof(example) for example in examples)
    function.compile(types)
    return function.overloads[types].entry_point


class Stepper:
    """One game at a time: `begin`, then `step` with one of `legal[:count]` until `over`.

    `begin` and `step` return the number of legal actions and leave the seat in `seat`; simultaneous
    decisions are asked for seat by seat. Poses are listed as kinds and have to be completed.
    """

    __slots__ = ("_begin", "_blank", "_games", "_step", "legal", "over", "seat")

    def __init__(
        self, game: Game, options: Options, seed: int, components: ComponentFile | None = None
    ) -> None:
        self._games = np.zeros(1, layout.dtype_of(stepped_game_type(game)))
        self._blank = layout.to_array(game.blank_state(options))[0]
        self._games["c"][0] = layout.to_array(game.component_record(components))[0]
        self.legal: np.ndarray[Any, Any] = self._games["legal"][0]
        machine = compiled(game)
        self._begin = direct(machine.entry_begin, self._games, 0)
        self._step = direct(machine.entry_step, self._games, 0, 0)
        machine.entry_seed(self._games["rng"], game_number(seed))
        self.over, self.seat = True, -1

    def begin(self) -> int:
        """A new game; its generator goes on where the last game left it."""
        self._games["s"][0] = self._blank
        return self._note(self._begin(self._games, 0))

    def step(self, action: int) -> int:
        """The seat does a listed action."""
        code = self._step(self._games, 0, action)
        if code < 0:
            return self._note(code)
        self.seat = code & 255
        return int(code >> 8)

    def _note(self, code: int) -> int:
        self.over = code < 0
        self.seat = -1 if code < 0 else code & 255
        return 0 if code < 0 else code >> 8

    @property
    def states(self) -> np.ndarray[Any, Any]:
        """The state, as an array of one record."""
        states: np.ndarray[Any, Any] = self._games["s"]
        return states
