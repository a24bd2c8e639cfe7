"""Kosmiczni Piraci: points, ties and the share of the win (KP-38, KP-39)."""

from kosmoport.core.sharing import share_win
from kosmoport.games.kosmiczni_piraci.schema import KINDS, Components, Player, State


def scores(s: State, c: Components, out: list[int]) -> None:
    """KP-38: the sum of the treasures."""
    for p in range(s.opt.players):
        out[p] = points(s.player[p], c)


def points(player: Player, c: Components) -> int:
    total = 0
    for kind in range(KINDS):
        total += player.won[kind] * c.worth[kind]
    return total


def different(player: Player) -> int:
    """KP-39: how many different kinds of treasure, the trade ship being one."""
    n = 0
    for kind in range(KINDS):
        n += int(player.won[kind] > 0)
    return n


def pieces(player: Player) -> int:
    n = 0
    for kind in range(KINDS):
        n += player.won[kind]
    return n


def standing(s: State, c: Components, p: int) -> int:
    """Points first, then the tie-break of the table (KP-39)."""
    player = s.player[p]
    if s.opt.tiebreak == 1:
        return points(player, c) * 64 + pieces(player)
    return points(player, c) * 64 + different(player)


def returns(s: State, c: Components, out: list[int]) -> None:
    """Each seat's share of the win in sixtieths; equals share it."""
    for p in range(s.opt.players):
        out[p] = standing(s, c, p)
    share_win(out, s.opt.players)
