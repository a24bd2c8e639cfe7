"""Tables full of coincidences of how cards lie: touching, in chains, on the rim of the table, on a grid."""

from __future__ import annotations

import random
from dataclasses import replace

from tests.games.kosmiczna_eskadra.exact_aims import a_whole_extent, quarter_turn, sniper
from tests.games.kosmiczna_eskadra.pieces import (
    AFAR,
    ZONES,
    a_gun,
    a_target,
    an_armed_ship,
    anybody,
    empty,
    some_lasers,
    some_shields,
    vessel,
    zones,
)
from tests.games.kosmiczna_eskadra.plane import UNIT, Rectangle
from tests.games.kosmiczna_eskadra.tabletop import Card, Table


def touching(chance: random.Random) -> Table:
    """Cards whose corner exactly touches the edge of another card or asteroid, or misses it by a tenth."""
    rot, u, v, extent = a_whole_extent(chance)
    table = empty(chance, (2 * u, 2 * v))
    x, y = chance.choice(ZONES)
    base = Card(anybody(chance, table), an_armed_ship(chance, table), x, y, 90 * chance.randrange(4))
    table.cards.append(base)
    hosts = [(x, y, (u, v) if base.rot % 180 == 0 else (v, u))]  # and how far they reach
    if table.two:
        hosts.append(((table.small[0] + 10 * table.gap) // 2, 0, (table.small[0] // 2, table.small[1] // 2)))
    for x, y, reach in hosts:
        quarter = chance.randrange(4)
        left = min(Rectangle(0, 0, rot, (u, v)).corners())
        beside = chance.randint(-reach[1 - quarter % 2], reach[1 - quarter % 2]) - round(left[1] / UNIT)
        away = reach[quarter % 2] + extent + chance.choice((0, 0, 0, 1, -1))
        dx, dy = quarter_turn(quarter, (away, beside))
        ship, angle = an_armed_ship(chance, table), (rot + 90 * quarter) % 360
        table.cards.append(Card(anybody(chance, table), ship, x + dx, y + dy, angle))
    return table


def seams(chance: random.Random) -> Table:
    """Two cards that share an edge or touch in a corner, and a laser that strikes both in the same point."""
    table = empty(chance)
    table.touch_is_illegal = chance.random() < 0.2
    for x, y in zones(chance):
        rot, along = 90 * chance.randrange(4), chance.choice((0, 0, 900, -900))
        target = replace(a_target(chance, table, (x, y), some_shields(chance, 3)), rot=rot)
        dx, dy = quarter_turn(rot // 90, (600, along))
        other = replace(target, x=target.x + dx, y=target.y + dy, owner=anybody(chance, table))
        table.cards += [target, other] if chance.random() < 0.5 else [other, target]
        side = 450 if along > 0 else -450 if along < 0 else chance.choice((-450, 450))
        normal = (0, side) if along == 0 else None
        table.cards.append(sniper(chance, target, (300, side), normal, a_gun(chance, table), AFAR))
    return table


def rim(chance: random.Random) -> Table:
    """Cards with their centre on the rim of the table, a tenth beyond it, or so near that they jut out."""
    table = empty(chance)
    table.edge = chance.randint(300, 2500), chance.randint(300, 2500)
    for _ in range(chance.randint(1, 4)):
        quarter = chance.randrange(4)
        far = table.edge[quarter % 2] * 5 + chance.choice((-200, -1, 0, 0, 1, 1))
        other = table.edge[1 - quarter % 2] * 5
        x, y = quarter_turn(quarter, (far, chance.randint(-other, other)))
        ship = an_armed_ship(chance, table)
        table.cards.append(Card(anybody(chance, table), ship, x, y, chance.randrange(360)))
    return table


def chains(chance: random.Random) -> Table:
    """Cards laid one over the other, so that some overlap only what is itself illegal."""
    table = empty(chance)
    table.edge = chance.choice((None, (900, 900), (1200, 1500)))
    for x, y in zones(chance):
        x, y = x // 3, y // 3
        for _ in range(chance.randint(3, 5)):
            ship = vessel(chance, some_lasers(chance, 3), some_shields(chance, 2))
            table.cards.append(Card(anybody(chance, table), ship, x, y, chance.randrange(360)))
            x, y = x + chance.randint(300, 800), y + chance.randint(-400, 400)
    return table


def grids(chance: random.Random) -> Table:
    """Cards on a coarse grid at right angles and a few others: corners meet, edges touch and line up."""
    table = empty(chance)
    table.edge = chance.choice((None, (2000, 2000), (900, 900)))
    grid, reach = chance.choice((150, 300, 450)), chance.choice((3, 6, 12))
    turns = chance.choice(((0, 90, 180, 270), (0, 45, 90), tuple(range(360))))
    for _ in range(chance.randint(2, 12)):
        x, y = (grid * chance.randint(-reach, reach) for _ in range(2))
        ship = vessel(chance, some_lasers(chance, 4), some_shields(chance, 4))
        table.cards.append(Card(anybody(chance, table), ship, x, y, chance.choice(turns)))
    return table
