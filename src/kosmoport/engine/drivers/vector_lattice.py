"""What rows of a game with a lattice may choose from: its poses; see vector.py."""

from kosmoport.engine.drivers.the_game import lattice
from kosmoport.engine.drivers.vector_rows import Kit, Row


def list_choices(row: Row, kit: Kit, menu: list[list[int]], legal: list[int]) -> int:
    """The poses that are free, then what can always be done; returns how many.

    One pose is taken between two decisions: what was free is looked at again for that one only.
    """
    taken = lattice.lattice_taken(row.s)
    before = row.choices - 1
    first = taken - 1
    if taken == 0:  # a new round
        first = 0
        before = kit.numbers - 1
        for k in range(before):
            legal[k] = k
    n = 0
    for j in range(before):
        k = legal[j]
        legal[n] = k
        n += int(lattice.pose_is_free(row.s, kit.c, first, menu[k][0], menu[k][1], menu[k][2]))
    legal[n] = kit.numbers - 1
    return n + 1


def chosen_action(row: Row, kit: Kit, menu: list[list[int]], chosen: int) -> int:
    """The action at the pose of this number, or -1 where it is not legal."""
    if chosen < 0 or chosen >= kit.numbers:
        return -1
    last = chosen == kit.numbers - 1
    return lattice.lattice_action(row.s, kit.c, menu[chosen][0], menu[chosen][1], menu[chosen][2], last)
