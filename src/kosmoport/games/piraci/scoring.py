"""Piraci: ducats for loot, the sum and the share of the win (PI-29 to PI-32)."""

from kosmoport.core.contract import Seat
from kosmoport.core.sharing import share_win
from kosmoport.games.piraci.schema import KINDS, Components, State


def bonus(s: State, c: Components, kind: int, seat: Seat) -> int:
    """PI-29 to PI-31: what the tokens of one kind are worth to this seat now."""
    mine = s.player[seat].loot[kind]
    if mine == 0:
        return 0
    equals = 0
    for p in range(s.opt.players):
        if s.player[p].loot[kind] > mine:
            return mine
        if s.player[p].loot[kind] == mine:
            equals += 1
    share = c.value[kind] // equals
    return share if share > 0 else mine  # PI-B18: a share of nothing is no money


def scores(s: State, c: Components, out: list[int]) -> None:
    """PI-32: money, and the ducats for loot as it stands."""
    for p in range(s.opt.players):
        out[p] = s.player[p].money
        for kind in range(KINDS):
            out[p] += bonus(s, c, kind, p)


def returns(s: State, c: Components, out: list[int]) -> None:
    """PI-32: each seat's share of the win in sixtieths; equals share it (PI-B12)."""
    scores(s, c, out)
    share_win(out, s.opt.players)
