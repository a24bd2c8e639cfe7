"""Kosmiczna Misja: rules of thumb, for the greedy bot and as a guide for the search.

Everything is counted in hundredths of a station, and an action is worth what it adds to the own planets.

- A finished planet is worth its stations.
- An unfinished one is worth more the fewer tiles it lacks. Stations are welcome on it as long as a roll of
  4 or 5 will still do; a planet that waits for a 6 is worth little, and one that no roll helps is in the way.
  So begin with aliens and empty tiles, and finish with the tile that has the most stations.
- An alien on an unfinished planet is worth half a station: it makes room for one.
- Half stations that face the last gap make it a little harder to fill.
- What cannot be finished in time is worth nothing, and with no turn to spare little more than half.
- Stations taken from the bank are stations that nobody else gets.
- Who is blocked gives a tile away only if the planet is clearly better without it, never a finished one's.
"""

from kosmoport.core.contract import NOBODY, Action, Seat
from kosmoport.games.kosmiczna_misja.geometry import joined_stations
from kosmoport.games.kosmiczna_misja.schema import (
    ADD,
    BANK,
    DISCARD,
    MAX_PLANETS,
    MAX_TILES,
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

WORST_ROLL = 7  # needed rolls from here on look the same: none will do
PROMISE = (  # of an unfinished planet that needs a roll of 1, 2 ... 6 or more
    85, 190, 235, 265, 280, 115, -20,  # where one tile is missing,
    110, 130, 130, 125, 70, -30, -30,  # two,
    40, 40, 35, 0, -30, -30, -40,  # and three
)  # fmt: skip
ALIEN = 50
HALF_GAP = 15
NONE_TO_SPARE = 60  # hundredths of the promise that are left with no turn to spare
ONE_TO_SPARE = 88
TAKEN_STATION = 5
GIVEN_TILE = 20

PLACES = MAX_PLANETS * QUADRANTS
LIKENESSES = MAX_TILES * BANK
MEANINGS = (PLACES + 1) * LIKENESSES + PLACES + 1


def worth(s: State, c: Components, seat: Seat, action: Action) -> int:
    """How good an action looks to the seat; a hundred more is clearly better."""
    if action == SKIP:
        return 0
    turns = (s.left + s.banked - 1) // s.opt.players  # that the seat still has after this one
    if action < ADD:
        tile = s.bank[action]
        return promise(c.stations[tile], c.aliens[tile], 3, turns) + TAKEN_STATION * c.stations[tile]
    if action < DISCARD:
        place = added_place(action)
        planet = s.player[seat].planet[planet_of(place)]
        return worth_of_adding(c, planet, s.bank[added_slot(action)], quadrant_of(place), turns)
    place = action - DISCARD
    return worth_of_discarding(c, s.player[seat].planet[planet_of(place)], quadrant_of(place), turns)


def worth_of_adding(c: Components, planet: Planet, tile: int, q: int, turns: int) -> int:
    """What the planet gains by the tile, and what the others lose."""
    stations = planet.stations + c.stations[tile] + joined_stations(c, planet, tile, q)
    missing = QUADRANTS - 1 - planet.size
    gain = promise(stations, planet.aliens + c.aliens[tile], missing, turns)
    gain -= promise(planet.stations, planet.aliens, missing + 1, turns)
    if missing == 1:
        gain -= HALF_GAP * faces_half(c, planet, tile, q)
    elif missing == 0:
        gain += HALF_GAP * int(c.left[tile] > 0 or c.right[tile] > 0)
    return gain + TAKEN_STATION * c.stations[tile]


def worth_of_discarding(c: Components, planet: Planet, q: int, turns: int) -> int:
    """What the planet gains by losing a tile; the last one leaves an empty place, which is worth nothing."""
    if planet.size == QUADRANTS:
        return -100 * planet.stations - GIVEN_TILE
    tile = planet.tile[q]
    missing = QUADRANTS + 1 - planet.size
    gain = -promise(planet.stations, planet.aliens, missing - 1, turns) - GIVEN_TILE
    if missing < QUADRANTS:
        stations = planet.stations - c.stations[tile] - joined_stations(c, planet, tile, q)
        gain += promise(stations, planet.aliens - c.aliens[tile], missing, turns)
    return gain


def promise(stations: int, aliens: int, missing: int, turns: int) -> int:
    """What a planet is worth with so many turns to come."""
    if missing == 0:
        return 100 * stations
    need = max(1, min(WORST_ROLL, stations + 1 - aliens))
    value = PROMISE[WORST_ROLL * (missing - 1) + need - 1] + ALIEN * aliens
    if value <= 0 or turns > missing + 1:
        return value
    if turns < missing:
        return 0
    return value * (NONE_TO_SPARE if turns == missing else ONE_TO_SPARE) // 100


def faces_half(c: Components, planet: Planet, tile: int, q: int) -> int:
    """1 if a half station faces the last gap once the tile lies in quadrant q."""
    hole = (q + 1) % QUADRANTS
    for i in range(2, QUADRANTS):
        if planet.tile[(q + i) % QUADRANTS] == NOBODY:
            hole = (q + i) % QUADRANTS
    before = (hole + 3) % QUADRANTS
    after = (hole + 1) % QUADRANTS
    label = c.right[tile] if before == q else c.right[planet.tile[before]]
    other = c.left[tile] if after == q else c.left[planet.tile[after]]
    return int(label > 0 or other > 0)


def meaning(s: State, c: Components, seat: Seat, action: Action) -> int:
    """What is printed on the tile and where it goes, whichever slot of the bank it comes from."""
    if action < ADD:
        return likeness(s, c, action)
    if action < DISCARD:
        place = added_place(action)
        return (place + 1) * LIKENESSES + likeness(s, c, added_slot(action))
    return (PLACES + 1) * LIKENESSES + action - DISCARD


def likeness(s: State, c: Components, b: int) -> int:
    """Tiles with the same print are the same thing; of several in the bank, the first, second or third."""
    tile = s.bank[b]
    first = 0
    while not alike(c, first, tile):
        first += 1
    copy = 0
    for i in range(b):
        copy += int(alike(c, s.bank[i], tile))
    return first * BANK + copy


def alike(c: Components, tile: int, other: int) -> bool:
    """Is the same printed on both?"""
    if c.stations[tile] != c.stations[other] or c.aliens[tile] != c.aliens[other]:
        return False
    return c.left[tile] == c.left[other] and c.right[tile] == c.right[other]


def seen(s: State, c: Components, viewer: Seat, seat: Seat, action: Action) -> int:
    """KM-28: everybody sees everything."""
    return meaning(s, c, seat, action)
