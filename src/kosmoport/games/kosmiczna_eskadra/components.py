"""Kosmiczna Eskadra: the component file, checked and laid out for the rules."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from kosmoport.core.texts import shown_name
from kosmoport.games.kosmiczna_eskadra import schema
from kosmoport.games.kosmiczna_eskadra.schema import (
    CARD,
    MAX_CARDS,
    MAX_CORNERS,
    MAX_LASERS,
    MAX_SHIELDS,
    NAME_LENGTH,
    SMALL,
    TOKEN,
    Components,
)

Side = Annotated[float, msgspec.Meta(ge=20, le=200)]  # mm
Local = Annotated[float, msgspec.Meta(ge=-100, le=100)]
Along = Annotated[int, msgspec.Meta(ge=-1000, le=1000)]
TableSide = Annotated[int, msgspec.Meta(ge=300, le=2000)]
Point = tuple[Local, Local]
NAMELESS = "?"  # for a name of which nothing can be shown
SQUADRON_LASERS = 32  # the box has 21; four times 80 would keep a table busy for 40 ms when they fire

# The one sine table: 0 to 90 degrees, times 2^16, rounded to the nearest whole number.
SINE = (
    0, 1144, 2287, 3430, 4572, 5712, 6850, 7987, 9121, 10252, 11380, 12505, 13626, 14742, 15855, 16962,
    18064, 19161, 20252, 21336, 22415, 23486, 24550, 25607, 26656, 27697, 28729, 29753, 30767, 31772, 32768,
    33754, 34729, 35693, 36647, 37590, 38521, 39441, 40348, 41243, 42126, 42995, 43852, 44695, 45525, 46341,
    47143, 47930, 48703, 49461, 50203, 50931, 51643, 52339, 53020, 53684, 54332, 54963, 55578, 56175, 56756,
    57319, 57865, 58393, 58903, 59396, 59870, 60326, 60764, 61183, 61584, 61966, 62328, 62672, 62997, 63303,
    63589, 63856, 64104, 64332, 64540, 64729, 64898, 65048, 65177, 65287, 65376, 65446, 65496, 65526, 65536,
)  # fmt: skip


class Laser(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from"}):
    """A beam: where it leaves the card, which way, and how strong (1 white, 2 red, 3 green)."""

    start: Point
    dir: tuple[Along, Along]
    power: Annotated[int, msgspec.Meta(ge=1, le=3)]


class Shield(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A closed interval of an edge; the whole edge if no span is given (KE-B8)."""

    edge: Literal["top", "right", "bottom", "left"]
    span: Point | None = None


