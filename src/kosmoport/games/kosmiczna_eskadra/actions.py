"""Kosmiczna Eskadra: actions as ids with parameters, and back; the reasons for refusing one."""

from __future__ import annotations

from typing import Any

from kosmoport.core.errors import Refused
from kosmoport.core.words import Told
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

KINDS = ("draw", "drop", "keep", "hold_somewhere", "release_somewhere")  # the last two still need a pose


def describe(view: View, action: int) -> Told:
    """Draw, drop, keep, or hold or release the card at a pose (tenths of a millimetre, degrees)."""
    if action == KEEP and view.stage == "placing":
        return Told("hold_back")
    if action < POSES:
        return Told(KINDS[action])
    x, y, rot = pose_of(action)
    return Told("hold" if kind_of(action) == HOLD else "release", {"x": x, "y": y, "rot": rot})


def encode(view: View, act: Told) -> int:
    """The number of an action."""
    if act.id in KINDS or act.id == "hold_back":
        if act.args:
            raise ValueError(f"{act.id} has no parameters")
        return KEEP if act.id == "hold_back" else KINDS.index(act.id)
    kind = {"hold": HOLD, "release": RELEASE}[act.id]
    if set(act.args) != {"x", "y", "rot"} or any(type(v) is not int for v in act.args.values()):
        raise ValueError("a pose is x, y and rot in whole numbers")
    x, y, rot = act.args["x"], act.args["y"], act.args["rot"]
    if not _is_pose(x, y, rot):
        raise Refused("pose")
    number: int = posed_action(kind, x, y, rot)
    return number


def _is_pose(x: int, y: int, rot: int) -> bool:
    return max(abs(x), abs(y)) <= POSE_LIMIT and 0 <= rot < DEGREES


CLOCK = {TIME_UP: "time_up", GRACE_OVER: "grace_over", START: "start"}


def describe_chance(s: State, c: Components, outcome: int) -> Told:
    """The card that was drawn, by its place in the squadron, or what the clock or the referee did."""
    if outcome >= LATE:
        x, y, rot = late_pose(outcome)
        ms = late_ms(outcome)
        return Told("late", {"seat": late_seat(outcome), "x": x, "y": y, "rot": rot, "ms": ms})
    return Told(CLOCK[outcome]) if outcome in CLOCK else Told("card", {"number": outcome})


def encode_chance(s: State, c: Components, told: Told) -> int:
    """The outcome that this says."""
    clock = {name: outcome for outcome, name in CLOCK.items()}
    if told.id in clock and not told.args:
        return clock[told.id]
    if told.id == "late":
        return _encode_late(told.args)
    if told.id != "card" or set(told.args) != {"number"} or type(told.args["number"]) is not int:
        raise Refused("unknown")
    return int(told.args["number"])


def _encode_late(args: dict[str, Any]) -> int:
    if set(args) != {"seat", "x", "y", "rot", "ms"} or any(type(v) is not int for v in args.values()):
        raise Refused("unknown")
    seat, ms, pose = args["seat"], args["ms"], (args["x"], args["y"], args["rot"])
    if not (0 <= seat < MAX_PLAYERS and 0 <= ms < LATE_MS and _is_pose(*pose)):
        raise Refused("pose")
    number: int = late_outcome(seat, *pose, ms)
    return number
