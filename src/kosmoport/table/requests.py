"""What is asked and answered over HTTP besides the messages of the protocol: sitting down, games, replays."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from kosmoport.core.words import Told
from kosmoport.table.protocol import SeatNumber
from kosmoport.table.settings import Age, Luck


class SitDown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """I want a seat: any free one, or this one. `luck` is my part of the deal's randomness.

    `token` is the one of the game before, when a seat of a rematch is kept for me. `age` is asked for
    only where the rulebook lets the youngest or oldest begin; nobody is told.
    """

    name: Annotated[str, msgspec.Meta(max_length=100)] | None = None
    seat: SeatNumber | None = None
    luck: Luck | None = None
    age: Age | None = None
    colour: Annotated[str, msgspec.Meta(max_length=20)] | None = None
    token: Annotated[str, msgspec.Meta(max_length=300)] | None = None


class TableMade(msgspec.Struct, frozen=True):
    """A new table: the link for guests, and what makes its maker the host."""

    table: str
    link: str
    token: str  # the host's; sit down with it to be host and player
    commitment: str


class Seated(msgspec.Struct, frozen=True):
    """A seat: its token, and a link that carries it to another device of the same person."""

    table: str
    seat: int
    token: str
    link: str


class WebhookAt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where to call when it is my turn; null: nowhere."""

    url: Annotated[str, msgspec.Meta(max_length=2000)] | None


class Frame(msgspec.Struct, frozen=True):
    """One move of a game as somebody saw it, and the table afterwards."""

    move: int
    at: int
    by: int | None
    cause: Literal["begun", "person", "bot", "clock", "chance"]
    told: tuple[Told, ...]
    view: Any


class Frames(msgspec.Struct, frozen=True):
    """A game as one seat saw it (null: a spectator); moves that were taken back are left out."""

    table: str
    seat: int | None
    frames: tuple[Frame, ...]


class OptionAbout(msgspec.Struct, frozen=True):
    """An option: its kind, its default, and what it may be, in words."""

    name: str
    kind: str
    default: Any
    wanted: str
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None


class GameAbout(msgspec.Struct, frozen=True):
    """A game: who made it, who can play, and what can be agreed on."""

    id: str
    title: str
    authors: tuple[str, ...]
    publisher: str
    players: tuple[int, int]
    rules: int
    colours: tuple[str, ...]
    options: tuple[OptionAbout, ...]
    first: str | None
    calm: dict[str, Any]


class Error(msgspec.Struct, frozen=True):
    """What went wrong: an id for programs and one sentence for people."""

    id: str
    text: str


class ErrorAnswer(msgspec.Struct, frozen=True):
    """The one form of every error."""

    error: Error
