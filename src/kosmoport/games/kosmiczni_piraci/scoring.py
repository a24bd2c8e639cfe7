"""Kosmiczni Piraci: points, ties and the share of the win (KP-38, KP-39)."""

from kosmoport.core.contract import WHOLE_WIN
from kosmoport.games.kosmiczni_piraci.rules import KINDS


def scores(s, c, out):
    """KP-38: the sum of the treasures."""
    for p in range(s.opt.players):
        out[p] = s.player[p].score


def different(player):
    """KP-39: how many different kinds of treasure, the trade ship being one."""
    kinds = 0
    for i in range(player.wins):
        kinds |= 1 << player.won[i]
    n = 0
    for kind in range(KINDS):
        n += (kinds >> kind) & 1
    return n


def standing(s, p):
    """Points first, then the tie-break of the table (KP-39)."""
    player = s.player[p]
    if s.opt.tiebreak == 1:
        return player.score * 32 + player.wins
    return player.score * 32 + different(player)


def returns(s, c, out):
    """Each seat's share of the win in sixtieths; equals share it."""
    best = -1
    winners = 0
    for p in range(s.opt.players):
        mine = standing(s, p)
        if mine > best:
            best = mine
            winners = 1
        elif mine == best:
            winners += 1
    for p in range(s.opt.players):
        out[p] = WHOLE_WIN // winners if standing(s, p) == best else 0
