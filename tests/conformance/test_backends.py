"""Plain and compiled rules agree bit for bit, also with bounds checking, on any number of threads."""

from __future__ import annotations

import pytest

from kosmoport.conformance import machine
from kosmoport.conformance.tables import option_sets
from kosmoport.core.game import Game
from tests.conformance.tables import games, tables

SLOW_DECISIONS = 400_000


@pytest.mark.parametrize(("game", "players"), tables())
def test_plain_and_compiled_agree(game: Game, players: int) -> None:
    assert machine.plain_and_compiled_agree(game, players) >= 16


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), tables())
def test_plain_and_compiled_agree_over_many_games(game: Game, players: int) -> None:
    assert machine.plain_and_compiled_agree(game, players, seed=12, decisions=SLOW_DECISIONS) >= 16


@pytest.mark.parametrize(("game", "players"), tables())
def test_plain_and_compiled_agree_with_options_in_pairs(game: Game, players: int) -> None:
    assert machine.plain_and_compiled_agree_with_options(game, players) >= 3


@pytest.mark.parametrize(("game", "players"), tables())
def test_nothing_leaves_its_bounds(game: Game, players: int) -> None:
    assert machine.nothing_leaves_its_bounds(game, players) == 41 * len(option_sets(game, players))


@pytest.mark.parametrize("game", games())
def test_threads_and_pieces_do_not_change_results(game: Game) -> None:
    assert machine.threads_and_pieces_do_not_change_results(game) == 60


@pytest.mark.parametrize("game", games())
def test_every_question_has_the_same_answer_compiled(game: Game) -> None:
    assert machine.every_question_has_the_same_answer_compiled(game) > 30
