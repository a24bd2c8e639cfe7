"""Goofspiel: what a seat cannot know, dealt anew, and what it knows as numbers (GS-8)."""

from examples.goofspiel.rules import MAX_CARDS, MAX_PLAYERS, RANDOM, Components, State
from kosmoport.core.chance import Rng, below, shuffle
from kosmoport.core.contract import Seat

PER_PLAYER = 2 + MAX_CARDS
OBSERVATION = 2 + MAX_CARDS + MAX_PLAYERS * PER_PLAYER


def redeal_unseen(s: State, c: Components, seat: Seat, rng: Rng) -> None:
    """Shuffle the point cards face down; those who have bid may have bid any card of their hand."""
    if s.opt.points_order == RANDOM:
        shuffle(rng, s.points, s.left - 1)
    for p in range(s.opt.players):
        if p != seat and has_bid(s, p):
            s.player[p].bid[s.left - 1] = 1 + any_card(s.player[p].hand, c.cards, rng)


def has_bid(s: State, p: int) -> bool:
    """Does a card of this player lie face down?"""
    return s.left > 0 and (s.waiting >> p) & 1 == 0


def any_card(hand: int, cards: int, rng: Rng) -> int:
    card = below(rng, cards)
    while (hand >> card) & 1 == 0:
        card = below(rng, cards)
    return card


def observe(s: State, c: Components, seat: Seat, out: list[int]) -> None:
    """What the seat knows, seats counted from its own (a spectator counts from seat 0)."""
    first = seat if seat >= 0 else 0
    out[0] = s.opt.players
    out[1] = s.left
    for i in range(MAX_CARDS):
        out[2 + i] = s.points[i] if i >= s.left - 1 else 0
    for k in range(MAX_PLAYERS):
        n = 2 + MAX_CARDS + k * PER_PLAYER
        if k < s.opt.players:
            observe_player(s, (first + k) % s.opt.players, seat, out, n)
        else:
            for i in range(PER_PLAYER):
                out[n + i] = 0


def observe_player(s: State, p: int, seat: Seat, out: list[int], n: int) -> None:
    """Whether a bid is down, the points, and all bids that were shown; its own bid before that."""
    out[n] = int(has_bid(s, p))
    out[n + 1] = s.player[p].score
    for i in range(MAX_CARDS):
        out[n + 2 + i] = s.player[p].bid[i] if i >= s.left or p == seat else 0
