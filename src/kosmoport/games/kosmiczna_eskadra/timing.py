"""Kosmiczna Eskadra: what the clock of a live table decides, and when (KE-B23, KE-34, KE-B39, KE-B47)."""

from __future__ import annotations

from kosmoport.core.contract import NOBODY
from kosmoport.games.kosmiczna_eskadra.rules import kind_of, late_outcome, pose_of, posed_action, why_not_here
from kosmoport.games.kosmiczna_eskadra.schema import (
    BETWEEN,
    DROP,
    GRACE_OVER,
    HOLD,
    LATE_MS,
    LIGHTNING,
    PLACING,
    POSES,
    RELEASE,
    START,
    STOPPING,
    TIME_UP,
    Components,
    State,
)

COUNTDOWN = 3_000  # ms from the signal that a round begins until anybody may draw
DROP_OR_KEEP = 3_000  # ms to answer when Stop was called (KE-34)
BETWEEN_ROUNDS = 60_000  # ms after which the next round begins, though not everybody is ready
BETWEEN_CALM = 24 * 3_600_000  # the same where nobody has to hurry
BETWEEN_BOTS = 15_000  # the same where there is nobody who could say so, only people who watch


def due(s: State, people: int) -> tuple[int, int] | None:
    """The outcome that comes by itself, and how many ms after this stage could begin."""
    hurried = s.opt.mode == LIGHTNING
    if s.stage == BETWEEN:
        pause = BETWEEN_ROUNDS if hurried else BETWEEN_CALM
        return START, pause if people else BETWEEN_BOTS
    if not hurried:
        return None
    if s.stage == STOPPING:
        return GRACE_OVER, DROP_OR_KEEP
    if s.stage == PLACING:
        return TIME_UP, 1000 * s.opt.round_limit_s
    return None


def countdown(s: State) -> int:
    """How many ms nobody may act when this stage begins: three, two, one, go."""
    return COUNTDOWN if s.opt.mode == LIGHTNING and s.stage == PLACING else 0


def waits(s: State) -> bool:
    """Does the game go on as soon as everybody is ready?"""
    return bool(s.stage == BETWEEN)


def is_hovering(action: int) -> bool:
    """Is it only where a hand is, which may change any number of times before it counts?"""
    return action >= POSES and kind_of(action) == HOLD


def stops(s: State, seat: int, action: int) -> bool:
    """Does this action of the seat, or of the clock, call Stop, so that hands freeze where they are?"""
    if s.stage != PLACING or s.opt.mode != LIGHTNING:
        return False
    if action == TIME_UP and seat < 0:
        return True
    return seat >= 0 and action >= POSES and kind_of(action) == RELEASE and s.player[seat].pack == 0


def late(s: State, c: Components, seat: int, action: int, ms: int) -> tuple[int, int | None] | None:
    """KE-B47: the outcome that lets a hold or release count although Stop came `ms` before it.

    Besides it the action with which the seat goes on: a release is a drop, where a card may lie there.
    """
    if s.stage != STOPPING or action < POSES or not 0 <= ms < LATE_MS:
        return None
    x, y, rot = pose_of(action)
    player = s.player[seat]
    if kind_of(action) == HOLD and player.posed and (x, y, rot) == (player.x, player.y, player.rot):
        return None  # it is frozen there already
    lets_go = kind_of(action) == RELEASE and why_not_here(s, c, x, y, rot) == 0
    return late_outcome(seat, x, y, rot, ms), DROP if lets_go else None


def share(s: State, seat: int) -> float:
    """What part of the time that a player needs for a card goes into the decision that is due now."""
    if s.stage == STOPPING:
        return 0.2
    return 0.25 if s.player[seat].held == NOBODY else 0.75  # a card is drawn, then laid


def hover_before(action: int) -> int | None:
    """Where a hand is before it does this; None: nowhere over the table."""
    if action < POSES or kind_of(action) != RELEASE:
        return None
    number: int = posed_action(HOLD, *pose_of(action))
    return number
