"""Kosmiczna Misja: stations on finished planets and the share of the win (KM-25, KM-26)."""

from kosmoport.core.contract import WHOLE_WIN


def scores(s, c, out):
    """KM-25: stations on finished planets; they are counted whenever a planet is finished."""
    for p in range(s.opt.players):
        out[p] = s.player[p].score


def returns(s, c, out):
    """KM-26: most stations; equals share the win, in sixtieths."""
    best = -1
    winners = 0
    for p in range(s.opt.players):
        if s.player[p].score > best:
            best = int(s.player[p].score)
            winners = 1
        elif s.player[p].score == best:
            winners += 1
    for p in range(s.opt.players):
        out[p] = WHOLE_WIN // winners if s.player[p].score == best else 0
