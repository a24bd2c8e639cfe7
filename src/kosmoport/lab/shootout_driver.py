"""The shoot-out of Kosmiczna Eskadra alone, many times: compiled behind its rules for the benchmark."""

from kosmoport.games.kosmiczna_eskadra.schema import Components, State
from kosmoport.games.kosmiczna_eskadra.scoring import count_points
from kosmoport.games.kosmiczna_eskadra.shootout import shoot_out


def entry_shootouts(states: list[State], work: list[State], comps: list[Components], repeats: int) -> int:
    """Resolve every table so many times, each time from its fresh copy; the points keep the work honest."""
    total = 0
    for _ in range(repeats):
        for k in range(len(states)):
            work[0] = states[k]
            shoot_out(work[0], comps[0])
            count_points(work[0], comps[0])
            total += work[0].player[0].points
    return total
