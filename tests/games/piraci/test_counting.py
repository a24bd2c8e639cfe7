"""Piraci: the count at the end adds up to the result and can be said in every language."""

from __future__ import annotations

from typing import Any

import pytest

from kosmoport.conformance.tables import moments
from kosmoport.core.contract import SPECTATOR
from kosmoport.core.words import Told
from kosmoport.games.piraci import GAME
from kosmoport.games.piraci.cases import Play
from tests.games.piraci.positions import FIVE, drawn

LANGUAGES = ("en", "pl", "cs")
NAMES = ("Ada", "Bo", "Cyd", "Dag", "Eli")
GAMES = 15  # of each number of players and way of ending


def finished(seed: int, **options: Any) -> Play:
    *_, (play, _) = moments(GAME, GAME.read_options(options), seed, every=20_000)
    return play


def totals(play: Play) -> list[int]:
    steps = GAME.count(play.view(SPECTATOR))
    return [sum(step.points[seat] or 0 for step in steps) for seat in range(play.s.opt.players)]


@pytest.mark.parametrize("deadlock", ["end", "refresh"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_steps_add_up_to_the_result(players: int, deadlock: str) -> None:
    for seed in range(GAMES):
        play = finished(seed, players=players, deadlock=deadlock, open_stacks=seed % 2 == 0)
        assert totals(play) == GAME.scores(play.s, play.c)


def with_loot(*held: list[int]) -> Play:
    """Three players with these tokens of chest, rum, candelabrum and dagger, and 20 ducats each."""
    play = drawn(["R2", "B2", "Y2"], FIVE, players="RBY").play
    for player, tokens in zip(play.s.player, held, strict=False):
        player.money, player.loot[:] = 20, tokens
    return play


def told(play: Play) -> list[Told]:
    return [Told(step.id, step.args) for step in GAME.count(play.view(SPECTATOR))]


@pytest.mark.rule("PI-29")
@pytest.mark.rule("PI-30")
@pytest.mark.rule("PI-31")
def test_the_example_of_the_rulebook_kind_by_kind() -> None:
    play = with_loot([2, 1, 0, 0], [2, 0, 0, 0], [1, 3, 0, 0])
    coins, chests, rum, candelabra, daggers = GAME.count(play.view(SPECTATOR))
    assert coins.points == (20, 20, 20)
    assert (chests.id, chests.points) == ("loot_shared", (7, 7, 1))
    assert (rum.id, rum.points, rum.args["seats"]) == ("loot", (1, None, 12), [2])
    assert {candelabra.id, daggers.id} == {"loot_left"}
    assert daggers.points == (None, None, None)


@pytest.mark.rule("PI-32")
def test_equal_ducats_are_said_to_share_the_win() -> None:
    play = with_loot([0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0])
    last = GAME.count(play.view(SPECTATOR))[-1]
    assert (last.id, last.args, last.points) == ("shared_win", {"seats": [0, 1, 2]}, (None, None, None))
    assert "shared_win" not in [step.id for step in told(with_loot([1, 0, 0, 0], [0] * 4, [0] * 4))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_has_words(language: str) -> None:
    words = GAME.words(language)
    steps = told(with_loot([2, 1, 0, 0], [2, 0, 0, 0], [1, 3, 0, 0])) + told(
        with_loot([0] * 4, [0] * 4, [0] * 4)
    )
    said = {step.id: words.say("count", step, NAMES) for step in steps}
    assert set(said) == set(words.messages["count"])
    assert all("{" not in sentence for sentence in said.values())
