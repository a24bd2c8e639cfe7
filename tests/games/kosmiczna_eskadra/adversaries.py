"""Tables full of coincidences of lasers: through corners, along edges, at ends of shields, from inside."""

from __future__ import annotations

import random
from dataclasses import replace

from kosmoport.games.kosmiczna_eskadra.components import Laser
from tests.games.kosmiczna_eskadra.exact_aims import (
    armed,
    edge_turns,
    primitive,
    quarter_turn,
    sniper,
    towards,
)
from tests.games.kosmiczna_eskadra.pieces import (
    AFAR,
    EDGES,
    NORMALS,
    SIZE,
    ZONES,
    a_gun,
    a_shield,
    a_target,
    anybody,
    empty,
    half_of,
    point_of,
    some_lasers,
    some_shields,
    vessel,
    zones,
)
from tests.games.kosmiczna_eskadra.plane import UNIT
from tests.games.kosmiczna_eskadra.tabletop import Card, Table, rocks, tenths


def corners(chance: random.Random) -> Table:
    """Lasers exactly through a corner of a card at any angle, or a tenth of a millimetre beside it."""
    table = empty(chance)
    for zone in zones(chance):
        target = a_target(chance, table, zone, some_shields(chance, 3))
        table.cards.append(target)
        for _ in range(chance.randint(1, 2)):
            corner = chance.choice((-300, 300)), chance.choice((-450, 450))
            table.cards.append(sniper(chance, target, corner, None, a_gun(chance, table), AFAR))
        if chance.random() < 0.2:
            table.cards[-1] = replace(table.cards[-1], x=table.cards[-1].x + chance.choice((-1, 1)))
    return table


def shield_ends(chance: random.Random) -> Table:
    """Lasers that enter a card at any angle exactly at the end of a shield, or a tenth beside it."""
    table = empty(chance)
    for zone in zones(chance):
        edge = chance.choice(EDGES)
        shield = a_shield(chance, edge)
        half = half_of(edge, SIZE)
        ends = (-half, half) if shield.span is None else tenths(shield.span)
        end = min(ends, key=abs) if chance.random() < 0.7 else chance.choice(ends)  # not always a corner
        target = a_target(chance, table, zone, [*some_shields(chance, 1), shield])
        table.cards.append(target)
        end = max(-half, min(half, end + chance.choice((0, 0, 0, -1, 1))))
        point, gun = point_of(edge, end, SIZE), a_gun(chance, table)
        table.cards.append(sniper(chance, target, point, NORMALS[edge], gun, AFAR))
    return table


