"""Vectorised environments for learning: reset and step over many games at once, on NumPy arrays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from kosmoport.core.errors import BadInput, missing

try:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray
except ImportError as error:
    raise missing("numpy", error) from None

from kosmoport.adapters.lattice import lattice_of
from kosmoport.adapters.opening import read_options
from kosmoport.adapters.table import LIMIT
from kosmoport.core.components import ComponentFile
from kosmoport.core.game import Game
from kosmoport.core.options import Options
from kosmoport.engine.batch import STEP_LIMIT, game_number
from kosmoport.engine.vector import Menu, Rows
from kosmoport.games import game_by_id

MOST_ENVS = 2**31  # games of one seed that have generators of their own


class Step(NamedTuple):
    """What a step shows, with a row for every game: the seat to move, and what came of the last decision."""

    observations: NDArray[np.int16]  # what the seat to move knows
    masks: NDArray[np.bool_]  # what it may choose
    seats: NDArray[np.int64]  # which seat that is
    rewards: NDArray[np.float32]  # every seat's share of the win where a game has just ended, else 0
    dones: NDArray[np.bool_]  # where one has, and all of the above but the rewards is of the next game
    illegal: NDArray[np.bool_]  # where the action was not legal and a random one was done instead


class VectorEnv:
    """So many games of one kind, stepped together by one call into machine code.

    A game that ends is followed by the next one at once. Simultaneous decisions are asked for seat by seat,
    and nobody is shown what others have not revealed; dice are thrown inside. An action that is not legal,
    whatever the number, is replaced by a random legal one and reported in `illegal`.

    Game i starts its generator like game `first` + i of the seed in `kosmoport simulate`, and its later games
    go on from there: what happens in one row depends on the seed, its place and its actions only, never on
    the other rows. The arrays of a `Step` are overwritten by the next call, unless `copy` asks for new ones.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        components: ComponentFile | None = None,
        seed: int = 0,
        *,
        first: int = 0,
        limit: int | None = None,
        copy: bool = False,
    ) -> None:
        self.game = game_by_id(game) if isinstance(game, str) else game
        self.options = read_options(self.game, players, options or {})
        self.players: int = self.options["players"]
        if first < 0 or num_envs < 1 or first + num_envs > MOST_ENVS:
            raise BadInput(
                f"a vectorised environment has 1 to {MOST_ENVS} games, numbered from 0, "
                f"not {num_envs} from number {first} on"
            )
        self.num_envs, self.copy, self._first = num_envs, copy, first
        components = components or self.game.standard_components
        menu, usual_limit = _menu(self.game, self.options, components)
        limit = usual_limit if limit is None else limit
        if not 1 <= limit <= STEP_LIMIT:
            raise BadInput(f"the limit of a game must be 1 to {STEP_LIMIT} decisions, not {limit}")
        self.num_actions = menu.numbers
        self.num_features: int = self.game.hidden.OBSERVATION
        self._rows = Rows(self.game, self.options, components, menu, num_envs, limit)
        self._rows.seed(game_number(seed, first))
        self._begun = False

    def reset(self, seed: int | None = None) -> Step:
        """New games everywhere; without a seed the generators go on. Rewards, dones and illegal are zero."""
        if seed is not None:
            self._rows.seed(game_number(seed, self._first))
        self._rows.leave()
        self._rows.step()
        self._begun = True
        return self._step()

    def step(self, actions: ArrayLike) -> Step:
        """The seat to move in every game does its action, given as a whole number for each game."""
        if not self._begun:
            raise BadInput("a vectorised environment begins with reset, then come steps")
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise BadInput(
                f"a step needs {self.num_envs} whole numbers, not {given.dtype} of shape {given.shape}"
            )
        np.copyto(self._rows.actions, given, casting="unsafe")  # too large for 64 bits: negative, not legal
        self._rows.step()
        return self._step()

    def sample_actions(self) -> NDArray[np.int64]:
        """A legal action for every game, each as likely as the others; drawing it changes no dice."""
        if not self._begun:
            raise BadInput("a vectorised environment begins with reset, then actions can be sampled")
        self._rows.sample()
        return self._rows.sampled.copy() if self.copy else self._rows.sampled

    def _step(self) -> Step:
        rows = self._rows
        step = Step(rows.observations, rows.masks, rows.seats, rows.rewards, rows.dones, rows.illegal)
        return Step._make(array.copy() for array in step) if self.copy else step


def _menu(game: Game, options: Options, components: ComponentFile) -> tuple[Menu, int]:
    """What the numbers of actions stand for, and after how many decisions a game is cut off."""
    if game.poses is None:
        return Menu(game.schema.ACTIONS), LIMIT
    s, c, lattice = game.blank_state(options), game.component_record(components), lattice_of(game)
    poses = list(lattice.poses(s, c))
    return Menu(len(poses), poses), lattice.decisions(s, c)
