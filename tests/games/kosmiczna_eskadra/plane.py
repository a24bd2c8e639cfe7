"""Exact plane geometry of the independent judge: everything is measured in the frame of the card in question.

There a card is the rectangle |x| <= half its width, |y| <= half its height, as the rules page says, and a
shield is an interval of x or y. Poses turn by the whole numbers of the sine table, so a turn by it and back
multiplies by the whole number `square`; nothing is rounded, and distances are fractions.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from kosmoport.games.kosmiczna_eskadra.components import SINE

UNIT = SINE[90]  # lengths of the table are tenths of a millimetre times this
Whole = tuple[int, int]
Point = tuple[int | Fraction, int | Fraction]


def sine(degrees: int) -> int:
    """The table has a quarter; the rest of the circle mirrors it."""
    degrees %= 360
    if degrees >= 180:
        return -sine(degrees - 180)
    return SINE[degrees] if degrees <= 90 else SINE[180 - degrees]


TURNS = [(sine(degrees + 90), sine(degrees)) for degrees in range(360)]  # cosine and sine


def turn(rot: int, point: Whole) -> Whole:
    """A vector of a card's frame on the table, times UNIT."""
    (cosine, sinus), (x, y) = TURNS[rot], point
    return cosine * x - sinus * y, sinus * x + cosine * y


@dataclass(frozen=True)
class Ray:
    """A laser on the table."""

    start: Whole
    way: Whole


@dataclass(frozen=True)
class Entry:
    """Where a ray meets a body: after how many lengths of its way, and what is special about it."""

    distance: Fraction
    point: Point = (0, 0)  # in the frame of the card, tenths of a millimetre
    inside: bool = False  # the ray begins in the body
    grazes: bool = False  # it has a single point in common with it
    along: bool = False  # it runs along an edge


class Rectangle:
    """A card or small asteroid: centre (tenths), whole degrees, half its sides (tenths)."""

    def __init__(self, x: int, y: int, rot: int, half: Whole) -> None:
        self.rot, self.half = rot, half
        self.centre = (UNIT * x, UNIT * y)
        self.cosine, self.sine = TURNS[rot]
        self.square = self.cosine**2 + self.sine**2
        self.reach = self.square * (half[0] ** 2 + half[1] ** 2)  # from the centre to a corner, squared
        self.bounds = (self.square * half[0], self.square * half[1])

    def corners(self) -> list[Whole]:
        """On the table, counter-clockwise."""
        (x, y), (u, v) = self.centre, self.half
        turned = [turn(self.rot, corner) for corner in ((-u, -v), (u, -v), (u, v), (-u, v))]
        return [(x + dx, y + dy) for dx, dy in turned]

    def into_frame(self, x: int, y: int) -> Whole:
        """A vector of the table turned back, at the scale of `bounds`."""
        return self.cosine * x + self.sine * y, self.cosine * y - self.sine * x

    def entry(self, ray: Ray) -> Entry | None:
        """The ray is inside from the last time it passes into a strip to the first time it leaves one."""
        (px, py), (dx, dy) = ray.start, ray.way
        start = self.into_frame(px - self.centre[0], py - self.centre[1])
        way = self.into_frame(dx, dy)
        passes: list[tuple[Fraction, Fraction]] = []
        along = False
        for a, d, bound in zip(start, way, self.bounds, strict=True):
            if d == 0:
                if abs(a) > bound:
                    return None
                along |= abs(a) == bound
            else:
                first, last = Fraction(-bound - a, d), Fraction(bound - a, d)
                passes.append((first, last) if d > 0 else (last, first))
        into, out = max(first for first, _ in passes), min(last for _, last in passes)
        if out < 0 or into > out:
            return None
        distance = max(into, Fraction(0))
        x, y = ((a + distance * d) / self.square for a, d in zip(start, way, strict=True))
        return Entry(distance, (x, y), into < 0, distance == out, along and distance < out)

    def common(self, others: list[Whole]) -> list[Point]:
        """What the card and another convex outline have in common; degenerate where they only touch."""
        shape: list[Point] = [self.into_frame(x - self.centre[0], y - self.centre[1]) for x, y in others]
        for axis in (0, 1):
            for sign in (1, -1):
                shape = cut(shape, axis, sign, self.bounds[axis])
                if not shape:
                    return []
        return shape


class Polygon:
    """The asteroid token: convex, counter-clockwise, never turned."""

    def __init__(self, x: int, y: int, corners: list[Whole]) -> None:
        self.centre = (UNIT * x, UNIT * y)
        self.outline = [(UNIT * (x + u), UNIT * (y + v)) for u, v in corners]
        self.reach = UNIT**2 * max(u * u + v * v for u, v in corners)

    def corners(self) -> list[Whole]:
        return self.outline

    def entry(self, ray: Ray) -> Entry | None:
        """Every edge leaves of the ray what lies on its inner side."""
        (px, py), (dx, dy) = ray.start, ray.way
        low, high, along = (0, 1), (1, 0), False  # numerator and denominator; 1/0 is infinitely far
        for k, (bx, by) in enumerate(self.outline):
            ax, ay = self.outline[k - 1]
            depth = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
            change = (bx - ax) * dy - (by - ay) * dx
            if change == 0:
                if depth < 0:
                    return None
                along |= depth == 0
            elif change > 0:
                low = max_of(low, (-depth, change))
            else:
                high = max_of((depth, -change), high, -1)
        if low[0] * high[1] > high[0] * low[1]:
            return None
        distance = Fraction(*low)
        grazes = low[0] * high[1] == high[0] * low[1]
        return Entry(distance, grazes=grazes, along=along and not grazes)


Body = Rectangle | Polygon


def max_of(first: Whole, second: Whole, sign: int = 1) -> Whole:
    """The greater of two fractions with positive denominators; the lesser if the sign is -1."""
    return first if sign * (first[0] * second[1] - second[0] * first[1]) >= 0 else second


def cut(shape: list[Point], axis: int, sign: int, bound: int) -> list[Point]:
    """The part of a convex outline with sign * coordinate <= bound."""
    kept: list[Point] = []
    for k in range(len(shape)):
        p, q = shape[k - 1], shape[k]
        e, f = bound - sign * p[axis], bound - sign * q[axis]
        if (e < 0 < f) or (f < 0 < e):
            part = Fraction(e) / (e - f)
            kept.append((p[0] + part * (q[0] - p[0]), p[1] + part * (q[1] - p[1])))
        if f >= 0:
            kept.append(q)
    return kept


def may_meet(body: Body, ray: Ray) -> bool:
    """False only if the line of the ray passes the circle around the body, or runs away from it."""
    (px, py), (dx, dy), (cx, cy) = ray.start, ray.way, body.centre
    beside, length = dx * (cy - py) - dy * (cx - px), dx * dx + dy * dy
    if beside * beside > length * body.reach:
        return False
    along = dx * (cx - px) + dy * (cy - py)
    return along >= 0 or along * along <= length * body.reach


def relation(card: Rectangle, other: Body) -> str:
    """How a card lies to another body: apart, touch (no inner point in common) or overlap."""
    (x, y), (u, v) = card.centre, other.centre
    if (x - u) ** 2 + (y - v) ** 2 > 2 * (card.reach + other.reach):  # beyond both circles together
        return "apart"
    shape = card.common(other.corners())
    if not shape:
        return "apart"
    doubled = sum(shape[k - 1][0] * shape[k][1] - shape[k][0] * shape[k - 1][1] for k in range(len(shape)))
    return "overlap" if doubled != 0 else "touch"