def edges(chance: random.Random) -> Table:
    """Lasers along the edges of cards that lie in line with one another, at every angle that allows it."""
    table = empty(chance)
    for zone in chance.sample(ZONES, 2):
        (rot, step), turned = chance.choice(edge_turns()), chance.choice((0, 90, 180, 270))
        reach = 300 if turned % 180 else 450  # of the targets, across the line
        times = 1 + 1500 // max(map(abs, step))
        for k in range(chance.randint(2, 3)):
            lasers = []
            if k == 0:
                side = chance.choice((-reach, reach))
                lasers = [Laser((30, side / 10), (1, 0), chance.randint(1, 3))]
            x, y = (zone[axis] // 4 + k * times * step[axis] for axis in (0, 1))
            ship = vessel(chance, lasers or some_lasers(chance, 1), some_shields(chance, 2))
            angle = (rot + (turned if k else 0)) % 360
            if max(abs(x), abs(y)) <= 20000:
                table.cards.append(Card(anybody(chance, table), ship, x, y, angle))
    return table


def asteroids(chance: random.Random) -> Table:
    """Lasers along an edge of an asteroid, touching it only in a corner, or through a corner anyhow."""
    table = empty(chance)
    outlines = [[(x // UNIT, y // UNIT) for x, y in body.corners()] for _, body in rocks(table)]
    for _ in range(chance.randint(1, 3)):
        outline, gun = chance.choice(outlines), a_gun(chance, table)
        k, kind = chance.randrange(len(outline)), chance.randrange(3)
        (ax, ay), (bx, by), (cx, cy) = outline[k - 2], outline[k - 1], outline[k]
        if kind == 0:
            corner = Card(0, gun.ship, bx, by, 0)
            table.cards.append(sniper(chance, corner, (0, 0), None, gun, AFAR))
        else:
            way = primitive((cx - bx, cy - by) if kind == 1 else (cx - ax, cy - ay))
            times = chance.randint(*AFAR) // max(map(abs, way))
            table.cards.append(armed(chance, gun, (bx - times * way[0], by - times * way[1]), way))
    return table


def finishes(chance: random.Random) -> Table:
    """Two cards side by side, one a little ahead, and a laser along their seam that meets both of them."""
    table = empty(chance)
    table.touch_is_illegal = False
    for zone in zones(chance):
        quarter, ahead = chance.randrange(4), chance.randint(-60, 60)
        target = replace(a_target(chance, table, zone, some_shields(chance, 3)), rot=90 * quarter)
        dx, dy = quarter_turn(quarter, (600, ahead))
        other = replace(target, x=target.x + dx, y=target.y + dy, owner=anybody(chance, table))
        table.cards += [target, other] if chance.random() < 0.5 else [other, target]
        pace = chance.randint(1, 1000)
        far = 450 + pace * -(-2300 // pace) + chance.choice((0, ahead, chance.randint(0, 900)))
        dx, dy = quarter_turn(quarter, (300, far))
        way = quarter_turn(quarter, (0, -pace))
        table.cards.append(armed(chance, a_gun(chance, table), (target.x + dx, target.y + dy), way))
    return table


def muzzles(chance: random.Random) -> Table:
    """Lasers that begin beyond their own card, in another one or exactly on its border."""
    table = empty(chance)
    for x, y in zones(chance):
        exact, rot = chance.random() < 0.5, chance.randrange(360)
        quarter, far = chance.randrange(4), 1100 if exact else chance.randint(1100, 1300)
        if exact:
            rot = 90 * chance.randrange(4)
        across, deep = (300, 450) if (rot - 90 * quarter) % 180 == 0 else (450, 300)
        start = (chance.choice((-across, 0, across, chance.randint(-across, across))), far - deep)
        if not exact:
            start = (chance.randint(-300, 300), chance.randint(600, 1000))
        ways = [(0, 1), (0, -1), (1, 0), (-1, 0), (chance.randint(-9, 9), chance.randint(1, 9))]
        laser = Laser((start[0] / 10, start[1] / 10), chance.choice(ways), chance.randint(1, 3))
        dx, dy = quarter_turn(quarter, (0, far))
        shields = [*some_shields(chance, 2), a_shield(chance, chance.choice(EDGES))]
        target = vessel(chance, some_lasers(chance, 2), shields)
        gun = vessel(chance, [laser, *some_lasers(chance, 1)], some_shields(chance, 1))
        table.cards.append(Card(anybody(chance, table), target, x + dx, y + dy, rot))
        table.cards.append(Card(anybody(chance, table), gun, x, y, 90 * quarter))
    return table


def extremes(chance: random.Random) -> Table:
    """The largest cards at the largest distances with the longest directions: nothing may overflow."""
    table = empty(chance, (2 * chance.randint(100, 1000), 2 * chance.randint(100, 1000)))
    spots = [(chance.choice((-20000, 20000, chance.randint(-20000, 20000))), chance.randint(-20000, 20000))]
    spots += [(y, x) for x, y in spots] + [(-x, -y) for x, y in spots]
    for x, y in spots:
        rot, lasers = chance.randrange(360), []
        for _ in range(chance.randint(1, 8)):
            muzzle = chance.randint(-1000, 1000), chance.randint(-1000, 1000)
            way = towards(rot, muzzle, (x, y), chance.choice([(0, 0), *spots]))
            lasers.append(Laser((muzzle[0] / 10, muzzle[1] / 10), way, chance.randint(1, 3)))
        ship = vessel(chance, lasers, some_shields(chance, 8, table.size), 9)
        table.cards.append(Card(anybody(chance, table), ship, x, y, rot))
    return table
