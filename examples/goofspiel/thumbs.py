"""Goofspiel: rules of thumb, for the greedy bot and as a guide for the search.

- The more a point card is worth, the higher the bid: card for card, low for low and high for high.
"""

from examples.goofspiel.rules import Components, State
from kosmoport.core.contract import Action, Seat

MEANINGS = 13  # cards of a hand


def worth(s: State, c: Components, seat: Seat, action: Action) -> int:
    """How good a bid looks to the seat: best is the card of the same rank among those left in hand."""
    return 100 - 25 * abs(cards_below(s.player[seat].hand, action) - points_below(s))


def cards_below(hand: int, card: int) -> int:
    """How many cards in hand are lower than this one."""
    n = 0
    for other in range(card):
        n += (hand >> other) & 1
    return n


def points_below(s: State) -> int:
    """How many of the point cards still to come are lower than the one turned up: what is left is known."""
    n = 0
    for i in range(s.left - 1):
        n += int(s.points[i] < s.points[s.left - 1])
    return n


def seen(s: State, c: Components, viewer: Seat, seat: Seat, action: Action) -> int:
    """GS-3: all bids look the same until everybody has bid."""
    return 0
