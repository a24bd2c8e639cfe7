"""Kosmiczna Misja: stations on finished planets and the share of the win (KM-25, KM-26)."""

from kosmoport.core.sharing import share_win


def scores(s, c, out):
    """KM-25: stations on finished planets; they are counted whenever a planet is finished."""
    for p in range(s.opt.players):
        out[p] = s.player[p].score


def returns(s, c, out):
    """KM-26: most stations; equals share the win, in sixtieths."""
    scores(s, c, out)
    share_win(out, s.opt.players)
