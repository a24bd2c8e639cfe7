"""Open Dice: the records and the rules, once (RULES.md has the numbers)."""

from kosmoport.core.chance import Rng, below
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

GOAL = 40  # OD-6
FACES = 6

THROW = 0  # actions
STOP = 1
ACTIONS = 2
MAX_LEGAL = 2
OBSERVATION = 4 + MAX_SEATS

THREW = 0  # events: seat, face
SCORED = 1  # seat, points


class Components(NoComponents):
    """A die is all there is."""


class Deal(Record):
    first: int8  # the seat that begins


class State(BaseState):
    turn: int8  # whose turn it is
    throwing: int8  # 1: the die has to be thrown now
    pot: int8  # thrown in this turn, not scored yet
    score: list[int8] = array(MAX_SEATS)


def deal(s: State, c: Components, rng: Rng, d: Deal) -> None:
    """OD-1: who begins."""
    d.first = below(rng, s.opt.players)


def setup(s: State, c: Components, d: Deal) -> None:
    """OD-2: the first turn; everything else is 0 in a blank state."""
    s.turn = d.first
    s.throwing = 1


def is_over(s: State) -> bool:
    """OD-6: the turn does not pass on from whoever has the points."""
    return s.score[s.turn] >= GOAL


def chance_due(s: State) -> bool:
    return s.throwing == 1


def roll(s: State, c: Components, rng: Rng) -> Action:
    """OD-2: the face of the die."""
    return 1 + below(rng, FACES)


def to_act(s: State) -> Seats:
    """OD-2: one player, between throws."""
    return 0 if is_over(s) or s.throwing == 1 else 1 << s.turn


def legal_actions(s: State, c: Components, seat: Seat, out: list[int]) -> int:
    """OD-2: throw again or stop."""
    if to_act(s) == 0 or seat != s.turn:
        return 0
    out[0] = THROW
    out[1] = STOP
    return 2


def why_not(s: State, c: Components, seat: Seat, action: Action) -> int:
    """Why the seat may not do this now; OK if it may."""
    if is_over(s):
        return OVER
    if seat == CHANCE and s.throwing == 1:
        return OK if 1 <= action <= FACES else UNKNOWN
    if to_act(s) == 0 or seat != s.turn:
        return NOT_YOUR_TURN
    return OK if 0 <= action < ACTIONS else UNKNOWN


def apply(s: State, c: Components, seat: Seat, action: Action) -> None:
    """What the die shows, or what the player decides."""
    if seat == CHANCE:
        take_throw(s, action)
    elif action == THROW:
        s.throwing = 1
    else:
        end_turn(s)


def take_throw(s: State, face: int) -> None:
    """OD-3, OD-4: into the pot, or all is lost."""
    s.throwing = 0
    s.pot = 0 if face == 1 else s.pot + face
    emit(s, THREW, s.turn, face)
    if face == 1 or s.score[s.turn] + s.pot >= GOAL:
        end_turn(s)


def end_turn(s: State) -> None:
    """OD-5, OD-6: the pot is scored, and the next player throws unless that was enough."""
    emit(s, SCORED, s.turn, s.pot)
    s.score[s.turn] += s.pot
    s.pot = 0
    if not is_over(s):
        s.turn = (s.turn + 1) % s.opt.players
        s.throwing = 1


def scores(s: State, c: Components, out: list[int]) -> None:
    for p in range(s.opt.players):
        out[p] = s.score[p]


def returns(s: State, c: Components, out: list[int]) -> None:
    """OD-7: the most points win."""
    scores(s, c, out)
    share_win(out, s.opt.players)


def redeal_unseen(s: State, c: Components, seat: Seat, rng: Rng) -> None:
    """OD-8: nothing is unseen."""


def observe(s: State, c: Components, seat: Seat, out: list[int]) -> None:
    """OD-8: the position as numbers, seats counted from the own one (a spectator counts from seat 0)."""
    own = max(seat, 0)
    out[0] = s.opt.players
    out[1] = (s.turn - own + s.opt.players) % s.opt.players
    out[2] = s.throwing
    out[3] = s.pot
    for k in range(MAX_SEATS):
        out[4 + k] = s.score[(own + k) % s.opt.players] if k < s.opt.players else 0
