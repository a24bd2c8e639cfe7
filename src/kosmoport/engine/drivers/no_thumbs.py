"""What a game without rules of thumb of its own gets: every action looks alike and is seen by all."""

from kosmoport.core.chance import Rng, below
from kosmoport.core.contract import Action, BaseState, Seat
from kosmoport.engine.drivers.the_game import Components, rules

MEANINGS = rules.ACTIONS  # `meaning` is below this
MAX_CANDIDATES = rules.MAX_LEGAL
TREE_DEPTH = 255


def worth(s: BaseState, c: Components, seat: Seat, action: Action) -> int:
    """How good an action looks to the seat, by what it knows; a hundred more is clearly better."""
    return 0


def meaning(s: BaseState, c: Components, seat: Seat, action: Action) -> int:
    """The same number in every world in which this is the same thing to do."""
    return action


def seen(s: BaseState, c: Components, viewer: Seat, seat: Seat, action: Action) -> int:
    """The same number for all actions that look the same to another seat while they are done."""
    return action


def candidate_actions(s: BaseState, c: Components, seat: Seat, rng: Rng, out: list[int]) -> int:
    """Complete actions that the seat should think about; returns how many."""
    n = rules.legal_actions(s, c, seat, out)
    for k in range(n):
        out[k] = rules.complete_action(s, c, seat, out[k], rng)
    return n


def playout_action(
    s: BaseState, c: Components, seat: Seat, legal: list[int], n: int, width: int, rng: Rng
) -> Action:
    """The best looking of so many legal actions drawn at random: 1 is pure chance, more is more sense."""
    action = legal[below(rng, n)]
    if width > 1:
        best = worth(s, c, seat, action)
        for _ in range(1, width):
            other = legal[below(rng, n)]
            its_worth = worth(s, c, seat, other)
            if its_worth > best:
                best = its_worth
                action = other
    return rules.complete_action(s, c, seat, action, rng)


def settled(s: BaseState) -> bool:
    """Is it worth playing on?"""
    return rules.is_over(s)


def value_of(s: BaseState, c: Components, out: list[int]) -> None:
    """Shares of the win in sixtieths when it is settled."""
    rules.returns(s, c, out)
