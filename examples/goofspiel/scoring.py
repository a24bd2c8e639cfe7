"""Goofspiel: points and the share of the win (GS-7)."""

from kosmoport.core.contract import WHOLE_WIN


def scores(s, c, out):
    """The point cards taken."""
    for p in range(s.opt.players):
        out[p] = s.player[p].score


def returns(s, c, out):
    """GS-7: those with the most points share the win."""
    best = 0
    for p in range(s.opt.players):
        best = max(best, s.player[p].score)
    winners = 0
    for p in range(s.opt.players):
        winners += int(s.player[p].score == best)
    for p in range(s.opt.players):
        out[p] = WHOLE_WIN // winners if s.player[p].score == best else 0
