"""Piraci: its actions and events with their fields."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from kosmoport.core.messages import Action, Count, Event, Kinds, Outcome, Seat
from kosmoport.games.piraci.components import Kind

Colour = Literal["red", "blue", "yellow", "black", "green"]
DiscName = int | str  # a wage or "?"; "3b" is the second disc of an owner who has two with wage 3
Disc = Annotated[int, Meta(ge=0, le=24, description="a disc, five for each seat in the order of seats")]
Unit = Annotated[int, Meta(ge=0, le=24, description="a unit by its top disc, as a number")]
Ship = Annotated[int, Meta(ge=1, description="a ship by the number printed on its card")]
Pirates = Annotated[int, Meta(ge=1, le=9, description="how many pirates")]
Rank = Literal["captain", "first_mate"]
End = Literal["all_ships", "deadlock"]

COLOURS: tuple[Colour, ...] = ("red", "blue", "yellow", "black", "green")  # by seat
RANKS: tuple[Rank, ...] = ("captain", "first_mate")  # as the rules number them
HOW: tuple[End, ...] = ("all_ships", "deadlock")  # from 1


class OfUnit(Action):
    """What is about a unit, by the colour and the name of its top disc."""

    colour: Colour
    disc: DiscName  # the name of the disc: its wage or "?", with a letter where the owner has two equal ones


class Move(OfUnit):
    target_colour: Colour
    target: DiscName  # the name of the top disc of the unit to be put under


class Board(OfUnit):
    ship: Ship
    loot: Kind


class Mutiny(OfUnit):
    pass


class Decline(OfUnit):
    pass


ACTIONS: Kinds[Move | Board | Mutiny | Decline] = Kinds(Move, Board, Mutiny, Decline)


class Moved(Event):
    """Where covered discs are not shown (option `open_stacks`)."""

    seat: Seat
    owner: Seat
    unit: Unit
    target: Unit
    n: Pirates  # in the unit that was moved
    m: Pirates  # in the unit that lies below it now


class MovedOpen(Moved):
    """Where covered discs are shown (option `open_stacks`)."""

    disc: DiscName
    target_disc: DiscName


class Boarded(Event):
    """The unit goes home, disc by disc, when all have got their shares."""

    seat: Seat
    unit: Unit
    ship: Ship
    n: Pirates


class Looted(Event):
    seat: Seat
    loot: Kind
    rank: Rank


class LootGone(Event):
    seat: Seat
    loot: Kind
    rank: Rank


class Ducats(Event):
    seat: Seat
    n: Count


class WagePaid(Event):
    """What the captain `seat` cannot pay, `supply_paid` says."""

    seat: Seat
    disc: Disc
    to: Seat
    n: Count


class SupplyPaid(Event):
    seat: Seat
    n: Count


class ShipTurned(Event):
    ship: Ship
    place: Annotated[int, Meta(ge=0, le=2, description="a place among the ships in sight")]
    gold: Count
    crew: Pirates
    pay: Count  # of a "?" pirate
    loot: tuple[Kind, ...]


class ShipDiscarded(Event):
    ship: Ship


class Passed(Event):
    seat: Seat


class MutinyCalled(Event):
    seat: Seat
    captain: Seat
    unit: Unit
    n: Pirates


class MutinyDeclined(Event):
    seat: Seat
    captain: Seat
    unit: Unit
    n: Pirates


class Ended(Event):
    how: End


EVENTS: Kinds[Event] = Kinds(
    *(Moved, MovedOpen, Boarded, Looted, LootGone, Ducats, WagePaid, SupplyPaid),
    *(ShipTurned, ShipDiscarded, Passed, MutinyCalled, MutinyDeclined, Ended),
)
OUTCOMES: Kinds[Outcome] = Kinds()
