"""Kosmiczna Misja: positions and deals that cannot occur are told in a sentence, whatever they hold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kosmoport.core import layout
from kosmoport.core.play import generator, new_play
from kosmoport.games.kosmiczna_misja import GAME, geometry, rules, schema
from kosmoport.games.kosmiczna_misja.cases import Play
from tests.games.paths import put


def in_the_middle(seed: int = 4, steps: int = 42) -> Play:
    """A game of three after some random steps; a decision is due."""
    rng = generator(seed)
    play = new_play(GAME, GAME.read_options({"players": 3}), rng)
    for step in range(steps):
        if play.chance_due:
            play.roll(rng)
        else:
            legal = play.legal(play.s.turn)
            play.act(play.s.turn, legal[step % len(legal)])
    return play


DAMAGE = [
    ("opt.players", 5, "opt.players is 5"),
    ("opt.start_seat", 3, "opt.start_seat is 3"),
    ("opt.allow_diagonal", 2, "opt.allow_diagonal is 2"),
    ("opt.max_idle_rounds", 0, "opt.max_idle_rounds is 0"),
    ("stage", 3, "stage is 3"),
    ("turn", 3, "turn is 3"),
    ("turn", -1, "turn is -1"),
    ("start", 3, "start is 3"),
    ("roll", 7, "roll is 7"),
    ("roll", -1, "roll is -1"),
    ("idle", -1, "idle is -1"),
    ("idle", 150, "idle is 150"),
    ("ended", 1, "ended is 1, but the game goes on"),
    ("banked", 4, "banked is 4"),
    ("banked", 2, "bank[2] is"),
    ("left", -1, "left is -1"),
    ("boxed", 61, "boxed is 61"),
    ("player[0].planets", 17, "player[0].planets is 17"),
    ("player[0].score", 99, "player[0].score is 99"),
    ("player[0].opens", 0, "player[0].opens is 0"),
    ("player[0].open[0]", 15, "player[0].open[0] is 15"),
    ("player[0].planet[0].stations", 50, "player[0].planet[0].stations is 50"),
    ("player[0].planet[0].tile[0]", 45, "tile[0] is 45, which cannot lie there"),
    ("player[0].planet[15].tile[0]", 3, "player[0].planet[15].tile[0] is 3"),
    ("player[0].begun", 2, "player[0].begun is 2"),
    ("player[2].begun", 0, "somebody has"),
    ("player[3].begun", 1, "player[3].begun is 1"),
    ("player[3].planets", 1, "player[3].planets is 1"),
    ("bank[0]", 60, "bank[0] is 60"),
    ("stack[0]", -1, "stack[0] is -1"),
]


@pytest.mark.parametrize(("path", "value", "sentence"), DAMAGE)
def test_a_damaged_position_is_told(path: str, value: int, sentence: str) -> None:
    play = in_the_middle()
    assert list(GAME.invariants.problems(play.s, play.c)) == []
    put(play.s, path, value)
    assert sentence in " ".join(GAME.invariants.problems(play.s, play.c))


def test_a_tile_in_two_places_is_told() -> None:
    play = in_the_middle()
    play.s.stack[0] = play.s.bank[0]
    assert "is in 2 places" in " ".join(GAME.invariants.problems(play.s, play.c))


@pytest.mark.rule("KM-14")
def test_edges_that_do_not_fit_are_told() -> None:
    play = in_the_middle()
    tiles = play.s.player[0].planet[0].tile
    after = next(q for q in range(4) if tiles[q] != -1 and tiles[q - 1] != -1)
    label = play.c.right[tiles[after - 1]]
    other = next(i for i in range(play.s.left) if play.c.left[play.s.stack[i]] != label)
    tiles[after], play.s.stack[other] = play.s.stack[other], tiles[after]
    assert "does not fit between quadrants" in " ".join(GAME.invariants.problems(play.s, play.c))


@pytest.mark.rule("KM-9")
def test_three_unfinished_planets_need_the_option() -> None:
    play = in_the_middle()
    for k in range(3 - play.s.player[0].opens):
        tile = play.s.stack[play.s.left - 1]
        rules.draw(play.s)
        geometry.put_tile(play.c, play.s.player[0], geometry.open_planet(play.s.player[0]), tile, k)
    assert list(GAME.invariants.problems(play.s, play.c)) == ["player[0] has 3 unfinished planets"]
    play.s.opt.discard_from_complete = 1
    assert list(GAME.invariants.problems(play.s, play.c)) == []


PATHS = [path for path, _ in layout.leaves(schema.State())]


@given(st.sampled_from(PATHS), st.integers(-128, 127), st.integers(0, 60))
def test_a_position_without_problems_can_be_played_to_its_end(path: str, value: int, steps: int) -> None:
    play = in_the_middle(steps, steps)
    put(play.s, path, value)
    if not list(GAME.invariants.problems(play.s, play.c)):
        rng = generator(1)
        while not play.over:
            if play.chance_due:
                play.roll(rng)
            else:
                play.act(play.s.turn, play.legal(play.s.turn)[0])


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("start", 3, "start is 3"),
        ("start", 1, "start is 1, but start_seat is 0"),
        ("first tile", 44, "stack must have"),
        ("last place", 0, "stack must have"),
    ],
)
def test_a_damaged_deal_is_told(field: str, value: int, sentence: str) -> None:
    play = new_play(GAME, GAME.read_options({"players": 3, "start_seat": 0}), generator(2))
    assert list(GAME.invariants.deal_problems(play.s, play.c, play.d)) == []
    if field == "start":
        play.d.start = value
    else:
        play.d.stack[0 if field == "first tile" else -1] = value
        assert play.d.stack.count(value) == 2 or field != "first tile"
    assert sentence in " ".join(GAME.invariants.deal_problems(play.s, play.c, play.d))
