"""Aims of adversarial tables: lasers that pass exactly through a given point of a card turned by any degrees.

Points of a turned card are whole numbers at the scale of the sine table, and muzzles of unturned cards are
multiples of that scale. For every such point there are short whole directions that meet it exactly from
suitable tenths of a millimetre: those directions form a lattice, of which two short vectors are found.
"""

from __future__ import annotations

import math
import random
from functools import cache

from kosmoport.games.kosmiczna_eskadra.components import Laser, Ship
from tests.games.kosmiczna_eskadra.plane import TURNS, UNIT, Whole, turn
from tests.games.kosmiczna_eskadra.tabletop import Card

LONGEST = 1000  # coordinate of a direction
FEW = 9000  # tenths
QUARTERS = ((1, 0), (0, 1), (-1, 0), (0, -1))  # cosine and sine
Range = tuple[int, int]


def quarter_turn(quarter: int, point: Whole) -> Whole:
    (cosine, sinus), (x, y) = QUARTERS[quarter % 4], point
    return cosine * x - sinus * y, sinus * x + cosine * y


def short_ways(offset: Whole) -> tuple[Whole, Whole]:
    """A reduced basis of the directions whose lines through the offset meet whole tenths."""
    common = math.gcd(UNIT, *offset)
    modulus, (x, y) = UNIT // common, (value // common for value in offset)
    if y % 2:
        return reduced((modulus, 0), (x * pow(y, -1, modulus) % modulus, 1))
    return reduced((0, modulus), (1, y * pow(x, -1, modulus) % modulus))


def reduced(first: Whole, second: Whole) -> tuple[Whole, Whole]:
    """Two shortest vectors of a lattice in the plane, by Gauss."""
    while True:
        if length(first) > length(second):
            first, second = second, first
        dot = first[0] * second[0] + first[1] * second[1]
        times = (2 * dot + length(first)) // (2 * length(first))
        if times == 0:
            return first, second
        second = second[0] - times * first[0], second[1] - times * first[1]


def primitive(vector: Whole) -> Whole:
    """The shortest whole vector in this direction."""
    common = math.gcd(*vector)
    return vector[0] // common, vector[1] // common


def length(vector: Whole) -> int:
    return vector[0] ** 2 + vector[1] ** 2


