"""Free places for a ship card: compiled behind the rules of Kosmiczna Eskadra for the lattice of poses."""

from kosmoport.games.kosmiczna_eskadra.geometry import overlaps
from kosmoport.games.kosmiczna_eskadra.schema import CARD, SPACE, Components, State
from kosmoport.games.kosmiczna_eskadra.shootout import obstacle


def entry_strike_out(
    states: list[State], i: int, comps: list[Components], first: int, poses: list[list[int]], free: list[int]
) -> None:
    """Strike out the poses at which a card would overlap one of those from `first` on; from the beginning,
    also those on an asteroid."""
    s = states[i]
    c = comps[0]
    for k in range(len(poses)):
        if free[k] == 1:
            x = poses[k][0]
            y = poses[k][1]
            rot = poses[k][2]
            on_asteroid = first == 0 and obstacle(s, c, x, y, rot, 0) != SPACE
            if on_asteroid or meets_card(s, c, first, x, y, rot):
                free[k] = 0


def meets_card(s: State, c: Components, first: int, x: int, y: int, rot: int) -> bool:
    touching = s.opt.touch_is_illegal == 0
    card = c.shape[CARD]
    for j in range(first, s.lying):
        ship = s.ship[j]
        if overlaps(c, card, x, y, rot, card, ship.x, ship.y, ship.rot, touching):
            return True
    return False
