"""OpenSpiel's goofspiel (3 players, 13 cards) as the peer that the benchmark measures in the same run.

Both rates count decisions of players only, and their time includes everything else a game needs:
drawing the point cards, starting the next game, scoring.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from time import perf_counter
from typing import Any

from kosmoport.core.errors import BadInput

GOOFSPIEL = "goofspiel(players=3,num_cards=13)"
TURN_BASED_GOOFSPIEL = f"turn_based_simultaneous_game(game={GOOFSPIEL})"

PLAYOUTS_PER_CALL = 2_000
GAMES_PER_CLOCK_LOOK = 20


class PeerMissing(BadInput):
    """OpenSpiel is not installed, so there is nothing to compare with."""


@dataclass(frozen=True)
class PeerRate:
    """How many decisions a peer made in how many seconds."""

    decisions: int
    seconds: float

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.seconds


def openspiel_goofspiel_rate(seconds: float, seed: int) -> PeerRate:
    """Random playouts that never leave C++, for about the given time.

    A search of one simulation evaluates its root and nothing else, with the evaluator's number of playouts.
    """
    pyspiel = import_pyspiel()
    game = pyspiel.load_game(TURN_BASED_GOOFSPIEL)
    root = _after_the_first_point_card(game, random.Random(seed))
    decisions_per_call = PLAYOUTS_PER_CALL * decisions_to_the_end(root)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=PLAYOUTS_PER_CALL, seed=seed)
    search = pyspiel.MCTSBot(
        game, evaluator, uct_c=1.0, max_simulations=1, max_memory_mb=16, solve=False, seed=seed, verbose=False
    )

    decisions = 0
    start = perf_counter()
    while True:
        search.mcts_search(root)
        decisions += decisions_per_call
        elapsed = perf_counter() - start
        if elapsed >= seconds:
            return PeerRate(decisions, elapsed)


def openspiel_python_step_rate(seconds: float, seed: int) -> PeerRate:
    """Random games stepped from Python, one action at a time, for about the given time."""
    pyspiel = import_pyspiel()
    game = pyspiel.load_game(TURN_BASED_GOOFSPIEL)
    chance, terminal = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
    draws = endless_draws(seed)

    decisions = 0
    start = perf_counter()
    while True:
        for _ in range(GAMES_PER_CLOCK_LOOK):
            state = game.new_initial_state()
            while (player := state.current_player()) != terminal:
                actions = state.legal_actions()
                state.apply_action(actions[next(draws) % len(actions)])
                if player != chance:
                    decisions += 1
        elapsed = perf_counter() - start
        if elapsed >= seconds:
            return PeerRate(decisions, elapsed)


def endless_draws(seed: int) -> Iterator[int]:
    """Numbers for choosing at random, drawn beforehand: choosing costs both sides the same and little.

    Their count is a prime, so that successive games do not repeat each other soon.
    """
    rng = random.Random(seed)
    return cycle([rng.getrandbits(30) for _ in range(10_007)])


def decisions_to_the_end(state: Any) -> int:
    """Decisions of players from here to the end; in goofspiel their number does not depend on the choices."""
    state = state.clone()
    decisions = 0
    while not state.is_terminal():
        decisions += not state.is_chance_node()
        state.apply_action(state.legal_actions()[0])
    return decisions


def _after_the_first_point_card(game: Any, rng: random.Random) -> Any:
    state = game.new_initial_state()
    state.apply_action(rng.choice(state.legal_actions()))
    return state


def import_pyspiel() -> Any:
    """OpenSpiel's own module; PeerMissing says how to get it."""
    try:
        import pyspiel
    except ImportError as error:
        raise PeerMissing(
            "OpenSpiel is needed for this comparison and is not installed: run it with `make bench`, "
            "or install it with `pip install open_spiel`."
        ) from error
    return pyspiel
