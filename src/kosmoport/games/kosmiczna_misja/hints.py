"""Kosmiczna Misja: why an action may be good, in words; true sentences about what the seat knows."""

from __future__ import annotations

from kosmoport.core.words import Told
from kosmoport.games.kosmiczna_misja.geometry import joined_stations
from kosmoport.games.kosmiczna_misja.schema import (
    ADD,
    DISCARD,
    QUADRANTS,
    SKIP,
    Components,
    Planet,
    State,
    added_place,
    added_slot,
    planet_of,
    quadrant_of,
)
from kosmoport.games.kosmiczna_misja.view import PlanetView, TileView, View

REASONS = ("finishes", "joins", "last_gap", "low_roll", "begin", "easier", "frees", "keeps")


def reason(s: State, c: Components, known: View, action: int) -> Told | None:
    """The best thing to be said for an action; None if nothing stands out. `s` is a world with this view."""
    if action == SKIP:
        return Told("keeps")
    if action < ADD:
        return _begun(known, known.bank[action])
    place = added_place(action) if action < DISCARD else action - DISCARD
    k, q = planet_of(place), quadrant_of(place)
    planet, laid = known.everybody[known.seat].planets[k], s.player[known.seat].planet[k]
    if action >= DISCARD:
        return _discarded(c, planet, laid, q)
    tile = known.bank[added_slot(action)]
    return _added(known, planet, tile, joined_stations(c, laid, tile.number - 1, q))


def _begun(known: View, tile: TileView) -> Told | None:
    """A new planet is good if the next tile will fit soon (KM-12)."""
    need = _needed(tile.stations, tile.aliens)
    return Told("begin", {"n": need}) if need <= _low_roll(known) else None


def _low_roll(known: View) -> int:
    """At least half of all rolls reach this."""
    return sorted(known.die)[(len(known.die) - 1) // 2]


def _needed(stations: int, aliens: int) -> int:
    """KM-12: the roll that the next tile needs; 1 is the lowest there is."""
    return max(1, stations - aliens + 1)


def _added(known: View, planet: PlanetView, tile: TileView, joined: int) -> Told | None:
    """KM-11 to KM-15: what the planet becomes."""
    stations = planet.stations + tile.stations + joined
    missing = planet.tiles.count(None) - 1
    if missing == 0:
        return Told("finishes", {"n": stations})
    need = _needed(stations, planet.aliens + tile.aliens)
    if missing == 1 and need <= max(known.die):
        return Told("last_gap", {"n": need, "stations": stations})
    if joined:
        return Told("joins", {"n": joined})
    return Told("low_roll", {"n": need}) if need <= _low_roll(known) else None


def _discarded(c: Components, planet: PlanetView, laid: Planet, q: int) -> Told | None:
    """KM-18 to KM-20: a planet without a tile may take the next one sooner, or make room."""
    if planet.tiles.count(None) == QUADRANTS - 1:
        return Told("frees")
    tile = planet.tiles[q]
    assert tile is not None  # only what lies there can be discarded
    stations = planet.stations - tile.stations - joined_stations(c, laid, tile.number - 1, q)
    need = _needed(stations, planet.aliens - tile.aliens)
    before = _needed(planet.stations, planet.aliens)
    return Told("easier", {"n": need, "before": before}) if need < before and not planet.finished else None
