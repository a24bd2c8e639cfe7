"""Every message between a table and whoever sits at it or watches: one type each, JSON on the wire.

A connection opens with `hello`; the server answers `welcome` and then either everything since the
number the client saw last or a `snapshot`. Messages that stand in the table's log are numbered without
gaps (`n`), the same number for everybody; the others (`presence`, `reaction`, `ack` ...) have none.
A client's message has an `id` of its own choosing and may be sent again: it is done at most once, and
answered every time with an `ack`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec

from kosmoport.core.words import Told
from kosmoport.table import shapes
from kosmoport.table.settings import Clock, Level, Start, TableSettings

# What messages are made of, under its names here.
ClockState = shapes.ClockState
DealState = shapes.DealState
Phase = shapes.Phase
Position = shapes.Position
Problem = shapes.Problem
Proposal = shapes.Proposal
Result = shapes.Result
Said = shapes.Said
SeatState = shapes.SeatState
Timing = shapes.Timing
VoidRound = shapes.VoidRound

VERSION = 3  # raised when an older client could misunderstand

REACTIONS = ("hello", "thanks", "well_played", "wow", "oops", "laugh", "thinking", "hurry", "bot_please")

MessageId = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern="^[^\\x00]*$")]  # it is kept
Hex256 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
DeviceName = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Moves = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=4)]
Reaction = Literal[
    "hello", "thanks", "well_played", "wow", "oops", "laugh", "thinking", "hurry", "bot_please"
]


# ---------------------------------------------------------------- from a client


class ClientMessage(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """What a client may send."""


class Hello(ClientMessage, frozen=True, tag="hello"):
    """The first message of a connection. `token` is for programs; a browser has its cookie."""

    version: int
    seen: Annotated[int, msgspec.Meta(ge=0)] | None = None  # the last number this client has
    token: Annotated[str, msgspec.Meta(max_length=300)] | None = None
    muted: Annotated[list[SeatNumber], msgspec.Meta(max_length=5)] = []  # whose chat not to send


class Ping(ClientMessage, frozen=True, tag="ping"):
    """Answered with `pong`: how a client learns the server's time and its own delay."""

    at: int


class Mute(ClientMessage, frozen=True, tag="mute"):
    """Do not send me what these seats say."""

    id: MessageId
    seats: Annotated[list[SeatNumber], msgspec.Meta(max_length=5)]


class React(ClientMessage, frozen=True, tag="react"):
    """A quick reaction; it is not kept."""

    id: MessageId
    reaction: Reaction


class Hover(ClientMessage, frozen=True, tag="hover"):
    """Where I hold what I have not let go of yet, in a race: an action that may be done any number of times.

    Never answered, logged or told; the last one counts when the race stops. `at` as in `act`.
    """

    do: Annotated[str, msgspec.Meta(max_length=40)]
    args: dict[str, Any] = {}
    at: int | None = None


class Command(ClientMessage, frozen=True):
    """What changes the table: has an id, is logged, is done at most once."""

    id: MessageId


class Ready(Command, frozen=True, tag="ready"):
    """I am ready, or not any more: before the start, or where a game waits for everybody (`timing.ready`).

    `seen` is the number of the last message I have: whoever has not heard of a change has not agreed to it.
    """

    ready: bool = True
    seen: Annotated[int, msgspec.Meta(ge=0)] | None = None


class Aid(Command, frozen=True, tag="aid"):
    """Before the start: I play by words, and need the game's help to aim where the table gives it to nobody.

    Everybody sees it, and has to be ready again, which is agreeing to it.
    """

    wanted: bool = True


class SeatBot(Command, frozen=True, tag="seat_bot"):
    """The host lets a bot of this level have a free seat, or (null) the bot that has it go."""

    seat: SeatNumber
    level: Level | None = None


class MoveSeat(Command, frozen=True, tag="move_seat"):
    """The host lets two seats change places, with whoever sits there; either may be free."""

    seat: SeatNumber
    to: SeatNumber


class Change(Command, frozen=True, tag="change"):
    """The host changes what is agreed on, before the game begins; what is null stays as it is.

    `players` is how many seats there are: free ones go first, then those of bots, those of people never.
    `options` has those that change. Everybody is told (`changed`) and has to be ready again.
    """

    players: Annotated[int, msgspec.Meta(ge=1, le=5)] | None = None
    options: dict[str, Any] = {}
    start: Start | None = None
    public: bool | None = None
    unhurried: bool | None = None
    clock: Clock | None = None
    timeout_level: Level | None = None
    take_back: bool | None = None
    hints: bool | None = None
    late: bool | None = None


class Begin(Command, frozen=True, tag="begin"):
    """The host begins the game; everybody is ready and every seat is taken."""


