"""Kosmiczna Eskadra: why an action may be good, in words; what would happen if all fired now."""

from __future__ import annotations

from kosmoport.core import layout
from kosmoport.core.words import Told
from kosmoport.games.kosmiczna_eskadra.rules import kind_of, pose_of
from kosmoport.games.kosmiczna_eskadra.schema import (
    AFLOAT,
    DROP,
    KEEP,
    POSES,
    RELEASE,
    SHIELD_OF,
    TROPHY,
    Components,
    Ship,
    State,
)
from kosmoport.games.kosmiczna_eskadra.shootout import check_placements, markers, shoot_out
from kosmoport.games.kosmiczna_eskadra.view import View

REASONS = ("destroys", "hits_safely", "hits", "mines", "unharmed", "keep")
NEAR = 300  # tenths of a millimetre and ...
SAME_WAY = 15  # ... degrees within which two poses are much the same


def reason(s: State, c: Components, known: View, action: int) -> Told | None:
    """The best thing to be said for an action; None if nothing stands out. `s` is a world with this view."""
    kind = kind_of(action)
    if kind == KEEP:
        return Told("keep")
    if kind == DROP and known.held_at is not None:
        return _laid(s, c, known, (known.held_at.x, known.held_at.y, known.held_at.rot))
    if kind == RELEASE and action >= POSES:
        return _laid(s, c, known, pose_of(action))
    return None


def alike(known: View, action: int, other: int) -> bool:
    """Are these two poses much the same to somebody who looks for ideas?"""
    if min(action, other) < POSES:
        return action == other
    (x1, y1, rot1), (x2, y2, rot2) = pose_of(action), pose_of(other)
    turned = abs(rot1 - rot2)
    return bool(max(abs(x1 - x2), abs(y1 - y2)) <= NEAR and min(turned, 360 - turned) <= SAME_WAY)


def _laid(s: State, c: Components, known: View, pose: tuple[int, int, int]) -> Told | None:
    """Lay the held card there on a copy of the table, and let all fire."""
    world = layout.clone(s)
    ship = world.ship[world.lying]
    ship.owner, ship.card = known.seat, s.player[known.seat].held
    ship.x, ship.y, ship.rot = pose
    world.lying += 1
    check_placements(world, c)
    shoot_out(world, c)
    return _outcome(world, c, known, ship)


def _outcome(world: State, c: Components, known: View, ship: Ship) -> Told | None:
    struck = ship.target[: c.type[ship.card].lasers]
    enemies = [i for i in struck if 0 <= i < SHIELD_OF and world.ship[i].owner != known.seat]
    trophies = {i for i in enemies if world.ship[i].fate == TROPHY and world.ship[i].taker == known.seat}
    if trophies:
        return Told("destroys", {"n": len(trophies)})
    if enemies:
        return Told("hits_safely" if ship.fate == AFLOAT else "hits", {"n": len(enemies)})
    if ship.fate != AFLOAT:
        return None
    if ship.ore > 0:
        return Told("mines", {"n": ship.ore})
    return Told("unharmed") if markers(ship) == 0 else None
