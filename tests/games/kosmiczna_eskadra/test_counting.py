"""Kosmiczna Eskadra: the count at the end of a match adds up to the rounds won, and every step has words."""

from __future__ import annotations

import random

import pytest

from kosmoport.core.contract import CHANCE, SPECTATOR
from kosmoport.core.play import generator
from kosmoport.core.words import Told
from kosmoport.games.kosmiczna_eskadra import GAME, counting, random_play, schema
from kosmoport.games.kosmiczna_eskadra.case_round import Play
from tests.games.kosmiczna_eskadra.rounds import play_out, table

LANGUAGES = ("en", "pl", "cs")
GAMES = 30  # for each number of players


def random_match(players: int, seed: int) -> Play:
    """A match in turns by random placements, with the options chosen by the seed."""
    chance, rng = random.Random(seed), generator(seed)
    options = {"asteroids": chance.choice(("one", "two")), "corsairs": chance.random() < 0.5}
    size = {"table": [chance.choice((420, 600)), 500]}  # crowded, so that much is hit
    play = table(players, seed, mode="turns", wins=chance.choice((1, 1, 2)), **options, **size)
    for _ in range(2000):
        if play.over:
            return play
        if play.chance_due:
            play.roll(rng)
        elif play.s.stage == schema.BETWEEN:
            play.act(CHANCE, schema.START)
        else:
            seat = play.seats_to_act()[0]
            play.act(seat, random_play.complete_action(play.s, play.c, seat, play.legal(seat)[0], rng))
    raise AssertionError("the match did not end")


@pytest.mark.rule("KE-25")
@pytest.mark.rule("KE-27")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_steps_add_up_to_the_rounds_won_and_the_formula_to_the_points(players: int) -> None:
    seen: set[str] = set()
    for seed in range(GAMES):
        play = random_match(players, seed)
        steps = GAME.count(play.view(SPECTATOR))
        sums = [sum(step.points[seat] or 0 for step in steps) for seat in range(players)]
        assert sums == GAME.scores(play.s, play.c)
        formulas = {step.args["seat"]: step.args["n"] for step in steps if step.id == "formula"}
        assert formulas == {seat: play.s.player[seat].points for seat in range(players)}
        seen |= {key for step in steps for key, value in step.args.items() if value}
    assert {"trophies", "ore", "losses"} <= seen


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_has_words_and_no_word_is_unused(language: str) -> None:
    words, names = GAME.words(language), ("Ada", "Ben")
    done = random_match(2, 5).view(SPECTATOR)
    steps = [*counting.count(done), *counting.count(table(2).view(SPECTATOR))]
    assert {step.id for step in steps} == set(words.messages["count"])
    for step in steps:
        said = words.say("count", Told(step.id, step.args), names)
        assert "{" not in said
        assert "seat" not in step.args or names[step.args["seat"]] in said


@pytest.mark.rule("KE-26")
def test_a_match_that_was_broken_off_counts_the_rounds_won_so_far() -> None:
    play = table(2, wins=3)
    play_out(play, 0, 10)
    known = play.view(SPECTATOR)
    assert known.stage == "between"
    (step,) = counting.count(known)
    assert (step.id, step.points) == ("rounds", tuple(GAME.scores(play.s, play.c)))
