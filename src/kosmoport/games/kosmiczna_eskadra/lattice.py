"""A finite number of actions: a lattice of places and angles for the card in hand.

The places are the crossings of lines 50 mm apart through the middle of the table, up to its edge; at each
there are eight angles. A pose is offered while a card there would overlap nothing. One more action is always
there, so nobody is ever without one: to lay the card on the asteroid, from where it goes to the hangar, or,
where the option `placement_check` refuses that, to hold it back until the next turn (KE-B49).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kosmoport.core.contract import Action, Pose
from kosmoport.core.errors import BadInput
from kosmoport.games.kosmiczna_eskadra import lattice_rules
from kosmoport.games.kosmiczna_eskadra.rules import lay_asteroids, may_hold_back, posed_action
from kosmoport.games.kosmiczna_eskadra.schema import DEGREES, KEEP, RELEASE, TURNS, Components, State
from kosmoport.games.kosmiczna_eskadra.shootout import table_size

COMPILED = lattice_rules
SPACING = 500  # between two lines, in tenths of a millimetre
ANGLES = 8
ON_ASTEROID = 1  # degrees: an angle that no pose of the lattice has
DEFAULTS: Mapping[str, Any] = {"mode": "turns", "wins": 1}
ROUNDS = 10  # a match has no last round of its own (KE-B46): an episode ends after so many at the latest


def poses(s: State, c: Components) -> Iterator[Pose]:
    """Every pose in the order of its numbers; the last is what can always be done."""
    if s.opt.mode != TURNS:
        raise BadInput("Kosmiczna Eskadra has a lattice of poses only in turns: option mode must be turns")
    width, height = table_size(s, c)
    for x in _lines(5 * width):
        for y in _lines(5 * height):
            for rot in range(0, DEGREES, DEGREES // ANGLES):
                yield x, y, rot
    if not may_hold_back(s):
        lay_asteroids(s, c)
    yield s.asteroid[0].x, s.asteroid[0].y, ON_ASTEROID


def _lines(half: int) -> range:
    """Places at most so far from the middle, which is one of them."""
    steps = half // SPACING
    return range(-steps * SPACING, steps * SPACING + 1, SPACING)


def action_at(s: State, pose: Pose) -> Action:
    """What the number of a pose stands for, be it free or not."""
    return KEEP if pose[2] == ON_ASTEROID and may_hold_back(s) else posed_action(RELEASE, *pose)


def decisions(s: State, c: Components) -> int:
    """After how many an episode is cut off."""
    return c.cards * s.opt.players * ROUNDS


def taken(s: State) -> tuple[int, int]:
    """The round, and how many cards lie in it."""
    return s.round, s.lying
