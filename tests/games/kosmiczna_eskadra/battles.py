"""Tables full of coincidences of the battle: ships that die together, ties, shortages of ore, corsairs."""

from __future__ import annotations

import math
import random

from kosmoport.games.kosmiczna_eskadra import GAME
from kosmoport.games.kosmiczna_eskadra.components import Laser, Ship
from tests.games.kosmiczna_eskadra.exact_aims import towards
from tests.games.kosmiczna_eskadra.pieces import (
    ZONES,
    anybody,
    empty,
    some_lasers,
    some_shields,
    vessel,
    zones,
)
from tests.games.kosmiczna_eskadra.plane import Whole
from tests.games.kosmiczna_eskadra.tabletop import Card, Table

RING = 1800  # so far from its middle, eight cards in a ring cannot touch one another


def gunner(
    chance: random.Random, owner: int, speed: int, at: Whole, goal: Whole, powers: list[int], hull: int
) -> Card:
    """A ship that fires so many lasers at the goal."""
    rot = chance.randrange(360)
    lasers = []
    for power in powers:
        muzzle = chance.randint(-100, 100), chance.randint(-100, 100)
        lasers.append(Laser((muzzle[0] / 10, muzzle[1] / 10), towards(rot, muzzle, at, goal), power))
    return Card(owner, Ship(speed, "gun", hull, lasers, []), *at, rot)


def ring(chance: random.Random, middle: Whole, count: int, radius: int = RING) -> list[Whole]:
    """Places around the middle, at different angles by eighths of a turn."""
    start = chance.random()
    angles = [(start + k) * math.tau / 8 for k in chance.sample(range(8), count)]
    return [
        (middle[0] + round(radius * math.cos(a)), middle[1] + round(radius * math.sin(a))) for a in angles
    ]


def duels(chance: random.Random) -> Table:
    """Ships of one speed that shoot at each other in pairs and circles, most of them to death."""
    table = empty(chance)
    for zone in zones(chance):
        speed, places = chance.randint(1, 3), ring(chance, zone, chance.randint(2, 5))
        for k, place in enumerate(places):
            goal, hull = places[k - 1], chance.randint(1, 3)
            powers = [chance.randint(1, 3) for _ in range(chance.randint(1, 2))]
            table.cards.append(gunner(chance, anybody(chance, table), speed, place, goal, powers, hull))
    return table


def ties(chance: random.Random) -> Table:
    """A ship hit equally hard by several squadrons, at times its own among them."""
    table = empty(chance)
    for zone in zones(chance):
        owners = chance.sample(range(table.players), chance.randint(2, min(3, table.players)))
        power, times = chance.randint(1, 3), chance.randint(1, 2)
        victim = Ship(chance.randint(1, 3), "victim", chance.randint(1, power * len(owners)), [], [])
        others = [seat for seat in range(table.players) if seat not in owners]
        owner = chance.choice(others or owners)
        table.cards.append(Card(owner, victim, *zone, chance.randrange(360)))
        for seat, place in zip(owners, ring(chance, zone, len(owners)), strict=True):
            powers = [power] * times if chance.random() < 0.9 else [chance.randint(1, 3)]
            table.cards.append(gunner(chance, seat, 1, place, zone, powers, 2))
    return table


def shortages(chance: random.Random) -> Table:
    """Ships of one speed that mine more than there is, so that a chosen tier fails, or just all there is."""
    table = empty(chance)
    table.gap = 160
    piles = []
    middles = [(-1100, 0), (1100, 0)] if table.two else [(0, 0)]
    for middle in middles:
        places = around(middle) if table.two else ring(chance, middle, 8)
        powers, ore = a_shortage(chance, len(places))
        piles.append(ore)
        for place, lasers in zip(places, powers, strict=False):
            table.cards.append(gunner(chance, anybody(chance, table), 2, place, middle, lasers, 2))
    table.ore, table.split = piles[0], (piles[0], piles[-1])
    if chance.random() < 0.3:  # some of it goes before
        table.cards.append(gunner(chance, 0, 1, (0, chance.choice((-4000, 4000))), middles[0], [1], 1))
    return table


