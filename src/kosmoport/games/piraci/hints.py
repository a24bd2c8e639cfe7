"""Piraci: why an action may be good, in words; true sentences about what the seat knows."""

from __future__ import annotations

from kosmoport.core.words import Told
from kosmoport.games.piraci.components import LOOT
from kosmoport.games.piraci.schema import (
    CALL,
    DECLINE,
    MOVES,
    PIRATES,
    Components,
    State,
    boarded_place,
    boarding_slot,
    moved_onto,
    moved_slot,
    picture_taken,
)
from kosmoport.games.piraci.thumbs import wages_in
from kosmoport.games.piraci.view import ShipView, View

REASONS = ("majority", "profit", "loot", "takes_over", "ready", "towards", "mutiny", "no_mutiny")


def reason(s: State, c: Components, known: View, action: int) -> Told | None:
    """The best thing to be said for an action; None if nothing stands out. `s` is a world with this view."""
    if action in (CALL, DECLINE):
        return _answering(known, action)
    if action < MOVES:
        return _moving(known, PIRATES * known.seat + moved_slot(action), moved_onto(action))
    card = known.places[boarded_place(action)]
    assert card is not None  # a boarding names a ship that is there
    unit = PIRATES * known.seat + boarding_slot(action)
    return _boarding(s, c, known, unit, known.ships[card], picture_taken(action))


def _answering(known: View, action: int) -> Told:
    """PI-22 to PI-26: what a mutiny does, and what it leaves."""
    assert known.about is not None
    unit = _unit(known, known.about)
    if action == DECLINE:
        return Told("no_mutiny", {"captain": known.about // PIRATES, "n": len(unit)})
    mine = sum(disc // PIRATES == known.seat for disc in unit)
    return Told("mutiny", {"captain": known.about // PIRATES, "n": mine})


def _unit(known: View, top: int) -> tuple[int, ...]:
    return next(unit for unit in known.units if unit[0] == top)


def _boarding(s: State, c: Components, known: View, unit: int, ship: ShipView, picture: int) -> Told | None:
    """PI-15 to PI-19: loot, and what is left of the ducats."""
    loot = ship.loot[picture]
    wages, own, _ = wages_in(s, c, unit, known.seat, ship.pay)
    left = ship.gold - wages + own
    if known.supply[LOOT.index(loot)] == 0:
        return None
    if _gives_majority(known, loot):
        return Told("majority", {"loot": loot})
    return Told("profit", {"loot": loot, "n": left}) if left > 0 else Told("loot", {"loot": loot})


def _gives_majority(known: View, loot: str) -> bool:
    """Would this token give the seat the most of its kind, which it does not have yet (PI-29)?"""
    tokens = [player.loot[LOOT.index(loot)] for player in known.everybody]
    mine, most = tokens[known.seat], max(n for p, n in enumerate(tokens) if p != known.seat)
    return 0 < most == mine


def _moving(known: View, unit: int, target: int) -> Told | None:
    """A stack is good for the ships in sight that it is large enough for (PI-14)."""
    moved, covered = len(_unit(known, unit)), len(_unit(known, target))
    ships = [known.ships[card] for card in known.places if card is not None]
    richest = sorted(ships, key=lambda ship: -ship.gold)
    for ship in richest:
        if covered >= ship.crew:
            return Told("takes_over", {"owner": target // PIRATES, "ship": ship.id})
    for ship in richest:
        if moved < ship.crew <= moved + covered:
            return Told("ready", {"ship": ship.id, "n": moved + covered})
    larger = [ship for ship in ships if ship.crew > moved + covered]
    if not larger:
        return None
    nearest = min(larger, key=lambda ship: ship.crew)
    return Told("towards", {"ship": nearest.id, "n": nearest.crew - moved - covered})
