"""Kosmiczna Eskadra: its actions, events and outcomes with their fields."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from kosmoport.core.messages import Action, Count, Event, Kinds, Outcome, Seat

Along = Annotated[int, Meta(description="tenths of a millimetre from the table's centre")]
Place = Annotated[
    int,
    Meta(
        ge=-20000, le=20000, description="tenths of a millimetre from the table's centre, `table_size` in all"
    ),
]
Turn = Annotated[int, Meta(ge=0, le=359, description="degrees counter-clockwise")]
Name = Annotated[str, Meta(description="the name printed on the card")]
Number = Annotated[int, Meta(ge=0, le=39, description="a card on the table, in order of placement from 0")]
Laser = Annotated[int, Meta(ge=0, le=7, description="which of the card's lasers")]
Asteroid = Annotated[int, Meta(ge=0, le=7, description="which of the asteroids")]


class Draw(Action):
    pass


class Drop(Action):
    pass


class Keep(Action):
    pass


class HoldBack(Action):
    pass


class Posed(Action):
    """A card with its place."""

    x: Place
    y: Place
    rot: Turn


class Hold(Posed):
    pass


class Release(Posed):
    pass


class HoldSomewhere(Action):
    stands_for = "hold"


class ReleaseSomewhere(Action):
    stands_for = "release"


AnyAction = Draw | Drop | Keep | HoldBack | Hold | Release | HoldSomewhere | ReleaseSomewhere
ACTIONS: Kinds[AnyAction] = Kinds(Draw, Drop, Keep, HoldBack, HoldSomewhere, ReleaseSomewhere, Hold, Release)


class Drawn(Event):
    audience = "others"
    seat: Seat


class DrawnOwn(Event):
    audience = "its_seat"
    seat: Seat
    ship: Name


class Held(Event):
    audience = "its_seat"
    seat: Seat
    x: Along
    y: Along
    rot: Turn


class OfCard(Event):
    """What is about a card on the table."""

    seat: Seat  # whose card it is
    ship: Name
    number: Number


class Laid(OfCard):
    """A card comes to the table."""

    x: Along
    y: Along
    rot: Turn


class Released(Laid):
    pass


class Dropped(Laid):
    pass


class Stop(Event):
    seat: Seat


class StopClock(Event):
    pass


class StopFull(Event):
    pass


class Kept(Event):
    audience = "others"
    seat: Seat


class KeptOwn(Event):
    audience = "its_seat"
    seat: Seat
    ship: Name


class HeldBack(Event):
    seat: Seat


class IllegalOff(OfCard):
    pass


class IllegalAsteroid(OfCard):
    asteroid: Asteroid


class IllegalShip(OfCard):
    to_seat: Seat
    to_ship: Name
    to_number: Number


class SpeedStep(Event):
    speed: Count


class Fired(OfCard):
    """A laser of the card fires."""

    laser: Laser
    power: Count


class FiredSpace(Fired):
    pass


class FiredAt(Fired):
    """A laser of the card fires, and its beam ends at a point."""

    x: Along
    y: Along


class FiredAsteroid(FiredAt):
    asteroid: Asteroid


class FiredShip(FiredAt):
    to_seat: Seat
    to_ship: Name
    to_number: Number


class FiredShield(FiredAt):
    to_seat: Seat
    to_ship: Name
    to_number: Number


class Mined(OfCard):
    laser: Laser
    asteroid: Asteroid
    n: Count


class Seized(OfCard):
    from_seat: Seat
    from_ship: Name
    from_number: Number
    n: Count


class OreLostAsteroid(Event):
    asteroid: Asteroid
    n: Count


class OreLostShip(OfCard):
    n: Count


class ExplodedTrophy(OfCard):
    taker: Seat


class ExplodedLoss(OfCard):
    pass


class ExplodedRemoved(OfCard):
    pass


class AsteroidGone(Event):
    asteroid: Asteroid


class Scored(Event):
    seat: Seat
    n: int


class RoundWon(Event):
    seat: Seat
    n: Count


class RoundTied(Event):
    pass


class MatchWon(Event):
    seat: Seat


class RoundBegun(Event):
    round: Count


class Credited(Event):
    seat: Seat
    ms: Count


EVENTS: Kinds[Event] = Kinds(
    *(Drawn, DrawnOwn, Held, Released, Stop, StopClock, StopFull, Dropped, Kept, KeptOwn, HeldBack),
    *(IllegalShip, IllegalAsteroid, IllegalOff, SpeedStep),
    *(FiredSpace, FiredShip, FiredShield, FiredAsteroid),
    *(
        Mined,
        OreLostAsteroid,
        OreLostShip,
        Seized,
        ExplodedTrophy,
        ExplodedLoss,
        ExplodedRemoved,
        AsteroidGone,
    ),
    *(Scored, RoundWon, RoundTied, MatchWon, RoundBegun, Credited),
)


class Card(Outcome):
    """A card was drawn: its place in the squadron."""

    number: Count


class TimeUp(Outcome):
    """The clock calls Stop."""


class GraceOver(Outcome):
    """The clock ends the time in which held cards could still be let go."""


class Start(Outcome):
    """The clock begins the next round."""


class Late(Outcome):
    """An action came so many ms after Stop, but was done before it."""

    seat: Seat
    x: Along
    y: Along
    rot: Turn
    ms: Count


AnyOutcome = Card | TimeUp | GraceOver | Start | Late
OUTCOMES: Kinds[AnyOutcome] = Kinds(Card, TimeUp, GraceOver, Start, Late)
