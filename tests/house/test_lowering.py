"""Levels are lowered step by step, no further than helps, and by what decisions really cost here."""

from __future__ import annotations

from functools import partial

import pytest

from kosmoport.bots.levels import LEVELS, level_bot
from kosmoport.games import GAMES, game_by_id
from kosmoport.house.bots.lowering import Costs, affordable, ladder, searches

STEPS = ["expert", "strong", "casual"]
COST = {"expert": 1.0, "strong": 0.1, "casual": 0.01}


@pytest.mark.parametrize(
    "game, asked, steps",
    [
        ("kosmiczni_piraci", "expert", ["expert", "strong", "casual"]),
        ("kosmiczni_piraci", "strong", ["strong", "casual"]),
        ("kosmiczni_piraci", "casual", ["casual"]),
        ("kosmiczni_piraci", "beginner", ["beginner"]),
        ("kosmiczna_misja", "expert", ["expert", "strong"]),
        ("kosmiczna_misja", "strong", ["strong"]),
    ],
)
def test_the_ladder_ends_at_the_first_level_that_does_not_search(
    game: str, asked: str, steps: list[str]
) -> None:
    assert ladder(asked, lambda level: level_bot(game_by_id(game), level)) == steps


def test_every_ladder_of_every_game_ends_without_a_search() -> None:
    for game in GAMES:
        for level in LEVELS:
            last = ladder(level, partial(level_bot, game))[-1]
            assert not searches(level_bot(game, last))


@pytest.mark.parametrize(
    "waited, behind, level",
    [
        (0.0, 0.0, "expert"),
        (2.9, 0.0, "expert"),
        (0.0, 3.0, "expert"),
        (0.0, 3.5, "strong"),
        (2.5, 1.0, "strong"),
        (0.0, 31.0, "casual"),
        (2.9, 2.0, "casual"),
        (3.1, 0.0, "casual"),
        (9.0, 900.0, "casual"),
    ],
)
def test_the_level_falls_with_the_time_waited_and_the_work_behind(
    waited: float, behind: float, level: str
) -> None:
    assert affordable(STEPS, COST.__getitem__, waited, behind, patience=3.0) == level


def test_costs_follow_what_was_measured() -> None:
    costs = Costs()
    assert costs.expected("piraci", "expert") == 1.0
    costs.note("piraci", "expert", 0.5)
    assert costs.expected("piraci", "expert") == 0.5
    for _ in range(50):
        costs.note("piraci", "expert", 0.1)
    assert costs.expected("piraci", "expert") == pytest.approx(0.1, abs=0.01)
    assert costs.expected("kosmodraci", "expert") == 1.0
