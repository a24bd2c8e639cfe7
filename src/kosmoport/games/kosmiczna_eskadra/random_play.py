"""Kosmiczna Eskadra: what random players do, for playouts and tests."""

from kosmoport.core.chance import below
from kosmoport.core.contract import OK
from kosmoport.games.kosmiczna_eskadra.rules import nth_of, posed_action, set_size, to_act, why_not_here
from kosmoport.games.kosmiczna_eskadra.schema import DEGREES, HOLD, POSE_LIMIT, POSES_ACROSS, RELEASE, SPACE
from kosmoport.games.kosmiczna_eskadra.shootout import fits_table, obstacle, table_size


def complete_action(s, c, seat, kind, rng):
    """A complete legal action of a listed kind; the pose is random, on free space if some is found."""
    if kind < HOLD:
        return kind
    if kind == HOLD and below(rng, 2) == 0:  # so that random players do not hold their cards for ever
        kind = RELEASE
    x, y, rot = random_pose(s, c, rng)
    tries = 1
    while tries < 16 and not (obstacle(s, c, x, y, rot, s.lying) == SPACE and fits_table(s, c, x, y, rot)):
        x, y, rot = random_pose(s, c, rng)
        tries += 1
    while kind == RELEASE and why_not_here(s, c, x, y, rot) != OK:  # there is always room off the table
        x = below(rng, POSES_ACROSS) - POSE_LIMIT
        y = below(rng, POSES_ACROSS) - POSE_LIMIT
    return posed_action(kind, x, y, rot)


def random_pose(s, c, rng):
    """A card's centre anywhere on the table."""
    width, height = table_size(s, c)
    x = below(rng, width * 10 + 1) - width * 5
    y = below(rng, height * 10 + 1) - height * 5
    return x, y, below(rng, DEGREES)


def seat_to_play(s, rng):
    """KE-6: everybody lays at once, so any of those who may act is next."""
    seats = to_act(s)
    left = below(rng, set_size(seats))
    return nth_of(seats, left)
