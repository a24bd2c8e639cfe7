"""Kosmiczna Misja: its actions, events and rolls with their fields."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from kosmoport.core.messages import Action, Count, Event, Kinds, Outcome, Seat

Tile = Annotated[int, Meta(ge=1, le=60, description="the number of a tile")]
Planet = Annotated[int, Meta(ge=0, le=15, description="a planet of the player, numbered from 0")]
Quadrant = Literal["nw", "ne", "se", "sw"]
End = Literal["exhausted", "stalemate"]

PLACES: tuple[Quadrant, ...] = ("nw", "ne", "se", "sw")  # as the rules number them
HOW: tuple[End, ...] = ("exhausted", "stalemate")  # from 1


class New(Action):
    tile: Tile


class Add(Action):
    tile: Tile
    planet: Planet
    quadrant: Quadrant


class Discard(Action):
    planet: Planet
    quadrant: Quadrant


class Skip(Action):
    pass


ACTIONS: Kinds[New | Add | Discard | Skip] = Kinds(New, Add, Discard, Skip)


class Rolled(Event):
    seat: Seat
    roll: int


class Founded(Event):
    """The tile lies in the north-west."""

    seat: Seat
    tile: Tile
    planet: Planet


class Added(Event):
    seat: Seat
    tile: Tile
    planet: Planet
    quadrant: Quadrant


class Joined(Event):
    seat: Seat
    planet: Planet
    n: Count


class Finished(Event):
    seat: Seat
    planet: Planet
    n: Count


class Discarded(Event):
    seat: Seat
    tile: Tile
    planet: Planet
    quadrant: Quadrant


class Reopened(Event):
    seat: Seat
    planet: Planet


class Vanished(Event):
    seat: Seat
    planet: Planet


class Skipped(Event):
    seat: Seat


class Refilled(Event):
    tile: Tile
    slot: Annotated[int, Meta(ge=0, le=2, description="a place of the bank")]


class Ended(Event):
    how: End


EVENTS: Kinds[Event] = Kinds(
    *(Rolled, Founded, Added, Joined, Finished, Discarded, Reopened, Vanished, Skipped, Refilled, Ended)
)


class Die(Outcome):
    """The die is thrown; `rolled` tells of it."""

    face: int


OUTCOMES: Kinds[Die] = Kinds(Die)
