"""A table for other ecosystems: positions as records of the compiled engine, actions as numbers."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from kosmoport.core import layout
from kosmoport.core.chance import Rng
from kosmoport.core.components import ComponentFile
from kosmoport.core.contract import CHANCE, NOBODY, WHOLE_WIN, BaseState
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.options import Options
from kosmoport.core.words import Told
from kosmoport.engine.batch import MAX_SEED, game_number
from kosmoport.engine.memory import Records
from kosmoport.engine.modules import machine_of
from kosmoport.engine.program import stepped_game_type

Numbers = np.ndarray[Any, Any]

LIMIT = 20_000  # decisions; a game's own technical limit comes before it


class Table:
    """A game with its options and components, the generator of its deals and dice, and its machine.

    The machine holds one position at a time, the one that was asked about last (`show`).
    """

    def __init__(self, game: Game, options: Options, components: ComponentFile | None, limit: int) -> None:
        if limit < 1:
            raise BadInput(f"the limit of an episode must be at least 1 decision, not {limit}")
        self.game, self.options, self.limit = game, options, limit
        self.players: int = options["players"]
        self.actions: int = game.schema.ACTIONS
        self.c = game.component_record(components)
        schema, machine = game.schema, machine_of(game)
        self.machine = machine
        kind = stepped_game_type(game)
        stepped = machine.records(kind)
        self.state: Records[BaseState] = machine.records(schema.State)
        self.comps = machine.record(self.c)
        self._shown: Position | None = None
        stepped.inner("c").write(0, self.c)
        self._blank = bytearray(self.state.size)
        layout.pack_into(self._blank, 0, game.blank_state(options))
        self._stepped, self._start = stepped, machine.bind("entry_start", stepped)
        self._begin = machine.bind("entry_begin", stepped, 0)
        self._draws = machine.records(Rng)
        seats = machine.numbers("int64", 1, self.players)
        self._by_seat = seats.view
        self._listed = machine.numbers("int64", schema.MAX_LEGAL)
        self._observed = machine.numbers("int64", game.hidden.OBSERVATION)
        asked = (self.state, 0)
        self.apply = machine.bind("entry_apply", *asked, self.comps)
        self.to_act = machine.bind("entry_to_act", *asked)
        self._legal = machine.bind("entry_legal", *asked, self.comps, self._listed)
        self._observe = machine.bind("entry_observe", *asked, self.comps, self._observed)
        self._redeal = machine.bind("entry_redeal", *asked, self.comps, self._draws)
        self._returns = machine.bind("entry_returns", self.state, self.comps, seats)
        self._scores = machine.bind("entry_scores", self.state, self.comps, seats)
        dice = game.dice is not None
        self.chance_due = machine.bind("entry_chance_due", *asked) if dice else None
        self.roll = machine.bind("entry_roll", *asked, self.comps, stepped.inner("rng")) if dice else None
        self.seed(secrets.randbelow(MAX_SEED))

    def __deepcopy__(self, memo: Any) -> Self:
        """Copies of a position share their table."""
        return self

    def seed(self, seed: int) -> None:
        """Start the generator of deals and dice; until then it started anywhere."""
        self._start(game_number(seed))

    def deal(self) -> Position:
        """A new game, as far as its first decision."""
        size = self.state.size  # the state comes first
        self._stepped.bytes[:size] = self._blank
        self._begin()
        return self.position(bytes(self._stepped.bytes[:size]))

    def world(self, s: Any, seat: int) -> Position:
        """The position of a plain state, with this seat asked first where several decide at once."""
        memory = bytearray(self.state.size)
        layout.pack_into(memory, 0, s)
        position = self.position(bytes(memory))
        position.seat = seat
        return position

    def position(self, memory: bytes) -> Position:
        """The position that this memory holds."""
        return Position(self, memory)

    def show(self, position: Position) -> None:
        """What is asked now is about this position."""
        if self._shown is not position:
            self.state.bytes[:] = position.memory
            self._shown = position

    def legal(self, seat: int) -> list[int]:
        """The seat's actions in the position that is shown, in the order of the rules."""
        listed: list[int] = self._listed.view[: self._legal(seat)].tolist()
        return listed

    def observe(self, seat: int) -> Numbers:
        """What the seat knows there, as numbers."""
        self._observe(seat)
        return self._observed.array.copy()

    def returns(self) -> list[int]:
        """Sixtieths of the win there."""
        self._returns()
        return list(self._by_seat)

    def scores(self) -> list[int]:
        self._scores()
        return list(self._by_seat)

    def redealt(self, seat: int, number: int) -> bytes:
        """Another world that looks the same to the seat; the number decides which."""
        self.machine.call("entry_seed", self._draws, number)
        self._shown = None
        self._redeal(seat)
        return bytes(self.state.bytes)


