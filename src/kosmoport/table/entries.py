"""The log of a table: one type for each thing that can happen and must never be lost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from kosmoport.table.fair import FIRST
from kosmoport.table.settings import TableSettings

Cause = Literal["person", "bot", "clock"]
MoveCause = Literal["person", "bot", "clock", "chance"]


class Reservation(msgspec.Struct, frozen=True):
    """A seat of a rematch, kept for whoever held the token of the game before."""

    key: str
    name: str


class PastMove(msgspec.Struct, frozen=True, array_like=True):
    """A move that was made at another table; `at` is milliseconds since the start there."""

    seat: int
    action: int
    cause: MoveCause
    at: int | None = None


class Part(msgspec.Struct, frozen=True):
    """A finished table that gave some moves of the past, and what their chance was made from."""

    table: str
    secret: str  # hex; revealed when that table's record opened
    luck: tuple[str | None, ...]  # of the first kind of deal; nothing in the second
    until: int  # its moves are those from the part before up to here
    round: int = 0
    frozen: str | None = None  # digest of what was frozen; None: a deal of the first kind
    values: tuple[str | None, ...] = ()


class Past(msgspec.Struct, frozen=True):
    """What a table that continues another one begins with: complete, so that it stands alone."""

    options: dict[str, Any]
    deal: dict[str, Any]
    moves: tuple[PastMove, ...]
    parts: tuple[Part, ...]  # the first one dealt


class Entry(msgspec.Struct, frozen=True, tag_field="type"):
    """Something that happened; the line of the log adds its number, its time and who asked for it."""


class Created(Entry, frozen=True, tag="created"):
    """The first entry: what was agreed on, the secret of the deal, and the host."""

    settings: TableSettings
    secret: str  # hex; its commitment is published, itself only after the end
    host: str  # hash of the host's nonce
    reserved: tuple[Reservation | None, ...] = ()  # by seat
    rematch_of: str | None = None
    past: Past | None = None
    deal: int = FIRST  # of which kind it is; older logs do not say it


class Sat(Entry, frozen=True, tag="sat"):
    """A person took a seat: a free one, or that of a bot while the game is on."""

    seat: int
    name: str
    key: str  # hash of the nonce in the seat's token
    luck: str = ""  # this person's part of a deal of the first kind
    age: int | None = None
    colour: str | None = None
    before: tuple[str, ...] = ()  # keys of this person's earlier sittings here; older logs do not have it


class Stood(Entry, frozen=True, tag="stood"):
    """A person left, or was removed by the host, before the start."""

    seat: int
    cause: Literal["left", "removed"]


class Readied(Entry, frozen=True, tag="readied"):
    """A person is ready, or not any more."""

    seat: int
    ready: bool


class Aided(Entry, frozen=True, tag="aided"):
    """A person who plays by words is granted help to aim, or not any more; nobody is ready any more."""

    seat: int
    wanted: bool


class Changed(Entry, frozen=True, tag="changed"):
    """The host changed what is agreed on, or who sits where; nobody is ready any more.

    Components stay as they were: none stand here, whatever the table plays with.
    """

    settings: TableSettings
    seats: tuple[int | None, ...]  # by seat: which one it was before; null: a new one
    cause: Literal["bot", "moved", "terms"]


class Promised(Entry, frozen=True, tag="promised"):
    """A device promised a random value for its seat; one from another device takes its place."""

    seat: int
    promise: str
    device: str | None = None  # seats that name the same one are played from one device


class Frozen(Entry, frozen=True, tag="frozen"):
    """The host began: all that bears on the deal stands in this text, and values may be revealed."""

    text: str


class Revealed(Entry, frozen=True, tag="revealed"):
    """The device of a seat revealed what it had promised."""

    seat: int
    value: str


class Round(Entry, frozen=True, tag="round"):
    """A new round of promises with a new secret: the one before is void, or of an older program."""

    secret: str
    cause: Literal["void", "upgraded"]
    seats: tuple[int, ...] = ()  # whose devices did not reveal


class Began(Entry, frozen=True, tag="began"):
    """The game began: the options as they ended up, and the deal in plain words."""

    options: dict[str, Any]
    deal: dict[str, Any]


class Acted(Entry, frozen=True, tag="acted"):
    """A seat acted: the person, the bot that has the seat, or a bot because the time was up."""

    seat: int
    action: int
    cause: Cause
    level: str | None = None  # of the bot that really decided
    credit: int = 0  # ms of delay on the line that do not count


class Rolled(Entry, frozen=True, tag="rolled"):
    """Chance decided."""

    outcome: int


class Undone(Entry, frozen=True, tag="undone"):
    """Moves were taken back; so many of them still stand."""

    seat: int
    moves: int
    agreed: bool  # by all, or by courtesy of the table


class Proposed(Entry, frozen=True, tag="proposed"):
    """A seat asks the others: to go back to a move, or to give an absent player's seat to a bot."""

    seat: int
    what: Literal["back", "bot"]
    moves: int | None = None
    absent: int | None = None
    level: str | None = None
    asked: tuple[int, ...] = ()  # who votes about a bot: those who were here


class Answered(Entry, frozen=True, tag="answered"):
    """A seat says yes or no to the proposal with this number."""

    seat: int
    proposal: int
    yes: bool


class Settled(Entry, frozen=True, tag="settled"):
    """A proposal was refused or has no point any more."""

    proposal: int
    cause: Literal["refused", "overtaken"]


class Given(Entry, frozen=True, tag="given"):
    """A bot plays on for this seat."""

    seat: int
    level: str
    cause: Literal["vote", "left"]


class Returned(Entry, frozen=True, tag="returned"):
    """The person has the seat back."""

    seat: int


class Chatted(Entry, frozen=True, tag="chatted"):
    """Somebody said something to the table."""

    seat: int
    text: str


class Erased(Entry, frozen=True, tag="erased"):
    """A person's name was deleted at their request; what they said went with it."""

    seat: int


class Resumed(Entry, frozen=True, tag="resumed"):
    """The server was away; the time of decisions in progress is given back."""


class Rematched(Entry, frozen=True, tag="rematched"):
    """The next game of the same people is at this table."""

    table: str


class Closed(Entry, frozen=True, tag="closed"):
    """Nothing more happens here."""

    cause: Literal["abandoned", "host"]


AnyEntry = (
    Created
    | Sat
    | Stood
    | Readied
    | Aided
    | Changed
    | Promised
    | Frozen
    | Revealed
    | Round
    | Began
    | Acted
    | Rolled
    | Undone
    | Proposed
    | Answered
    | Settled
    | Given
    | Returned
    | Chatted
    | Erased
    | Resumed
    | Rematched
    | Closed
)


AnyMove = Acted | Rolled  # the game itself; how many of them stand is the number of its moves


@dataclass(frozen=True)
class Logged:
    """A line of the log: numbered without gaps, with its time in milliseconds."""

    n: int
    at: int
    entry: AnyEntry
    sender: str | None = None
    message: str | None = None  # the id of the message that asked for it


encode_entry: Callable[[AnyEntry], bytes] = msgspec.json.Encoder().encode
# An entry as it was written; msgspec's errors name what is wrong (kosmoport doctor shows them).
decode_entry: Callable[[bytes], AnyEntry] = msgspec.json.Decoder(AnyEntry).decode
