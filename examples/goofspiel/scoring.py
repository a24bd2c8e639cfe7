"""Goofspiel: points and the share of the win (GS-7)."""

from examples.goofspiel.rules import Components, State
from kosmoport.core.sharing import share_win


def scores(s: State, c: Components, out: list[int]) -> None:
    """The point cards taken."""
    for p in range(s.opt.players):
        out[p] = s.player[p].score


def returns(s: State, c: Components, out: list[int]) -> None:
    """GS-7: those with the most points share the win."""
    scores(s, c, out)
    share_win(out, s.opt.players)
