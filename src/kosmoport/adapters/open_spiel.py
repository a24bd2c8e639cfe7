"""OpenSpiel: importing this module registers `python_kosmiczni_piraci` and the others (docs/adapters.md)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

import msgspec
import numpy as np

from kosmoport.adapters.opening import read_options, table_with
from kosmoport.adapters.table import Position, Table
from kosmoport.bots import Bot, Chair
from kosmoport.bots.worlds import World
from kosmoport.core.contract import CHANCE, NOBODY, SPECTATOR
from kosmoport.core.errors import BadInput, missing
from kosmoport.core.game import Game
from kosmoport.core.options import ChoiceMap, Flag, Option, StartSeat, Whole, WholeList
from kosmoport.engine.batch import MAX_SEED
from kosmoport.games import all_games

try:
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts
except ImportError as error:
    raise missing("open-spiel", error) from None

ANY_SEED = -1  # parameter rng_seed: from the system
OWN_LIMIT = 0  # parameter limit: the one of the table
SAMPLED = 0  # the one outcome of a chance node
UCT_C = math.sqrt(2)  # times the range of returns, which is 1; OpenSpiel's own tools choose it so
PRECISION = 1 << 53  # of a random float


def register(game: Game) -> None:
    """Make `pyspiel.load_game` know a game."""
    pyspiel.register_game(game_type(game), spiel_class(game))


@cache
def spiel_class(game: Game) -> type[SpielGame]:
    """A class for each game. OpenSpiel keeps it until the process is gone, when anything lighter than a
    class would be torn down without Python, which is fatal."""
    return type(f"Spiel_{game.id}", (SpielGame,), {"game": game})


def table_of(game: Game, parameters: Mapping[str, Any]) -> Table:
    """The table that the parameters of `pyspiel.load_game` describe: players, options, rng_seed, limit."""
    values = dict(parameters)
    seed, limit = values.pop("rng_seed", ANY_SEED), values.pop("limit", OWN_LIMIT)
    specs = {spec.name: spec for spec in game.options}
    given = {name: from_parameter(specs.get(name), value) for name, value in values.items()}
    table = table_with(game, read_options(game, None, given), None, None if limit == OWN_LIMIT else limit)
    if seed != ANY_SEED:
        table.seed(seed)
    return table


@cache
def game_type(game: Game) -> Any:
    """What OpenSpiel wants to know about all tables of a game."""
    return pyspiel.GameType(
        short_name=f"python_{game.id}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameter_defaults(game),
    )


def parameter_defaults(game: Game) -> dict[str, Any]:
    """Every parameter with its default, which also says its type."""
    options = read_options(game, None, {})
    named = {spec.name: as_parameter(spec, options[spec.name]) for spec in game.options}
    return {"players": options["players"], "rng_seed": ANY_SEED, "limit": OWN_LIMIT, **named}


def as_parameter(spec: Option, value: Any) -> Any:
    """The value of an option as OpenSpiel can write it: lists and maps with semicolons, any seat as -1."""
    if isinstance(spec, Flag | Whole):
        return value
    if isinstance(spec, StartSeat):
        return spec.numbers(value)
    if isinstance(spec, WholeList) and not isinstance(value, str):
        return ";".join(map(str, value))
    if isinstance(spec, ChoiceMap):
        return ";".join(f"{key}:{word}" for key, word in value.items())
    return str(value)


def from_parameter(spec: Option | None, value: Any) -> Any:
    """The value of an option, or of the number of players, from what OpenSpiel was given."""
    if isinstance(spec, StartSeat) and value == NOBODY:
        return spec.default
    return value.replace(";", ",") if isinstance(value, str) else value


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A table as OpenSpiel sees it; its generator, which all its states share, throws the dice."""

    game: Game

    def __init__(self, parameters: Mapping[str, Any] | None = None, table: Table | None = None) -> None:
        table = table or table_of(self.game, parameters or {})
        info = pyspiel.GameInfo(
            num_distinct_actions=table.actions,
            max_chance_outcomes=1,
            num_players=table.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=table.limit,
        )
        super().__init__(game_type(self.game), info, dict(parameters or {}))
        self.table = table

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def state_at(self, position: Position) -> SpielState:
        """A state without a history."""
        state = SpielState(self)
        state.position = position
        return state

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> SpielObserver:
        return SpielObserver(self.table, kind or pyspiel.IIGObservationType(perfect_recall=False), parameters)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position; before the deal there is none, and the first chance node makes it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.table = game.table
        self.position: Position | None = None

    def __deepcopy__(self, memo: Any) -> SpielState:
        copied: SpielState = self.clone()
        return copied

    def current_player(self) -> int:
        position = self.position
        if position is None or (position.seat == CHANCE and not position.over):
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if position.over else position.seat

    def is_terminal(self) -> bool:
        return self.position is not None and self.position.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.dealt.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """One outcome, which is sampled when it is applied: the deal, a die."""
        return [(SAMPLED, 1.0)]

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            self.position = self.table.deal()
        elif self.position.seat == CHANCE:
            self.position.throw()
        else:
            self.position.act(action)

    @property
    def dealt(self) -> Position:
        """The position; BadInput before the deal."""
        if self.position is None:
            raise BadInput("nothing has been dealt yet: apply the outcome of the first chance node")
        return self.position

    def returns(self) -> list[float]:
        """Shares of the win; nothing before the end."""
        if self.position is None or not self.position.over:
            return [0.0] * self.table.players
        return self.position.shares()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Another world with the same information state of the player. It has no history: the moves of
        others that led there are not known."""
        game: SpielGame = self.get_game()
        return game.state_at(self.dealt.redealt(player, int(sampler() * PRECISION)))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return "deal" if self.position is None else "chance"
        if self.position is None or self.position.seat != player:
            return f"action {action}"
        return self.position.describe(action, self.names)

    @property
    def names(self) -> list[str]:
        return [f"player {seat}" for seat in range(self.table.players)]

    def __str__(self) -> str:
        """What everybody knows, then what only one seat knows."""
        if self.position is None:
            return "before the deal"
        public = self.position.account(SPECTATOR, self.names)
        lines = public[:]
        for seat, name in enumerate(self.names):
            own = [line for line in self.position.account(seat, self.names) if line not in public]
            lines += [f"Only {name} knows: {line}" for line in own]
        return "\n".join(lines)


class SpielObserver:
    """What a seat knows: with perfect recall its whole view as text, else the numbers of `observe`."""

    def __init__(self, table: Table, kind: Any, parameters: Any) -> None:
        if parameters:
            raise BadInput(f"observers have no parameters, but got {', '.join(parameters)}")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS or not kind.public_info:
            raise BadInput("an observer sees what one seat knows, or what everybody knows")
        self.recalls = kind.perfect_recall
        self.public = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.tensor = None if self.recalls else np.zeros(table.game.hidden.OBSERVATION, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = 0 if state.position is None else state.position.observation(self._seat(player))

    def string_from(self, state: SpielState, player: int) -> str:
        if state.position is None:
            return ""
        if self.recalls:
            return msgspec.json.encode(state.position.view(self._seat(player))).decode()
        return " ".join(map(str, state.position.observation(self._seat(player)).tolist()))

    def _seat(self, player: int) -> int:
        return SPECTATOR if self.public else player


class IsmctsBot:
    """OpenSpiel's Python ISMCTS with random rollouts, in worlds built from the view of its seat alone."""

    def __init__(self, chair: Chair, simulations: int = 1000, exploration: float = UCT_C) -> None:
        if simulations < 2:
            raise BadInput(f"a search needs at least 2 simulations, not {simulations}")
        self.world = World(chair)
        self.table = table_with(chair.game, chair.options, chair.components)
        seed = chair.seed % (MAX_SEED + 1)  # NumPy's generator takes no more
        self.table.seed(seed)
        self.game = spiel_class(chair.game)(table=self.table)
        self.random = np.random.RandomState(seed)
        self.search = ismcts.ISMCTSBot(
            game=self.game,
            evaluator=mcts.RandomRolloutEvaluator(random_state=self.random),
            uct_c=exploration,
            max_simulations=simulations,
            random_state=self.random,
        )
        self.search.set_resampler(self._another_world)

    def _another_world(self, state: SpielState, player: int) -> SpielState:
        """By the bot's own generator: OpenSpiel would take a number that depends on the time."""
        return state.resample_from_infostate(player, self.random.uniform)

    def choose(self, view: Any, legal: Sequence[int]) -> int:
        position = self.table.world(self.world.of(view), view.seat)
        return position.action(int(self.search.step(self.game.state_at(position))))


def ismcts_bot(simulations: int, exploration: float = UCT_C) -> Callable[[Chair], Bot]:
    """How to make that bot with so many simulations a decision, wherever it sits down."""
    return partial(IsmctsBot, simulations=simulations, exploration=exploration)


for _game in all_games():
    register(_game)
