"""Kosmiczni Piraci: positions that cannot occur are noticed, each by a sentence about what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kosmoport.core import layout
from kosmoport.games.kosmiczni_piraci import GAME
from kosmoport.games.kosmiczni_piraci.case_table import Play
from kosmoport.games.kosmiczni_piraci.schema import DONE, HAND, LAYING, LOST, SPENT, TAKING, TRADE_SHIP
from tests.games import paths
from tests.games.kosmiczni_piraci.tables import random_play

TELEPORT = 7


def laying() -> Play:
    """Planet 2 has seat 0's 4 face up and its 6 face down; its teleport on planet 4 caught seat 1's 3."""
    play = random_play(4, [], players=3, start_seat=0, planet_order=[0, 2, 3, 1, 4, 5])
    for card, planet in ((4, 2), (5, 2), (6, 5), (8, 4), (3, 4), (7, 5), (6, 2)):
        play.act(play.s.turn, (card - 1) * 6 + planet)
    return play


def taking() -> Play:
    """Stage 2 of a game of four: the first choice has been made, another has to be."""
    play = random_play(2, list(range(60)), players=4, start_seat=1, stop=TAKING)
    play.act(play.s.turn, play.legal(play.s.turn)[0])
    assert play.s.stage == TAKING
    return play


def done() -> Play:
    return random_play(2, list(range(99)), players=4, start_seat=1)


@pytest.mark.parametrize("make", [laying, taking, done])
def test_positions_of_real_games_have_no_problems(make: Callable[[], Play]) -> None:
    play = make()
    assert list(GAME.invariants.problems(play.s, play.c)) == []


Change = Callable[[Any], None]


def put(path: str, value: Any) -> Change:
    """Set a number: `player[1].seen[2]`, `trade`."""
    return lambda s: paths.put(s, path, value)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (put("opt.players", 6), "opt.players is 6"),
        (put("opt.full_tie", 3), "opt.full_tie is 3"),
        (put("opt.auto_pick", 2), "opt.auto_pick is 2"),
        (put("stage", 3), "stage is 3"),
        (put("stage", TAKING), "ended is 0 in stage 1"),
        (put("turn", 2), "turn is 2, but 7 cards have been laid"),
        (put("turn", -1), "turn is -1, which is not a seat"),
        (put("start", 3), "start is 3, which is not a seat"),
        (put("start", 1), "turns give"),
        (put("trade", 6), "trade is 6, which is not a planet"),
        (put("at", -1), "at is -1, which is not a planet"),
        (put("at", 2), "must be 0 outside stage 2"),
        (put("waiting", 8), "waiting is 8, not 0 to 7"),
        (put("strongest", -1), "strongest is -1, which is not a seat"),
        (put("ended", 4), "ended is 4 in stage 0"),
        (put("order[0]", 1), "order must have each planet once"),
        (put("trade_home", 1), "trade_home and pirate_home"),
        (put("laid", 8), "turns give"),
        (put("player[0].tie", 2), "player.tie must have each place once"),
        (put("player[0].place[0]", 6), "player[0].place[0] is 6, which is no place"),
        (put("player[0].place[0]", -4), "player[0].place[0] is -4, which is no place"),
        (put("player[0].place[0]", 3), "player[0] has laid 4 cards"),
        (put("player[1].place[2]", SPENT), "player[1].place[2] says spent"),
        (put("player[1].seen[2]", 1), "player[1].seen[2] does not fit"),
        (put("player[0].seen[7]", 0), "player[0].seen[7] does not fit"),
        (put("player[0].seen[0]", 2), "player[0].seen[0] is 2, not 0 or 1"),
        (put("player[0].moment[3]", 5), "player.moment must number the cards"),
        (put("player[0].seen[5]", 1), "planet[2] must have its last card face down"),
        (put("planet[2].top_owner", 1), "planet[2] must have its last card face down"),
        (put("planet[2].top_card", 77), "planet[2] must have its last card face down"),
        (put("planet[0].top_owner", 0), "planet[0] must have its last card face down"),
        (put("player[0].strength[2]", 5), "player[0] has strength 4 at planet 2, not 5"),
        (put("player[0].present[3]", 1), "player[0] has strength 0 at planet 3"),
        (put("planet[1].treasure[0]", -1), "fewer than no treasures"),
        (put("planet[1].treasure[6]", 3), "treasures worth 7"),
        (put("planet[1].treasure", [0] * 8), "there must be 12 treasures on the table"),
        (put("planet[1].treasure[7]", 1), "the trade ship is a treasure in 1 places"),
        (put("player[2].won[3]", 1), "won or boxed before the laying ended"),
        (put("planet[5].boxed[0]", 1), "won or boxed before the laying ended"),
    ],
)
def test_a_broken_number_while_cards_are_laid(change: Change, told: str) -> None:
    play = laying()
    change(play.s)
    assert any(told in problem for problem in GAME.invariants.problems(play.s, play.c))


def test_a_face_down_card_that_is_not_the_last() -> None:
    play = laying()
    first, last = play.s.player[0].moment[3], play.s.player[0].moment[5]
    play.s.player[0].moment[3], play.s.player[0].moment[5] = last, first
    assert list(GAME.invariants.problems(play.s, play.c)) == [
        "planet[2] must have its last card face down and no other"
    ]


def test_a_teleport_that_lies_face_up_did_not_go_off() -> None:
    play = laying()
    play.s.player[0].place[TELEPORT] = 4
    found = list(GAME.invariants.problems(play.s, play.c))
    assert found == ["player[0] has a teleport face up on planet 4 that did not go off"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda s: put("turn", (s.turn + 1) % 4)(s), "who has nothing to choose"),
        (lambda s: put("waiting", 0)(s), "who has nothing to choose"),
        (lambda s: put("waiting", s.waiting ^ 15)(s), "waiting and strongest do not fit"),
        (lambda s: put("strongest", (s.strongest + 1) % 4)(s), "waiting and strongest do not fit"),
        (
            lambda s: s.planet[s.at].treasure.__setitem__(slice(8), [3] + [0] * 7),
            "there is nothing to choose",
        ),
        (put("stage", LAYING), "ended is"),
        (put("ended", 0), "ended is 0 in stage 1"),
        (put("stage", DONE), "turn is"),
        (lambda s: s.planet[0].boxed.__setitem__(TRADE_SHIP, 2), "the trade ship is a treasure in"),
    ],
)
def test_a_broken_number_while_treasures_are_taken(change: Change, told: str) -> None:
    play = taking()
    change(play.s)
    assert any(told in problem for problem in GAME.invariants.problems(play.s, play.c))


def test_a_card_face_down_after_the_laying() -> None:
    play = taking()
    s = play.s
    q = next(q for q in range(6) for p in range(4) if q in s.player[p].place)
    moment, p, card = max(
        (s.player[p].moment[i], p, i) for p in range(4) for i in range(8) if s.player[p].place[i] == q
    )
    s.player[p].seen[card], s.planet[q].top_owner, s.planet[q].top_card = 0, p, card
    found = list(GAME.invariants.problems(s, play.c))
    assert moment >= 0
    assert f"planet[{q}] has a card face down after the laying" in found


def test_a_finished_game_leaves_nothing_on_the_planets() -> None:
    play = done()
    play.s.planet[0].treasure[0] += 1
    told = list(GAME.invariants.problems(play.s, play.c))
    assert "the game is over, but there is treasure left on a planet" in told
    play = done()
    play.s.turn = 0
    assert list(GAME.invariants.problems(play.s, play.c)) == ["turn is 0, which is not nobody"]


@pytest.mark.rule("KP-13")
@pytest.mark.rule("KP-18")
def test_the_drawn_position_is_what_its_description_says() -> None:
    play = laying()
    me, other = play.s.player[0], play.s.player[1]
    assert (me.place[3], me.place[5], me.place[TELEPORT], other.place[2]) == (2, 2, SPENT, LOST)
    assert [me.seen[i] for i in (3, 5, TELEPORT)] == [1, 0, 1]
    assert other.place.count(HAND) == 6
    assert layout.clone(play.s) == play.s
