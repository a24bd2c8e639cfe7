"""Compiled behind the rules by the proof against the oracle: where the lasers of the first speed step end."""

from kosmoport.games.kosmiczna_eskadra.geometry import on_table, turned
from kosmoport.games.kosmiczna_eskadra.schema import MAX_LASERS, Components, State
from kosmoport.games.kosmiczna_eskadra.shootout import check_placements, fires, first_struck, next_speed


def entry_first_hits(states: list[State], i: int, comps: list[Components], out: list[list[int]]) -> None:
    """The distances as fractions; `out` has a row for each laser of each ship."""
    s = states[i]
    c = comps[0]
    check_placements(s, c)
    speed = next_speed(s, c, -1)
    for k in range(s.lying):
        ship = s.ship[k]
        if fires(ship, c, speed):
            for j in range(c.type[ship.card].lasers):
                laser = c.type[ship.card].laser[j]
                px, py = on_table(c, ship.x, ship.y, ship.rot, laser.x, laser.y)
                dx, dy = turned(c, ship.rot, laser.dx, laser.dy)
                _target, n, d = first_struck(s, c, k, px, py, dx, dy, laser.length)
                out[MAX_LASERS * k + j][0] = n
                out[MAX_LASERS * k + j][1] = d
