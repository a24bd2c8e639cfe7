"""Goofspiel: points and the share of the win (GS-7)."""

from kosmoport.core.sharing import share_win


def scores(s, c, out):
    """The point cards taken."""
    for p in range(s.opt.players):
        out[p] = s.player[p].score


def returns(s, c, out):
    """GS-7: those with the most points share the win."""
    scores(s, c, out)
    share_win(out, s.opt.players)
