"""Open Plain: the records and the rules, once (RULES.md has the numbers)."""

from kosmoport.core.chance import Rng, below, shuffle
from kosmoport.core.contract import (
    MAX_SEATS,
    NOT_YOUR_TURN,
    OK,
    OVER,
    UNKNOWN,
    Action,
    BaseState,
    Seat,
    Seats,
    emit,
)
from kosmoport.core.layout import Record, array, int8
from kosmoport.core.no_components import NoComponents
from kosmoport.core.sharing import share_win

CARDS = 15  # OP-1

LEFT = 0  # actions: which end of the row
RIGHT = 1
ACTIONS = 2
MAX_LEGAL = 2
OBSERVATION = 4 + CARDS + MAX_SEATS

TOOK = 0  # events: seat, card, end


class Components(NoComponents):
    """The cards have nothing on them but their values."""


class Deal(Record):
    first: int8  # the seat that begins
    row: list[int8] = array(CARDS)  # values, from left to right


class State(BaseState):
    turn: int8  # whose turn it is
    left: int8  # the place of the card at the left end
    right: int8  # the place after the card at the right end
    row: list[int8] = array(CARDS)
    score: list[int8] = array(MAX_SEATS)  # at most 1 + ... + 15 = 120


def deal(s: State, c: Components, rng: Rng, d: Deal) -> None:
    """OP-1, OP-2."""
    for i in range(CARDS):
        d.row[i] = i + 1
    shuffle(rng, d.row, CARDS)
    d.first = below(rng, s.opt.players)


def setup(s: State, c: Components, d: Deal) -> None:
    """OP-1, OP-2; everything else is 0 in a blank state."""
    for i in range(CARDS):
        s.row[i] = d.row[i]
    s.right = CARDS
    s.turn = d.first


def is_over(s: State) -> bool:
    return s.left == s.right


def to_act(s: State) -> Seats:
    return 0 if is_over(s) else 1 << s.turn


def legal_actions(s: State, c: Components, seat: Seat, out: list[int]) -> int:
    """OP-3: either end."""
    if is_over(s) or seat != s.turn:
        return 0
    out[0] = LEFT
    out[1] = RIGHT
    return 2


def why_not(s: State, c: Components, seat: Seat, action: Action) -> int:
    """Why the seat may not do this now; OK if it may."""
    if is_over(s):
        return OVER
    if seat != s.turn:
        return NOT_YOUR_TURN
    return OK if 0 <= action < ACTIONS else UNKNOWN


def apply(s: State, c: Components, seat: Seat, action: Action) -> None:
    """OP-3, OP-4: the last card follows by itself."""
    take(s, action)
    s.turn = (s.turn + 1) % s.opt.players
    if s.right - s.left == 1:
        take(s, LEFT)


def take(s: State, end: int) -> None:
    """OP-3: the card is the player's whose turn it is."""
    if end == LEFT:
        s.left += 1
    else:
        s.right -= 1
    card = s.row[s.left - 1] if end == LEFT else s.row[s.right]
    s.score[s.turn] += card
    emit(s, TOOK, s.turn, card, end)


def scores(s: State, c: Components, out: list[int]) -> None:
    for p in range(s.opt.players):
        out[p] = s.score[p]


def returns(s: State, c: Components, out: list[int]) -> None:
    """OP-5: the most points win."""
    scores(s, c, out)
    share_win(out, s.opt.players)


def redeal_unseen(s: State, c: Components, seat: Seat, rng: Rng) -> None:
    """OP-6: nothing is unseen."""


def observe(s: State, c: Components, seat: Seat, out: list[int]) -> None:
    """OP-6: the position as numbers, seats counted from the own one (a spectator counts from seat 0)."""
    own = max(seat, 0)
    out[0] = s.opt.players
    out[1] = (s.turn - own + s.opt.players) % s.opt.players
    out[2] = s.left
    out[3] = s.right
    for i in range(CARDS):
        out[4 + i] = s.row[i]
    for k in range(MAX_SEATS):
        out[4 + CARDS + k] = s.score[(own + k) % s.opt.players] if k < s.opt.players else 0