def exact_way(
    chance: random.Random, offset: Whole, normal: Whole | None, reach: Range
) -> tuple[Whole, Whole]:
    """A direction, and tenths a, b such that the ray from -a, -b along it passes through the offset.

    The direction goes against the normal, if there is one; the distance is in reach, where that can be.
    """
    first, second = short_ways(offset)
    most = max(3, LONGEST // (4 * max(map(abs, first + second))))
    for _ in range(60):
        i, j = chance.randint(-most, most), chance.randint(-most, most)
        way = i * first[0] + j * second[0], i * first[1] + j * second[1]
        if math.gcd(*way) == 1 and max(map(abs, way)) <= LONGEST:
            break
    else:  # rare: every short one is a multiple of another, from which only nearly whole tenths remain
        way = primitive(first)
    if normal is not None and way[0] * normal[0] + way[1] * normal[1] > 0:
        way = -way[0], -way[1]
    return way, origin(way, offset, chance.randint(*reach))


def origin(way: Whole, offset: Whole, far: int) -> Whole:
    """Whole a, b about so far from the offset with (a, b) * UNIT + offset a multiple of the way."""
    (dx, dy), (x, y) = way, offset
    beside = (dx * y - dy * x) // UNIT
    if dx:
        p = pow(dy, -1, abs(dx))
        r = (dy * p - 1) // dx
    else:
        p, r = dy, 0
    a, b = beside * p, beside * r
    span = math.hypot(dx, dy)
    times = round(far / span - (a * dx + b * dy) / span**2)
    return a + times * dx, b + times * dy


def sniper(
    chance: random.Random, target: Card, point: Whole, normal: Whole | None, gun: Card, reach: Range
) -> Card:
    """The gun placed so that one more laser of it passes exactly through this point of the target's frame.

    One of the two lies at right angles to the table, the other at any angle.
    """
    outward = None if normal is None else turn(target.rot, normal)
    if target.rot % 90 == 0 and chance.random() < 0.5:
        dx, dy = quarter_turn(target.rot // 90, point)
        return turned_sniper(chance, (target.x + dx, target.y + dy), outward, gun, reach)
    way, (a, b) = exact_way(chance, turn(target.rot, point), outward, reach)
    return armed(chance, gun, (target.x - a, target.y - b), way)


def turned_sniper(chance: random.Random, goal: Whole, outward: Whole | None, gun: Card, reach: Range) -> Card:
    """The gun at any angle with one more laser from its centre exactly through whole tenths of the table."""
    while not (ways := turned_ways(rot := chance.randrange(360))):
        pass
    way, (a, b) = chance.choice(ways)
    if outward is not None and a * outward[0] + b * outward[1] > 0:
        way, a, b = (-way[0], -way[1]), -a, -b
    times = max(1, chance.randint(*reach) // max(abs(a), abs(b)))
    times += times * max(abs(a), abs(b)) < reach[0]
    ship = with_laser(gun.ship, Laser((0, 0), way, chance.randint(1, 3)))
    return Card(gun.owner, ship, goal[0] - times * a, goal[1] - times * b, rot)


@cache
def turned_ways(rot: int, longest: int = 50) -> list[tuple[Whole, Whole]]:
    """Directions of a card so turned that point along a few whole tenths of the table, with those."""
    found = []
    for dx in range(-longest, longest + 1):
        for dy in range(longest + 1):
            if math.gcd(dx, dy) == 1:
                step = primitive(turn(rot, (dx, dy)))
                if max(map(abs, step)) <= FEW:
                    found.append(((dx, dy), step))
    return found


def with_laser(ship: Ship, laser: Laser) -> Ship:
    return Ship(ship.speed, ship.name, ship.hull, [*ship.lasers, laser], ship.shields)


def armed(chance: random.Random, gun: Card, start: Whole, way: Whole) -> Card:
    """The gun with one more laser, placed at right angles so that this one begins here and goes there."""
    quarter, muzzle = chance.randrange(4), (chance.randint(-300, 300), chance.randint(-450, 450))
    dx, dy = quarter_turn(quarter, muzzle)
    times = chance.choice((1, LONGEST // max(map(abs, way))))  # longer, so that distances are other fractions
    dir = quarter_turn(-quarter, (times * way[0], times * way[1]))
    laser = Laser((muzzle[0] / 10, muzzle[1] / 10), dir, chance.randint(1, 3))
    return Card(gun.owner, with_laser(gun.ship, laser), start[0] - dx, start[1] - dy, 90 * quarter)


def towards(rot: int, muzzle: Whole, start: Whole, goal: Whole) -> Whole:
    """A direction of a card turned like this that points nearly from its muzzle to a goal."""
    cosine, sinus = TURNS[rot]
    mx, my = turn(rot, muzzle)
    ex, ey = goal[0] - start[0] - mx / UNIT, goal[1] - start[1] - my / UNIT
    x, y = cosine * ex + sinus * ey, cosine * ey - sinus * ex
    scale = LONGEST / max(abs(x), abs(y), 1)
    way = round(x * scale), round(y * scale)
    return way if way != (0, 0) else (0, 1)


@cache
def edge_turns(longest: int = 9000) -> list[tuple[int, Whole]]:
    """Turns of which an edge points along whole tenths of no more than this length, with those tenths."""
    found = []
    for rot, (cosine, sinus) in enumerate(TURNS):
        common = math.gcd(cosine, sinus)
        step = cosine // common, sinus // common
        if max(map(abs, step)) <= longest:
            found.append((rot, step))
    return found


def a_whole_extent(chance: random.Random) -> tuple[int, int, int, int]:
    """Degrees, half sides and extent: see `whole_extents`; a few angles have none."""
    while not (found := whole_extents(rot := chance.randrange(360))):
        pass
    return rot, *chance.choice(found)


@cache
def whole_extents(rot: int) -> list[tuple[int, int, int]]:
    """Half sides u, v (tenths) of cards that, so turned, reach whole tenths to the right, and how far."""
    cosine, sinus = (abs(value) for value in TURNS[rot])
    found = []
    for u in range(100, 1001):
        for v in solutions(sinus, -cosine * u, 100, 1000):
            found.append((u, v, (cosine * u + sinus * v) // UNIT))
    return found


def solutions(factor: int, wanted: int, low: int, high: int) -> range:
    """All v from low to high with factor * v = wanted, modulo UNIT."""
    common = math.gcd(factor, UNIT)
    if wanted % common:
        return range(0)
    modulus = UNIT // common
    first = wanted // common * pow(factor // common, -1, modulus) % modulus if modulus > 1 else 0
    return range(low + (first - low) % modulus, high + 1, modulus)
