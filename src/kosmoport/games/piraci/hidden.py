"""Piraci: what a seat cannot know, dealt anew, and what it knows as numbers (PI-33 to PI-35)."""

from kosmoport.core.chance import Rng, below
from kosmoport.core.contract import NOBODY, Seat
from kosmoport.games.piraci.rules import owner_of
from kosmoport.games.piraci.schema import (
    DISCS,
    FACE_UP,
    KINDS,
    MAX_PLAYERS,
    MAX_SHIPS,
    PIRATES,
    Components,
    State,
)

SHIP_FACTS = 5  # ducats, pay of a "?", crew, two kinds of loot
OBSERVATION = 9 + FACE_UP * SHIP_FACTS + MAX_SHIPS + KINDS + MAX_PLAYERS * (1 + KINDS) + 3 * DISCS


def redeal_unseen(s: State, c: Components, seat: Seat, rng: Rng) -> None:
    """PI-35: nobody knows the order of the ships that are still to come."""
    for i in range(s.turned, c.ships):
        j = i + below(rng, c.ships - i)
        there = s.deck[j]
        s.deck[j] = s.deck[i]
        s.deck[i] = there


def observe(s: State, c: Components, seat: Seat, out: list[int]) -> None:
    """What the seat knows, seats and discs counted from its own (a spectator counts from seat 0)."""
    first = seat if seat >= 0 else 0
    out[0] = s.opt.players
    out[1] = s.stage
    out[2] = seen_seat(s, s.turn, first)
    out[3] = seen_seat(s, s.asked, first)
    out[4] = seen_disc(s, s.about, first)
    out[5] = s.mutiny
    out[6] = s.in_sight
    out[7] = c.ships - s.turned
    out[8] = s.covered
    n = observe_ships(s, c, out, 9)
    for kind in range(KINDS):
        out[n + kind] = s.supply[kind]
    n += KINDS
    for k in range(MAX_PLAYERS):
        player = s.player[(first + k) % s.opt.players]
        here = k < s.opt.players
        out[n] = player.money if here else 0
        for kind in range(KINDS):
            out[n + 1 + kind] = player.loot[kind] if here else 0
        n += 1 + KINDS
    for k in range(DISCS):
        observe_disc(s, c, first, k, out, n)
        n += 3


def seen_seat(s: State, seat: Seat, first: int) -> int:
    return (seat - first + s.opt.players) % s.opt.players if seat >= 0 else NOBODY


def seen_disc(s: State, disc: int, first: int) -> int:
    return PIRATES * seen_seat(s, owner_of(disc), first) + disc % PIRATES if disc >= 0 else NOBODY


def observe_ships(s: State, c: Components, out: list[int], n: int) -> int:
    """The face-up ships, and every card: 0 still to come, 1 turned up."""
    for i in range(FACE_UP):
        card = s.place[i]
        for k in range(SHIP_FACTS):
            out[n + k] = NOBODY
        if card != NOBODY:
            out[n] = c.ship[card].gold
            out[n + 1] = c.ship[card].pay
            out[n + 2] = c.ship[card].crew
            out[n + 3] = c.ship[card].loot[0]
            out[n + 4] = c.ship[card].loot[1]
        n += SHIP_FACTS
    for card in range(MAX_SHIPS):
        out[n + card] = 0
    for i in range(s.turned):
        out[n + s.deck[i]] = 1
    return n + MAX_SHIPS


def observe_disc(s: State, c: Components, first: int, k: int, out: list[int], n: int) -> None:
    """Size of its unit (0: covered), the disc below it, its wage; all NOBODY if it is not in the game."""
    out[n] = NOBODY
    out[n + 1] = NOBODY
    out[n + 2] = NOBODY
    if k < PIRATES * s.opt.players:
        disc = PIRATES * ((first + owner_of(k)) % s.opt.players) + k % PIRATES
        out[n] = s.size[disc]
        out[n + 1] = seen_disc(s, s.under[disc], first)
        out[n + 2] = c.wage[disc]
