"""Kosmiczna Misja: actions as ids with parameters, and back; the reasons for refusing one."""

from __future__ import annotations

from typing import Any

from kosmoport.core.errors import Refused
from kosmoport.core.words import Told
from kosmoport.games.kosmiczna_misja.schema import (
    ADD,
    DISCARD,
    MAX_PLANETS,
    SKIP,
    Components,
    State,
    add_action,
    added_place,
    added_slot,
    place_at,
    planet_of,
    quadrant_of,
)
from kosmoport.games.kosmiczna_misja.view import PLACES, View

REASONS = ("two_unfinished_planets", "not_in_bank", "cannot_add", "must_take", "cannot_discard")

# The rules behind each reason, the common ones included.
RULES: dict[str, tuple[str, ...]] = {
    "over": ("KM-24", "KM-27"),
    "turn": ("KM-3", "KM-4"),
    "unknown": ("KM-7",),
    "two_unfinished_planets": ("KM-9",),
    "not_in_bank": ("KM-7",),
    "cannot_add": ("KM-10", "KM-12", "KM-14"),
    "must_take": ("KM-17",),
    "cannot_discard": ("KM-18", "KM-19"),
}


def describe(view: View, action: int) -> Told:
    """Start a planet, add to one, discard or skip; own planets are counted from 0, tiles from 1."""
    if action == SKIP:
        return Told("skip")
    if action < ADD:
        return Told("new", {"tile": view.bank[action].number})
    if action >= DISCARD:
        return Told("discard", _place(action - DISCARD))
    return Told("add", {"tile": view.bank[added_slot(action)].number, **_place(added_place(action))})


def _place(place: int) -> dict[str, Any]:
    return {"planet": planet_of(place), "quadrant": PLACES[quadrant_of(place)]}


def encode(view: View, act: Told) -> int:
    """The number of an action."""
    if act.id == "skip":
        return SKIP
    if act.id == "new":
        return _slot(view, act)
    if act.id == "discard":
        return DISCARD + _number(act, "cannot_discard")
    if act.id == "add":
        return int(add_action(_number(act, "cannot_add"), _slot(view, act)))
    raise Refused("unknown")


def _slot(view: View, act: Told) -> int:
    """Where in the bank the tile lies."""
    numbers = [tile.number for tile in view.bank]
    if act.args.get("tile") not in numbers:
        raise Refused("not_in_bank")
    return numbers.index(act.args["tile"])


def _number(act: Told, reason: str) -> int:
    """A quadrant of a planet as one number."""
    planet, quadrant = act.args.get("planet"), act.args.get("quadrant")
    if type(planet) is not int or not 0 <= planet < MAX_PLANETS or quadrant not in PLACES:
        raise Refused(reason)
    return int(place_at(planet, PLACES.index(quadrant)))


def describe_chance(s: State, c: Components, outcome: int) -> Told:
    """What the die shows."""
    return Told("die", {"face": c.die[outcome]})


def encode_chance(s: State, c: Components, told: Told) -> int:
    """The first face with this number; equal faces are the same roll."""
    if told.id != "die" or set(told.args) != {"face"}:
        raise Refused("unknown")
    return list(c.die[: c.faces]).index(told.args["face"])
