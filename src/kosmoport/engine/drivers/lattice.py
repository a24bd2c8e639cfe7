"""Which poses of a lattice are free: compiled behind the rules of a game that has one."""

from kosmoport.core.contract import BaseState
from kosmoport.core.layout import int8
from kosmoport.engine.drivers.the_game import Components, lattice


def entry_strike_out(
    states: list[BaseState],
    i: int,
    comps: list[Components],
    poses: list[list[int]],
    free: list[int8],
    first: int,
) -> None:
    """Strike out the poses that are not free any more since what was taken as number `first`."""
    for k in range(len(poses)):
        if free[k] == 1 and not lattice.pose_is_free(
            states[i], comps[0], first, poses[k][0], poses[k][1], poses[k][2]
        ):
            free[k] = 0
