"""A compiled game stepped from Python, action by action, as fast as a call into machine code allows.

Everything one game needs lies on one record (state, components, deal, generator, and the list of legal
actions), so that a step hands over one number.
"""

from __future__ import annotations

from kosmoport.core.components import ComponentFile
from kosmoport.core.contract import BaseState
from kosmoport.core.game import Game
from kosmoport.core.layout import pack_into, size_of, unpack_from
from kosmoport.core.options import Options
from kosmoport.engine.batch import game_number
from kosmoport.engine.modules import machine_of
from kosmoport.engine.program import stepped_game_type


class Stepper:
    """One game at a time: `begin`, then `step` with one of `legal[:count]` until `over`.

    `begin` and `step` return the number of legal actions and leave the seat in `seat`; simultaneous
    decisions are asked for seat by seat. Poses are listed as kinds and have to be completed.
    """

    __slots__ = ("_begin", "_blank", "_game", "_games", "_step", "legal", "over", "seat")

    def __init__(
        self, game: Game, options: Options, seed: int, components: ComponentFile | None = None
    ) -> None:
        machine, kind, schema = machine_of(game), stepped_game_type(game), game.schema
        self._game = game
        self._games = machine.records(kind)
        self._blank = bytearray(size_of(schema.State))
        pack_into(self._blank, 0, game.blank_state(options))
        self._games.inner("c").write(0, game.component_record(components))
        self.legal: memoryview = self._games.field("legal")
        self._begin = machine.bind("entry_begin", self._games, 0)
        self._step = machine.bind("entry_step", self._games, 0)
        machine.call("entry_start", self._games, game_number(seed))
        self.over, self.seat = True, -1

    def begin(self) -> int:
        """A new game; its generator goes on where the last game left it."""
        self._games.bytes[: len(self._blank)] = self._blank  # the state comes first
        return self._note(self._begin())

    def step(self, action: int) -> int:
        """The seat does a listed action."""
        code = self._step(action)
        if code < 0:
            return self._note(code)
        self.seat = code & 255
        return code >> 8

    def _note(self, code: int) -> int:
        self.over = code < 0
        self.seat = -1 if code < 0 else code & 255
        return 0 if code < 0 else code >> 8

    @property
    def state(self) -> BaseState:
        """The state, as a plain record."""
        state: BaseState = unpack_from(self._game.schema.State, self._games.bytes)
        return state