class Position:
    """One position: who has to decide, what that seat may do and know, and what came of it.

    `seat` is the seat to decide, CHANCE while a die is due, NOBODY at the end. Simultaneous decisions are
    asked for seat by seat; what has been decided stays a secret of the state.
    """

    __slots__ = ("decisions", "memory", "over", "plain", "seat", "table", "views")

    def __init__(self, table: Table, memory: bytes) -> None:
        self.table, self.memory = table, memory
        self.decisions = 0
        self.look()

    def look(self) -> None:
        """Find out who is next, after anything has changed."""
        self.plain: Any = None  # made when first needed, with the views, and shared by copies
        self.views: dict[int, Any] = {}
        table = self.table
        table.show(self)
        if table.chance_due is not None and table.chance_due():
            self.seat = CHANCE
        else:
            seats = table.to_act()
            self.seat = (seats & -seats).bit_length() - 1 if seats else NOBODY
        self.over = self.seat == NOBODY or self.decisions >= self.table.limit  # ended or cut off

    @property
    def ended(self) -> bool:
        return self.seat == NOBODY

    # ---------------------------------------------------------------- deciding

    def legal(self) -> list[int]:
        """What the seat to decide may do, in ascending order."""
        self.table.show(self)
        return sorted(self.table.legal(self.seat))

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
        table.show(self)
        reason = table.apply(self.seat, self.action(number))
        if reason != 0:
            told = table.game.words("en").say("reason", Told(table.game.reasons[reason]))
            raise BadInput(f"seat {self.seat} cannot choose action {number} now: {told}")
        self.memory = bytes(table.state.bytes)
        self.decisions += 1
        self.look()

    def throw(self) -> None:
        """Throw the die that is due."""
        table = self.table
        assert table.roll is not None
        table.show(self)
        table.apply(CHANCE, table.roll())
        self.memory = bytes(table.state.bytes)
        self.look()

    # ---------------------------------------------------------------- knowing

    def observation(self, seat: int) -> Numbers:
        """What the seat knows, as numbers."""
        self.table.show(self)
        return self.table.observe(seat)

    def view(self, seat: int) -> Any:
        """What the seat knows, as the bots of this package get it."""
        game = self.table.game
        if self.plain is None:
            self.plain = layout.unpack_from(game.schema.State, self.memory)
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
        self.table.show(self)
        return [share / WHOLE_WIN for share in self.table.returns()]

    def scores(self) -> list[int]:
        self.table.show(self)
        return self.table.scores()

    # ---------------------------------------------------------------- other worlds

    def copy(self) -> Position:
        """The same position, sharing nothing that changes."""
        twin = self.table.position(self.memory)
        twin.seat, twin.decisions, twin.over = self.seat, self.decisions, self.over
        twin.plain, twin.views = self.plain, self.views
        return twin

    def __deepcopy__(self, memo: Any) -> Position:
        return self.copy()

    def redealt(self, seat: int, number: int) -> Position:
        """Another world that looks the same to the seat; the number decides which."""
        twin = self.copy()
        self.table.show(self)
        twin.memory = self.table.redealt(seat, number)
        twin.plain, twin.views = None, {}
        return twin
