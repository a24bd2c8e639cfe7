"""What a game without rules of thumb of its own gets: every action looks alike and is seen by all."""

from kosmoport.core.chance import below

MEANINGS = ACTIONS  # `meaning` is below this
MAX_CANDIDATES = MAX_LEGAL
TREE_DEPTH = 255


def worth(s, c, seat, action):
    """How good an action looks to the seat, by what it knows; a hundred more is clearly better."""
    return 0


def meaning(s, c, seat, action):
    """The same number in every world in which this is the same thing to do."""
    return action


def seen(s, c, viewer, seat, action):
    """The same number for all actions that look the same to another seat while they are done."""
    return action


def candidate_actions(s, c, seat, rng, out):
    """Complete actions that the seat should think about; returns how many."""
    n = legal_actions(s, c, seat, out)
    for k in range(n):
        out[k] = complete_action(s, c, seat, out[k], rng)
    return n


def playout_action(s, c, seat, legal, n, width, rng):
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
    return complete_action(s, c, seat, action, rng)


def settled(s):
    """Is it worth playing on?"""
    return is_over(s)


def value_of(s, c, out):
    """Shares of the win in sixtieths when it is settled."""
    returns(s, c, out)
