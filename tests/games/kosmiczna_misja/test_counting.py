"""Kosmiczna Misja: the count at the end adds up to the score, and can be said in every language."""

from __future__ import annotations

from typing import Any

import pytest

from kosmoport.core.contract import SPECTATOR
from kosmoport.core.play import generator, new_play
from kosmoport.core.words import PLURALS, Counted, Told
from kosmoport.games.kosmiczna_misja import GAME
from kosmoport.games.kosmiczna_misja.cases import Play
from tests.games.kosmiczna_misja.tables import table, turn

GAMES = 30
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"allow_diagonal": True},
    {"discard_from_complete": True, "stalemate_rounds": 1},
)


def played(players: int, seed: int, **options: Any) -> Play:
    """A random game at its end."""
    rng = generator(seed)
    play = new_play(GAME, GAME.read_options({"players": players, **options}), rng)
    while not play.over:
        if play.chance_due:
            play.roll(rng)
        else:
            seat = play.seats_to_act()[0]
            legal = play.legal(seat)
            play.act(seat, legal[(seed + len(play.moves) * 7) % len(legal)])
    return play


def totals(steps: tuple[Counted, ...], players: int) -> list[int]:
    return [sum(step.points[seat] or 0 for step in steps) for seat in range(players)]


@pytest.mark.rule("KM-25")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_steps_add_up_to_the_scores(players: int) -> None:
    scored = 0
    for seed in range(GAMES):
        play = played(players, seed, **OPTIONS[seed % len(OPTIONS)])
        steps = GAME.count(play.view(SPECTATOR))
        assert totals(steps, players) == GAME.scores(play.s, play.c)
        scored += sum(GAME.scores(play.s, play.c)) > 0
        for language in PLURALS:
            for step in steps:
                assert GAME.words(language).say("count", Told(step.id, step.args))
    assert scored > GAMES // 2


def finished_planets(stations: int) -> Play:
    """Both finish their first planet, seat 0 with three stations; nothing else is laid."""
    tiles = [{"s": 3}, {"s": stations}, *[{}] * 6]
    play = table(tiles)
    turn(play, None, "new", tile=1)
    turn(play, None, "new", tile=2)
    for lap, quadrant in enumerate(("ne", "se", "sw")):
        for seat in range(2):
            turn(play, 6, "add", tile=3 + 2 * lap + seat, planet=0, quadrant=quadrant)
    assert play.over
    return play


def test_planets_are_counted_one_by_one() -> None:
    steps = GAME.count(finished_planets(1).view(SPECTATOR))
    assert steps == (Counted("planet", {"planet": 0}, (3, 1)),)


@pytest.mark.rule("KM-26")
def test_equals_share_the_win_and_the_count_says_so() -> None:
    steps = GAME.count(finished_planets(3).view(SPECTATOR))
    assert steps[-1] == Counted("shared", {"seats": [0, 1], "n": 3}, (None, None))
    assert GAME.words("en").say("count", Told("shared", steps[-1].args), ["Ada", "Bo"]) == (
        "Equal with 3 stations: Ada, Bo share the win"
    )


@pytest.mark.rule("KM-25")
def test_unfinished_planets_are_named_and_worth_nothing() -> None:
    play = table([{"s": 3}, {"s": 1}])
    turn(play, None, "new", tile=1)
    turn(play, None, "new", tile=2)
    assert GAME.count(play.view(SPECTATOR))[0] == Counted("unfinished", {}, (0, 0))


def test_every_step_has_words_in_every_language_and_no_words_are_idle() -> None:
    for language in PLURALS:
        assert set(GAME.words(language).messages["count"]) == {"planet", "unfinished", "shared"}
