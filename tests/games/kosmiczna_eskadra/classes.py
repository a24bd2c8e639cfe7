"""The classes of tables in the proof against the oracle, with the situations that each must show."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.games.kosmiczna_eskadra import adversaries, battles, placements
from tests.games.kosmiczna_eskadra.tabletop import Table

Maker = Callable[[random.Random], Table]
SAMPLE = 45  # tables of each class in the gate

# How often each class must show what it is made for, in a hundred tables.
CLASSES: dict[Maker, dict[str, int]] = {
    adversaries.corners: {
        "corner": 100,
        "corner_of_turned": 60,
        "corner_by_turned": 8,
        "grazes": 60,
        "shield_end": 40,
    },
    adversaries.shield_ends: {"shield_end": 100, "partial_end": 30, "beside_shield": 20, "corner": 40},
    adversaries.edges: {"along": 120, "along_two": 50, "shield_end": 30},
    adversaries.asteroids: {"grazes_rock": 40, "along_rock": 40},
    adversaries.finishes: {"along_two": 60, "touch": 100},
    adversaries.muzzles: {"inside": 50, "at_muzzle": 25},
    placements.touching: {"touch": 40, "touch_rock": 15, "overlap": 10},
    placements.seams: {"equally_near": 50, "touch": 100},
    placements.rim: {"on_rim": 60, "off_table": 40, "juts": 40},
    placements.chains: {"chain": 200, "overlap": 400},
    placements.grids: {"touch": 30, "touch_rock": 10, "overlap": 250, "overlap_rock": 120},
    adversaries.extremes: {"beside_shield": 90, "rock_short_1": 10},
    battles.duels: {"together": 80, "each_other": 20, "overkill": 200},
    battles.ties: {"tie_of_2": 30, "tie_of_3": 6, "tie_with_owner": 40},
    battles.shortages: {"rock_short_1": 25, "rock_short_2": 25, "rock_short_3": 20, "rock_just_enough": 15},
    battles.raids: {
        "raided_by_one": 10,
        "raided_by_laser": 10,
        "raided_by_several": 70,
        "raider_explodes": 15,
        "wreck_short_1": 30,
        "wreck_short_2": 20,
        "wreck_short_3": 2,
        "wreck_just_enough": 2,
    },
    battles.squadrons: {"together": 60, "own_loss": 80},
    battles.crowds: {"off_table": 120, "overlap": 150, "chain": 25},
    battles.scattered: {"overlap": 100, "won_round": 30},
}
BOTH_VARIANTS = [
    f"{rocks} asteroids, {corsairs}"
    for rocks in ("one", "two")
    for corsairs in ("no corsairs", "corsairs take all", "corsairs take by laser")
]


def variety(table: Table) -> list[str]:
    """The options of a table in words."""
    corsairs = f"corsairs take {'by laser' if table.by_laser else 'all'}" if table.corsairs else "no corsairs"
    return [
        f"{'two' if table.two else 'one'} asteroids, {corsairs}",
        f"{table.players} players",
        f"touching is {'illegal' if table.touch_is_illegal else 'legal'}",
    ]
