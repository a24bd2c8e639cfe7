"""An independent judge of Kosmiczna Eskadra in exact fractions, slow and written another way than the rules.

It takes corners and directions at the scale of the rules and nothing else: rays are clipped against
half-planes, points of entry are computed, shapes are intersected by cutting one with the edges of the
other, and the battle is fought over dictionaries.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from kosmoport.games.kosmiczna_eskadra.geometry import on_table, turned
from kosmoport.games.kosmiczna_eskadra.schema import CARD

Point = tuple[Fraction, Fraction]


@dataclass
class Body:
    """A card or an asteroid."""

    name: str
    corners: list[Point]
    owner: int = -1
    speed: int = 0
    hull: int = 0
    lasers: list[tuple[Point, Point, int]] = field(default_factory=list)
    shields: list[tuple[Point, Point]] = field(default_factory=list)
    ore: int = 0
    damage: dict[int, int] = field(default_factory=dict)


def bodies(s: Any, c: Any) -> tuple[list[Body], list[Body]]:
    """Cards and asteroids of a state, with their corners on the table."""

    def point(place: Any, u: int, v: int) -> Point:
        x, y = on_table(c, place.x, place.y, place.rot, u, v)
        return Fraction(x), Fraction(y)

    def outline(place: Any, shape: Any) -> list[Point]:
        return [point(place, shape.x[k], shape.y[k]) for k in range(shape.corners)]

    cards, rocks = [], []
    for i, ship in enumerate(s.ship[: s.lying]):
        kind = c.type[ship.card]
        card = Body(f"ship{i}", outline(ship, c.shape[CARD]), ship.owner, kind.speed, kind.hull, ore=ship.ore)
        for laser in kind.laser[: kind.lasers]:
            dx, dy = turned(c, ship.rot, laser.dx, laser.dy)
            card.lasers.append((point(ship, laser.x, laser.y), (Fraction(dx), Fraction(dy)), laser.power))
        for shield in kind.shield[: kind.shields]:
            card.shields.append((point(ship, shield.x1, shield.y1), point(ship, shield.x2, shield.y2)))
        card.damage = {p: n for p, n in enumerate(ship.damage) if n}
        cards.append(card)
    for k, rock in enumerate(s.asteroid[: s.asteroids]):
        rocks.append(Body(f"rock{k}", outline(rock, c.shape[rock.shape]), ore=rock.ore))
    return cards, rocks


def entry(corners: list[Point], start: Point, way: Point) -> Fraction | None:
    """Clip t >= 0 with the half-plane of every edge; the least t that is left."""
    low, high = Fraction(0), None
    for k in range(len(corners)):
        (ax, ay), (bx, by) = corners[k - 1], corners[k]
        nx, ny = ay - by, bx - ax  # to the inside of an edge that runs counter-clockwise
        depth = nx * (start[0] - ax) + ny * (start[1] - ay)
        change = nx * way[0] + ny * way[1]
        if change == 0:
            if depth < 0:
                return None
        elif change > 0:
            low = max(low, -depth / change)
        else:
            high = -depth / change if high is None else min(high, -depth / change)
    return low if high is None or low <= high else None


def on_segment(p: Point, a: Point, b: Point) -> bool:
    """Is p on the closed segment from a to b?"""
    if (b[0] - a[0]) * (p[1] - a[1]) != (b[1] - a[1]) * (p[0] - a[0]):
        return False
    return all(min(a[k], b[k]) <= p[k] <= max(a[k], b[k]) for k in (0, 1))


def shot(me: Body, laser: int, others: list[Body]) -> str:
    """What the laser strikes; `others` stand in the order of their placement."""
    start, way, _ = me.lasers[laser]
    struck = [(t, k) for k, body in enumerate(others) if (t := entry(body.corners, start, way)) is not None]
    if not struck:
        return "space"
    t, k = min(struck)
    point = (start[0] + t * way[0], start[1] + t * way[1])
    shielded = any(on_segment(point, a, b) for a, b in others[k].shields)
    return f"{others[k].name}:shield" if shielded else others[k].name


def common(first: list[Point], second: list[Point]) -> list[Point]:
    """The intersection of two convex outlines, cut edge by edge; degenerate where they only touch."""
    shape = first
    for k in range(len(second)):
        (ax, ay), (bx, by) = second[k - 1], second[k]
        depth = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in shape]
        cut = []
        for j in range(len(shape)):
            (px, py), (qx, qy), e, f = shape[j - 1], shape[j], depth[j - 1], depth[j]
            if (e < 0 < f) or (f < 0 < e):
                t = e / (e - f)
                cut.append((px + t * (qx - px), py + t * (qy - py)))
            if f >= 0:
                cut.append((qx, qy))
        shape = cut
        if not shape:
            return []
    return shape


def collide(first: list[Point], second: list[Point], touching_is_fine: bool) -> bool:
    shape = common(first, second)
    area = sum(shape[k - 1][0] * shape[k][1] - shape[k][0] * shape[k - 1][1] for k in range(len(shape)))
    return area != 0 if touching_is_fine else bool(shape)


def illegal(s: Any, c: Any, half: tuple[int, int] | None) -> set[str]:
    """Cards that overlap something earlier or leave the table (half its sides, at the scale of the rules)."""
    cards, rocks = bodies(s, c)
    fine = s.opt.touch_is_illegal == 0
    found = set()
    for i, card in enumerate(cards):
        if any(collide(card.corners, other.corners, fine) for other in rocks + cards[:i]):
            found.add(card.name)
        if half and any(abs(x) > half[0] or abs(y) > half[1] for x, y in card.corners):
            found.add(card.name)
    return found


@dataclass
class Battle:
    """What came of a table."""

    shots: dict[tuple[str, int], str] = field(default_factory=dict)
    fate: dict[str, tuple[str, int | None]] = field(default_factory=dict)
    ore: dict[str, int] = field(default_factory=dict)
    points: dict[int, int] = field(default_factory=dict)


def fight(s: Any, c: Any, off: set[str]) -> Battle:
    """The whole battle of the cards that are not `off`."""
    cards, rocks = bodies(s, c)
    cards, result = [card for card in cards if card.name not in off], Battle()
    alive, there = list(cards), list(rocks)
    for speed in sorted({card.speed for card in cards}):
        struck = [
            (me, laser, shot(me, laser, there + [body for body in alive if body is not me]))
            for me in alive
            if me.speed == speed
            for laser in range(len(me.lasers))
        ]
        if any(card.speed == speed for card in alive):
            _step(s, struck, alive, there, result)
    for card in cards:
        result.ore[card.name] = card.ore if card in alive else 0
        result.fate.setdefault(card.name, ("afloat", None))
    result.ore |= {rock.name: rock.ore for rock in rocks}
    _count(cards, result)
    return result


def _step(s: Any, struck: list[Any], alive: list[Body], there: list[Body], result: Battle) -> None:
    result.shots |= {(me.name, laser): what for me, laser, what in struck}
    for card in alive:
        for me, laser, what in struck:
            if what == card.name:
                card.damage[me.owner] = card.damage.get(me.owner, 0) + me.lasers[laser][2]
    for rock in there:
        hits = [(me, me.lasers[laser][2]) for me, laser, what in struck if what == rock.name]
        rock.ore = _share(rock.ore, hits)
    doomed = [card for card in alive if sum(card.damage.values()) >= card.hull]
    haul = _plunder(s, struck, doomed) if s.opt.corsairs else []
    for card, amount in haul:
        card.ore += amount
    for card in doomed:
        most = max(card.damage.values())
        best = [p for p, n in card.damage.items() if n == most]
        if card.owner in best:
            result.fate[card.name] = ("loss", card.owner)
        else:
            result.fate[card.name] = ("trophy", best[0]) if len(best) == 1 else ("removed", None)
    alive[:] = [card for card in alive if card not in doomed]
    there[:] = [rock for rock in there if rock.ore > 0]


def _share(ore: int, hits: list[tuple[Body, int]]) -> int:
    """Markers laid out one at a time, tier by tier; what is left on the pile."""
    if sum(power for _, power in hits) <= ore:
        for me, power in hits:
            me.ore += power
        return ore - sum(power for _, power in hits)
    for tier in (1, 2, 3):
        entitled = [me for me, power in hits if power >= tier]
        if len(entitled) > ore:
            return 0
        for me in entitled:
            me.ore += 1
        ore -= len(entitled)
    return ore


def _plunder(s: Any, struck: list[Any], doomed: list[Body]) -> list[tuple[Body, int]]:
    haul = []
    for wreck in doomed:
        hits = [(me, me.lasers[laser][2]) for me, laser, what in struck if what == wreck.name]
        raiders = {me.name: me for me, _ in hits}
        if len(raiders) == 1 and s.opt.corsair_capacity == 0:
            shares = dict.fromkeys(raiders, wreck.ore)
        else:
            purses = {name: Body(name, []) for name in raiders}
            _share(wreck.ore, [(purses[me.name], power) for me, power in hits])
            shares = {name: purse.ore for name, purse in purses.items()}
        haul += [(me, shares[name]) for name, me in raiders.items() if me not in doomed]
    return haul


def _count(cards: list[Body], result: Battle) -> None:
    result.points = dict.fromkeys(range(4), 0)
    for card in cards:
        fate, who = result.fate[card.name]
        if fate == "afloat":
            result.points[card.owner] += result.ore[card.name]
        elif who is not None:
            result.points[who] += card.hull if fate == "trophy" else -card.hull