class Ship(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One card of every squadron."""

    speed: Annotated[int, msgspec.Meta(ge=1, le=99)]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=NAME_LENGTH)]
    hull: Annotated[int, msgspec.Meta(ge=1, le=99)]
    lasers: Annotated[list[Laser], msgspec.Meta(max_length=MAX_LASERS)]
    shields: Annotated[list[Shield], msgspec.Meta(max_length=MAX_SHIELDS)]


class Oval(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The asteroid token, judged as a polygon inscribed in the oval."""

    shape: Literal["oval"]
    size_mm: tuple[Side, Side]
    polygon_vertices: Annotated[int, msgspec.Meta(ge=4, le=MAX_CORNERS, multiple_of=4)]


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file as it is written; lengths are millimetres with at most one decimal."""

    card_mm: tuple[Side, Side]
    small_asteroid_mm: tuple[Side, Side]
    ore: Annotated[int, msgspec.Meta(ge=1, le=99)]
    ships: Annotated[list[Ship], msgspec.Meta(min_length=1, max_length=MAX_CARDS)]
    asteroid: Oval
    table_mm: dict[Literal["2", "3", "4"], tuple[TableSide, TableSide]]

    def check(self) -> Iterator[tuple[str, str]]:
        """What types alone cannot say."""
        for name, sides in (("card_mm", self.card_mm), ("small_asteroid_mm", self.small_asteroid_mm)):
            yield from _check_sides(name, sides)
        yield from _check_sides("asteroid.size_mm", self.asteroid.size_mm)
        for i, ship in enumerate(self.ships):
            yield from _check_ship(f"ships[{i}]", ship, self.card_mm)
        for players in ("2", "3", "4"):
            if players not in self.table_mm:
                yield f"table_mm.{players}", "is missing"
        if sum(len(ship.lasers) for ship in self.ships) > SQUADRON_LASERS:
            yield "ships", f"may have {SQUADRON_LASERS} lasers together at most"
        if not any(ship.lasers for ship in self.ships):
            yield "ships", "must have at least one laser, or nobody could ever win a round"


def _check_sides(path: str, sides: tuple[float, float]) -> Iterator[tuple[str, str]]:
    for k, side in enumerate(sides):
        if not is_tenths(side / 2):
            yield f"{path}[{k}]", "must be a multiple of 0.2, so that half of it is in tenths of a millimetre"


def _check_ship(path: str, ship: Ship, card: tuple[float, float]) -> Iterator[tuple[str, str]]:
    for k, laser in enumerate(ship.lasers):
        if not all(map(is_tenths, laser.start)):
            yield f"{path}.lasers[{k}].from", "must be in tenths of a millimetre"
        if laser.dir == (0, 0):
            yield f"{path}.lasers[{k}].dir", "must point somewhere"
    for k, shield in enumerate(ship.shields):
        if shield.span is None:
            continue
        half = card[0 if shield.edge in ("top", "bottom") else 1] / 2
        low, high = shield.span
        if not -half <= low <= high <= half or not all(map(is_tenths, shield.span)):
            yield (
                f"{path}.shields[{k}].span",
                f"must be [low, high] in tenths, -{half:g} to {half:g}",
            )


def is_tenths(length: float) -> bool:
    return abs(length * 10 - round(length * 10)) < 1e-9


def oval(token: Oval) -> list[tuple[int, int]]:
    """Corners of the inscribed polygon in tenths, counter-clockwise from the right; rounded inwards."""
    corners = []
    for k in range(token.polygon_vertices):
        angle = 2 * math.pi * k / token.polygon_vertices
        exact = token.size_mm[0] * 5 * math.cos(angle), token.size_mm[1] * 5 * math.sin(angle)
        corners.append((_inwards(exact[0]), _inwards(exact[1])))
    return corners


def _inwards(length: float) -> int:
    """Towards zero, but a whole number that the computer's sine just misses stays one."""
    return math.trunc(length + math.copysign(1e-7, length))


def rectangle(width: int, height: int) -> list[tuple[int, int]]:
    """Corners of a rectangle: edges bottom, right, top, left."""
    x, y = width // 2, height // 2
    return [(-x, -y), (x, -y), (x, y), (-x, y)]


# ---------------------------------------------------------------- into the record


def fill(c: Components, data: Data) -> None:
    """Write the data into the record that rules read."""
    fill_sine(c)
    width, height = (round(side * 10) for side in data.card_mm)
    fill_shape(c.shape[CARD], rectangle(width, height))
    fill_shape(c.shape[TOKEN], oval(data.asteroid))
    small = [round(side * 10) for side in data.small_asteroid_mm]
    fill_shape(c.shape[SMALL], rectangle(small[0], small[1]))
    c.small_width, c.ore, c.cards = small[0], data.ore, len(data.ships)
    for i, ship in enumerate(data.ships):
        fill_ship(c.type[i], ship, width, height, 10)
    for players, sides in data.table_mm.items():
        c.table[int(players)][:] = sides


def fill_sine(c: Components) -> None:
    """A quarter turn changes no digit: all other angles mirror the first ninety."""
    for degrees in range(450):
        quarter, rest = degrees // 90 % 4, degrees % 90
        mirrored = SINE[rest] if quarter % 2 == 0 else SINE[90 - rest]
        c.sine[degrees] = mirrored if quarter < 2 else -mirrored


def fill_shape(shape: schema.Shape, corners: list[tuple[int, int]]) -> None:
    shape.corners = len(corners)
    shape.radius = math.isqrt(max(x * x + y * y for x, y in corners)) + 2
    for k, (x, y) in enumerate(corners):
        shape.x[k], shape.y[k] = x, y


def fill_ship(kind: schema.ShipType, ship: Ship, width: int, height: int, unit: int) -> None:
    """A ship in units of which a millimetre has `unit`, on a card of this size in the same units."""
    kind.speed, kind.hull = ship.speed, ship.hull
    kind.lasers, kind.shields = len(ship.lasers), len(ship.shields)
    for k, letter in enumerate(shown_name(ship.name) or NAMELESS):
        kind.name[k] = ord(letter)
    for k, laser in enumerate(ship.lasers):
        beam, (dx, dy) = kind.laser[k], laser.dir
        beam.x, beam.y = (round(v * unit) for v in laser.start)
        beam.dx, beam.dy, beam.power = dx, dy, laser.power
        beam.length = math.isqrt(65536 * (dx * dx + dy * dy) - 1) + 1
    for k, shield in enumerate(ship.shields):
        fill_shield(kind.shield[k], shield, width, height, unit)


def fill_shield(place: schema.Shield, shield: Shield, width: int, height: int, unit: int) -> None:
    """Counter-clockwise: along the bottom to the right, up, along the top to the left, down."""
    flat = shield.edge in ("top", "bottom")
    half, off = (width // 2, height // 2) if flat else (height // 2, width // 2)
    low, high = (-half, half) if shield.span is None else (round(v * unit) for v in shield.span)
    if shield.edge in ("top", "left"):
        low, high = high, low
    if flat:
        off = off if shield.edge == "top" else -off
        place.x1, place.y1, place.x2, place.y2 = low, off, high, off
    else:
        off = off if shield.edge == "right" else -off
        place.x1, place.y1, place.x2, place.y2 = off, low, off, high
