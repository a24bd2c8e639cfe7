"""Kosmiczna Eskadra: poses that make sense, found by geometry; in the subset of the rules.

A pose is built backwards: a point of the table is chosen that a laser should strike or a shield should
cover, a direction of the beam, and a distance; where the card must lie follows from them. Lengths are
tenths of a millimetre; points and directions of the table are times SCALE, as in the rules' own geometry.
A pose found here may still be taken: `lies_free` tells.
"""

from kosmoport.core.chance import Rng, below
from kosmoport.core.contract import NOBODY, Seat
from kosmoport.games.kosmiczna_eskadra.geometry import on_table, turned
from kosmoport.games.kosmiczna_eskadra.random_play import random_pose
from kosmoport.games.kosmiczna_eskadra.schema import (
    ASTEROID_NR,
    CARD,
    DEGREES,
    SCALE,
    SPACE,
    Components,
    Laser,
    Shape,
    ShipType,
    State,
)
from kosmoport.games.kosmiczna_eskadra.shootout import first_struck, is_on_table, is_shielded, obstacle

TENTH = SCALE // 2  # added before the scale is shifted out, so that it rounds
SCALE_BITS = 16
SLANT = 35  # degrees by which a beam may miss a right angle with the side that it strikes
SIDES = 4  # of a card, in the order of its corners: bottom, right, top, left
ORE = 80  # hundredths of a point: one ore, ...
LATE_ORE = 40  # ... for ships that fire when little may be left
SLOW = 7  # that speed and later
TROPHY_POINT = 100  # a point of a hull that one shot destroys
SCRATCH = 60  # a marker that needs others beside it
OWN_GOAL = 50  # more than others lose by the same shot
AIMED = 0  # ways to find a pose
BLOCKING = 1
TURNED = 2
ANYWHERE = 3


def lies_free(s: State, c: Components, x: int, y: int, rot: int) -> bool:
    """Would the card lie on the table, and on nothing else?"""
    if is_upon(s, c, x, y) or not is_on_table(s, c, x, y):
        return False
    return obstacle(s, c, x, y, rot, s.lying) == SPACE


def is_upon(s: State, c: Components, x: int, y: int) -> bool:
    """Is the centre so near to another card's that they overlap however they are turned? Quick to tell."""
    across = 2 * min(c.shape[CARD].x[2], c.shape[CARD].y[2])
    for i in range(s.lying):
        ex = x - s.ship[i].x
        ey = y - s.ship[i].y
        if ex * ex + ey * ey < across * across:
            return True
    return False


def heading(c: Components, dx: int, dy: int) -> int:
    """The whole degree nearest to a direction of any length: quarter turns, then halving the quarter."""
    if dx == 0 and dy == 0:
        return 0
    right = int(dx)
    up = int(dy)
    quarter = 0
    while right <= 0 or up < 0:
        there = right
        right = up
        up = 0 - there
        quarter += 1
    low = 0
    high = 90
    while high - low > 1:
        middle = (low + high) // 2
        if c.sine[middle + 90] * up >= c.sine[middle] * right:
            low = middle
        else:
            high = middle
    above_low = c.sine[low + 90] * up - c.sine[low] * right
    below_high = c.sine[high] * right - c.sine[high + 90] * up
    return (90 * quarter + (low if above_low <= below_high else high)) % DEGREES


def beam(c: Components, laser: Laser, rot: int, length: int) -> tuple[int, int]:
    """The vector of so many tenths along a laser of a card turned by `rot`, times SCALE."""
    dx, dy = turned(c, rot, laser.dx, laser.dy)
    stretch = length * SCALE * 256 // laser.length
    return dx * stretch >> SCALE_BITS, dy * stretch >> SCALE_BITS


def centre_for(c: Components, px: int, py: int, rot: int, u: int, v: int) -> tuple[int, int]:
    """Where a card turned by `rot` must lie for its point u, v to be at p, to the nearest tenth."""
    ex, ey = turned(c, rot, u, v)
    return (px - ex + TENTH) >> SCALE_BITS, (py - ey + TENTH) >> SCALE_BITS


def shot_pose(c: Components, laser: Laser, tx: int, ty: int, rot: int, away: int) -> tuple[int, int, int]:
    """The pose from which the laser, at a distance, points at t."""
    bx, by = beam(c, laser, rot, away)
    x, y = centre_for(c, tx - bx, ty - by, rot, laser.x, laser.y)
    return x, y, rot


def some_distance(rng: Rng) -> int:
    """Between a shot and its target: near ones are likelier, since less can come between."""
    step = below(rng, 48)
    return 4 + step * step


def is_covered(kind: ShipType, u: int, v: int) -> bool:
    """Does a shield of this ship cover the point u, v of the card's edge?"""
    for k in range(kind.shields):
        shield = kind.shield[k]
        across = min(shield.x1, shield.x2) <= u and u <= max(shield.x1, shield.x2)
        if across and min(shield.y1, shield.y2) <= v and v <= max(shield.y1, shield.y2):
            return True
    return False


def edge_point(shape: Shape, side: int, eighths: int) -> tuple[int, int]:
    """A point of the card's edge, so many eighths along the side."""
    end = side + 1 if side + 1 < shape.corners else 0
    u = (shape.x[side] * (8 - eighths) + shape.x[end] * eighths) >> 3
    v = (shape.y[side] * (8 - eighths) + shape.y[end] * eighths) >> 3
    return u, v


# ---------------------------------------------------------------- ways to lay the held card


