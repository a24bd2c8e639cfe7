"""Goofspiel: the rules, once (RULES.md has the numbers)."""

from kosmoport.core.chance import Rng, shuffle
from kosmoport.core.contract import (
    NOBODY,
    NOT_YOUR_TURN,
    OK,
    OVER,
    UNKNOWN,
    Action,
    BaseOptions,
    BaseState,
    Seat,
    emit,
)
from kosmoport.core.layout import Record, array, int8, int16

MAX_PLAYERS = 5
MAX_CARDS = 13

ACTIONS = MAX_CARDS  # action a bids the card of value a + 1
MAX_LEGAL = MAX_CARDS

NOT_IN_HAND = 4  # a reason, after the common ones

RANDOM = 0  # option points_order (GS-2)
DESCENDING = 1
ASCENDING = 2

BID = 0  # events: seat, card
SHOWN = 1  # seat, card
WON = 2  # seat, point card
DISCARDED = 3  # point card
TURNED = 4  # point card


class Options(BaseOptions):
    points_order: int8


class Components(Record):
    cards: int8


class Deal(Record):
    points: list[int8] = array(MAX_CARDS)  # the pile of point cards from its bottom up, 0 above its top


class Player(Record):
    hand: int16  # bit a: the card of value a + 1 is not played yet; everybody can know this
    score: int8  # at most 1 + ... + 13 = 91
    bid: list[int8] = array(MAX_CARDS)  # the value bid for each card of the pile; 0: none yet


class State(BaseState):
    opt: Options
    waiting: int8  # seats that have not bid in this round, as a set of bits
    left: int8  # rounds to be settled; points[left - 1] is turned up, those before it are hidden
    points: list[int8] = array(MAX_CARDS)
    player: list[Player] = array(MAX_PLAYERS)


def deal(s: State, c: Components, rng: Rng, d: Deal) -> None:
    """GS-2: the order in which the point cards will be turned."""
    for i in range(MAX_CARDS):
        d.points[i] = sorted_point(s, c, i)
    if s.opt.points_order == RANDOM:
        shuffle(rng, d.points, c.cards)


def sorted_point(s: State, c: Components, i: int) -> int:
    """The point card at place i of the unshuffled pile: the highest is on top unless they shall ascend."""
    if i >= c.cards:
        return 0
    return c.cards - i if s.opt.points_order == ASCENDING else i + 1


def setup(s: State, c: Components, d: Deal) -> None:
    """GS-1, GS-2: equal hands, one point card turned up; scores and bids are 0 in a blank state."""
    s.waiting = (1 << s.opt.players) - 1
    s.left = c.cards
    for i in range(MAX_CARDS):
        s.points[i] = d.points[i]
    for p in range(s.opt.players):
        s.player[p].hand = (1 << c.cards) - 1


def is_over(s: State) -> bool:
    return s.left == 0


def to_act(s: State) -> int:
    """GS-3: all who have not bid yet, at the same time."""
    return s.waiting


def is_to_act(s: State, seat: Seat) -> bool:
    return 0 <= seat < MAX_PLAYERS and (s.waiting >> seat) & 1 == 1


def legal_actions(s: State, c: Components, seat: Seat, out: list[int]) -> int:
    """GS-3: any card in hand. Each is written down but counts only if it is there: faster than asking."""
    if not is_to_act(s, seat):
        return 0
    hand = s.player[seat].hand
    n = 0
    for card in range(MAX_CARDS):
        out[n] = card
        n += (hand >> card) & 1
    return n


def why_not(s: State, c: Components, seat: Seat, action: Action) -> int:
    """Why the seat may not do this now; OK if it may."""
    if is_over(s):
        return OVER
    if not is_to_act(s, seat):
        return NOT_YOUR_TURN
    if action < 0 or action >= ACTIONS:
        return UNKNOWN
    return OK if (s.player[seat].hand >> action) & 1 == 1 else NOT_IN_HAND


def apply(s: State, c: Components, seat: Seat, action: Action) -> None:
    """GS-3: a card face down; the last one to bid ends the round."""
    s.player[seat].bid[s.left - 1] = action + 1
    s.waiting ^= 1 << seat
    emit(s, BID, seat, action + 1)
    if s.waiting == 0:
        settle(s)
        if s.left > 1:
            s.waiting = (1 << s.opt.players) - 1
        else:
            play_last_cards(s)


def play_last_cards(s: State) -> None:
    """GS-6: nobody has a choice in the last round, so nobody is asked."""
    for p in range(s.opt.players):
        card = 0
        while (s.player[p].hand >> card) & 1 == 0:
            card += 1
        s.player[p].bid[0] = card + 1
    settle(s)


def settle(s: State) -> None:
    """GS-4, GS-5: the highest bid takes the point card if no other is equal."""
    s.left -= 1
    best = 0
    winner = NOBODY
    for p in range(s.opt.players):
        card = s.player[p].bid[s.left]
        s.player[p].hand ^= 1 << (card - 1)
        emit(s, SHOWN, p, card)
        if card > best:
            best = card
            winner = p
        elif card == best:
            winner = NOBODY
    if winner == NOBODY:
        emit(s, DISCARDED, s.points[s.left])
    else:
        s.player[winner].score += s.points[s.left]
        emit(s, WON, winner, s.points[s.left])
    if s.left > 0:
        emit(s, TURNED, s.points[s.left - 1])
