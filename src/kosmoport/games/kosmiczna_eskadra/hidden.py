"""Kosmiczna Eskadra: what a seat cannot know, dealt anew, and what it knows as numbers (KE-32).

Hidden are the card that another seat holds and the place over the table where it holds it (KE-B38).
"""

from kosmoport.core.chance import Rng, below
from kosmoport.core.contract import NOBODY, Seat
from kosmoport.games.kosmiczna_eskadra.random_play import random_pose
from kosmoport.games.kosmiczna_eskadra.rules import nth_of, set_size
from kosmoport.games.kosmiczna_eskadra.schema import (
    LIGHTNING,
    MAX_ASTEROIDS,
    MAX_LYING,
    MAX_PLAYERS,
    Asteroid,
    Components,
    Player,
    Ship,
    State,
)

OBSERVATION = 14 + 5 * MAX_PLAYERS + 6 * MAX_ASTEROIDS + 8 * MAX_LYING


def redeal_unseen(s: State, c: Components, seat: Seat, rng: Rng) -> None:
    """A held card may be any card that its owner has not played yet, held anywhere or nowhere yet."""
    for p in range(s.opt.players):
        player = s.player[p]
        if p != seat and player.held != NOBODY:
            unplayed = player.pack + (1 << player.held)
            player.held = nth_of(unplayed, below(rng, set_size(unplayed)))
            player.pack = unplayed - (1 << player.held)
            player.posed = below(rng, 2) if s.opt.mode == LIGHTNING else 0
            x, y, rot = random_pose(s, c, rng)
            player.x = x * player.posed
            player.y = y * player.posed
            player.rot = rot * player.posed


def observe(s: State, c: Components, seat: Seat, out: list[int]) -> None:
    """What the seat knows, seats counted from its own (a spectator counts from seat 0)."""
    me = seat if seat >= 0 else 0
    players = s.opt.players
    out[0] = players
    out[1] = s.opt.mode
    out[2] = s.stage
    out[3] = from_seat(s.turn, me, players)
    out[4] = from_seat(s.first, me, players)
    out[5] = from_seat(s.drawing, me, players)
    out[6] = from_seat(s.stopped_by, me, players)
    out[7] = from_seat(s.winner, me, players)
    out[8] = s.lying
    out[9] = s.player[me].held if seat >= 0 else NOBODY
    out[10] = s.player[me].posed if seat >= 0 else 0
    out[11] = s.player[me].x if seat >= 0 else 0
    out[12] = s.player[me].y if seat >= 0 else 0
    out[13] = s.player[me].rot if seat >= 0 else 0
    n = 14
    for k in range(MAX_PLAYERS):
        observe_player(s.player[(me + k) % players], k < players, out, n)
        n += 5
    for k in range(MAX_ASTEROIDS):
        observe_asteroid(s.asteroid[k], k < s.asteroids, out, n)
        n += 6
    for i in range(MAX_LYING):
        observe_ship(s.ship[i], i < s.lying, me, players, out, n)
        n += 8


def from_seat(p: int, me: Seat, players: int) -> int:
    return (p - me + players) % players if p >= 0 else NOBODY


def observe_player(player: Player, plays: int, out: list[int], n: int) -> None:
    """Everybody sees whether a card is held and which cards were not played, together with it."""
    held = 1 << player.held if player.held != NOBODY else 0
    out[n] = 1 if plays else 0
    out[n + 1] = player.pack + held if plays else 0
    out[n + 2] = 1 if plays and held > 0 else 0
    out[n + 3] = player.points if plays else 0
    out[n + 4] = player.wins if plays else 0


def observe_asteroid(rock: Asteroid, laid: int, out: list[int], n: int) -> None:
    out[n] = rock.shape if laid else NOBODY
    out[n + 1] = rock.there
    out[n + 2] = rock.x
    out[n + 3] = rock.y
    out[n + 4] = rock.rot
    out[n + 5] = rock.ore


def observe_ship(ship: Ship, lies: int, me: Seat, players: int, out: list[int], n: int) -> None:
    out[n] = from_seat(ship.owner, me, players) if lies else NOBODY
    out[n + 1] = ship.card
    out[n + 2] = ship.fate
    out[n + 3] = from_seat(ship.taker, me, players)
    out[n + 4] = ship.x
    out[n + 5] = ship.y
    out[n + 6] = ship.rot
    out[n + 7] = ship.ore
