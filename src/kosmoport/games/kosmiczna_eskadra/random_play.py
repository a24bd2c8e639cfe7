"""Kosmiczna Eskadra: what random players do, for playouts and tests."""

from kosmoport.core.chance import Rng, below
from kosmoport.core.contract import OK, Seat
from kosmoport.games.kosmiczna_eskadra.rules import nth_of, posed_action, set_size, to_act, why_not_here
from kosmoport.games.kosmiczna_eskadra.schema import (
    DEGREES,
    HOLD,
    KEEP,
    PLACING,
    REJECT,
    RELEASE,
    SPACE,
    TURNS,
    Components,
    State,
)
from kosmoport.games.kosmiczna_eskadra.shootout import obstacle, table_size

QUICK_TRIES = 16  # to find free space
PATIENT_TRIES = 64  # where a card cannot be laid on another


def complete_action(s: State, c: Components, seat: Seat, kind: int, rng: Rng) -> int:
    """A complete legal action of a listed kind; the pose is random, on free space if some is found."""
    if kind == KEEP and s.stage == PLACING and below(rng, 8) > 0:  # random players seldom hold a card back
        kind = RELEASE
    if kind < HOLD:
        return kind
    if kind == HOLD and below(rng, 2) == 0:  # ... nor do they hold it over the table for ever
        kind = RELEASE
    most = PATIENT_TRIES if s.opt.placement_check == REJECT else QUICK_TRIES
    x, y, rot = random_pose(s, c, rng)
    tries = 1
    while tries < most and obstacle(s, c, x, y, rot, s.lying) != SPACE:
        x, y, rot = random_pose(s, c, rng)
        tries += 1
    if kind == RELEASE and why_not_here(s, c, x, y, rot) != OK:  # the table may be full (KE-B49)
        if s.opt.mode == TURNS:
            return KEEP
        kind = HOLD
    return posed_action(kind, x, y, rot)


def random_pose(s: State, c: Components, rng: Rng) -> tuple[int, int, int]:
    """A card's centre anywhere on the table."""
    width, height = table_size(s, c)
    x = below(rng, width * 10 + 1) - width * 5
    y = below(rng, height * 10 + 1) - height * 5
    return x, y, below(rng, DEGREES)


def seat_to_play(s: State, rng: Rng) -> int:
    """KE-6: everybody lays at once, so any of those who may act is next."""
    seats = to_act(s)
    left = below(rng, set_size(seats))
    return nth_of(seats, left)
