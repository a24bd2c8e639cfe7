"""Kosmiczna Misja under study: planets, stations, aliens and blocked turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from kosmoport.core.contract import Action, Seat
from kosmoport.core.layout import Event
from kosmoport.core.watch import Count, LogOf, Watch, equals, happened, shared_win, times, total
from kosmoport.games.kosmiczna_misja.schema import (
    ADD,
    ADDED,
    DISCARD,
    DISCARDED,
    ENDED,
    FINISHED,
    FOUNDED,
    JOINED,
    REOPENED,
    SKIPPED,
    STALEMATE,
    VANISHED,
    Components,
    State,
    added_place,
    planet_of,
)

Log: TypeAlias = LogOf[State, Components]

ALIENS_HELPED = 100  # an event of the lookout: seat


def lookout(s: State, c: Components, seat: Seat, action: Action) -> Iterator[Event]:
    """KM-12: with this roll the planet grows only because of its aliens."""
    if ADD <= action < DISCARD:
        planet = s.player[seat].planet[planet_of(added_place(action))]
        if s.roll <= planet.stations:
            yield ALIENS_HELPED, seat, 0, 0, 0


def unfinished_planets(log: Log) -> int:
    return sum(log.s.player[p].opens for p in log.seats)


def unscored_stations(log: Log) -> int:
    """KM-25: stations on planets that were never finished."""
    players = (log.s.player[p] for p in log.seats)
    return sum(player.planet[player.open[i]].stations for player in players for i in range(player.opens))


WATCH = Watch(
    lengths=(Count("turns", "turns", "KM-4", times(FOUNDED, ADDED, DISCARDED, SKIPPED)),),
    points_are="stations",
    lookout=lookout,
    counts=(
        Count("founded", "planets started", "KM-8", times(FOUNDED)),
        Count("added", "tiles added to a planet", "KM-10", times(ADDED)),
        Count("aliens", "tiles added thanks to aliens", "KM-12", times(ALIENS_HELPED)),
        Count("joined", "stations joined from two halves", "KM-11", total(JOINED, 3)),
        Count("finished", "planets finished", "KM-15", times(FINISHED)),
        Count("barren", "planets finished without a station", "KM-25", times(FINISHED, where=equals(3, 0))),
        Count("blocked", "blocked turns", "KM-18", times(DISCARDED, SKIPPED)),
        Count("discarded", "tiles discarded", "KM-18", times(DISCARDED)),
        Count("skipped", "blocked turns without a discard", "KM-18", times(SKIPPED)),
        Count("vanished", "planets that lost their last tile", "KM-20", times(VANISHED)),
        Count(
            "reopened",
            "finished planets that were reopened",
            "KM-B30",
            times(REOPENED),
            option=("discard_from_complete", True),
        ),
        Count("unfinished", "planets unfinished at the end", "KM-25", unfinished_planets),
        Count("unscored", "stations on unfinished planets", "KM-25", unscored_stations),
        happened("stalemate", "the game ends in a stalemate", "KM-27", ENDED, STALEMATE),
        shared_win("KM-26"),
    ),
)
