"""Which poses of a lattice are free, in the subset of the rules: compiled with them for the adapters."""

from kosmoport.core.contract import Action
from kosmoport.games.kosmiczna_eskadra.geometry import overlaps
from kosmoport.games.kosmiczna_eskadra.rules import may_hold_back, posed_action
from kosmoport.games.kosmiczna_eskadra.schema import CARD, KEEP, RELEASE, SPACE, Components, State
from kosmoport.games.kosmiczna_eskadra.shootout import obstacle


def lattice_taken(s: State) -> int:
    """The cards that lie; 0 when a round begins, and with it everything is free again."""
    return s.lying


def pose_is_free(s: State, c: Components, first: int, x: int, y: int, rot: int) -> bool:
    """Would a card there overlap none of the cards from `first` on; from the beginning, also no asteroid?"""
    if first == 0 and obstacle(s, c, x, y, rot, 0) != SPACE:
        return False
    touching = s.opt.touch_is_illegal == 0
    card = c.shape[CARD]
    for j in range(first, s.lying):
        ship = s.ship[j]
        if overlaps(c, card, x, y, rot, card, ship.x, ship.y, ship.rot, touching):
            return False
    return True


def lattice_action(s: State, c: Components, x: int, y: int, rot: int, last: bool) -> Action:
    """The card released there, or -1 where it would not lie legally; the last pose can always be chosen."""
    if last:
        return KEEP if may_hold_back(s) else posed_action(RELEASE, x, y, rot)
    return posed_action(RELEASE, x, y, rot) if obstacle(s, c, x, y, rot, s.lying) == SPACE else -1
