"""Kosmiczna Misja: what seats know, how the table is told, and how actions are named."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from kosmoport.core import layout
from kosmoport.core.contract import CHANCE
from kosmoport.core.errors import Refused
from kosmoport.core.play import generator, new_play
from kosmoport.core.words import Told
from kosmoport.games.kosmiczna_misja import GAME
from tests.games.kosmiczna_misja.tables import WORDS, table, turn


@pytest.mark.rule("KM-28")
@pytest.mark.rule("KM-B21")
@pytest.mark.parametrize("seat", [-1, 0, 2])
def test_only_the_order_of_the_stack_is_dealt_anew(seat: int) -> None:
    play = new_play(GAME, GAME.read_options({"players": 3}), generator(8))
    other = layout.clone(play.s)
    GAME.hidden.redeal_unseen(other, play.c, seat, generator(9))
    pairs = zip(layout.leaves(play.s), layout.leaves(other), strict=True)
    changed = {path.partition("[")[0] for (path, a), (_, b) in pairs if a != b}
    assert changed == {"stack"}
    assert sorted(other.stack) == sorted(play.s.stack)
    assert GAME.view.view(other, play.c, seat) == play.view(seat)


@pytest.mark.rule("KM-28")
def test_every_seat_is_shown_the_same_table() -> None:
    play = new_play(GAME, GAME.read_options({"players": 4}), generator(3))
    for seat in range(4):
        assert msgspec.structs.replace(play.view(seat), seat=-1) == play.view(-1)


def test_every_order_of_a_small_stack_is_dealt() -> None:
    play, rng = table([{}] * 6), generator(1)
    seen = set()
    for _ in range(100):
        GAME.hidden.redeal_unseen(play.s, play.c, 0, rng)
        seen.add(tuple(play.s.stack[: play.s.left]))
    assert len(seen) == 6


def test_the_table_in_sentences() -> None:
    play = table([{"R": 1}, {"s": 2, "a": 1}, {"L": 1}, {"R": 3}, {"s": 6}, {"s": 6}])
    turn(play, None, "new", tile=1)
    turn(play, None, "new", tile=2)
    turn(play, 1, "add", tile=3, planet=0, quadrant="ne")
    play.act(CHANCE, 4)
    said = [WORDS.say("account", line) for line in GAME.view.account(play.view(0))]
    assert said == [
        "Bank: tile 4, stations 0, aliens 0, edges blank left and 3 right.",
        "Bank: tile 5, stations 6, aliens 0, edges blank left and blank right.",
        "Bank: tile 6, stations 6, aliens 0, edges blank left and blank right.",
        "The stack is empty.",
        "player 1 has no station on finished planets.",
        "  Planet 1: stations 1, aliens 0; a roll of 2 or more extends it.",
        "    upper left: tile 1, stations 0, aliens 0, edges blank left and half a station right",
        "    upper right: tile 3, stations 0, aliens 0, edges half a station left and blank right",
        "player 2 has no station on finished planets.",
        "  Planet 1: stations 2, aliens 1; a roll of 2 or more extends it.",
        "    upper left: tile 2, stations 2, aliens 1, edges blank left and blank right",
        "player 2 has rolled 5.",
    ]


def test_idle_turns_the_box_and_the_end_are_told() -> None:
    play = table([{"s": 6}] * 7, stalemate_rounds=1)
    for roll in (None, None, 1, 1):
        turn(play, roll, "new", tile=play.view(-1).bank[0].number)
    turn(play, 6, "discard", planet=1, quadrant="nw")
    turn(play, 6, "skip")
    said = [WORDS.say("account", line) for line in GAME.view.account(play.view(0))]
    assert "Nobody took or discarded a tile in the last turn." in said
    assert "In the box: tiles 5." in said
    turn(play, 6, "new", tile=7)
    turn(play, 6, "skip")
    assert turn(play, 1, "skip")[-1] == "The game is over: for too long nobody could use a tile."
    said = [WORDS.say("account", line) for line in GAME.view.account(play.view(0))]
    assert said[-2:] == [
        "Nobody took or discarded a tile in the last 2 turns.",
        "The game is over: for too long nobody could use a tile.",
    ]


@pytest.mark.parametrize(
    ("act", "args", "reason"),
    [
        ("new", {"tile": 4}, "not_in_bank"),
        ("new", {}, "not_in_bank"),
        ("add", {"tile": 2, "planet": 16, "quadrant": "ne"}, "cannot_add"),
        ("add", {"tile": 2, "planet": -1, "quadrant": "ne"}, "cannot_add"),
        ("add", {"tile": 2, "planet": 0, "quadrant": "north"}, "cannot_add"),
        ("add", {"tile": 9, "planet": 0, "quadrant": "ne"}, "not_in_bank"),
        ("discard", {"planet": "0", "quadrant": "ne"}, "cannot_discard"),
        ("jump", {}, "unknown"),
    ],
)
def test_words_that_name_nothing_are_refused(act: str, args: dict[str, Any], reason: str) -> None:
    play = table([{}] * 5)
    with pytest.raises(Refused, match=reason):
        GAME.encode(play.view(0), Told(act, args))


def test_the_order_of_discarding_is_remembered() -> None:
    play = table([{"s": 6}] * 9)
    for roll in (None, None, 1, 1):
        turn(play, roll, "new", tile=play.view(-1).bank[0].number)
    turn(play, 6, "discard", planet=1, quadrant="nw")
    turn(play, 6, "discard", planet=0, quadrant="nw")
    assert [tile.number for tile in play.view(1).box] == [5, 4]
