"""Kosmiczna Misja: planets of four quarters, what fits where and what is on them (KM-10 to KM-15)."""

from kosmoport.core.contract import NOBODY
from kosmoport.games.kosmiczna_misja.schema import MAX_PLANETS, QUADRANTS, Components, Planet, Player, State

# ---------------------------------------------------------------- what fits where


def needed_roll(planet: Planet) -> int:
    """KM-10, KM-12, KM-13: more astronauts than stations, aliens helping; there is no floor (KM-B10)."""
    return planet.stations + 1 - planet.aliens


def has_enough(planet: Planet, astronauts: int) -> bool:
    """KM-5, KM-10: nothing is extended without a roll, whatever the aliens."""
    return astronauts != NOBODY and astronauts >= needed_roll(planet)


def fits(s: State, c: Components, planet: Planet, tile: int, q: int) -> bool:
    """KM-14, KM-B27: a free quadrant beside a tile of the planet, and every shared edge matches."""
    if planet.tile[q] != NOBODY:
        return False
    before = planet.tile[(q + 3) % QUADRANTS]
    after = planet.tile[(q + 1) % QUADRANTS]
    if before == NOBODY and after == NOBODY:  # KM-B4
        return s.opt.allow_diagonal == 1
    if before != NOBODY and c.right[before] != c.left[tile]:
        return False
    return after == NOBODY or c.right[tile] == c.left[after]


# ---------------------------------------------------------------- laying and lifting tiles


def clear_player(player: Player) -> None:
    player.planets = 0
    player.opens = 0
    player.begun = 0
    player.score = 0
    for k in range(MAX_PLANETS):
        player.open[k] = NOBODY
        clear_planet(player.planet[k])


def clear_planet(planet: Planet) -> None:
    planet.size = 0
    planet.aliens = 0
    planet.stations = 0
    for q in range(QUADRANTS):
        planet.tile[q] = NOBODY


def open_planet(player: Player) -> int:
    """Room for one more planet; says which."""
    k = player.planets
    player.open[player.opens] = k
    player.opens += 1
    player.planets += 1
    return k


def put_tile(c: Components, player: Player, k: int, tile: int, q: int) -> int:
    """Lay a tile and count (KM-11, KM-15, KM-25); says how many stations were joined."""
    planet = player.planet[k]
    joined = joined_stations(c, planet, tile, q)
    planet.tile[q] = tile
    planet.size += 1
    planet.aliens += c.aliens[tile]
    planet.stations += c.stations[tile] + joined
    if planet.size == QUADRANTS:
        player.score += planet.stations
        list_unfinished(player)
    return joined


def lift_tile(c: Components, player: Player, k: int, q: int) -> None:
    """Take a tile away again and count; a planet without tiles is no planet (KM-20)."""
    planet = player.planet[k]
    tile = planet.tile[q]
    if planet.size == QUADRANTS:
        player.score -= planet.stations
    planet.tile[q] = NOBODY
    planet.size -= 1
    planet.aliens -= c.aliens[tile]
    planet.stations -= c.stations[tile] + joined_stations(c, planet, tile, q)
    if planet.size == 0:
        drop_planet(player, k)
    list_unfinished(player)


def joined_stations(c: Components, planet: Planet, tile: int, q: int) -> int:
    """KM-11, KM-B12: whole stations made where the tile's edges meet the tiles beside quadrant q."""
    before = planet.tile[(q + 3) % QUADRANTS]
    after = planet.tile[(q + 1) % QUADRANTS]
    joined = 0
    if before != NOBODY and c.right[before] == c.left[tile]:
        joined += c.joined[c.left[tile]]
    if after != NOBODY and c.right[tile] == c.left[after]:
        joined += c.joined[c.right[tile]]
    return joined


def list_unfinished(player: Player) -> None:
    """Look through the planets for unfinished ones, after one has been finished or has lost a tile."""
    player.opens = 0
    for k in range(MAX_PLANETS):
        player.open[k] = NOBODY
    for k in range(player.planets):
        if player.planet[k].size < QUADRANTS:
            player.open[player.opens] = k
            player.opens += 1


def drop_planet(player: Player, k: int) -> None:
    """The later planets move up."""
    player.planets -= 1
    for i in range(k, player.planets):
        copy_planet(player.planet[i], player.planet[i + 1])
    clear_planet(player.planet[player.planets])


def copy_planet(here: Planet, there: Planet) -> None:
    here.size = there.size
    here.aliens = there.aliens
    here.stations = there.stations
    for q in range(QUADRANTS):
        here.tile[q] = there.tile[q]
