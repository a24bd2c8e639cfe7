"""The measurements behind docs/bots.md: what is compared, and how a row is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from kosmoport.bots.levels import LEVELS
from kosmoport.core.game import Game
from kosmoport.games import GAMES, game_by_id
from kosmoport.lab.match import play_match
from kosmoport.lab.strength import Comparison, levels, measure, options, row, strengths

ROOT = Path(__file__).parents[2]


def test_each_level_meets_the_one_below_at_equal_seats() -> None:
    for game in GAMES:
        pairs = [(comparison.bot, comparison.other) for comparison in levels(game)]
        assert pairs == list(zip(LEVELS[1:], LEVELS[:-1], strict=True))
        for comparison in levels(game):
            assert comparison.seats().count(comparison.bot) == comparison.seats().count(comparison.other)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_game_is_measured_against_random_and_greedy(game: Game) -> None:
    rivals = {comparison.other for comparison in strengths(game) if comparison.bot == "expert"}
    assert rivals == {"random", "greedy"}


def test_a_row_says_who_what_and_whether(tmp_path: Path) -> None:
    game = game_by_id("kosmiczni_piraci")
    comparison = Comparison("greedy", "random", 2, 0.3)
    first = measure(game, comparison, tmp_path)
    again = measure(game, comparison, tmp_path)
    assert first.played.games == again.played.games
    assert len(list(tmp_path.iterdir())) == 1
    line = row(comparison, first)
    assert line.startswith("| greedy | random | 8 | ")
    assert line.endswith("| 30%: reached |")


def test_pairs_are_judged_by_places() -> None:
    game = game_by_id("kosmiczni_piraci")
    comparison = Comparison("greedy", "random", 1, even=True)
    result = play_match(game, comparison.seats(), 1, seed=1, options=options(game))
    pair = result.tally.pair("greedy", "random")
    assert pair is not None
    assert f"{pair.mean:.1%}" in row(comparison, result)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_page_has_the_measurements_of_every_game(game: Game) -> None:
    page = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    assert f"### {game.title}" in page
    part = page.partition(f"### {game.title}")[2].partition("\n### ")[0]
    for comparison in [*levels(game), *strengths(game)]:
        assert f"| {comparison.bot} | {comparison.other} |" in part, "measure it: make strength"
