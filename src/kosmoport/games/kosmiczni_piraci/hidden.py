"""Kosmiczni Piraci: what a seat cannot know, dealt anew, and what it knows as numbers (KP-40 to KP-42)."""

from kosmoport.core.chance import Rng, below
from kosmoport.core.contract import NOBODY, Seat
from kosmoport.games.kosmiczni_piraci.schema import (
    HAND,
    KINDS,
    LOST,
    MAX_CARDS,
    MAX_PLAYERS,
    PLANETS,
    Components,
    Player,
    State,
)
from kosmoport.games.kosmiczni_piraci.scoring import points

OBSERVATION = 10 + PLANETS * (KINDS + 1) + MAX_PLAYERS * (MAX_CARDS + 3)


def redeal_unseen(s: State, c: Components, seat: Seat, rng: Rng) -> None:
    """Shuffle every other player's unseen cards among the places where they may be."""
    for p in range(s.opt.players):
        if p != seat:
            unseen = 0
            for card in range(c.cards):
                if s.player[p].seen[card] == 0:
                    unseen += 1
                    swap_places(s.player[p], card, nth_unseen(s.player[p], below(rng, unseen)))
    for q in range(PLANETS):
        planet = s.planet[q]
        if planet.top_owner != NOBODY:
            planet.top_card = face_down(s.player[planet.top_owner], q)


def nth_unseen(player: Player, n: int) -> int:
    card = 0
    while player.seen[card] == 1 or n > 0:
        if player.seen[card] == 0:
            n -= 1
        card += 1
    return card


def swap_places(player: Player, a: int, b: int) -> None:
    place = player.place[a]
    moment = player.moment[a]
    player.place[a] = player.place[b]
    player.moment[a] = player.moment[b]
    player.place[b] = place
    player.moment[b] = moment


def face_down(player: Player, q: int) -> int:
    """The one card of this player at planet q that nobody has seen."""
    card = 0
    while player.place[card] != q or player.seen[card] == 1:
        card += 1
    return card


def observe(s: State, c: Components, seat: Seat, out: list[int]) -> None:
    """What the seat knows, seats counted from its own (a spectator counts from seat 0)."""
    first = seat if seat >= 0 else 0
    players = s.opt.players
    out[0] = players
    out[1] = s.stage
    out[2] = seats_after(first, s.turn, players)
    out[3] = seats_after(first, s.start, players)
    out[4] = s.laid
    out[5] = s.trade
    out[6] = s.pirate
    out[7] = s.trade_home
    out[8] = s.pirate_home
    out[9] = s.at
    n = 10
    for q in range(PLANETS):
        out[n] = seats_after(first, s.planet[q].top_owner, players)
        for kind in range(KINDS):
            out[n + 1 + kind] = s.planet[q].treasure[kind]
        n += 1 + KINDS
    for k in range(MAX_PLAYERS):
        if k < players:
            p = first + k - players * int(first + k >= players)
            observe_player(s.player[p], c, k == 0 and seat >= 0, out, n)
        else:
            for i in range(MAX_CARDS + 3):
                out[n + i] = 0
        n += MAX_CARDS + 3


def seats_after(first: int, seat: Seat, players: int) -> int:
    """How far a seat sits after the first one; nobody stays nobody. Dividing would take longer."""
    return seat - first + players * int(seat < first) if seat >= 0 else NOBODY


def observe_player(player: Player, c: Components, mine: int, out: list[int], n: int) -> None:
    """Place of every known card (0 unknown), and how many are in hand, lost and won."""
    in_hand = 0
    lost = 0
    for card in range(c.cards):
        in_hand += int(player.place[card] == HAND)
        lost += int(player.place[card] == LOST)
    for card in range(MAX_CARDS):
        known = int(card < c.cards) & (int(mine) | player.seen[card])
        out[n + card] = known * (player.place[card] + 4)
    out[n + MAX_CARDS] = in_hand
    out[n + MAX_CARDS + 1] = lost
    out[n + MAX_CARDS + 2] = points(player, c)
