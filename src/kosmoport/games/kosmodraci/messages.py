"""Kosmodraci: its actions and events with their fields."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from kosmoport.core.messages import Action, Count, Event, Kinds, Outcome, Seat
from kosmoport.games.kosmodraci.options import Symbol

Card = Annotated[int, Meta(description="the value of a crew card")]


class Pick(Action):
    card: Card


class Play(Action):
    card: Card


ACTIONS: Kinds[Pick | Play] = Kinds(Pick, Play)


class Picked(Event):
    audience = "others"
    seat: Seat


class PickedOwn(Event):
    audience = "its_seat"
    seat: Seat
    card: Card


class LastCard(Event):
    """The card that is left of the hand at the end of the draft; each player is told their own."""

    audience = "one"
    card: Card


class Passed(Event):
    pass


class HuntBegan(Event):
    seat: Seat


class Played(Event):
    seat: Seat
    card: Card


class OnShip(Event):
    """What changes the shields or the damage of a ship."""

    seat: Seat
    n: Count
    now: Count  # shields, or damage, of the ship afterwards


class ShieldsGained(OnShip):
    pass


class ShieldsLost(OnShip):
    pass


class Damaged(OnShip):
    pass


class Repaired(OnShip):
    pass


class Renewed(Event):
    n: Count


class TrickWon(Event):
    seat: Seat
    card: Card
    hits: Count  # target symbols on the cards of the others


class Captured(Event):
    seat: Seat
    points: int
    symbols: tuple[Symbol, ...]


class TurnedUp(Event):
    points: int
    symbols: tuple[Symbol, ...]


class HuntEnded(Event):
    pass


EVENTS: Kinds[Event] = Kinds(
    *(Picked, PickedOwn, LastCard, Passed, HuntBegan, Played),
    *(ShieldsGained, ShieldsLost, Damaged, Repaired, Renewed),
    *(TrickWon, Captured, TurnedUp, HuntEnded),
)
OUTCOMES: Kinds[Outcome] = Kinds()
