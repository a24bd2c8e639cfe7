"""Plain and compiled rules agree bit for bit on every kind of machine, also where everything is looked at."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kosmoport.conformance import machine
from kosmoport.conformance.tables import is_posed, option_sets, players_of
from kosmoport.core.game import Game
from kosmoport.engine import modules
from kosmoport.engine.modules import MADE_NOW, runner
from kosmoport.games import GAMES
from tests.conformance.tables import games, tables

SLOW_DECISIONS = 400_000
SLOW_GAMES = 4000  # for each number of players
SLOWER, SLOWER_POSES = 10, 40  # so many games fewer in plain Python


@pytest.mark.parametrize(("game", "players"), tables())
def test_plain_and_compiled_agree(game: Game, players: int) -> None:
    assert machine.plain_and_compiled_agree(game, players) >= 16


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), tables())
def test_plain_and_compiled_agree_over_many_games(game: Game, players: int) -> None:
    assert machine.plain_and_compiled_agree(game, players, seed=12, decisions=SLOW_DECISIONS) >= 16


@pytest.mark.parametrize(("game", "players"), tables())
def test_plain_and_compiled_agree_with_options_in_pairs(game: Game, players: int) -> None:
    few = {"games": 4} if is_posed(game) else {}
    assert machine.plain_and_compiled_agree_with_options(game, players, **few) >= 3


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), [table for table in tables() if is_posed(table.values[0])])
def test_plain_and_compiled_agree_with_options_in_pairs_over_many_games(game: Game, players: int) -> None:
    assert machine.plain_and_compiled_agree_with_options(game, players) >= 3


@pytest.mark.parametrize(("game", "players"), tables())
def test_nothing_leaves_its_bounds(game: Game, players: int) -> None:
    assert machine.nothing_leaves_its_bounds(game, players) == 41 * len(option_sets(game, players))


@pytest.mark.parametrize(("game", "players"), tables())
def test_native_code_plays_the_same_games(game: Game, players: int) -> None:
    sets = len(option_sets(game, players))
    assert machine.machines_agree(game, players, {("native", False): 20}) == 20 * sets


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), tables())
def test_every_machine_plays_the_same_games_by_thousands(game: Game, players: int) -> None:
    many = -(-SLOW_GAMES // len(option_sets(game, players)))
    plain = many // (SLOWER_POSES if is_posed(game) else SLOWER)
    kinds: dict[machine.Kind, int] = {
        ("native", False): many, ("wasm", True): many, ("plain", True): plain, ("plain", False): plain
    }  # fmt: skip
    assert machine.machines_agree(game, players, kinds) >= 2 * SLOW_GAMES


@pytest.mark.slow
@pytest.mark.parametrize("game", [param for param in games() if param.values[0] in GAMES])
def test_what_is_printed_now_plays_as_the_module(game: Game, printed_now: None) -> None:
    assert runner(game).origin == MADE_NOW
    for players in players_of(game):
        machine.machines_agree(game, players, {("native", False): 300})


@pytest.fixture
def printed_now(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if all games had been edited."""
    monkeypatch.setattr(modules, "shipped_module", lambda program: None)
    runner.cache_clear()
    yield
    runner.cache_clear()


@pytest.mark.parametrize("game", games())
def test_threads_and_pieces_do_not_change_results(game: Game) -> None:
    assert machine.threads_and_pieces_do_not_change_results(game) == 60


@pytest.mark.parametrize("game", games())
def test_every_question_has_the_same_answer_compiled(game: Game) -> None:
    assert machine.every_question_has_the_same_answer_compiled(game) > 30
