"""Kosmiczna Eskadra under study: where lasers end, what becomes of ships and ore, and illegal placements."""

from __future__ import annotations

from typing import TypeAlias

from kosmoport.core.contract import NOBODY
from kosmoport.core.layout import Event
from kosmoport.core.play import PlayOf
from kosmoport.core.watch import Count, LogOf, Watch, equals, times, total
from kosmoport.games.kosmiczna_eskadra.schema import (
    ASTEROID_GONE,
    ASTEROID_NR,
    DROPPED,
    EXPLODED,
    FIRED,
    HELD_BACK,
    ILLEGAL,
    KEPT,
    LOSS,
    MINED,
    ORE_LOST,
    RELEASED,
    REMOVED,
    ROUND_BEGUN,
    ROUND_WON,
    SCORED,
    SEIZED,
    SHIELD_OF,
    SPACE,
    TROPHY,
    TURNS,
    Components,
    Deal,
    State,
)
from kosmoport.games.kosmiczna_eskadra.telling import ship_and_laser

Log: TypeAlias = LogOf[State, Components]


def first_seat(play: PlayOf[State, Components, Deal]) -> int | None:
    """KE-39: in the lightning round nobody goes first."""
    return int(play.d.start) if play.s.opt.mode == TURNS else None


def points_a_round(log: Log) -> list[float]:
    """KE-25: what a seat scores in a round, on average; the score of a match is the number of rounds won."""
    sums, rounds = [0] * len(log.seats), times(ROUND_WON)(log)
    for event in log.of(SCORED):
        sums[event[1]] += event[2]
    return [points / max(1, rounds) for points in sums]


def target(event: Event) -> int:
    """What a shot, an illegal card or lost ore is about."""
    return event[1] if event[0] == ORE_LOST else event[2]


def is_space(event: Event) -> bool:
    return target(event) == SPACE


def is_ship(event: Event) -> bool:
    return 0 <= target(event) < SHIELD_OF


def is_shield(event: Event) -> bool:
    return SHIELD_OF <= target(event) < ASTEROID_NR


def is_asteroid(event: Event) -> bool:
    return target(event) >= ASTEROID_NR


def silenced(log: Log) -> int:
    """KE-17: ships that are destroyed before it is their turn to fire."""
    fired: set[int] = set()
    lost = 0
    for event in log.of(FIRED, EXPLODED, ROUND_BEGUN):
        if event[0] == FIRED:
            fired.add(ship_and_laser(event[1])[0])
        elif event[0] == ROUND_BEGUN:
            fired.clear()
        else:
            lost += event[1] not in fired
    return lost


RACE = ("mode", "lightning")

WATCH = Watch(
    lengths=(
        Count("rounds", "rounds", "KE-26", times(ROUND_WON)),
        Count("cards_laid", "cards laid", "KE-6", times(RELEASED, DROPPED)),
    ),
    first=first_seat,
    points=points_a_round,
    points_are="points in a round",
    options={"mode": "turns", "wins": 1},  # a round decides, and nobody has to hurry
    deals=200,  # a bot that takes aim takes its time
    counts=(
        Count("shots", "lasers fired", "KE-13", times(FIRED)),
        Count("into_space", "lasers that meet nothing", "KE-13", times(FIRED, where=is_space)),
        Count("at_ships", "lasers that hit a ship", "KE-15", times(FIRED, where=is_ship)),
        Count("at_shields", "lasers stopped by a shield", "KE-16", times(FIRED, where=is_shield)),
        Count("at_asteroids", "lasers that hit an asteroid", "KE-14", times(FIRED, where=is_asteroid)),
        Count("silenced", "ships destroyed before they fire", "KE-17", silenced),
        Count("trophies", "ships destroyed: a trophy", "KE-20", times(EXPLODED, where=equals(2, TROPHY))),
        Count(
            "losses",
            "ships destroyed: a loss of their own side",
            "KE-21",
            times(EXPLODED, where=equals(2, LOSS)),
        ),
        Count(
            "removed", "ships destroyed: nobody has them", "KE-22", times(EXPLODED, where=equals(2, REMOVED))
        ),
        Count("ore_mined", "ore mined", "KE-14", total(MINED, 3)),
        Count(
            "ore_short", "ore lost for want of enough for all", "KE-23", total(ORE_LOST, 2, where=is_asteroid)
        ),
        Count("ore_sunk", "ore lost with a ship", "KE-19", total(ORE_LOST, 2, where=is_ship)),
        Count("ore_seized", "ore seized by corsairs", "KE-30", total(SEIZED, 3), option=("corsairs", True)),
        Count("asteroids_gone", "asteroids mined out", "KE-24", times(ASTEROID_GONE)),
        Count("on_ships", "illegal placements on a ship", "KE-9", times(ILLEGAL, where=is_ship)),
        Count(
            "on_asteroids", "illegal placements on an asteroid", "KE-B5", times(ILLEGAL, where=is_asteroid)
        ),
        Count(
            "held_back", "cards held back", "KE-B49", times(HELD_BACK), option=("placement_check", "reject")
        ),
        Count("dropped", "cards dropped at Stop", "KE-10", times(DROPPED), option=RACE),
        Count("kept", "cards kept at Stop", "KE-10", times(KEPT)),
        Count("below_zero", "results below zero", "KE-25", times(SCORED, where=lambda event: event[2] < 0)),
        Count("tied_rounds", "rounds that nobody wins", "KE-26", times(ROUND_WON, where=equals(1, NOBODY))),
    ),
)
