"""Kosmiczna Misja: actions as ids with parameters, and back; the reasons for refusing one."""

from __future__ import annotations

from typing import Any, TypedDict

from kosmoport.core.errors import Refused
from kosmoport.core.words import Told
from kosmoport.games.kosmiczna_misja.messages import (
    ACTIONS,
    PLACES,
    Add,
    Die,
    Discard,
    New,
    Quadrant,
    Skip,
)
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
from kosmoport.games.kosmiczna_misja.view import View

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


class Place(TypedDict):
    """A quadrant of an own planet."""

    planet: int
    quadrant: Quadrant


def describe(view: View, action: int) -> Told:
    """Start a planet, add to one, discard or skip; own planets are counted from 0, tiles from 1."""
    if action == SKIP:
        return Skip().told()
    if action < ADD:
        return New(tile=view.bank[action].number).told()
    if action >= DISCARD:
        return Discard(**_place(action - DISCARD)).told()
    return Add(tile=view.bank[added_slot(action)].number, **_place(added_place(action))).told()


def _place(place: int) -> Place:
    return {"planet": planet_of(place), "quadrant": PLACES[quadrant_of(place)]}


def encode(view: View, act: Told) -> int:
    """The number of an action."""
    whole = dict.fromkeys(ACTIONS.by_id[act.id].__struct_fields__) | act.args  # what is missing is not there
    meant = ACTIONS.read(Told(act.id, whole))
    if isinstance(meant, Skip):
        return SKIP
    if isinstance(meant, New):
        return _slot(view, meant.tile)
    if isinstance(meant, Discard):
        return DISCARD + _number(meant.planet, meant.quadrant, "cannot_discard")
    return int(add_action(_number(meant.planet, meant.quadrant, "cannot_add"), _slot(view, meant.tile)))


def _slot(view: View, tile: Any) -> int:
    """Where in the bank the tile lies."""
    numbers = [one.number for one in view.bank]
    if tile not in numbers:
        raise Refused("not_in_bank")
    return numbers.index(tile)


def _number(planet: Any, quadrant: Any, reason: str) -> int:
    """A quadrant of a planet as one number."""
    if type(planet) is not int or not 0 <= planet < MAX_PLANETS or quadrant not in PLACES:
        raise Refused(reason)
    return int(place_at(planet, PLACES.index(quadrant)))


def describe_chance(s: State, c: Components, outcome: int) -> Told:
    """What the die shows."""
    return Die(face=c.die[outcome]).told()


def encode_chance(s: State, c: Components, told: Told) -> int:
    """The first face with this number; equal faces are the same roll."""
    if told.id != "die" or set(told.args) != {"face"}:
        raise Refused("unknown")
    return list(c.die[: c.faces]).index(told.args["face"])
