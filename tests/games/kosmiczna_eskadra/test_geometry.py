"""Kosmiczna Eskadra: exact geometry against an independent judge in fractions."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kosmoport.core import layout
from kosmoport.games.kosmiczna_eskadra import GAME, shootout
from kosmoport.games.kosmiczna_eskadra.components import SINE, Oval, oval
from kosmoport.games.kosmiczna_eskadra.geometry import compare, on_table, overlaps, turned
from kosmoport.games.kosmiczna_eskadra.schema import (
    CARD,
    POSE_LIMIT,
    SCALE,
    TOKEN,
)
from tests.games.kosmiczna_eskadra.layouts import coincident, scattered
from tests.games.kosmiczna_eskadra.oracle import Judge
from tests.games.kosmiczna_eskadra.pieces import token
from tests.games.kosmiczna_eskadra.plane import Rectangle, relation
from tests.games.kosmiczna_eskadra.proof import prove
from tests.games.kosmiczna_eskadra.tabletop import Card, Table

C = GAME.component_record()
LARGE = 2**61


def outcome(s: Any) -> tuple[list[Any], list[Any], list[Any]]:
    """What the shoot-out has left: of every card, of every asteroid, of every player."""
    cards = [(ship.fate, ship.taker, ship.ore, ship.damage, ship.target) for ship in s.ship[: s.lying]]
    return cards, [rock.ore for rock in s.asteroid], [player.points for player in s.player]


@given(st.integers(0, 2**32))
@settings(max_examples=150, deadline=None)
def test_shifting_and_quarter_turns_of_the_whole_table_change_nothing(seed: int) -> None:
    chance = random.Random(seed)
    s, c = coincident(chance)
    moved = layout.clone(s)
    quarters, dx, dy = chance.randrange(4), chance.randint(-900, 900), chance.randint(-900, 900)
    s.opt.table = moved.opt.table = [0, 0]
    for place_of in [*moved.ship[: moved.lying], *moved.asteroid[: moved.asteroids]]:
        for _ in range(quarters):
            place_of.x, place_of.y = -place_of.y, place_of.x
        place_of.x, place_of.y = place_of.x + dx, place_of.y + dy
        place_of.rot = (place_of.rot + 90 * quarters) % 360
    shootout.resolve(s, c)
    shootout.resolve(moved, c)
    assert outcome(moved) == outcome(s)


@given(st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_the_order_of_ships_of_one_speed_does_not_matter(seed: int) -> None:
    chance = random.Random(seed)
    s = scattered(chance, cards=16, half=2500)
    order = list(range(16))
    chance.shuffle(order)
    shuffled = layout.clone(s)
    shuffled.ship[:16] = [layout.clone(s.ship[i]) for i in order]
    shootout.resolve(s, C)
    shootout.resolve(shuffled, C)
    assert [p.points for p in shuffled.player] == [p.points for p in s.player]
    for k, i in enumerate(order):
        ours, theirs = s.ship[i], shuffled.ship[k]
        assert (theirs.fate, theirs.taker, theirs.ore, theirs.damage) == (
            ours.fate,
            ours.taker,
            ours.ore,
            ours.damage,
        )


# ---------------------------------------------------------------- the pieces


@given(st.integers(0, LARGE), st.integers(1, LARGE), st.integers(0, LARGE), st.integers(1, LARGE))
def test_fractions_of_any_size_compare_as_they_should(n1: int, d1: int, n2: int, d2: int) -> None:
    a, b = Fraction(n1, d1), Fraction(n2, d2)
    assert compare(n1, d1, n2, d2) == (a > b) - (a < b)


@given(
    st.integers(1, 2**30),
    st.integers(1, 2**30),
    st.integers(1, 2**30),
    st.integers(-1, 1),
    st.integers(-1, 1),
)
def test_fractions_that_are_equal_or_nearly_so_compare_exactly(
    n: int, d: int, k: int, dn: int, dd: int
) -> None:
    n2, d2 = n * k + dn, max(1, d * k + dd)
    a, b = Fraction(n, d), Fraction(n2, d2)
    assert compare(n, d, n2, d2) == (a > b) - (a < b)
    assert compare(n2, d2, n, d) == (a < b) - (a > b)


def test_the_sine_table_is_the_rounded_sine_and_exact_in_quarter_turns() -> None:
    assert len(SINE) == 91
    for degrees in range(450):
        assert abs(C.sine[degrees] - SCALE * math.sin(math.radians(degrees))) < 0.5 + 1e-6
    for degrees in range(360):
        x, y = turned(C, degrees, 123, -77)
        u, v = turned(C, (degrees + 90) % 360, 123, -77)
        assert (u, v) == (-y, x)


def test_corners_are_within_a_micrometre_of_true_rotation() -> None:
    for rot in range(360):
        for k in range(4):
            u, v = C.shape[CARD].x[k], C.shape[CARD].y[k]
            x, y = on_table(C, 1234, -4321, rot, u, v)
            cosine, sine = math.cos(math.radians(rot)), math.sin(math.radians(rot))
            true = 1234 + cosine * u - sine * v, -4321 + sine * u + cosine * v
            assert math.dist((x / SCALE, y / SCALE), true) < 0.01  # tenths of a millimetre


def test_turned_cards_stay_exact_rectangles() -> None:
    for rot in range(360):
        corners = [on_table(C, 0, 0, rot, C.shape[CARD].x[k], C.shape[CARD].y[k]) for k in range(4)]
        sides = [(corners[k][0] - corners[k - 1][0], corners[k][1] - corners[k - 1][1]) for k in range(4)]
        for k in range(4):
            (ax, ay), (bx, by) = sides[k - 1], sides[k]
            assert ax * bx + ay * by == 0
            assert ax * by - ay * bx > 0


def test_products_stay_far_inside_63_bits_at_the_stated_limits() -> None:
    """The worst that the loader and the actions let in: the docstring of geometry.py promises 2^61."""
    longest = SCALE + 1
    point = POSE_LIMIT * SCALE + math.isqrt(2 * 1000**2) * longest
    way, edge = (math.isqrt(2 * 1000**2) + 1) * longest, 2000 * longest
    assert point < 2**31
    assert way < 2**27
    apart = math.isqrt(2 * (2 * point) ** 2) + 1
    radius = math.isqrt(2 * 1000**2) + 2
    products = (
        way * apart,
        edge * apart,
        way * way,
        256 * (math.isqrt(2 * 1000**2) + 1) * longest * radius * 256,
    )
    assert max(products) * 2 < 2**61


def turns_left(corners: list[tuple[int, int]]) -> bool:
    """Does the outline turn left at every corner, as a convex one does?"""
    for k in range(len(corners)):
        (ax, ay), (bx, by), (qx, qy) = corners[k - 2], corners[k - 1], corners[k]
        if (bx - ax) * (qy - by) - (by - ay) * (qx - bx) <= 0:
            return False
    return True


@given(st.integers(100, 1000), st.integers(100, 1000), st.integers(1, 8))
def test_every_oval_that_is_let_in_becomes_a_convex_polygon(width: int, height: int, quarter: int) -> None:
    """Rounding corners to tenths could spoil that; sizes are even tenths from 20 to 200 mm."""
    assert turns_left(oval(Oval("oval", (width / 5, height / 5), 4 * quarter)))


@pytest.mark.rule("KE-B19")
def test_the_token_is_a_symmetric_convex_polygon_inscribed_in_its_oval() -> None:
    shape = C.shape[TOKEN]
    corners = list(zip(shape.x[:32], shape.y[:32], strict=True))
    assert shape.corners == 32
    assert turns_left(corners)
    assert {(600, 0), (-600, 0), (0, 450), (0, -450)} <= set(corners)
    for x, y in corners:
        assert {(-x, y), (x, -y)} <= set(corners)
        assert (x / 600) ** 2 + (y / 450) ** 2 <= 1
        assert (abs(x) + 1) ** 2 / 600**2 + (abs(y) + 1) ** 2 / 450**2 > 1


def test_the_broad_phase_never_hides_what_the_oracle_finds_at_grazing_distance() -> None:
    """A card whose corner just reaches the beam, at many angles of the card."""
    ships, seen = GAME.standard_components.data.ships, 0
    for rot in range(0, 360, 3):
        reach = max(x for x, _ in Rectangle(0, 0, rot, (300, 450)).corners()) // SCALE
        poses = [(0, -2000, 0), (-reach, 2000, rot), (reach + 2, 1000, rot)]
        cards = [Card(min(k, 1), ships[k + 1], *pose) for k, pose in enumerate(poses)]
        table = Table(2, (600, 900), cards, list(token()))
        table.two, table.gap = True, 300  # none in the way
        prove(table)
        shots = Judge(table).judge().steps[0].shots
        seen += shots[0, 0][0].startswith("ship1")
    assert seen == 120


@pytest.mark.parametrize("rot", range(0, 360, 15))
def test_cards_overlap_just_when_the_oracle_finds_a_common_point(rot: int) -> None:
    chance, card, found = random.Random(rot), C.shape[CARD], 0
    for _ in range(60):
        x, y, other = chance.randint(-1100, 1100), chance.randint(-1100, 1100), chance.randrange(360)
        lies = relation(Rectangle(0, 0, rot, (300, 450)), Rectangle(x, y, other, (300, 450)))
        for fine in (True, False):
            expected = lies == "overlap" or (lies == "touch" and not fine)
            assert overlaps(C, card, 0, 0, rot, card, x, y, other, fine) == expected
            found += expected
    assert 10 < found < 110