def around(middle: Whole) -> list[Whole]:
    """Four places above and below a small asteroid, clear of the four of the other one."""
    return [(middle[0] + dx, dy) for dx in (-548, 548) for dy in (-1700, 1700)]


def a_shortage(chance: random.Random, places: int) -> tuple[list[list[int]], int]:
    """Powers of the lasers of some ships, and ore of which this or that tier is not paid; 4: just enough."""
    tier = chance.randint(1, 4)
    while True:
        ships = [
            [chance.randint(1, 3) for _ in range(chance.randint(1, 2))]
            for _ in range(chance.randint(1, places))
        ]
        powers = [power for lasers in ships for power in lasers]
        needs = [sum(min(power, t) for power in powers) for t in range(4)]
        low, high = (needs[tier - 1], needs[tier] - 1) if tier < 4 else (needs[3], needs[3])
        if 1 <= max(low, 1) <= high:
            return ships, chance.randint(max(low, 1), high)


def raids(chance: random.Random) -> Table:
    """Corsairs: ships with ore that are destroyed by one or several others and often hit back."""
    table = empty(chance)
    table.corsairs = True
    for zone in chance.sample(ZONES, 2):
        places = ring(chance, zone, chance.randint(1, 4))
        raiders = [[chance.randint(1, 3) for _ in range(chance.randint(1, 3))] for _ in places]
        victim = gunner(
            chance,
            anybody(chance, table),
            chance.choice((1, 2, 2)),
            zone,
            chance.choice([*places, (0, 0)]),
            [3],
            1,
        )
        ore = chance.randint(0, 9)
        hull = chance.randint(1, sum(map(sum, raiders)))
        ship = Ship(victim.ship.speed, "freighter", hull, victim.ship.lasers, [])
        table.cards.append(Card(victim.owner, ship, *zone, victim.rot, ore, old_markers(chance, table, hull)))
        for place, powers in zip(places, raiders, strict=True):
            hull = chance.choice((1, 3, 9))
            table.cards.append(gunner(chance, anybody(chance, table), 2, place, zone, powers, hull))
    return table


def old_markers(chance: random.Random, table: Table, hull: int) -> tuple[int, ...]:
    """Markers of earlier steps, never enough to explode."""
    markers = [0, 0, 0, 0]
    markers[anybody(chance, table)] = chance.randint(0, hull - 1)
    return tuple(markers)


def squadrons(chance: random.Random) -> Table:
    """The ships of the box, well spread over a table of 90 cm; none of them is illegal."""
    table = empty(chance)
    data = GAME.standard_components.data
    table.ore, table.edge = data.ore, (900, 900)
    cells = [(x, y) for x in range(8) for y in range(8) if not 2 <= x <= 5 or not 2 <= y <= 5]
    deck = [(p, ship) for p in range(table.players) for ship in data.ships]
    chance.shuffle(deck)
    chance.shuffle(cells)
    for (owner, ship), (x, y) in zip(deck[: chance.randint(8, 40)], cells, strict=False):
        left, up = (1100 * at - 3850 + chance.randint(-8, 8) for at in (x, y))
        table.cards.append(Card(owner, ship, left, up, chance.randrange(360)))
    return table


def crowds(chance: random.Random) -> Table:
    """The ships of the box anywhere on a table of the size that goes with the players, or beside it."""
    table = empty(chance)
    data = GAME.standard_components.data
    table.ore, table.edge = data.ore, data.table_mm[str(table.players)]
    half = table.edge[0] * 5 + 400
    deck = [(p, ship) for p in range(table.players) for ship in data.ships]
    for owner, ship in chance.sample(deck, chance.randint(5, 20)):
        x, y = chance.randint(-half, half), chance.randint(-half, half)
        table.cards.append(Card(owner, ship, x, y, chance.randrange(360)))
    return table


def scattered(chance: random.Random) -> Table:
    """Ships of any kind anywhere, at any angle."""
    table = empty(chance)
    half = chance.choice((2000, 4000, 8000))
    for _ in range(chance.randint(2, 14)):
        x, y = chance.randint(-half, half), chance.randint(-half, half)
        ship = vessel(chance, some_lasers(chance, 5), some_shields(chance, 3))
        table.cards.append(Card(anybody(chance, table), ship, x, y, chance.randrange(360)))
    return table
