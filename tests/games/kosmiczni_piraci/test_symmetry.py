"""Kosmiczni Piraci: turning the ring, moving everybody on or mixing a planet's treasures changes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kosmoport.core import layout
from kosmoport.core.play import generator, new_play, start_play
from kosmoport.games.kosmiczni_piraci import GAME
from kosmoport.games.kosmiczni_piraci.case_table import Play
from kosmoport.games.kosmiczni_piraci.schema import LAYS, PLANETS, laid_card, laid_on, lay_action

CHOICES = st.lists(st.integers(0, 47), min_size=61, max_size=61)
FULL_TIE = st.sampled_from(["seat", "reverse_seat", "random"])


def fresh(seed: int, full_tie: str) -> Play:
    options = GAME.read_options({"players": 3 + seed % 3, "full_tie": full_tie})
    return new_play(GAME, options, generator(seed))


def twin_of(play: Play, s: Any) -> Play:
    return Play(GAME, play.components, play.options, s, play.c, play.d)


def turned(items: list[Any], by: int) -> list[Any]:
    """What was at place i is now at place i + by."""
    return [items[(i - by) % len(items)] for i in range(len(items))]


def choose(play: Play, choice: int) -> int:
    legal = play.legal(play.s.turn)
    return legal[choice % len(legal)]


def turn_ring(s: Any, by: int) -> None:
    s.order, s.planet = turned(s.order, by), turned(s.planet, by)
    for name in ("trade", "pirate", "trade_home", "pirate_home"):
        setattr(s, name, (getattr(s, name) + by) % PLANETS)


@given(seed=st.integers(0, 999), choices=CHOICES, by=st.integers(1, 5), full_tie=FULL_TIE)
def test_turning_the_ring(seed: int, choices: list[int], by: int, full_tie: str) -> None:
    play = fresh(seed, full_tie)
    other = twin_of(play, layout.clone(play.s))
    turn_ring(other.s, by)
    for choice in choices:
        if play.over:
            break
        action = choose(play, choice)
        play.act(play.s.turn, action)
        further = lay_action(laid_card(action), (laid_on(action) + by) % PLANETS)
        other.act(other.s.turn, action if action >= LAYS else further)
        assert (other.s.turn, other.s.stage, other.s.ended) == (play.s.turn, play.s.stage, play.s.ended)
        assert other.s.trade == (play.s.trade + by) % PLANETS
    assert play.over
    assert [p.won for p in other.s.player] == [p.won for p in play.s.player]
    assert other.s.planet == turned(play.s.planet, by)


@given(seed=st.integers(0, 999), choices=CHOICES, by=st.integers(1, 4), full_tie=FULL_TIE)
def test_moving_everybody_on_by_some_seats(seed: int, choices: list[int], by: int, full_tie: str) -> None:
    play = fresh(seed, full_tie)
    n = play.s.opt.players
    other = twin_of(play, layout.clone(play.s))
    other.s.player[:n] = turned(other.s.player[:n], by)
    other.s.start = other.s.turn = (play.s.start + by) % n
    for choice in choices:
        if play.over:
            break
        action = choose(play, choice)
        play.act(play.s.turn, action)
        other.act(other.s.turn, action)
        assert play.over or other.s.turn == (play.s.turn + by) % n
    assert play.over
    assert GAME.scores(other.s, other.c) == turned(GAME.scores(play.s, play.c), by % n)
    assert GAME.returns(other.s, other.c) == turned(GAME.returns(play.s, play.c), by % n)


@pytest.mark.rule("KP-2")
@given(seed=st.integers(0, 999), orders=st.lists(st.permutations(range(3)), min_size=6, max_size=6))
def test_treasures_lie_on_a_planet_in_no_order(seed: int, orders: list[list[int]]) -> None:
    options = GAME.read_options({"players": 4})
    play = new_play(GAME, options, generator(seed))
    d = layout.clone(play.d)
    for q, order in enumerate(orders):
        d.treasure[3 * q : 3 * q + 3] = [play.d.treasure[3 * q + i] for i in order]
    assert start_play(GAME, options, d).s == play.s
