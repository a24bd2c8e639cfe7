"""Kosmiczni Piraci: what chance decides before the first card, and what options decide instead."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from typing import Any

import pytest

from kosmoport.core import layout
from kosmoport.core.errors import BadInput
from kosmoport.core.play import generator, new_play
from kosmoport.games.kosmiczni_piraci import GAME, schema

DEALS = 600


def deals(players: int, count: int = DEALS, **options: Any) -> list[Any]:
    rng, given = generator(players), GAME.read_options({"players": players, **options})
    return [new_play(GAME, given, rng) for _ in range(count)]


@pytest.mark.rule("KP-5")
def test_the_ships_start_on_any_two_different_planets() -> None:
    starts = Counter((play.s.trade, play.s.pirate) for play in deals(4))
    assert set(starts) == set(permutations(range(6), 2))
    assert max(starts.values()) < 5 * min(starts.values())
    play = deals(4, 1)[0]
    assert (play.s.trade_home, play.s.pirate_home) == (play.s.trade, play.s.pirate)


@pytest.mark.rule("KP-6")
def test_the_richer_planets_are_any_two_of_those_without_a_ship() -> None:
    pairs: Counter[tuple[int, ...]] = Counter()
    for play in deals(5, 400, planet_order=[2, 0, 3, 4, 1, 5]):
        lying = [sum(planet.treasure) for planet in play.s.planet]
        assert sum(lying) == 20
        pairs[tuple(q for q in range(6) if lying[q] == 4)] += 1
    assert set(pairs) == set(combinations((0, 2, 3, 5), 2))
    assert min(pairs.values()) > 40


@pytest.mark.rule("KP-6")
@pytest.mark.parametrize("players", [3, 4])
def test_with_fewer_players_every_planet_has_the_same_number(players: int) -> None:
    boxes = set()
    for play in deals(players, 100):
        assert [sum(planet.treasure) for planet in play.s.planet] == [players - 1] * 6
        boxes.add(tuple(sorted(play.d.treasure[6 * (players - 1) : 20])))
    assert len(boxes) > 5


@pytest.mark.rule("KP-6")
def test_every_treasure_is_as_likely_on_a_planet_as_any_other() -> None:
    first: Counter[int] = Counter(play.d.treasure[0] for play in deals(3, 2000))
    pieces = Counter(GAME.component_record().treasure[:20])
    assert all(abs(first[kind] - 100 * pieces[kind]) < 80 for kind in range(7))


@pytest.mark.rule("KP-9")
def test_anybody_may_begin() -> None:
    assert {play.s.turn for play in deals(5, 100)} == {0, 1, 2, 3, 4}
    assert {play.s.start for play in deals(5, 20, start_seat=3)} == {3}


@pytest.mark.rule("KP-8")
def test_everybody_holds_the_whole_deck_and_nobody_else_sees_it() -> None:
    play = deals(4, 1)[0]
    for seat in range(4):
        assert play.view(seat).hand == tuple(range(8))
        assert [other.hand_size for other in play.view(seat).everybody] == [8] * 4
    assert play.view(-1).hand == ()


@pytest.mark.rule("KP-35")
def test_lots_for_complete_ties_are_drawn_only_where_they_are_wanted() -> None:
    orders = Counter(tuple(p.tie for p in play.s.player[:3]) for play in deals(3, full_tie="random"))
    assert set(orders) == set(permutations(range(3)))
    assert min(orders.values()) > 50
    assert {tuple(p.tie for p in x.s.player[:4]) for x in deals(4, 9, start_seat=1)} == {(3, 0, 1, 2)}
    reverse = deals(4, 9, start_seat=1, full_tie="reverse_seat")
    assert {tuple(p.tie for p in x.s.player[:4]) for x in reverse} == {(0, 3, 2, 1)}


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"players": 2}, "option players must be a whole number from 3 to 5, not 2"),
        ({"players": 3, "start_seat": 3}, "option start_seat must be random or a seat from 0 to 2, not 3"),
        ({"full_tie": "nobody"}, "option full_tie must be one of seat, reverse_seat, random, not 'nobody'"),
        ({"tiebreak": True}, "option tiebreak must be one of distinct, pieces, not True"),
        ({"auto_pick": "maybe"}, "option auto_pick must be true or false, not 'maybe'"),
        ({"planet_order": [0, 1, 2, 3, 4, 4]}, "option planet_order must be random or a list of 6 different"),
        ({"pirates": 1}, "there is no option pirates"),
    ],
)
def test_a_wrong_option_is_told_what_would_be_right(options: dict[str, Any], told: str) -> None:
    with pytest.raises(BadInput) as caught:
        GAME.read_options(options)
    assert told in str(caught.value)


def test_the_defaults_are_those_of_the_rules_page() -> None:
    assert GAME.read_options({}) == {
        "players": 5,
        "start_seat": "random",
        "planet_order": "random",
        "pirate_takes_trade_ship": True,
        "teleport_counts_as_presence": False,
        "full_tie": "seat",
        "tiebreak": "distinct",
        "auto_pick": False,
    }


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("start", 4, "start is 4"),
        ("start", -1, "start is -1"),
        ("order", [0, 1, 2, 3, 4, 4], "order must have each planet once"),
        ("order", [1, 0, 2, 3, 4, 5], "order must be the one of the option planet_order"),
        ("lot", [0, 1, 2, 4, 3], "lot must have each seat once"),
        ("lot", [0, 0, 2, 3, 4], "lot must have each seat once"),
        ("richer", [0, 0, 1, 0, 0, 0], "richer must be 1 for 0 planets"),
        ("treasure", [0] * 20 + [-1] * 10, "treasure must begin with every treasure of the box"),
        ("treasure", [*GAME.component_record().treasure[:29], 3], "treasure must end with -1"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(field: str, value: Any, told: str) -> None:
    play = deals(4, 1, planet_order=[0, 1, 2, 3, 4, 5])[0]
    d = layout.clone(play.d)
    assert list(GAME.invariants.deal_problems(play.s, play.c, d)) == []
    setattr(d, field, value)
    assert any(told in problem for problem in GAME.invariants.deal_problems(play.s, play.c, d))


def test_richer_planets_of_a_deal_have_no_ship() -> None:
    play = deals(5, 1, planet_order=[0, 1, 2, 3, 4, 5])[0]
    for richer, fits in (([1, 0, 1, 0, 0, 0], 0), ([0, 0, 1, 0, 0, 1], 1), ([0, 0, 2, 0, 0, 0], 0)):
        play.d.richer = richer
        assert (list(GAME.invariants.deal_problems(play.s, play.c, play.d)) == []) == bool(fits)


def test_the_record_of_a_state_stays_small() -> None:
    assert layout.dtype_of(schema.State).itemsize <= 400
