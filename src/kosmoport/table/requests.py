"""What is asked and answered over HTTP besides the messages: sitting down, games, replays, learning."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from kosmoport.core.contract import FARTHEST, FULL_TURN
from kosmoport.core.views import Drawn
from kosmoport.core.words import Told
from kosmoport.table.protocol import Phase, Position, Problem, Result, SeatNumber
from kosmoport.table.settings import Age

Tenths = Annotated[int, msgspec.Meta(ge=-FARTHEST, le=FARTHEST)]  # of a millimetre
Degrees = Annotated[int, msgspec.Meta(ge=0, lt=FULL_TURN)]


class SitDown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """I want a seat: any free one, or this one. Then `promise` makes my device take part in the deal.

    `token` is the one of the game before, when a seat of a rematch is kept for me. `age` is asked for
    only where the rulebook lets the youngest or oldest begin; nobody is told.
    """

    name: Annotated[str, msgspec.Meta(max_length=100)] | None = None
    seat: SeatNumber | None = None
    age: Age | None = None
    colour: Annotated[str, msgspec.Meta(max_length=20)] | None = None
    token: Annotated[str, msgspec.Meta(max_length=300)] | None = None


class InvitationBase(msgspec.Struct, frozen=True):
    """Where links for other people begin, also when a page was opened at an address that only leads back."""

    base: str  # https://play.example.org
    reaches_others: bool  # false: only the computer on which the server runs can open it


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


class OwnSeat(msgspec.Struct, frozen=True):
    """What a token is at its table: a seat, or null for the host who has not sat down; and its link."""

    table: str
    seat: int | None
    token: str
    link: str


class AskKnown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What has become of these tables?"""

    tables: Annotated[list[Annotated[str, msgspec.Meta(max_length=64)]], msgspec.Meta(max_length=50)]


class KnownSeat(msgspec.Struct, frozen=True):
    """Who sits there now; a name is null where nobody or a bot does, and empty where it was deleted."""

    name: str | None
    colour: str
    bot: str | None
    person: bool


class KnownResult(msgspec.Struct, frozen=True):
    """Points, and shares of the win in sixtieths, by seat."""

    scores: tuple[int, ...]
    returns: tuple[int, ...]


class KnownTable(msgspec.Struct, frozen=True):
    """A table as lists know it, without being woken: who sits there now, and how the game ended."""

    table: str
    game: str
    phase: Phase
    sealed: bool
    seats: tuple[KnownSeat, ...]
    changed: int
    result: KnownResult | None


class WebhookAt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where to call when it is my turn; null: nowhere."""

    url: Annotated[str, msgspec.Meta(max_length=2000)] | None


class PushDevice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A browser that can be called when it is closed: what it gave when its page subscribed to pushes."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]  # of the push service of its maker
    p256dh: Annotated[str, msgspec.Meta(min_length=87, max_length=88)]  # its public key, as base64url
    auth: Annotated[str, msgspec.Meta(min_length=22, max_length=24)]  # its secret, as base64url


class PushTo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Call this browser when it is my turn, or no more."""

    device: PushDevice
    wanted: bool = True


class PushState(msgspec.Struct, frozen=True):
    """Is that browser called when it is my turn? Not where the game is over, or is none that takes days."""

    called: bool


class PushKey(msgspec.Struct, frozen=True):
    """What a browser must be told to subscribe to pushes of this server; null: there are none here."""

    key: str | None


FrameCause = Literal["begun", "person", "bot", "clock", "chance"]


class Frame(msgspec.Struct, frozen=True):
    """One move of a game as somebody saw it, and the table afterwards."""

    move: int
    at: int
    by: int | None
    cause: FrameCause
    told: tuple[Told, ...]
    view: Any
    countdown: int = 0  # ms after it in which nobody could act: three, two, one, go


class Frames(msgspec.Struct, frozen=True):
    """A game as one seat saw it (null: a spectator); moves that were taken back are left out."""

    table: str
    seat: int | None
    frames: tuple[Frame, ...]


