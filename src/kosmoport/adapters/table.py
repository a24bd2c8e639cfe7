"""A table for other ecosystems: positions as records of the compiled engine, actions as numbers."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from kosmoport.adapters.machine import machine_of
from kosmoport.core import layout
from kosmoport.core.chance import Rng
from kosmoport.core.components import ComponentFile
from kosmoport.core.contract import CHANCE, NOBODY, WHOLE_WIN
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.options import Options
from kosmoport.core.words import Told
from kosmoport.engine.batch import MAX_SEED, game_number
from kosmoport.engine.stepping import stepped_game_type

Numbers = np.ndarray[Any, Any]

LIMIT = 20_000  # decisions; a game's own technical limit comes before it


class Table:
    """A game with its options and components, the generator of its deals and dice, and its machine code."""

    def __init__(self, game: Game, options: Options, components: ComponentFile | None, limit: int) -> None:
        if limit < 1:
            raise BadInput(f"the limit of an episode must be at least 1 decision, not {limit}")
        self.game, self.options, self.limit = game, options, limit
        self.players: int = options["players"]
        self.actions: int = game.schema.ACTIONS
        self.c = game.component_record(components)
        self.machine = machine_of(game)
        self.blank = layout.to_array(game.blank_state(options)).tobytes()
        self.dtype = layout.dtype_of(game.schema.State)
        self._bytes = bytearray(layout.dtype_of(stepped_game_type(game)).itemsize)
        self.games: Numbers = np.frombuffer(self._bytes, layout.dtype_of(stepped_game_type(game)))
        self.games["c"][0] = layout.to_array(self.c)[0]
        self.comps: Numbers = self.games["c"]
        self.dice: Numbers = self.games["rng"]
        self.draws: Numbers = np.zeros(1, layout.dtype_of(Rng))
        self.seed(secrets.randbelow(MAX_SEED))

    def __deepcopy__(self, memo: Any) -> Self:
        """Copies of a position share their table."""
        return self

    def seed(self, seed: int) -> None:
        """Start the generator of deals and dice; until then it started anywhere."""
        self.machine.seed(self.dice, game_number(seed))

    def deal(self) -> Position:
        """A new game, as far as its first decision."""
        size = self.dtype.itemsize  # the state comes first
        self._bytes[:size] = self.blank
        self.machine.begin(self.games, 0)
        return self.position(self._bytes[:size])

    def world(self, s: Any, seat: int) -> Position:
        """The position of a plain state, with this seat asked first where several decide at once."""
        position = self.position(bytearray(layout.to_array(s).tobytes()))
        position.seat = seat
        return position

    def position(self, memory: bytearray) -> Position:
        """The position that this memory holds."""
        return Position(self, memory)


class Position:
    """One position: who has to decide, what that seat may do and know, and what came of it.

    `seat` is the seat to decide, CHANCE while a die is due, NOBODY at the end. Simultaneous decisions are
    asked for seat by seat; what has been decided stays a secret of the state.
    """

    __slots__ = ("decisions", "memory", "over", "plain", "seat", "states", "table", "views")

    def __init__(self, table: Table, memory: bytearray) -> None:
        self.table, self.memory = table, memory
        self.states: Numbers = np.frombuffer(memory, table.dtype)
        self.decisions = 0
        self.look()

    def look(self) -> None:
        """Find out who is next, after anything has changed."""
        self.plain: Any = None  # made when first needed, with the views, and shared by copies
        self.views: dict[int, Any] = {}
        machine = self.table.machine
        if machine.chance_due is not None and machine.chance_due(self.states, 0):
            self.seat = CHANCE
        else:
            seats = machine.to_act(self.states, 0)
            self.seat = (seats & -seats).bit_length() - 1 if seats else NOBODY
        self.over = self.seat == NOBODY or self.decisions >= self.table.limit  # ended or cut off

    @property
    def ended(self) -> bool:
        return self.seat == NOBODY

    # ---------------------------------------------------------------- deciding

    def legal(self) -> list[int]:
        """What the seat to decide may do, in ascending order."""
        out: Numbers = self.table.games["legal"][0]
        count = self.table.machine.legal(self.states, 0, self.table.comps, self.seat, out)
        return sorted(out[:count].tolist())

    def mask(self, seat: int) -> Numbers:
        """1 for each action that this seat may choose now."""
        mask = np.zeros(self.table.actions, np.int8)
        if seat == self.seat and not self.over:
            mask[self.legal()] = 1
        return mask

    def action(self, number: int) -> int:
        """The action of the rules that has this number here."""
        return number

    def act(self, number: int) -> None:
        """The seat to decide does this; BadInput says why it may not."""
        table = self.table
        reason = table.machine.apply(self.states, 0, table.comps, self.seat, self.action(number))
        if reason != 0:
            told = table.game.words("en").say("reason", Told(table.game.reasons[reason]))
            raise BadInput(f"seat {self.seat} cannot choose action {number} now: {told}")
        self.decisions += 1
        self.look()

    def throw(self) -> None:
        """Throw the die that is due."""
        table = self.table
        assert table.machine.roll is not None
        outcome = table.machine.roll(self.states, 0, table.comps, table.dice)
        table.machine.apply(self.states, 0, table.comps, CHANCE, outcome)
        self.look()

    # ---------------------------------------------------------------- knowing

    def observation(self, seat: int) -> Numbers:
        """What the seat knows, as numbers."""
        out = np.zeros(self.table.game.hidden.OBSERVATION, np.int64)
        self.table.machine.observe(self.states, 0, self.table.comps, seat, out)
        return out

    def view(self, seat: int) -> Any:
        """What the seat knows, as the bots of this package get it."""
        game = self.table.game
        if self.plain is None:
            self.plain = layout.from_array(self.states, 0, game.schema.State)
        if seat not in self.views:
            self.views[seat] = game.view.view(self.plain, self.table.c, seat)
        return self.views[seat]

    def account(self, seat: int, names: Sequence[str]) -> list[str]:
        """What the seat knows, in sentences."""
        game = self.table.game
        return [game.words("en").say("account", line, names) for line in game.view.account(self.view(seat))]

    def describe(self, number: int, names: Sequence[str]) -> str:
        """An action of the seat to decide, in words."""
        game = self.table.game
        return game.words("en").say("action", game.describe(self.view(self.seat), self.action(number)), names)

    def shares(self) -> list[float]:
        """Every seat's share of the win; the leaders' where the limit has cut a game off."""
        out = np.zeros(self.table.players, np.int64)
        self.table.machine.returns(self.states, 0, self.table.comps, out)
        return [share / WHOLE_WIN for share in out.tolist()]

    def scores(self) -> list[int]:
        out = np.zeros(self.table.players, np.int64)
        self.table.machine.scores(self.states, 0, self.table.comps, out)
        scores: list[int] = out.tolist()
        return scores

    # ---------------------------------------------------------------- other worlds

    def copy(self) -> Position:
        """The same position, sharing nothing that changes."""
        twin = self.table.position(self.memory[:])
        twin.seat, twin.decisions, twin.over = self.seat, self.decisions, self.over
        twin.plain, twin.views = self.plain, self.views
        return twin

    def __deepcopy__(self, memo: Any) -> Position:
        return self.copy()

    def redealt(self, seat: int, number: int) -> Position:
        """Another world that looks the same to the seat; the number decides which."""
        twin = self.copy()
        self.table.machine.seed(self.table.draws, number)
        self.table.machine.redeal(twin.states, 0, self.table.comps, seat, self.table.draws)
        twin.plain, twin.views = None, {}
        return twin