class Promise(Command, frozen=True, tag="promise"):
    """My device will contribute 32 random bytes to the deal: SHA-256 of a text with them.

    The text is the JSON list `["kosmoport fair deal 2: promise","TABLE",SEAT,ROUND,"VALUE"]` without spaces,
    the value in hexadecimal digits. Before the host begins; a later promise takes the place of an earlier.
    """

    round: Annotated[int, msgspec.Meta(ge=0)]
    promise: Hex256
    device: DeviceName | None = None  # the same for all seats that are played from one device


class Reveal(Command, frozen=True, tag="reveal"):
    """What my device promised, after it has checked what was frozen (`deal.frozen`)."""

    round: Annotated[int, msgspec.Meta(ge=0)]
    value: Hex256


class Remove(Command, frozen=True, tag="remove"):
    """The host removes a guest before the start, or one whose device does not reveal what it promised.

    A seat that a rematch keeps for somebody is free then.
    """

    seat: SeatNumber


class Leave(Command, frozen=True, tag="leave"):
    """I leave: before the start the seat is free again, later a bot plays on, and I may come back."""


class ComeBack(Command, frozen=True, tag="come_back"):
    """I take my seat back from the bot."""


class Act(Command, frozen=True, tag="act"):
    """I do one of the legal actions, named as they were sent.

    `seen` is the number of the last message I have. If my decision was due after that (others acted,
    something was taken back), the action comes too late and is refused. In a race it is enough to have
    seen the beginning of the stage.
    """

    seen: Annotated[int, msgspec.Meta(ge=0)]
    do: Annotated[str, msgspec.Meta(max_length=40)]
    args: dict[str, Any] = {}
    at: int | None = None  # when I did it, by the server's time as I know it (`pong`): counts in a race


class TakeBack(Command, frozen=True, tag="take_back"):
    """I take my last action back, by courtesy of the table."""


class AskBack(Command, frozen=True, tag="ask_back"):
    """I ask everybody to go back until so many moves stand; not while a bot plays for somebody."""

    moves: Moves


class AskBot(Command, frozen=True, tag="ask_bot"):
    """I ask the others to give an absent player's seat to a bot."""

    seat: SeatNumber
    level: Level = "casual"


class Answer(Command, frozen=True, tag="answer"):
    """I say yes or no to a proposal."""

    proposal: Annotated[int, msgspec.Meta(ge=0)]
    yes: bool


class Chat(Command, frozen=True, tag="chat"):
    """I say something to the table; it is shown as plain text."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]


class Rematch(Command, frozen=True, tag="rematch"):
    """I want another game with the same people, seats moved on by one; there is one next table for all.

    `game` is another one than was played, by its id: as many bots go or come as it takes for its number of
    seats, and more people than it has seats are refused (`too_many_people`).
    """

    game: Annotated[str, msgspec.Meta(max_length=40)] | None = None


class Close(Command, frozen=True, tag="close"):
    """The host closes a table that has not begun."""


AnyCommand = (
    Ready
    | Aid
    | SeatBot
    | MoveSeat
    | Change
    | Begin
    | Promise
    | Reveal
    | Remove
    | Leave
    | ComeBack
    | Act
    | TakeBack
    | AskBack
    | AskBot
    | Answer
    | Chat
    | Rematch
    | Close
)
AnyClientMessage = Hello | Ping | Mute | React | Hover | AnyCommand


# ---------------------------------------------------------------- from the server, not numbered


class ServerMessage(msgspec.Struct, frozen=True, tag_field="type"):
    """What the server may send."""


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    """The answer to `hello`: who the recipient is at this table; again when the host moves their seat."""

    version: int
    table: str
    seat: int | None  # null: a spectator
    host: bool
    n: int  # the last number there is


class Snapshot(ServerMessage, frozen=True, tag="snapshot"):
    """All there is, in place of the messages up to `n`."""

    n: int
    at: int
    phase: Phase
    settings: TableSettings
    deal: DealState
    seats: tuple[SeatState, ...]
    position: Position | None
    proposals: tuple[Proposal, ...]
    chat: tuple[Said, ...]
    rematch: str | None
    lightning: bool = False  # everybody plays at once and nothing can be taken back


class Ack(ServerMessage, frozen=True, tag="ack"):
    """The answer to a message: the number of what came of it, or why nothing did."""

    id: str
    n: int | None = None
    problem: Problem | None = None


class Presence(ServerMessage, frozen=True, tag="presence"):
    """Who is here, how long the line of each takes (ms), and who has been away for too long."""

    here: tuple[bool, ...]
    away_since: tuple[int | None, ...]
    gone: tuple[int, ...]  # whose seats may be voted to a bot
    delays: tuple[int | None, ...]
    watching: int


class Reacted(ServerMessage, frozen=True, tag="reaction"):
    """Somebody's quick reaction."""

    seat: int
    reaction: str


