"""Piraci: actions as ids with parameters, and back; the reasons for refusing one."""

from __future__ import annotations

from typing import Any, TypedDict

from kosmoport.core.errors import Refused
from kosmoport.core.words import Told
from kosmoport.games.piraci.messages import (
    ACTIONS,
    COLOURS,
    Board,
    Colour,
    Decline,
    DiscName,
    Move,
    Mutiny,
)
from kosmoport.games.piraci.schema import (
    CALL,
    DECLINE,
    MOVES,
    PIRATES,
    board_action,
    boarded_place,
    boarding_slot,
    move_action,
    moved_onto,
    moved_slot,
    picture_taken,
)
from kosmoport.games.piraci.view import View

REASONS = (
    "own_on_own",
    "more_than_9",
    "no_such_free_unit",
    "too_few_pirates",
    "ship_not_available",
    "must_act",
    "no_mutiny",
    "mutiny_forces_boarding",
    "no_such_loot",
    "answer_first",
    "not_your_unit",  # for words only: action numbers name own units
)

# The rules behind each reason, the common ones included.
RULES: dict[str, tuple[str, ...]] = {
    "over": ("PI-27", "PI-28"),
    "turn": ("PI-7", "PI-23"),
    "unknown": ("PI-8",),
    "own_on_own": ("PI-11",),
    "more_than_9": ("PI-11",),
    "no_such_free_unit": ("PI-10", "PI-11"),
    "too_few_pirates": ("PI-14",),
    "ship_not_available": ("PI-14", "PI-21"),
    "must_act": ("PI-9",),
    "no_mutiny": ("PI-22", "PI-23", "PI-24"),
    "mutiny_forces_boarding": ("PI-25",),
    "no_such_loot": ("PI-15",),
    "answer_first": ("PI-23",),
    "not_your_unit": ("PI-12",),
}


class Unit(TypedDict):
    """A unit by the colour and the name of its top disc."""

    colour: Colour
    disc: DiscName


def describe(view: View, action: int) -> Told:
    """Move a unit, board a ship, or answer whether there is a mutiny; units go by their top disc."""
    if action in (CALL, DECLINE):
        answer = Mutiny if action == CALL else Decline
        return answer(**_unit(view, view.about or 0)).told()
    if action < MOVES:
        target, unit = _unit(view, moved_onto(action)), _unit(view, PIRATES * view.seat + moved_slot(action))
        return Move(**unit, target_colour=target["colour"], target=target["disc"]).told()
    ship = view.ships[view.places[boarded_place(action)] or 0]
    unit = _unit(view, PIRATES * view.seat + boarding_slot(action))
    return Board(**unit, ship=ship.id, loot=ship.loot[picture_taken(action)]).told()


def _unit(view: View, disc: int) -> Unit:
    return {"colour": COLOURS[disc // PIRATES], "disc": view.discs[disc]}


def encode(view: View, act: Told) -> int:
    """The number of an action; Refused if it names a unit, ship or piece of loot that is not there."""
    meant = ACTIONS.read(act)
    disc = _disc(view, meant.colour, meant.disc)
    if isinstance(meant, Mutiny | Decline):
        if view.about is None or view.about != disc:
            raise Refused("no_mutiny")
        return CALL if isinstance(meant, Mutiny) else DECLINE
    tops = {unit[0] for unit in view.units}
    if disc is None or disc not in tops:
        raise Refused("no_such_free_unit")
    if disc // PIRATES != view.seat:
        raise Refused("not_your_unit")
    slot = disc % PIRATES
    if isinstance(meant, Board):
        return int(board_action(slot, *_boarding(view, meant.ship, meant.loot)))
    target = _disc(view, meant.target_colour, meant.target)
    if target is None:
        raise Refused("no_such_free_unit")
    return int(move_action(slot, target))


def _disc(view: View, colour: Any, name: Any) -> int | None:
    """The disc of this name, if there is one."""
    if colour not in COLOURS[: view.players]:
        return None
    first = PIRATES * COLOURS.index(colour)
    return next((disc for disc in range(first, first + PIRATES) if view.discs[disc] == name), None)


def _boarding(view: View, number: Any, loot: Any) -> tuple[int, int]:
    """The place of the ship and which of its pictures the loot is."""
    for i, card in enumerate(view.places):
        if card is not None and view.ships[card].id == number:
            if loot not in view.ships[card].loot:
                raise Refused("no_such_loot")
            return i, view.ships[card].loot.index(loot)
    raise Refused("ship_not_available")