def draw_pose(s: State, c: Components, seat: Seat, rng: Rng, way: int) -> tuple[int, int, int]:
    """One pose for the held card, found in this way."""
    kind = c.type[s.player[seat].held]
    if way == BLOCKING and kind.shields > 0 and s.lying > 0:
        return blocking_pose(s, c, seat, kind, rng)
    if way == ANYWHERE or kind.lasers == 0:
        return random_pose(s, c, rng)
    if way == TURNED:
        return turned_pose(s, c, seat, kind, rng)
    return aimed_pose(s, c, seat, kind, rng)


def aimed_pose(s: State, c: Components, seat: Seat, kind: ShipType, rng: Rng) -> tuple[int, int, int]:
    """A laser, any of them, pointed at an open side of somebody else's ship, else at an asteroid."""
    laser = kind.laser[below(rng, kind.lasers)]
    i = below(rng, s.lying + 1 + s.lying // 3)
    if i < s.lying and s.ship[i].owner != seat:
        prey = s.ship[i]
        side = below(rng, SIDES)
        u, v = edge_point(c.shape[CARD], side, 1 + below(rng, 7))
        if not is_covered(c.type[prey.card], u, v):
            tx, ty = on_table(c, prey.x, prey.y, prey.rot, u, v)
            inwards = prey.rot + 90 * (side + 1) + below(rng, 2 * SLANT + 1) - SLANT
            rot = (inwards + 2 * DEGREES - heading(c, laser.dx, laser.dy)) % DEGREES
            return shot_pose(c, laser, tx, ty, rot, some_distance(rng))
    rock = s.asteroid[below(rng, s.asteroids)]
    away = c.shape[rock.shape].radius * 3 // 4 + some_distance(rng)
    return shot_pose(c, laser, rock.x * SCALE, rock.y * SCALE, below(rng, DEGREES), away)


def turned_pose(s: State, c: Components, seat: Seat, kind: ShipType, rng: Rng) -> tuple[int, int, int]:
    """Anywhere there may be room, with a laser turned to the nearer of two things drawn by lot."""
    x, y, _rot = random_pose(s, c, rng)
    for _ in range(3):
        if is_upon(s, c, x, y):
            x, y, _rot = random_pose(s, c, rng)
    laser = kind.laser[below(rng, kind.lasers)]
    dx, dy = way_to_target(s, seat, x, y, rng)
    ex, ey = way_to_target(s, seat, x, y, rng)
    if ex * ex + ey * ey < dx * dx + dy * dy:
        dx = ex
        dy = ey
    return x, y, (heading(c, dx, dy) + DEGREES - heading(c, laser.dx, laser.dy)) % DEGREES


def way_to_target(s: State, seat: Seat, x: int, y: int, rng: Rng) -> tuple[int, int]:
    """From x, y to the centre of somebody else's ship or of an asteroid."""
    i = below(rng, s.lying + 1)
    if i < s.lying and s.ship[i].owner != seat:
        return s.ship[i].x - x, s.ship[i].y - y
    rock = s.asteroid[below(rng, s.asteroids)]
    return rock.x - x, rock.y - y


def blocking_pose(s: State, c: Components, seat: Seat, kind: ShipType, rng: Rng) -> tuple[int, int, int]:
    """A shield across a beam of a ship on the table, square to it."""
    i = below(rng, s.lying)
    gunner = s.ship[i]
    guns = c.type[gunner.card]
    if gunner.owner == seat or guns.lasers == 0:
        return aimed_pose(s, c, seat, kind, rng)
    laser = guns.laser[below(rng, guns.lasers)]
    shield = kind.shield[below(rng, kind.shields)]
    px, py = on_table(c, gunner.x, gunner.y, gunner.rot, laser.x, laser.y)
    bx, by = beam(c, laser, gunner.rot, some_distance(rng))
    inwards = heading(c, shield.y1 - shield.y2, shield.x2 - shield.x1)
    rot = (gunner.rot + heading(c, laser.dx, laser.dy) + DEGREES - inwards) % DEGREES
    u = (shield.x1 + shield.x2) >> 1
    v = (shield.y1 + shield.y2) >> 1
    x, y = centre_for(c, px + bx, py + by, rot, u, v)
    return x, y, rot


# ---------------------------------------------------------------- what a pose is good for


def shots_worth(s: State, c: Components, seat: Seat, card: int, x: int, y: int, rot: int) -> int:
    """What the lasers of a card laid here would strike, in hundredths of a point."""
    kind = c.type[card]
    total = 0
    for j in range(kind.lasers):
        laser = kind.laser[j]
        px, py = on_table(c, x, y, rot, laser.x, laser.y)
        dx, dy = turned(c, rot, laser.dx, laser.dy)
        target, n, d = first_struck(s, c, NOBODY, px, py, dx, dy, laser.length)
        if target >= ASTEROID_NR:
            total += laser.power * (ORE if kind.speed < SLOW else LATE_ORE)
        elif target != SPACE and not is_shielded(s, c, target, px, py, dx, dy, n, d):
            hull = c.type[s.ship[target].card].hull
            prize = TROPHY_POINT * hull if laser.power >= hull else SCRATCH * laser.power
            total += prize if s.ship[target].owner != seat else 0 - prize - OWN_GOAL
    return total


def open_sides(s: State, c: Components, card: int, x: int, y: int, rot: int) -> int:
    """Sides of a card laid here without a shield in their middle, with room before them for a card."""
    shape = c.shape[CARD]
    room = c.shape[CARD].radius
    count = 0
    for side in range(SIDES):
        u, v = edge_point(shape, side, 4)
        if not is_covered(c.type[card], u, v):
            outwards = (rot + 90 * side + 270) % DEGREES
            px, py = on_table(c, x, y, rot, u, v)
            qx = (px + room * c.sine[outwards + 90]) >> SCALE_BITS
            qy = (py + room * c.sine[outwards]) >> SCALE_BITS
            count += int(lies_free(s, c, qx, qy, outwards))
    return count
