"""A table and what comes of it, in the words of the rules page: what the oracle takes and what it answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from kosmoport.games.kosmiczna_eskadra.components import Ship
from tests.games.kosmiczna_eskadra.plane import Body, Polygon, Rectangle, Whole

Gun = tuple[int, int]  # card, laser


@dataclass(frozen=True)
class Card:
    """A card on the table, at a pose in tenths of a millimetre and whole degrees."""

    owner: int
    ship: Ship
    x: int
    y: int
    rot: int
    ore: int = 0  # rules start with none; cases may not
    damage: tuple[int, ...] = (0, 0, 0, 0)


@dataclass
class Table:
    """What lies there when Stop has been called, in order of placement, and the options that matter."""

    players: int
    size: Whole  # of a card, tenths
    cards: list[Card] = field(default_factory=list)
    token: list[Whole] = field(default_factory=list)  # its corners, tenths
    ore: int = 12
    two: bool = False
    small: Whole = (600, 900)
    gap: int = 100  # mm
    split: Whole = (6, 6)
    edge: Whole | None = None  # width and height of the table in mm
    touch_is_illegal: bool = True
    corsairs: bool = False
    by_laser: bool = False


@dataclass
class Step:
    """A speed step."""

    speed: int
    shots: dict[Gun, tuple[str, Fraction]] = field(default_factory=dict)  # what was struck, how far away
    mined: dict[Gun, tuple[str, int]] = field(default_factory=dict)
    seized: dict[tuple[int, int], int] = field(default_factory=dict)  # by raider and wreck
    lost: dict[str, int] = field(default_factory=dict)  # ore that nobody has
    exploded: dict[int, tuple[str, int | None]] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)  # asteroids


@dataclass
class Verdict:
    """What came of a table."""

    illegal: dict[int, list[str]] = field(
        default_factory=dict
    )  # and all that it overlaps; empty: off the table
    steps: list[Step] = field(default_factory=list)
    fate: dict[int, tuple[str, int | None]] = field(default_factory=dict)
    ore: dict[str, int] = field(default_factory=dict)
    damage: dict[int, tuple[int, ...]] = field(default_factory=dict)
    points: list[int] = field(default_factory=list)
    winner: int | None = None


def rocks(table: Table) -> Iterable[tuple[str, Body]]:
    """KE-3, KE-29, KE-B41: the token in the middle, or two small ones with the gap between their edges."""
    if not table.two:
        yield "rock0", Polygon(0, 0, table.token)
        return
    (width, height), off = table.small, (table.small[0] + 10 * table.gap) // 2
    for k, x in enumerate((-off, off)):
        yield f"rock{k}", Rectangle(x, 0, 0, (width // 2, height // 2))


def tenths(lengths: Iterable[float]) -> Whole:
    x, y = (round(length * 10) for length in lengths)
    return x, y
