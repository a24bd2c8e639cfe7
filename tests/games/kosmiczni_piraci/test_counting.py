"""Kosmiczni Piraci: the count at the end adds up, planet by planet, and says what broke a tie."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kosmoport.core.contract import SPECTATOR
from kosmoport.core.play import generator, new_play
from kosmoport.core.words import Counted, Told
from kosmoport.games.kosmiczni_piraci import GAME, counting
from kosmoport.games.kosmiczni_piraci.case_table import Play
from kosmoport.games.kosmiczni_piraci.schema import TRADE_SHIP
from tests.games.kosmiczni_piraci.tables import NAMES, drawn, lay

GAMES = 30  # random ones for each way to play
WAYS: list[dict[str, Any]] = [
    {"players": 3},
    {"players": 4},
    {"players": 5},
    {"players": 4, "tiebreak": "pieces", "teleport_counts_as_presence": True},
    {"players": 5, "auto_pick": True, "pirate_takes_trade_ship": False, "full_tie": "random"},
]


def finished(options: dict[str, Any], seed: int) -> tuple[Play, list[Told]]:
    """A random game at its end, and all that everybody was told."""
    play, told = new_play(GAME, GAME.read_options(options), generator(seed)), []
    choose = random.Random(seed)
    while not play.over:
        seat = play.seats_to_act()[0]
        events = play.act(seat, choose.choice(play.legal(seat)))
        told += play.told(events, SPECTATOR)
    return play, told


def sums(steps: list[Counted], players: int) -> list[int]:
    return [sum(step.points[seat] or 0 for step in steps) for seat in range(players)]


@pytest.mark.rule("KP-38")
@pytest.mark.parametrize("options", WAYS, ids=str)
def test_the_steps_add_up_to_the_scores_of_random_games(options: dict[str, Any]) -> None:
    for seed in range(GAMES):
        play, told = finished(options, seed)
        view, scores = play.view(SPECTATOR), GAME.scores(play.s, play.c)
        for steps in (counting.count(view), counting.count_told(view, told)):
            assert sums(steps, play.s.opt.players) == scores
            assert all(len(step.points) == play.s.opt.players for step in steps)


@pytest.mark.rule("KP-37")
def test_planets_are_counted_in_the_order_in_which_they_were_settled() -> None:
    play, told = finished({"players": 5}, 3)
    view = play.view(SPECTATOR)
    planets = [step.args["planet"] for step in counting.count_told(view, told) if step.id == "planet"]
    distances = [(planet - view.trade_home) % 6 for planet in planets]
    assert len(planets) > 1
    assert distances == sorted(set(distances))


def won_by(*won: list[int], tiebreak: str = "distinct") -> list[Counted]:
    """The count of a game that ended with these kinds of treasure won."""
    play = drawn(hands=[[1], [2], [3]], trade=2, pirate=4, options={"tiebreak": tiebreak})
    lay(play, (1, 0), (2, 1), (3, 3))
    for player, kinds in zip(play.s.player, won, strict=False):
        player.won = [kinds.count(kind) for kind in range(TRADE_SHIP + 1)]
    return counting.count(play.view(SPECTATOR))


@pytest.mark.rule("KP-39")
def test_a_tie_names_the_different_treasures_of_those_who_are_level() -> None:
    steps = won_by([2, 2, 2], [0, 1, 5], [6])  # 3 + 3 + 3, 1 + 2 + 6, 7
    assert steps[-1].id == "different"
    assert steps[-1].args == {"seats": [0, 1], "counts": [1, 3]}
    assert steps[-1].points == (None, None, None)


@pytest.mark.rule("KP-39")
def test_a_tie_that_nothing_breaks_is_shared() -> None:
    steps = won_by([0, 5], [1, 4], [3])  # 1 + 6, 2 + 5, 4
    assert [step.id for step in steps[-2:]] == ["different", "shared"]
    assert steps[-1].args == {"seats": [0, 1]}


@pytest.mark.rule("KP-39")
def test_a_table_may_count_pieces_instead() -> None:
    steps = won_by([2, 2, 2], [3, 4], [6], tiebreak="pieces")
    assert steps[-1].args == {"seats": [0, 1], "counts": [3, 2]}
    assert steps[-1].id == "pieces"


def test_a_clear_win_needs_no_tie_break() -> None:
    assert {step.id for step in won_by([6], [0], [1])} == {"treasures"}


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_every_step_can_be_said(language: str) -> None:
    words = GAME.words(language)
    args = {"planet": 2, "value": 5, "seats": [0, 1], "counts": [3, 2]}
    said = {id: words.say("count", Told(id, args), NAMES) for id in words.messages["count"]}
    assert sorted(said) == ["different", "pieces", "planet", "shared", "trade_ship", "treasures"]
    assert "3, 2" in said["different"]
    assert NAMES[0] in said["shared"]
    assert "{" not in "".join(said.values())