class Pong(ServerMessage, frozen=True, tag="pong"):
    """The answer to `ping`, with the server's time."""

    at: int
    server: int


class Reload(ServerMessage, frozen=True, tag="reload"):
    """The client is too old or too new for this server and has to be loaded again."""

    version: int


class Goodbye(ServerMessage, frozen=True, tag="goodbye"):
    """The server ends the connection; `again` says after how many ms to come back, if at all."""

    cause: Literal["stopping", "slow", "rules", "moved"]
    again: int | None


# ---------------------------------------------------------------- from the server, numbered


class Numbered(ServerMessage, frozen=True):
    """An entry of the table's log as the recipient may know it."""

    n: int
    at: int


SeatCause = Literal[
    "created", "sat", "took_over", "left", "removed", "ready", "aided", "given", "returned", "erased"
]
DealCause = Literal["promised", "frozen", "revealed", "void", "upgraded"]


class SeatChanged(Numbered, frozen=True, tag="seat"):
    """Somebody sat down, left, is ready, is aided, gave the seat to a bot, came back, or lost their name.

    A bot that takes a seat (`given`) settles the proposal about it, and nobody waits for that seat's
    answer to another vote; one to go back is refused then, which is told as the next thing. A person who
    comes back (`returned`) or takes a bot's place (`took_over`) settles a proposal to go back.
    """

    seat: int | None
    cause: SeatCause
    seats: tuple[SeatState, ...]  # all of them, afterwards
    position: Position | None = None  # during the game: clocks and what may be done have changed


class TableChanged(Numbered, frozen=True, tag="changed"):
    """The host changed what is agreed on or who sits where: people have to be ready again.

    Whose seat has another number now gets a new `welcome` before this, and their device promises anew.
    """

    cause: Literal["bot", "moved", "terms"]
    settings: TableSettings  # less components, which never change
    seats: tuple[SeatState, ...]
    was: tuple[int | None, ...]  # by seat: its number before; null: a new one
    lightning: bool


class DealChanged(Numbered, frozen=True, tag="deal"):
    """A device promised or revealed, the host began and all is frozen, or a new round of promises began."""

    seat: int | None
    cause: DealCause
    deal: DealState
    seats: tuple[SeatState, ...]


class Begun(Numbered, frozen=True, tag="begun"):
    """The game began."""

    options: dict[str, Any]
    position: Position


class Moved(Numbered, frozen=True, tag="moved"):
    """Somebody acted (`by` null: chance), what the recipient learned of it, and the table afterwards.

    A proposal to go back is settled by any move, and every proposal by the end of the game.
    """

    by: int | None
    cause: Literal["person", "bot", "clock", "chance"]
    level: str | None
    told: tuple[Told, ...]
    position: Position


class TookBack(Numbered, frozen=True, tag="took_back"):
    """Moves were taken back; the table is as it was before them."""

    by: int
    agreed: bool
    position: Position


class ProposalChanged(Numbered, frozen=True, tag="proposal"):
    """Something was proposed, answered, or settled (then `open` is false)."""

    proposal: Proposal
    open: bool


class Chatted(Numbered, frozen=True, tag="chat"):
    """Somebody said something; null where the recipient has muted them or it was erased."""

    seat: int
    text: str | None


class Resumed(Numbered, frozen=True, tag="resumed"):
    """The server was away; the time of the decisions in progress, or to reveal, was given back."""

    position: Position | None
    deal: DealState | None = None  # while devices reveal what they promised


class RematchMade(Numbered, frozen=True, tag="rematch"):
    """The next game of the same people is at this table."""

    table: str


class TableClosed(Numbered, frozen=True, tag="closed"):
    """Nothing more happens here."""

    cause: Literal["abandoned", "host"]


AnyNumbered = (
    SeatChanged
    | TableChanged
    | DealChanged
    | Begun
    | Moved
    | TookBack
    | ProposalChanged
    | Chatted
    | Resumed
    | RematchMade
    | TableClosed
)
AnyServerMessage = Welcome | Snapshot | Ack | Presence | Reacted | Pong | Reload | Goodbye | AnyNumbered


# A client's message, and a server's for programs that play; msgspec.MsgspecError if it is none.
decode_client: Callable[[bytes | str], AnyClientMessage] = msgspec.json.Decoder(AnyClientMessage).decode
decode_server: Callable[[bytes | str], AnyServerMessage] = msgspec.json.Decoder(AnyServerMessage).decode
encode: Callable[[ServerMessage | ClientMessage], bytes] = msgspec.json.Encoder().encode
