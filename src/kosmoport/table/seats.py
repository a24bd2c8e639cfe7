"""A seat of a table: whose it is, who decides there, and what everybody may know of it."""

from __future__ import annotations

from dataclasses import dataclass

from kosmoport.table import protocol
from kosmoport.table.entries import Reservation


@dataclass(frozen=True)
class TookOver:
    """A bot had the seat until a person took it during the game."""

    level: str
    move: int  # how many moves stood then


@dataclass
class TableSeat:
    """A place at the table."""

    colour: str
    level: str | None = None  # of the bot that decides here now; None if a person does
    name: str | None = None
    key: str | None = None  # hash of the nonce in the person's token
    luck: str | None = None  # in a deal of the first kind
    promise: str | None = None
    device: str | None = None
    value: str | None = None  # what was promised, once it is revealed
    age: int | None = None
    since: int = 0  # the line with which the person sat down
    ready: bool = False
    again: bool = False  # ready as soon as its device has promised anew, after a round that was void
    reserved: Reservation | None = None
    aided: bool = False  # granted help to aim, for everybody to see
    host: bool = False
    took_over: TookOver | None = None

    @property
    def person(self) -> bool:
        return self.key is not None

    @property
    def taken(self) -> bool:
        return self.person or self.level is not None

    @property
    def bot(self) -> str | None:
        """The level of the bot that belongs here."""
        return None if self.person else self.level

    @property
    def dealt(self) -> str | None:
        """The level of the bot that had the seat when the game was dealt."""
        return self.bot if self.took_over is None else self.took_over.level

    @property
    def given(self) -> str | None:
        """The level of the bot that plays for an absent person."""
        return self.level if self.person else None

    def state(self) -> protocol.SeatState:
        return protocol.SeatState(
            name=self.name,
            colour=self.colour,
            bot=self.level,
            person=self.person,
            ready=self.ready,
            reserved=self.reserved.name if self.reserved is not None and not self.person else None,
            aided=self.aided,
            promise=self.promise,
            revealed=self.value is not None,
            host=self.host,
            took_over=None if self.took_over is None else self.took_over.move,
        )
