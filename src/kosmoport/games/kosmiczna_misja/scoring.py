"""Kosmiczna Misja: stations on finished planets and the share of the win (KM-25, KM-26)."""

from kosmoport.core.sharing import share_win
from kosmoport.games.kosmiczna_misja.schema import Components, State


def scores(s: State, c: Components, out: list[int]) -> None:
    """KM-25: stations on finished planets; they are counted whenever a planet is finished."""
    for p in range(s.opt.players):
        out[p] = s.player[p].score


def returns(s: State, c: Components, out: list[int]) -> None:
    """KM-26: most stations; equals share the win, in sixtieths."""
    scores(s, c, out)
    share_win(out, s.opt.players)
