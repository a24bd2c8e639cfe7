"""Kosmiczni Piraci: its actions and events with their fields."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from kosmoport.core.messages import Action, Event, Kinds, Outcome, Seat

Planet = Annotated[int, Meta(ge=0, le=5, description="a planet, numbered clockwise from 0")]
Value = Annotated[int | Literal["T"], Meta(description="the value of a card, or a teleport")]
Treasure = Annotated[
    int | Literal["trade_ship"], Meta(description="the value of a treasure, or the trade ship")
]
Ship = Literal["trade_ship", "pirate_ship"]
End = Literal["trade_home", "pirate_home", "both_home", "all_cards"]

SHIPS: tuple[Ship, ...] = ("trade_ship", "pirate_ship")  # as the rules number them
HOW: tuple[End, ...] = ("trade_home", "pirate_home", "both_home", "all_cards")  # from 1


class Lay(Action):
    card: int | str  # its value or "T"; where a hand was made with equal cards, the second is "3b" and so on
    planet: Planet


class Take(Action):
    treasure: Treasure


ACTIONS: Kinds[Lay | Take] = Kinds(Lay, Take)


class Laid(Event):
    audience = "others"
    seat: Seat
    planet: Planet


class LaidOwn(Event):
    audience = "its_seat"
    seat: Seat
    card: Value
    planet: Planet


class Turned(Event):
    """The first card of the pile that lies face down is turned up."""

    owner: Seat
    card: Value
    planet: Planet


class Teleported(Event):
    """The teleport and the card just laid on it are both gone."""

    audience = "others"
    seat: Seat
    owner: Seat
    planet: Planet


class TeleportedOwn(Event):
    """The teleport and the card just laid on it are both gone."""

    audience = "its_seat"
    seat: Seat
    card: Value
    owner: Seat
    planet: Planet


class ShipMoved(Event):
    ship: Ship
    from_: Planet = field(name="from")
    to: Planet


class LayingEnded(Event):
    how: End


class Revealed(Event):
    """After the laying has ended, each card that still lies face down is turned up."""

    owner: Seat
    card: Value
    planet: Planet


class Plundered(Event):
    treasure: Treasure
    planet: Planet


class Unclaimed(Event):
    treasure: Treasure
    planet: Planet


class Taken(Event):
    seat: Seat
    treasure: Treasure
    planet: Planet


class Surplus(Event):
    seat: Seat
    treasure: Treasure
    planet: Planet


EVENTS: Kinds[Event] = Kinds(
    *(Laid, LaidOwn, Turned, Teleported, TeleportedOwn, ShipMoved, LayingEnded),
    *(Revealed, Plundered, Unclaimed, Taken, Surplus),
)
OUTCOMES: Kinds[Outcome] = Kinds()
