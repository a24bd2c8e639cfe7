"""Kosmiczni Piraci: points, ties and the share of the win (KP-38, KP-39)."""

from kosmoport.core.sharing import share_win
from kosmoport.games.kosmiczni_piraci.schema import KINDS


def scores(s, c, out):
    """KP-38: the sum of the treasures."""
    for p in range(s.opt.players):
        out[p] = points(s.player[p], c)


def points(player, c):
    total = 0
    for kind in range(KINDS):
        total += player.won[kind] * c.worth[kind]
    return total


def different(player):
    """KP-39: how many different kinds of treasure, the trade ship being one."""
    n = 0
    for kind in range(KINDS):
        n += int(player.won[kind] > 0)
    return n


def pieces(player):
    n = 0
    for kind in range(KINDS):
        n += player.won[kind]
    return n


def standing(s, c, p):
    """Points first, then the tie-break of the table (KP-39)."""
    player = s.player[p]
    if s.opt.tiebreak == 1:
        return points(player, c) * 64 + pieces(player)
    return points(player, c) * 64 + different(player)


def returns(s, c, out):
    """Each seat's share of the win in sixtieths; equals share it."""
    for p in range(s.opt.players):
        out[p] = standing(s, c, p)
    share_win(out, s.opt.players)
