"""Hidden Plain: what a seat cannot know, and what it knows as numbers (HP-7)."""

from kosmoport.core.chance import Rng, below
from kosmoport.core.contract import MAX_SEATS, Seat
from kosmoport.starters.hidden_plain.rules import ASIDE, CARDS, PLAYED, Components, State

OBSERVATION = 3 + 2 * MAX_SEATS + CARDS


def redeal_unseen(s: State, c: Components, seat: Seat, rng: Rng) -> None:
    """Shuffle the cards in other hands and aside: each changes places with one of those before it."""
    for card in range(CARDS):
        if is_unseen(s, card, seat):
            other = below(rng, card + 1)
            while not is_unseen(s, other, seat):
                other = below(rng, card + 1)
            there = s.holder[other]
            s.holder[other] = s.holder[card]
            s.holder[card] = there


def is_unseen(s: State, card: int, seat: Seat) -> bool:
    """Does the seat not know where this card is?"""
    return s.holder[card] <= ASIDE and s.holder[card] != seat


def observe(s: State, c: Components, seat: Seat, out: list[int]) -> None:
    """What the seat knows, seats counted from its own (a spectator counts from seat 0)."""
    own = max(seat, 0)
    out[0] = s.opt.players
    out[1] = (s.turn - own + s.opt.players) % s.opt.players
    out[2] = s.left
    for k in range(MAX_SEATS):
        p = (own + k) % s.opt.players
        out[3 + k] = s.trick[p] if k < s.opt.players else 0
        out[3 + MAX_SEATS + k] = s.score[p] if k < s.opt.players else 0
    for card in range(CARDS):
        mine = int(seat >= 0 and s.holder[card] == seat)
        out[3 + 2 * MAX_SEATS + card] = 2 if s.holder[card] == PLAYED else mine
