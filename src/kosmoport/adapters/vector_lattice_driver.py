"""What rows of Kosmiczna Eskadra may choose from: poses of the lattice; see engine/vector_driver.py."""
# mypy: ignore-errors
# Assembled behind the rules; in the compiled subset the record's schema is the type.

from kosmoport.adapters.lattice_driver import meets_card
from kosmoport.core.contract import OK
from kosmoport.games.kosmiczna_eskadra.rules import posed_action, why_not
from kosmoport.games.kosmiczna_eskadra.schema import RELEASE, SPACE
from kosmoport.games.kosmiczna_eskadra.shootout import fits_table, obstacle


def list_choices(table, kit, menu, legal):
    """Poses at which the card would lie legally, then the place beside the table; returns how many.

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


def stays_free(s, c, x, y, rot):
    if s.lying == 0:
        return lies_legally(s, c, x, y, rot)
    return not meets_card(s, c, s.lying - 1, x, y, rot)


def lies_legally(s, c, x, y, rot):
    return fits_table(s, c, x, y, rot) and obstacle(s, c, x, y, rot, s.lying) == SPACE


def chosen_action(table, kit, menu, chosen):
    """The card released at the pose of this number, or -1 where it would not lie legally."""
    if chosen < 0 or chosen >= kit.numbers:
        return -1
    if chosen == kit.numbers - 1:
        return beside_the_table(table, kit, menu)
    x = menu[chosen][0]
    y = menu[chosen][1]
    rot = menu[chosen][2]
    return posed_action(RELEASE, x, y, rot) if lies_legally(table.s, kit.c, x, y, rot) else -1


def beside_the_table(table, kit, menu):
    """The first of the spots behind the lattice that is not taken; there are more spots than cards."""
    k = kit.numbers - 1
    action = posed_action(RELEASE, menu[k][0], menu[k][1], menu[k][2])
    while k < len(menu) - 1 and why_not(table.s, kit.c, table.seat, action) != OK:
        k += 1
        action = posed_action(RELEASE, menu[k][0], menu[k][1], menu[k][2])
    return action
