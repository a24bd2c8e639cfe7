"""Kosmiczna Eskadra: lines of fire of a card before it lies, judged by the rules of the shoot-out (KE-13).

A card is laid, for a moment, on a table made from a view; what the check of placements would take off is
taken off, and each laser is followed to the first thing on its way. Nothing explodes meanwhile: this is
what a player with a ruler would see, not what the shoot-out will come to.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

from kosmoport.core.options import store_options
from kosmoport.core.words import Told
from kosmoport.games.kosmiczna_eskadra import schema
from kosmoport.games.kosmiczna_eskadra.geometry import on_table, turned
from kosmoport.games.kosmiczna_eskadra.options import OPTIONS
from kosmoport.games.kosmiczna_eskadra.schema import ASTEROID_NR, SCALE, SHIELD_OF, SPACE, Components, State
from kosmoport.games.kosmiczna_eskadra.shootout import (
    check_placements,
    first_struck,
    is_on_table,
    is_shielded,
    obstacle,
)
from kosmoport.games.kosmiczna_eskadra.telling import struck_point
from kosmoport.games.kosmiczna_eskadra.view import Pose, View, restore

What = Literal["space", "asteroid", "ship", "shield"]

RULES: dict[str, tuple[str, ...]] = {  # behind each reason why a card may not lie somewhere
    "off_table": ("KE-33",),
    "overlaps_asteroid": ("KE-9", "KE-B5"),
    "overlaps_ship": ("KE-9", "KE-B3"),
    "overlaps_own": ("KE-9", "KE-B3"),
}


@dataclass(frozen=True)
class Line:
    """One laser: what it meets first, how far away and where; lengths in tenths of a millimetre."""

    laser: int  # its number on the card
    power: int
    what: What
    number: int  # of the ship in order of placement, or of the asteroid; 0 for space
    distance: int  # to the nearest tenth; 0 for space
    entry: tuple[int, int] | None  # where it meets the edge; None in space


@dataclass(frozen=True)
class Traced:
    """All lasers of a card, and why it may not lie there, if so."""

    lines: tuple[Line, ...]
    off_table: bool
    overlaps: tuple[Literal["ship", "asteroid"], int] | None  # what it would overlap, the first of all

    @property
    def free(self) -> bool:
        return not self.off_table and self.overlaps is None


def trace(c: Components, known: View, card: int, pose: Pose) -> Traced:
    """What the lasers of this ship would meet from this pose, on the table of a view."""
    s = _table_of(c, known)
    struck = obstacle(s, c, pose.x, pose.y, pose.rot, s.lying)
    inside = bool(is_on_table(s, c, pose.x, pose.y))
    i = _lay(s, max(known.seat, 0), card, pose)
    lines = tuple(_line(s, c, i, j) for j in range(c.type[card].lasers))
    return Traced(lines, not inside, _overlapped(struck))


def _table_of(c: Components, known: View) -> State:
    """The table of a view, less the cards that the check would take off (KE-11)."""
    s = schema.State()
    store_options(OPTIONS, known.options, s.opt)
    restore(s, c, known)
    check_placements(s, c)
    return s


def _lay(s: State, owner: int, card: int, pose: Pose) -> int:
    """One more card; there is room for it, as forty that lie are all there are."""
    i: int = s.lying
    ship = s.ship[i]
    ship.owner, ship.card, ship.fate = owner, card, schema.AFLOAT
    ship.x, ship.y, ship.rot = pose.x, pose.y, pose.rot
    s.lying = i + 1
    return i


def _overlapped(struck: int) -> tuple[Literal["ship", "asteroid"], int] | None:
    if struck == SPACE:
        return None
    return ("asteroid", struck - ASTEROID_NR) if struck >= ASTEROID_NR else ("ship", struck)


def _line(s: State, c: Components, i: int, j: int) -> Line:
    """KE-13, KE-16: one laser of a lying card, as the shoot-out fires it."""
    ship = s.ship[i]
    laser = c.type[ship.card].laser[j]
    px, py = on_table(c, ship.x, ship.y, ship.rot, laser.x, laser.y)
    dx, dy = turned(c, ship.rot, laser.dx, laser.dy)
    target, n, d = first_struck(s, c, i, px, py, dx, dy, laser.length)
    if target == SPACE:
        return Line(j, laser.power, "space", 0, 0, None)
    far, entry = _length(dx, dy, n, d), struck_point(s, c, i, laser, n, d)
    if target >= ASTEROID_NR:
        return Line(j, laser.power, "asteroid", target - ASTEROID_NR, far, entry)
    shielded = target < SHIELD_OF and is_shielded(s, c, target, px, py, dx, dy, n, d)
    return Line(j, laser.power, "shield" if shielded else "ship", target, far, entry)


def _length(dx: int, dy: int, n: int, d: int) -> int:
    """The length of n/d times the direction in tenths, exactly rounded to the nearest one."""
    twice = math.isqrt(4 * n * n * (dx * dx + dy * dy) // (d * d * SCALE * SCALE))
    return (twice + 1) // 2


# ---------------------------------------------------------------- in words


def lines_of_fire(c: Components, known: View, card: int, pose: Pose) -> tuple[list[Told], Told | None]:
    """The lasers one by one, and why the card may not lie there; ids of the section `aim`."""
    traced = trace(c, known, card, pose)
    return [_said(known, line) for line in traced.lines], _why_not(known, traced)


def lines_from(
    c: Components, known: View, x: int, y: int, rot: int
) -> tuple[tuple[Told, ...], Told | None, tuple[str, ...]]:
    """The same for the card in hand, with the rules behind the reason; it may just have been let go."""
    if known.held is None:
        return (), None, ()
    lines, problem = lines_of_fire(c, known, known.held, Pose(x, y, rot))
    return tuple(lines), problem, () if problem is None else RULES[problem.id]


def _said(known: View, line: Line) -> Told:
    args: dict[str, Any] = {"laser": line.laser + 1, "power": line.power}
    if line.entry is None:
        return Told("space", args)
    args |= {"mm": (line.distance + 5) // 10, "distance": line.distance}
    args |= {"x": line.entry[0], "y": line.entry[1]}
    if line.what == "asteroid":
        return Told("asteroid", {**args, "asteroid": line.number})
    return Told(f"{_own(known, line.number)}{line.what}", {**args, **_card(known, line.number)})


def _why_not(known: View, traced: Traced) -> Told | None:
    """What the check would say, in its order: overlapping first."""
    if traced.overlaps is None:
        return Told("off_table") if traced.off_table else None
    what, number = traced.overlaps
    if what == "asteroid":
        return Told("overlaps_asteroid", {"asteroid": number})
    return Told("overlaps_own" if _own(known, number) else "overlaps_ship", _card(known, number))


def _own(known: View, number: int) -> str:
    return "own_" if known.table[number].owner == known.seat else ""


def _card(known: View, number: int) -> dict[str, Any]:
    ship = known.table[number]
    return {"to_seat": ship.owner, "to_ship": known.squadron[ship.card].name, "to_number": number}
