"""Sharing the win, for every game alike: in the subset of the rules and compiled with them."""

from kosmoport.core.contract import WHOLE_WIN


def share_win(standing: list[int], players: int) -> None:
    """Turn standings into shares of the win in sixtieths, in place: the best share it, others get nothing."""
    best = standing[0]
    winners = 0
    for p in range(players):
        if standing[p] > best:
            best = standing[p]
            winners = 1
        elif standing[p] == best:
            winners += 1
    for p in range(players):
        standing[p] = WHOLE_WIN // winners if standing[p] == best else 0
