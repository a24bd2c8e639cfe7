"""Hidden Dice: the records and the rules, once (RULES.md has the numbers)."""

from kosmoport.core.chance import Rng, below, shuffle
from kosmoport.core.contract import (
    CHANCE,
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

CARDS = 30  # HD-1
HAND = 5
FACES = 6  # HD-3

ASIDE = MAX_SEATS  # a holder, after the seats
PLAYED = ASIDE + 1

ACTIONS = CARDS  # action a lays the card of value a + 1
MAX_LEGAL = HAND

NOT_IN_HAND = 4  # a reason, after the common ones

THREW = 0  # events: face
LAID = 1  # seat, card
TOOK = 2  # seat, points


class Components(NoComponents):
    """The cards have nothing on them but their values."""


class Deal(Record):
    first: int8  # the seat that leads
    deck: list[int8] = array(CARDS)  # shuffled; the hands come from its beginning


class State(BaseState):
    turn: int8  # whose turn it is
    left: int8  # tricks to be settled
    worth: int8  # of this trick; 0: the die has to be thrown
    holder: list[int8] = array(CARDS)  # of each card: a seat, ASIDE or PLAYED
    trick: list[int8] = array(MAX_SEATS)  # the value that each seat has laid; 0: none yet
    score: list[int8] = array(MAX_SEATS)


def deal(s: State, c: Components, rng: Rng, d: Deal) -> None:
    """HD-1, HD-2."""
    for i in range(CARDS):
        d.deck[i] = i
    shuffle(rng, d.deck, CARDS)
    d.first = below(rng, s.opt.players)


def setup(s: State, c: Components, d: Deal) -> None:
    """HD-1, HD-2; everything else is 0 in a blank state."""
    for i in range(CARDS):
        s.holder[d.deck[i]] = i // HAND if i < HAND * s.opt.players else ASIDE
    s.left = HAND
    s.turn = d.first


def is_over(s: State) -> bool:
    return s.left == 0


def chance_due(s: State) -> bool:
    """HD-3: a new trick has no worth yet."""
    return s.worth == 0 and not is_over(s)


def roll(s: State, c: Components, rng: Rng) -> Action:
    """HD-3: the face of the die."""
    return 1 + below(rng, FACES)


def to_act(s: State) -> Seats:
    return 0 if is_over(s) or s.worth == 0 else 1 << s.turn


def legal_actions(s: State, c: Components, seat: Seat, out: list[int]) -> int:
    """HD-4: any card in hand."""
    if to_act(s) == 0 or seat != s.turn:
        return 0
    n = 0
    for card in range(CARDS):
        if s.holder[card] == seat:
            out[n] = card
            n += 1
    return n


def why_not(s: State, c: Components, seat: Seat, action: Action) -> int:
    """Why the seat may not do this now; OK if it may."""
    if is_over(s):
        return OVER
    if seat == CHANCE and s.worth == 0:
        return OK if 1 <= action <= FACES else UNKNOWN
    if to_act(s) == 0 or seat != s.turn:
        return NOT_YOUR_TURN
    if action < 0 or action >= ACTIONS:
        return UNKNOWN
    return OK if s.holder[action] == seat else NOT_IN_HAND


def apply(s: State, c: Components, seat: Seat, action: Action) -> None:
    """What the die shows, or a card; the last one to lay a card ends the trick."""
    if seat == CHANCE:
        s.worth = action
        emit(s, THREW, action)
        if s.left == 1:
            play_last_cards(s)
    else:
        lay(s, action)
        if s.trick[s.turn] != 0:
            settle(s)


def lay(s: State, card: int) -> None:
    """HD-2, HD-4: a card of the player whose turn it is, and the next one's turn."""
    emit(s, LAID, s.turn, card + 1)
    s.holder[card] = PLAYED
    s.trick[s.turn] = card + 1
    s.turn = (s.turn + 1) % s.opt.players


def settle(s: State) -> None:
    """HD-5: the highest card takes the trick."""
    for p in range(s.opt.players):
        if s.trick[p] > s.trick[s.turn]:
            s.turn = p
    s.score[s.turn] += s.worth
    emit(s, TOOK, s.turn, s.worth)
    s.left -= 1
    s.worth = 0
    for p in range(s.opt.players):
        s.trick[p] = 0


def play_last_cards(s: State) -> None:
    """HD-6: nobody has a choice, so nobody is asked."""
    for _ in range(s.opt.players):
        card = 0
        while s.holder[card] != s.turn:
            card += 1
        lay(s, card)
    settle(s)


def scores(s: State, c: Components, out: list[int]) -> None:
    for p in range(s.opt.players):
        out[p] = s.score[p]


def returns(s: State, c: Components, out: list[int]) -> None:
    """HD-7: the most points win."""
    scores(s, c, out)
    share_win(out, s.opt.players)
