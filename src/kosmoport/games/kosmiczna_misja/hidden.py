"""Kosmiczna Misja: the order of the stack, dealt anew, and what a seat knows as numbers (KM-28)."""

from kosmoport.core.chance import Rng, shuffle
from kosmoport.core.contract import NOBODY, Seat
from kosmoport.games.kosmiczna_misja.schema import (
    BANK,
    MAX_PLANETS,
    MAX_PLAYERS,
    MAX_TILES,
    QUADRANTS,
    Components,
    Player,
    State,
)

OF_PLANET = QUADRANTS + 2
OF_PLAYER = 3 + MAX_PLANETS * OF_PLANET
OBSERVATION = 9 + BANK * 5 + MAX_TILES + MAX_PLAYERS * OF_PLAYER


def redeal_unseen(s: State, c: Components, seat: Seat, rng: Rng) -> None:
    """KM-B21: nobody knows the order of the stack, and nothing else is hidden."""
    shuffle(rng, s.stack, s.left)


def observe(s: State, c: Components, seat: Seat, out: list[int]) -> None:
    """What the seat knows, seats counted from its own (a spectator counts from seat 0).

    Tiles are numbered from 1, with 0 for no tile.
    """
    first = seat if seat >= 0 else 0
    players = s.opt.players
    out[0] = players
    out[1] = s.stage
    out[2] = (s.turn - first + players) % players if s.turn >= 0 else NOBODY
    out[3] = (s.start - first + players) % players
    out[4] = s.ended
    out[5] = s.roll
    out[6] = s.idle
    out[7] = s.left
    out[8] = s.boxed
    n = 9
    for b in range(BANK):
        observe_tile(c, s.bank[b], out, n)
        n += 5
    for tile in range(MAX_TILES):
        out[n + tile] = 0
    for i in range(s.left):  # which tiles are in the stack is known to all, by looking at the others
        out[n + s.stack[i]] = 1
    n += MAX_TILES
    for k in range(MAX_PLAYERS):
        if k < players:
            observe_player(s.player[(first + k) % players], out, n)
        else:
            for i in range(OF_PLAYER):
                out[n + i] = 0
        n += OF_PLAYER


def observe_tile(c: Components, tile: int, out: list[int], n: int) -> None:
    """Number, stations, aliens and edges."""
    out[n] = tile + 1
    for i in range(1, 5):
        out[n + i] = 0
    if tile != NOBODY:
        out[n + 1] = c.stations[tile]
        out[n + 2] = c.aliens[tile]
        out[n + 3] = c.left[tile]
        out[n + 4] = c.right[tile]


def observe_player(player: Player, out: list[int], n: int) -> None:
    """Planets in order of founding: the tiles of the quadrants, stations and aliens."""
    out[n] = player.begun
    out[n + 1] = player.score
    out[n + 2] = player.planets
    n += 3
    for k in range(MAX_PLANETS):
        planet = player.planet[k]
        for q in range(QUADRANTS):
            out[n + q] = planet.tile[q] + 1
        out[n + QUADRANTS] = planet.stations
        out[n + QUADRANTS + 1] = planet.aliens
        n += OF_PLANET
