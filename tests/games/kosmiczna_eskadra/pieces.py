"""Pieces of tables by chance: ships with lasers and shields, cards, options, places."""

from __future__ import annotations

import random
from functools import cache
from typing import Literal

from kosmoport.games.kosmiczna_eskadra import GAME
from kosmoport.games.kosmiczna_eskadra.components import Laser, Point, Shield, Ship, oval
from tests.games.kosmiczna_eskadra.plane import Whole
from tests.games.kosmiczna_eskadra.tabletop import Card, Table

SIZE = (600, 900)
Edge = Literal["top", "right", "bottom", "left"]
EDGES: tuple[Edge, ...] = ("top", "right", "bottom", "left")
NORMALS = {"top": (0, 1), "right": (1, 0), "bottom": (0, -1), "left": (-1, 0)}
ZONES = ((7000, 7000), (-7000, 7000), (7000, -7000), (-7000, -7000))
AFAR = (2300, 9500)  # from here to there a card in a zone can be shot at and nobody is in the way


@cache
def token() -> tuple[Whole, ...]:
    return tuple(oval(GAME.standard_components.data.asteroid))


def empty(chance: random.Random, size: Whole = SIZE) -> Table:
    """A table without an edge and with options by chance: both variants, alone and together."""
    return Table(
        chance.randint(2, 4),
        size,
        token=list(token()),
        ore=chance.randint(1, 14),
        two=chance.random() < 0.5,
        gap=chance.choice((0, 30, 100, 300)),
        split=(chance.randint(1, 8), chance.randint(1, 8)),
        touch_is_illegal=chance.random() < 0.5,
        corsairs=chance.random() < 0.5,
        by_laser=chance.random() < 0.5,
    )


def vessel(chance: random.Random, lasers: list[Laser], shields: list[Shield], hull: int = 4) -> Ship:
    return Ship(chance.randint(1, 4), "ship", chance.randint(1, hull), lasers, shields)


def some_lasers(chance: random.Random, most: int) -> list[Laser]:
    """From corners, edges and the middle, in simple directions."""
    ways = [(dx, dy) for dx in (-2, -1, 0, 1, 2) for dy in (-3, -1, 0, 1, 2) if (dx, dy) != (0, 0)]
    xs, ys = (-30, -15, 0, 15, 30), (-45, -30, 0, 30, 45)
    return [
        Laser((chance.choice(xs), chance.choice(ys)), chance.choice(ways), chance.randint(1, 3))
        for _ in range(chance.randint(0, most))
    ]


def some_shields(chance: random.Random, most: int, size: Whole = SIZE) -> list[Shield]:
    return [a_shield(chance, chance.choice(EDGES), size) for _ in range(chance.randint(0, most))]


def a_shield(chance: random.Random, edge: Edge, size: Whole = SIZE) -> Shield:
    """A whole edge, or an interval of it: often up to a corner, at times a single point."""
    half = half_of(edge, size)
    ends = [chance.choice((chance.choice((-half, half)), chance.randint(-half, half))) / 10 for _ in range(2)]
    spans: tuple[Point | None, ...] = (None, (min(ends), max(ends)), (min(ends), max(ends)))
    return Shield(edge, chance.choice(spans))


def half_of(edge: str, size: Whole) -> int:
    return size[0 if edge in ("top", "bottom") else 1] // 2


def point_of(edge: str, along: int, size: Whole) -> Whole:
    """The point of an edge in the frame of the card."""
    u, v = size[0] // 2, size[1] // 2
    return {"top": (along, v), "bottom": (along, -v), "right": (u, along), "left": (-u, along)}[edge]


def anybody(chance: random.Random, table: Table) -> int:
    return chance.randrange(table.players)


def a_target(chance: random.Random, table: Table, zone: Whole, shields: list[Shield]) -> Card:
    x, y = (at + chance.randint(-800, 800) for at in zone)
    ship = vessel(chance, some_lasers(chance, 2), shields)
    rot = chance.randrange(360) if chance.random() < 0.7 else 90 * chance.randrange(4)
    return Card(anybody(chance, table), ship, x, y, rot)


def a_gun(chance: random.Random, table: Table) -> Card:
    """A card that gets its laser and its place when it aims."""
    return Card(anybody(chance, table), vessel(chance, [], []), 0, 0, 0)


def zones(chance: random.Random) -> list[Whole]:
    return chance.sample(ZONES, chance.randint(1, 3))


def an_armed_ship(chance: random.Random, table: Table) -> Ship:
    return vessel(chance, some_lasers(chance, 2), some_shields(chance, 2, table.size))