class Verified(msgspec.Struct, frozen=True):
    """What a server found when it drew the deal and every roll of a finished game again from its secrets.

    `check` of `src/kosmoport/words/<language>.json` says what does not hold.
    """

    problem: Told | None  # the first thing that does not hold, by its id; null: everything does
    rolls: int


class OpenedSeat(msgspec.Struct, frozen=True):
    """Who played there, as far as the record says: a person's name, or the level of a bot."""

    name: str | None
    bot: str | None
    colour: str


class Opened(msgspec.Struct, frozen=True):
    """The game of a record that was sent, as one seat saw it; `shown.table` is where it was played."""

    game: str
    rules: int  # their version
    seats: tuple[OpenedSeat, ...]
    result: Result | None  # null: the game was not played to its end
    shown: Frames


class OptionAbout(msgspec.Struct, frozen=True):
    """An option: its kind, its default, and what it may be, in words."""

    name: str
    kind: str
    default: Any
    wanted: str
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    named: dict[str, tuple[int, ...]] = {}  # lists with a name of their own, which may be given instead
    total: int | None = None  # what the numbers of a list must add up to
    aid: bool = False  # helps people beyond the rulebook: to be shown to whoever comes to a table


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
    fields: dict[str, Drawn]  # of its view, by path, where the game says how they may be drawn


class AskWhy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why can I not do this now? Named like an action; nothing is done."""

    do: Annotated[str, msgspec.Meta(max_length=40)]
    args: dict[str, Any] = {}


class WhyNot(msgspec.Struct, frozen=True):
    """Why not: what an attempt would be answered with, and the rules that say so."""

    problem: Problem
    rules: tuple[str, ...]  # ids, the same as `problem.cites`; none where the table refuses by itself


class Hint(msgspec.Struct, frozen=True):
    """An action that a bot would consider in your place, and why."""

    action: Told
    chance: int  # thousandths of the win that it expects for you
    tried: int  # simulations behind that estimate
    reason: Told  # in words: the section `hint` of the game


class Hints(msgspec.Struct, frozen=True):
    """At most three actions, the best first, of a bot that saw nothing but your view."""

    move: int  # after so many moves: what has happened since, it does not know
    about: Literal["game", "round"]  # whose win `chance` is about
    hints: tuple[Hint, ...]


class Aim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where would the lasers of the card in my hand go from here? Nothing is done, and nobody is told."""

    x: Tenths  # tenths of a millimetre from the table's centre, to the right
    y: Tenths  # and upwards
    rot: Degrees  # counter-clockwise


class Aimed(msgspec.Struct, frozen=True):
    """The lines of fire, laser by laser, as the table lies now; in words: the section `aim` of the game."""

    lines: tuple[Told, ...]  # none: you hold no card
    problem: Told | None  # why the card may not lie there, from the same section; null: it may
    cites: tuple[str, ...]  # ids of the rules that say so


class LessonTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that the learner did in this chapter: an action for a step to do, null for one that was read.

    What follows something that its step does not ask for is passed over. None at all: the chapter begins.
    """

    chapter: Annotated[str, msgspec.Meta(max_length=40)]
    actions: Annotated[list[Told | None], msgspec.Meta(max_length=100)]


class LessonFrame(msgspec.Struct, frozen=True):
    """One move in a lesson as the learner sees it, and the table afterwards."""

    by: int | None  # null: chance
    told: tuple[Told, ...]
    position: Position


class LessonAnswer(msgspec.Struct, frozen=True):
    """What came of the last thing the learner did, and where the chapter stands.

    After `not_quite` (not what the step asks for) and `illegal` nothing has changed: leave that action out
    of the next try. After `done` the chapter is over.
    """

    outcome: Literal["begun", "wanted", "not_quite", "illegal", "done"]
    step: str | None  # where the learner is now; null: the chapter is over
    position: Position
    frames: tuple[LessonFrame, ...]  # the learner's move and what others did upon it, one after another
    problem: Problem | None = None  # why it is illegal


class Error(msgspec.Struct, frozen=True):
    """What went wrong: an id for programs and one sentence for people."""

    id: str
    text: str


class ErrorAnswer(msgspec.Struct, frozen=True):
    """The one form of every error."""

    error: Error
