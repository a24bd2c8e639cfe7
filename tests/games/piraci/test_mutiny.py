"""Piraci: who is asked about a mutiny, what an answer does, and what the captain may do then."""

from __future__ import annotations

import pytest

from kosmoport.core.errors import Refused
from kosmoport.core.words import Told
from kosmoport.games.piraci import GAME, schema
from kosmoport.games.piraci.schema import CALL, DECLINE
from tests.games.piraci.positions import FIVE, FOUR, WORDS, drawn, said

TWO_CLAIMS = ["R2 B2 B3 B4", "R3 K2 K3 K4", "R4", "B5", "Y2", "K5"]


@pytest.mark.rule("PI-22")
@pytest.mark.rule("PI-23")
def test_those_with_a_claim_are_asked_clockwise_before_the_captain_acts() -> None:
    play = drawn(TWO_CLAIMS, FOUR).play
    assert play.seats_to_act() == [1]
    assert play.legal(1) == [CALL, DECLINE]
    assert play.legal(0) == []
    play.act(1, DECLINE)
    assert play.seats_to_act() == [3]
    play.act(3, DECLINE)
    assert play.seats_to_act() == [0]
    assert any(action < schema.MOVES for action in play.legal(0))


@pytest.mark.rule("PI-23")
def test_the_question_names_the_stack_in_the_view_and_in_words() -> None:
    play = drawn(TWO_CLAIMS, FOUR).play
    known = play.view(1)
    assert known.discs[known.about] == 2
    assert [WORDS.say("action", GAME.describe(known, a)) for a in play.legal(1)] == [
        "call a mutiny in the stack under red 2",
        "call no mutiny in the stack under red 2",
    ]
    told = [WORDS.say("account", line) for line in GAME.view.account(known)]
    assert told[-1] == "player 2 may call a mutiny in player 1's stack under red 2."


@pytest.mark.rule("PI-23")
def test_answers_are_public() -> None:
    play = drawn(TWO_CLAIMS, FOUR).play
    assert said(play, play.act(1, CALL)) == ["player 2 calls a mutiny in player 1's stack of 4."]
    assert said(play, play.act(3, DECLINE)) == ["player 4 calls no mutiny in player 1's stack of 4."]
    told = [WORDS.say("account", line) for line in GAME.view.account(play.view(2))]
    assert told[-1] == "player 1's stack under red 2 is in mutiny and has to board a ship."


@pytest.mark.rule("PI-24")
def test_nobody_is_asked_about_a_stack_that_can_board_nothing() -> None:
    assert drawn(TWO_CLAIMS, FIVE).play.seats_to_act() == [0]


@pytest.mark.rule("PI-25")
def test_after_a_call_only_the_stack_in_mutiny_may_act_and_only_board() -> None:
    play = drawn(TWO_CLAIMS, FOUR).play
    play.act(1, CALL)
    play.act(3, DECLINE)
    assert play.legal(0) == [schema.MOVES]
    assert GAME.reason(play.s, play.c, 0, schema.MOVES + 6) == "mutiny_forces_boarding"


@pytest.mark.rule("PI-25")
def test_other_mutinies_lapse_with_the_boarding() -> None:
    play = drawn(TWO_CLAIMS, FOUR | FIVE, turn="R").play
    play.act(1, CALL)
    play.act(3, CALL)
    play.act(0, schema.MOVES)
    assert play.s.mutiny == 0
    assert play.seats_to_act() == [1]


@pytest.mark.rule("PI-23")
def test_whoever_is_asked_has_to_answer_first() -> None:
    play = drawn(TWO_CLAIMS, FOUR).play
    with pytest.raises(Refused, match="answer_first"):
        play.act(1, 0)
    with pytest.raises(Refused, match="turn"):
        play.act(0, 0)


@pytest.mark.rule("PI-22")
def test_a_call_on_another_stack_than_the_one_in_question_is_refused() -> None:
    play = drawn(TWO_CLAIMS, FOUR).play
    with pytest.raises(Refused, match="no_mutiny"):
        GAME.encode(play.view(1), Told("mutiny", {"colour": "red", "disc": 3}))
    play.act(1, DECLINE)
    play.act(3, DECLINE)
    assert GAME.reason(play.s, play.c, 0, CALL) == "no_mutiny"
