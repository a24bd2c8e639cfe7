"""Goofspiel against an outside oracle, OpenSpiel: the same legal actions at every step, the same results."""

from __future__ import annotations

import importlib
import random
import sys
from typing import Any, TypeAlias

import pytest

from examples.goofspiel import GAME
from examples.goofspiel.rules import Components, Deal, State
from kosmoport.core.components import from_tables
from kosmoport.core.contract import WHOLE_WIN
from kosmoport.core.play import PlayOf, generator, new_play

Play: TypeAlias = PlayOf[State, Components, Deal]

if sys.platform == "win32":
    pytest.skip("OpenSpiel is not published for Windows", allow_module_level=True)
pyspiel: Any = importlib.import_module("pyspiel")

GAMES_OF_THREE = 300  # random games with 13 cards, the table of the benchmark
GAMES_OF_OTHERS = 25  # of every other size
SIZES = [(players, cards) for players in (2, 3, 4, 5) for cards in (2, 7, 13) if (players, cards) != (3, 13)]


def ours(players: int, cards: int, order: str, seed: int) -> Play:
    file = from_tables({"cards": cards}, GAME.components.Data, "test")
    options = GAME.read_options({"players": players, "points_order": order})
    return new_play(GAME, options, generator(seed), file)


def theirs(play: Play, returns: str) -> Any:
    """OpenSpiel's game of the same size, before the first point card."""
    size = f"players={play.options['players']},num_cards={play.c.cards}"
    order = f"points_order={play.options['points_order']}"
    return pyspiel.load_game(f"goofspiel({size},{order},returns_type={returns})").new_initial_state()


def turn_point_card(play: Play, state: Any) -> None:
    """Let OpenSpiel's chance turn the card that our pile has on top."""
    if state.is_chance_node():
        card = play.s.points[play.s.left - 1] - 1
        assert card in [outcome for outcome, _ in state.chance_outcomes()]
        state.apply_action(card)


def play_both(play: Play, states: list[Any], chooser: random.Random) -> int:
    """The same random bids on both sides, ours in any order of seats; returns the number of decisions."""
    seats, decisions = list(range(play.options["players"])), 0
    while not play.over:
        for state in states:
            turn_point_card(play, state)
            assert not state.is_terminal()
        bids = {}
        for seat in chooser.sample(seats, len(seats)):
            for state in states:
                assert play.legal(seat) == state.legal_actions(seat)
            bids[seat] = chooser.choice(play.legal(seat))
            play.act(seat, bids[seat])
            decisions += 1
        for state in states:
            state.apply_actions([bids[seat] for seat in seats])
    return decisions


def win_loss(shares: list[int]) -> list[float]:
    """Our shares of the win in OpenSpiel's coin: winners share 1, losers share -1, and all equal get 0."""
    winners = WHOLE_WIN // max(shares)
    losers = len(shares) - winners
    return [1 / winners if share else -1 / losers for share in shares] if losers else [0.0] * winners


def compare(players: int, cards: int, order: str, seed: int) -> tuple[int, int]:
    """One random game on both sides, in both currencies of the oracle; returns decisions and winners."""
    play = ours(players, cards, order, seed)
    states = [theirs(play, "win_loss"), theirs(play, "total_points")]
    decisions = play_both(play, states, random.Random(seed))
    for state in states:
        assert state.is_terminal()
        assert all(play.legal(seat) == state.legal_actions(seat) == [] for seat in range(players))
    shares = GAME.returns(play.s, play.c)
    assert win_loss(shares) == pytest.approx(states[0].returns())
    assert GAME.scores(play.s, play.c) == states[1].returns()
    return decisions, sum(share > 0 for share in shares)


def test_games_of_three_with_thirteen_cards() -> None:
    compared = [compare(3, 13, "random", seed) for seed in range(GAMES_OF_THREE)]
    assert [decisions for decisions, _ in compared] == [36] * GAMES_OF_THREE


@pytest.mark.parametrize("order", ["descending", "ascending"])
def test_games_with_a_sorted_pile(order: str) -> None:
    compared = [compare(3, 13, order, seed) for seed in range(GAMES_OF_OTHERS)]
    assert [decisions for decisions, _ in compared] == [36] * GAMES_OF_OTHERS


@pytest.mark.parametrize("players, cards", SIZES)
def test_games_of_other_sizes(players: int, cards: int) -> None:
    compared = [compare(players, cards, "random", seed) for seed in range(GAMES_OF_OTHERS)]
    assert [decisions for decisions, _ in compared] == [players * (cards - 1)] * GAMES_OF_OTHERS


def test_one_winner_two_winners_and_three() -> None:
    sizes = [(cards, seed) for cards in (2, 4) for seed in range(60)]
    assert {compare(3, cards, "random", seed)[1] for cards, seed in sizes} == {1, 2, 3}
