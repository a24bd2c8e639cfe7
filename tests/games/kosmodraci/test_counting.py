"""The count at the end of Kosmodraci: its steps add up, ties are told, and every language can say them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kosmoport.conformance.tables import moments
from kosmoport.core.contract import SPECTATOR
from kosmoport.core.words import Counted, Told
from kosmoport.games.kosmodraci import GAME, counting
from kosmoport.games.kosmodraci.cases import Play
from kosmoport.games.kosmodraci.options import KIND_NAMES
from kosmoport.games.kosmodraci.view import View

PRINTED = ("dragons", "crew", "shields", "damage")
SIDES_B = {"research": "B", "morale": "B", "crime": "B"}
SIDES_BY_LOT = {"research": "random", "morale": "random", "crime": "random"}
OPTIONS: list[dict[str, Any]] = [
    {},
    {"sides": SIDES_B, "shield_points": -7, "damage_points": 3},
    {"sides": SIDES_BY_LOT, "family_variant": True},
]
GAMES_EACH = 10


def finished(players: int, given: dict[str, Any], seed: int) -> Play:
    options = GAME.read_options({"players": players, **given})
    *_, (play, _) = moments(GAME, options, seed, every=1000)
    return play


def added_up(steps: tuple[Counted, ...] | list[Counted], seat: int) -> int:
    return sum(step.points[seat] or 0 for step in steps)


@pytest.mark.parametrize("given", OPTIONS, ids=["sides-a", "sides-b-odd-ships", "by-lot-variant"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_steps_add_up_to_the_scores(players: int, given: dict[str, Any]) -> None:
    for seed in range(GAMES_EACH):
        play = finished(players, given, seed)
        steps = GAME.count(play.view(SPECTATOR))
        assert [added_up(steps, p) for p in range(players)] == GAME.scores(play.s, play.c)
        assert tuple(step.id for step in steps[:7]) == (*KIND_NAMES, *PRINTED)


@pytest.fixture(scope="module")
def last_view() -> View:
    view = finished(3, {}, 1).view(SPECTATOR)
    assert isinstance(view, View)
    return view


def with_ends(view: View, totals: list[int], dragons: list[tuple[int, ...]]) -> View:
    players = zip(view.everybody, totals, dragons, strict=True)
    return replace(
        view, everybody=tuple(replace(p, own=total, awards={}, dragons=took) for p, total, took in players)
    )


def test_level_totals_are_decided_by_dragons(last_view: View) -> None:
    steps = counting.count(with_ends(last_view, [20, 20, 5], [(0,), (1, 2), (3, 4, 5)]))
    assert steps[-1] == Counted("tie_broken", {"seats": [1], "dragons": 2}, (None,) * 3)


def test_level_totals_and_dragons_share_the_win(last_view: View) -> None:
    steps = counting.count(with_ends(last_view, [20, 20, 5], [(0,), (1,), (3, 4)]))
    assert steps[-1] == Counted("tie_shared", {"seats": [0, 1], "dragons": 1}, (None,) * 3)


def test_a_clear_winner_needs_no_tie_break(last_view: View) -> None:
    steps = counting.count(with_ends(last_view, [20, 19, 5], [(0,), (1,), (2,)]))
    assert {step.id for step in steps} == {*KIND_NAMES, *PRINTED}


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_every_step_has_words(language: str, last_view: View) -> None:
    words = GAME.words(language)
    told = [
        *counting.count(with_ends(last_view, [20, 20, 5], [(0,), (1, 2), ()])),
        *counting.count(with_ends(last_view, [20, 20, 5], [(0,), (1,), ()])),
    ]
    for step in told:
        assert "{" not in words.say("count", Told(step.id, step.args), ["Ada", "Ben", "Cy"])
    assert {step.id for step in told} == set(words.messages["count"])
