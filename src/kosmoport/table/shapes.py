"""What a table looks like to those at it: seats, the deal, clocks, the position, questions, refusals."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from kosmoport.core.words import Counted, Told

Phase = Literal["gathering", "playing", "over", "closed"]


class SeatState(msgspec.Struct, frozen=True):
    """A seat as everybody sees it."""

    name: str | None  # null: nobody sits here, or a bot does
    colour: str
    bot: str | None  # the level of the bot that plays here now
    person: bool  # belongs to a person, even while a bot plays for them
    ready: bool
    reserved: str | None = None  # in a rematch: for whom the seat is kept
    aided: bool = False  # is told, before a card is let go, what it would meet, though others are not
    promise: str | None = None  # of the device; null: it contributes nothing to the deal
    revealed: bool = False
    host: bool = False  # belongs to whoever made the table
    took_over: int | None = None  # after so many moves, from a bot: this person has no part in the deal


class VoidRound(msgspec.Struct, frozen=True):
    """A round that failed because some devices did not reveal what they had promised."""

    round: int
    seats: tuple[int, ...]


class DealState(msgspec.Struct, frozen=True):
    """How the deal comes about: what the table is committed to, and what was frozen."""

    round: int
    commitment: str  # to the secret of this round
    frozen: str | None  # JSON: all that bears on the deal; null: the host has not begun yet
    until: int | None  # when the round is void, while values are missing
    void: tuple[VoidRound, ...]


class ClockState(msgspec.Struct, frozen=True):
    """Milliseconds left for each seat (null: no limit) at the time of the message, and whose clock runs."""

    left: tuple[int | None, ...]
    running: tuple[int, ...]


class Result(msgspec.Struct, frozen=True):
    """Points, and shares of the win in sixtieths, by seat; and how the points come about, step by step."""

    scores: tuple[int, ...]
    returns: tuple[int, ...]
    count: tuple[Counted, ...]


class Timing(msgspec.Struct, frozen=True):
    """The game's own clock, by the server's time in ms: a countdown, and when something comes by itself."""

    go_at: int | None  # nobody may act before
    ends_at: int
    ready: tuple[int, ...] | None  # where everybody has to be ready: who is


class Position(msgspec.Struct, frozen=True):
    """The game as the recipient knows it: the view, and what the recipient may do now."""

    move: int  # how many moves stand
    to_act: tuple[int, ...]
    view: Any  # the game's own View
    legal: tuple[Told, ...]
    clock: ClockState
    result: Result | None = None
    timing: Timing | None = None


class Proposal(msgspec.Struct, frozen=True):
    """What is being asked, who said yes, and who still has to answer."""

    number: int
    by: int
    what: Literal["back", "bot"]
    moves: int | None
    absent: int | None
    level: str | None
    yes: tuple[int, ...]
    waiting: tuple[int, ...]


class Said(msgspec.Struct, frozen=True):
    """A line of chat."""

    n: int
    at: int
    seat: int
    text: str


class Problem(msgspec.Struct, frozen=True):
    """Why something was refused: an id with parameters; for actions the id is a reason of the game."""

    id: str
    args: dict[str, Any] = {}
    rules: str | None = None  # the game whose reason it is; null: one of the table's own
    cites: tuple[str, ...] = ()  # ids of that game's rules that say so
