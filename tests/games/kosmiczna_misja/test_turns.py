"""Kosmiczna Misja: the course of a turn, told in words, and what cases cannot say about it."""

from __future__ import annotations

import pytest

from kosmoport.core.contract import CHANCE, NOT_YOUR_TURN, OK, UNKNOWN
from kosmoport.core.errors import Refused
from kosmoport.core.play import generator, new_play
from kosmoport.games.kosmiczna_misja import GAME, rules
from tests.games.kosmiczna_misja.tables import table, turn

HALF_RIGHT, HALF_LEFT, BLANK = {"R": 1}, {"L": 1}, {"s": 1}


@pytest.mark.rule("KM-1")
@pytest.mark.rule("KM-2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_three_of_45_tiles_lie_face_up_at_the_start(players: int) -> None:
    play = new_play(GAME, GAME.read_options({"players": players}), generator(players))
    known = play.view(-1)
    assert (len(known.tiles), len(known.bank), known.stack, known.box) == (45, 3, 42, ())
    assert [tile.number - 1 for tile in known.bank] == play.d.stack[:3]
    assert all(not player.planets for player in known.everybody)


@pytest.mark.rule("KM-3")
def test_any_seat_may_begin() -> None:
    begun = {new_play(GAME, GAME.read_options({"players": 3}), generator(seed)).s.turn for seed in range(40)}
    assert begun == {0, 1, 2}
    chosen = new_play(GAME, GAME.read_options({"players": 3, "start_seat": 2}), generator(1))
    assert chosen.seats_to_act() == [2]


@pytest.mark.rule("KM-4")
@pytest.mark.rule("KM-5")
@pytest.mark.rule("KM-6")
def test_the_die_is_due_before_every_turn_but_the_first() -> None:
    play = table([BLANK] * 6)
    for _ in range(2):
        assert not play.chance_due
        assert rules.why_not(play.s, play.c, CHANCE, 0) == NOT_YOUR_TURN
        turn(play, None, "new", tile=play.view(-1).bank[0].number)
    assert play.chance_due
    assert play.seats_to_act() == []
    assert [rules.why_not(play.s, play.c, CHANCE, face) for face in (-1, 0, 5, 6)] == [
        UNKNOWN,
        OK,
        OK,
        UNKNOWN,
    ]
    with pytest.raises(Refused, match="turn"):
        play.act(0, 0)


@pytest.mark.rule("KM-6")
def test_every_face_comes_up_equally_often() -> None:
    play, rng = table([BLANK] * 3), generator(5)
    rolled = [rules.roll(play.s, play.c, rng) for _ in range(6000)]
    assert all(900 < rolled.count(face) < 1100 for face in range(6))


@pytest.mark.rule("KM-10")
@pytest.mark.rule("KM-22")
def test_a_planet_from_its_first_tile_to_its_last() -> None:
    play = table([HALF_RIGHT, BLANK, HALF_LEFT, BLANK, BLANK, BLANK, BLANK, BLANK])
    assert turn(play, None, "new", tile=1) == [
        "player 1 starts planet 1.",
        "A new tile fills place 1 of the bank.",
    ]
    turn(play, None, "new", tile=2)
    assert turn(play, 1, "add", tile=3, planet=0, quadrant="ne") == [
        "player 1 rolls 1.",
        "player 1 adds a tile to planet 1, upper right.",
        "Half stations meet on player 1's planet 1: 1 more whole station.",
        "A new tile fills place 3 of the bank.",
    ]
    turn(play, 1, "new", tile=4)
    turn(play, 2, "add", tile=5, planet=0, quadrant="se")
    turn(play, 2, "add", tile=6, planet=0, quadrant="sw")
    assert turn(play, 3, "add", tile=7, planet=0, quadrant="sw") == [
        "player 1 rolls 3.",
        "player 1 adds a tile to planet 1, lower left.",
        "player 1 has finished planet 1 with 3 stations.",
    ]
    assert GAME.scores(play.s, play.c) == [3, 0]
    assert turn(play, 6, "add", tile=8, planet=1, quadrant="ne")[-1] == (
        "The game is over: stack and bank are empty."
    )
    assert GAME.returns(play.s, play.c) == [60, 0]


@pytest.mark.rule("KM-18")
@pytest.mark.rule("KM-20")
def test_a_blocked_player_discards_a_whole_planet() -> None:
    play = table([{"s": 3}] * 9)
    for roll in (None, None, 1, 1):
        turn(play, roll, "new", tile=play.view(-1).bank[0].number)
    assert turn(play, 2, "discard", planet=0, quadrant="nw") == [
        "player 1 rolls 2.",
        "player 1 puts a tile of planet 1 (upper left) into the box.",
        "player 1's planet 1 is gone; later planets move up by one number.",
    ]
    assert turn(play, 3, "skip") == [
        "player 2 rolls 3.",
        "player 2 can use no tile and discards nothing.",
    ]
    assert [tile.number for tile in play.view(-1).box] == [1]
    assert len(play.view(-1).everybody[0].planets) == 1
    assert turn(play, 1, "new", tile=7)[1] == "player 1 starts planet 2."


def test_a_reopened_planet_is_told() -> None:
    play = table([{}] * 3 + [{"s": 6}] * 9, discard_from_complete=True)
    for roll, bank in ((None, 1), (None, 4), (1, 2), (1, 5), (1, 3)):
        add = roll == 1 and bank != 5
        place = {"planet": 0, "quadrant": "ne" if bank == 2 else "se"} if add else {}
        turn(play, roll, "add" if add else "new", tile=bank, **place)
    turn(play, 1, "skip")
    turn(play, 1, "add", tile=6, planet=0, quadrant="sw")
    turn(play, 1, "skip")
    for tile in (7, 8):
        turn(play, 1, "new", tile=tile)
        turn(play, 1, "skip")
    assert (
        turn(play, 1, "discard", planet=0, quadrant="nw")[-1] == "player 1's planet 1 is no longer finished."
    )
    assert play.view(0).everybody[0].score == 0
    assert len([p for p in play.view(0).everybody[0].planets if not p.finished]) == 3
