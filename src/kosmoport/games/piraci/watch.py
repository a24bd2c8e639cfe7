"""Piraci under study: stacks, boardings, wages, mutinies and loot."""

from __future__ import annotations

from typing import TypeAlias

from kosmoport.core.watch import Count, LogOf, Watch, decides, equals, happened, shared_win, times, total
from kosmoport.games.piraci.schema import (
    BOARDED,
    DEADLOCK,
    DUCATS,
    ENDED,
    KINDS,
    LOOT_GONE,
    LOOTED,
    MAX_STACK,
    MOVED,
    MUTINY_CALLED,
    MUTINY_DECLINED,
    PASSED,
    SHIP_DISCARDED,
    SUPPLY_PAID,
    WAGE_PAID,
    Components,
    State,
)
from kosmoport.games.piraci.scoring import bonus

Log: TypeAlias = LogOf[State, Components]

FIRST_MATE = 1  # as LOOTED names him


def large_crews(log: Log) -> int:
    """PI-14: boarded with more pirates than the ship demands."""
    return sum(event[3] > log.c.ship[event[2]].crew for event in log.of(BOARDED))


def forced_boardings(log: Log) -> int:
    """PI-25: the captain's answer to a mutiny."""
    forced, called = 0, False
    for event in log.of(MUTINY_CALLED, BOARDED):
        forced += called and event[0] == BOARDED
        called = event[0] == MUTINY_CALLED
    return forced


def paid_by_captains(log: Log) -> int:
    """PI-19: boardings whose ducats do not cover the wages."""
    left: list[int] = []
    for event in log.of(DUCATS, WAGE_PAID):
        if event[0] == DUCATS:
            left.append(event[2])
        else:
            left[-1] -= event[3]
    return sum(ducats < 0 for ducats in left)


def shared_majorities(log: Log) -> int:
    """PI-29: several hold the most tokens of a kind."""
    shared = 0
    for kind in range(KINDS):
        tokens = [log.s.player[p].loot[kind] for p in log.seats]
        shared += max(tokens) > 0 and tokens.count(max(tokens)) > 1
    return shared


def loot_ducats(log: Log, seat: int) -> int:
    """PI-29, PI-30: what the tokens bring at the end."""
    return sum(bonus(log.s, log.c, kind, seat) for kind in range(KINDS))


WATCH = Watch(
    lengths=(Count("turns", "turns", "PI-8", times(MOVED, BOARDED, PASSED)),),
    points_are="ducats",
    counts=(
        Count("moves", "moves of a unit", "PI-10", times(MOVED)),
        Count(
            "full_stacks",
            "stacks of nine built",
            "PI-11",
            times(MOVED, where=lambda event: event[3] + event[4] == MAX_STACK),
        ),
        Count("passes", "turns passed for want of an action", "PI-9", times(PASSED)),
        Count("boardings", "ships boarded", "PI-14", times(BOARDED)),
        Count("large_crews", "ships boarded by more pirates than needed", "PI-14", large_crews),
        Count(
            "mate_loot",
            "pieces of loot for the first mate",
            "PI-16",
            times(LOOTED, where=equals(3, FIRST_MATE)),
        ),
        Count("loot_gone", "pieces of loot that had run out", "PI-B10", times(LOOT_GONE)),
        Count("paid_by_captain", "boardings that cost the captain money", "PI-19", paid_by_captains),
        Count("supply_paid", "boardings with wages paid by the supply", "PI-19", times(SUPPLY_PAID)),
        Count("supply_ducats", "ducats of wages paid by the supply", "PI-19", total(SUPPLY_PAID, 2)),
        Count("mutinies", "mutinies called", "PI-22", times(MUTINY_CALLED)),
        Count("declined", "mutinies that were possible but not called", "PI-23", times(MUTINY_DECLINED)),
        Count("forced", "boardings forced by a mutiny", "PI-25", forced_boardings),
        Count(
            "discarded",
            "ships discarded to end a deadlock",
            "PI-B5",
            times(SHIP_DISCARDED),
            option=("deadlock", "refresh"),
        ),
        happened("deadlock", "the game ends in a deadlock", "PI-28", ENDED, DEADLOCK),
        Count("shared_majorities", "kinds of loot whose value is divided", "PI-29", shared_majorities),
        decides("loot_decides", "the loot", "PI-29", loot_ducats),
        shared_win("PI-32"),
    ),
)
