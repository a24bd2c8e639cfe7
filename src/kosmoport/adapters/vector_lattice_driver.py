"""What rows of Kosmiczna Eskadra may choose from: poses of the lattice; see engine/vector_driver.py."""

from kosmoport.adapters.lattice_driver import meets_card
from kosmoport.engine import vector_rows
from kosmoport.games.kosmiczna_eskadra.rules import may_hold_back, posed_action
from kosmoport.games.kosmiczna_eskadra.schema import KEEP, RELEASE, SPACE, Components, State
from kosmoport.games.kosmiczna_eskadra.shootout import obstacle


class Table(vector_rows.Table):
    s: State


class Kit(vector_rows.Kit):
    c: Components


def list_choices(table: Table, kit: Kit, menu: list[list[int]], legal: list[int]) -> int:
    """Poses at which the card would lie legally, then what can always be done; returns how many.

    In turns one card is laid between two decisions: what was free is looked at again for that card only.
    """
    s = table.s
    before = table.choices - 1
    if s.lying == 0:  # a new round
        before = kit.numbers - 1
        for k in range(before):
            legal[k] = k
    n = 0
    for j in range(before):
        k = legal[j]
        legal[n] = k
        n += int(stays_free(s, kit.c, menu[k][0], menu[k][1], menu[k][2]))
    legal[n] = kit.numbers - 1
    return n + 1


def stays_free(s: State, c: Components, x: int, y: int, rot: int) -> bool:
    if s.lying == 0:
        return lies_legally(s, c, x, y, rot)
    return not meets_card(s, c, s.lying - 1, x, y, rot)


def lies_legally(s: State, c: Components, x: int, y: int, rot: int) -> bool:
    return obstacle(s, c, x, y, rot, s.lying) == SPACE


def chosen_action(table: Table, kit: Kit, menu: list[list[int]], chosen: int) -> int:
    """The card released at the pose of this number, or -1 where it would not lie legally."""
    if chosen < 0 or chosen >= kit.numbers:
        return -1
    last = chosen == kit.numbers - 1
    if last and may_hold_back(table.s):
        return KEEP
    x = menu[chosen][0]
    y = menu[chosen][1]
    rot = menu[chosen][2]
    return posed_action(RELEASE, x, y, rot) if last or lies_legally(table.s, kit.c, x, y, rot) else -1
