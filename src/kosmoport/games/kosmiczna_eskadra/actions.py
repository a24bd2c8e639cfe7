"""Kosmiczna Eskadra: actions as ids with parameters, and back; the reasons for refusing one."""

from __future__ import annotations

from kosmoport.core.errors import Refused
from kosmoport.core.words import Told
from kosmoport.games.kosmiczna_eskadra.messages import (
    ACTIONS,
    OUTCOMES,
    Card,
    Draw,
    Drop,
    GraceOver,
    Hold,
    HoldBack,
    HoldSomewhere,
    Keep,
    Late,
    Release,
    ReleaseSomewhere,
    Start,
    TimeUp,
)
from kosmoport.games.kosmiczna_eskadra.rules import (
    kind_of,
    late_ms,
    late_outcome,
    late_pose,
    late_seat,
    pose_of,
    posed_action,
)
from kosmoport.games.kosmiczna_eskadra.schema import (
    DEGREES,
    GRACE_OVER,
    HOLD,
    KEEP,
    LATE,
    LATE_MS,
    MAX_PLAYERS,
    POSE_LIMIT,
    POSES,
    RELEASE,
    START,
    TIME_UP,
    Components,
    State,
)
from kosmoport.games.kosmiczna_eskadra.view import View

# The last one is for words only: no action number has such a pose.
REASONS = ("holding", "nothing_held", "no_position", "not_allowed", "stopped", "overlap", "off_table", "pose")

# The rules behind each reason, the common ones included.
RULES: dict[str, tuple[str, ...]] = {
    "over": ("KE-27",),
    "turn": ("KE-10", "KE-39"),
    "unknown": ("KE-6",),
    "holding": ("KE-7",),
    "nothing_held": ("KE-6",),
    "no_position": ("KE-34",),
    "not_allowed": ("KE-10", "KE-39"),
    "stopped": ("KE-10",),
    "overlap": ("KE-9", "KE-36"),
    "off_table": ("KE-7", "KE-33"),
    "pose": ("KE-33",),
}

# As the rules number them; the last two still need a pose.
Listed = Draw | Drop | Keep | HoldSomewhere | ReleaseSomewhere
KINDS: tuple[type[Listed], ...] = (Draw, Drop, Keep, HoldSomewhere, ReleaseSomewhere)


def describe(view: View, action: int) -> Told:
    """Draw, drop, keep, or hold or release the card at a pose (tenths of a millimetre, degrees)."""
    if action == KEEP and view.stage == "placing":
        return HoldBack().told()
    if action < POSES:
        return KINDS[action]().told()
    x, y, rot = pose_of(action)
    return (Hold if kind_of(action) == HOLD else Release)(x=x, y=y, rot=rot).told()


def encode(view: View, act: Told) -> int:
    """The number of an action."""
    meant = ACTIONS.read(act)
    if isinstance(meant, HoldBack):
        return KEEP
    if not isinstance(meant, Hold | Release):
        return KINDS.index(type(meant))
    x, y, rot = meant.x, meant.y, meant.rot
    if any(type(value) is not int for value in (x, y, rot)):
        raise ValueError("a pose is x, y and rot in whole numbers")
    if not _is_pose(x, y, rot):
        raise Refused("pose")
    number: int = posed_action(HOLD if isinstance(meant, Hold) else RELEASE, x, y, rot)
    return number


def _is_pose(x: int, y: int, rot: int) -> bool:
    return max(abs(x), abs(y)) <= POSE_LIMIT and 0 <= rot < DEGREES


CLOCK: dict[int, type[TimeUp | GraceOver | Start]] = {TIME_UP: TimeUp, GRACE_OVER: GraceOver, START: Start}


def describe_chance(s: State, c: Components, outcome: int) -> Told:
    """The card that was drawn, by its place in the squadron, or what the clock or the referee did."""
    if outcome >= LATE:
        x, y, rot = late_pose(outcome)
        return Late(seat=late_seat(outcome), x=x, y=y, rot=rot, ms=late_ms(outcome)).told()
    return CLOCK[outcome]().told() if outcome in CLOCK else Card(number=outcome).told()


def encode_chance(s: State, c: Components, told: Told) -> int:
    """The outcome that this says."""
    meant = OUTCOMES.read(told)
    if isinstance(meant, Late):
        return _late(meant)
    if isinstance(meant, Card):
        if type(meant.number) is not int:
            raise Refused("unknown")
        return meant.number
    return next(outcome for outcome, kind in CLOCK.items() if isinstance(meant, kind))


def _late(late: Late) -> int:
    if any(type(value) is not int for value in (late.seat, late.x, late.y, late.rot, late.ms)):
        raise Refused("unknown")
    if not (0 <= late.seat < MAX_PLAYERS and 0 <= late.ms < LATE_MS and _is_pose(late.x, late.y, late.rot)):
        raise Refused("pose")
    number: int = late_outcome(late.seat, late.x, late.y, late.rot, late.ms)
    return number
