"""Kosmodraci under study: shields, damage, targets, tricks and scoring cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from kosmoport.core.play import PlayOf
from kosmoport.core.watch import Count, Counter, LogOf, Watch, decides, shared_win, tie_break, times, total
from kosmoport.games.kosmodraci.schema import (
    DAMAGE_TAKEN,
    KINDS,
    PILE_RENEWED,
    PLAYED,
    REPAIR,
    REPAIRED,
    SHIELDS_GAINED,
    SHIELDS_LOST,
    TRICK_WON,
    Components,
    Deal,
    State,
)
from kosmoport.games.kosmodraci.scoring import CRIME, FIRST_POINTS, MORALE, RESEARCH, award

Log: TypeAlias = LogOf[State, Components]


def leader(play: PlayOf[State, Components, Deal]) -> int:
    """KD-5: who plays first to the first trick."""
    return int(play.s.lead)


def tricks_led_and_won(log: Log) -> int:
    """KD-17: the winner had to play first, before the others showed their cards."""
    won, led = 0, None
    for event in log.of(PLAYED, TRICK_WON):
        if event[0] == PLAYED:
            led = event[1] if led is None else led
        else:
            won += event[1] == led
            led = None
    return won


def wasted_repairs(log: Log) -> int:
    """KD-15: repair symbols without damage to repair."""
    symbols = sum(_repairs(log, event[2]) for event in log.of(PLAYED))
    return symbols - sum(event[2] for event in log.of(REPAIRED))


def _repairs(log: Log, card: int) -> int:
    face = log.c.crew[card]
    return sum(face.times[i] for i in range(face.effects) if face.effect[i] == REPAIR)


def void_targets(log: Log) -> int:
    """KD-16: targets on the winner's own card."""
    return sum(log.c.crew[event[2]].targets for event in log.of(TRICK_WON))


def awarded(kind: int) -> Callable[[Log, int], int]:
    """KD-21 to KD-23: what one scoring card gives or takes."""
    return lambda log, seat: int(award(log.s, kind, seat))


def points_of(kind: int) -> Counter:
    """Points that one scoring card gives and takes, all players together."""
    return lambda log: sum(abs(awarded(kind)(log, seat)) for seat in log.seats)


def shared_positions(log: Log) -> int:
    """KD-24: scoring cards whose first position several players hold."""
    firsts = (sum(abs(award(log.s, kind, p)) >= FIRST_POINTS for p in log.seats) for kind in range(KINDS))
    return sum(first > 1 for first in firsts)


def shield_points(log: Log, seat: int) -> int:
    return int(log.s.player[seat].shields * log.s.opt.shield_points)


def damage_points(log: Log, seat: int) -> int:
    return int(log.s.player[seat].damage * log.s.opt.damage_points)


WATCH = Watch(
    first=leader,
    counts=(
        Count("shields_gained", "shields gained", "KD-13", total(SHIELDS_GAINED, 2)),
        Count("shields_lost", "shields lost", "KD-14", total(SHIELDS_LOST, 2)),
        Count("damage", "damage taken", "KD-14", total(DAMAGE_TAKEN, 2)),
        Count("repaired", "damage repaired", "KD-15", total(REPAIRED, 2)),
        Count("wasted_repairs", "repairs without damage to repair", "KD-15", wasted_repairs),
        Count("targets", "targets that hit the winner of a trick", "KD-16", total(TRICK_WON, 3)),
        Count(
            "tricks_under_fire",
            "tricks whose winner is hit",
            "KD-16",
            times(TRICK_WON, where=lambda event: event[3] > 0),
        ),
        Count("void_targets", "targets on the winner's own card", "KD-16", void_targets),
        Count("led_and_won", "tricks won by whoever led", "KD-17", tricks_led_and_won),
        Count("pile_renewed", "draw pile renewed", "KD-B9", times(PILE_RENEWED)),
        Count("research", "points by the research card", "KD-21", points_of(RESEARCH)),
        Count("morale", "points by the morale card", "KD-22", points_of(MORALE)),
        Count("crime", "points by the crime card", "KD-23", points_of(CRIME)),
        Count("shared_positions", "scoring cards with a shared first position", "KD-24", shared_positions),
        decides("research_decides", "research", "KD-21", awarded(RESEARCH)),
        decides("morale_decides", "morale", "KD-22", awarded(MORALE)),
        decides("crime_decides", "crime", "KD-23", awarded(CRIME)),
        decides("shields_decide", "shields", "KD-27", shield_points),
        decides("damage_decides", "damage", "KD-27", damage_points),
        tie_break("KD-28"),
        shared_win("KD-28"),
    ),
)
