"""Messages between the server and its bots' processes, in MessagePack."""

from __future__ import annotations

from typing import Any

import msgspec

from kosmoport.core.words import Told
from kosmoport.games import find_game
from kosmoport.house.bots import Ask


class Warm(msgspec.Struct, tag="warm"):
    """Have the search of this game ready."""

    game: str
    rules: int


class Think(msgspec.Struct, tag="think"):
    """Decide."""

    game: str
    rules: int
    options: dict[str, Any]
    components: bytes | None  # tables in MessagePack, checked once for many decisions
    seat: int
    seed: int
    view: bytes  # in MessagePack
    legal: tuple[int, ...]
    bot: str = ""  # a name of kosmoport.bots.registry


class Advise(msgspec.Struct, tag="advise"):
    """Think the decision over for somebody who asks for a hint; no bot needs to be named."""

    about: Think
    compiled: bool  # with machine code, which this process has ready


class Suggestion(msgspec.Struct, frozen=True):
    """An action, what was found out about it, and why it may be good."""

    action: Told
    chance: int  # thousandths of the win
    tried: int  # simulations
    reason: Told


class Reply(msgspec.Struct):
    """The answer to any message: an action or suggestions if they were asked for, or the kind of fault."""

    action: int | None = None
    fault: str = ""
    seconds: float = 0.0  # of thinking
    suggestions: tuple[Suggestion, ...] = ()


Message = Warm | Think | Advise


def think_of(ask: Ask) -> Think:
    """The message for this decision, the bot still to be named; BadInput if game or options do not exist."""
    options = find_game(*ask.version).read_options(ask.options)
    components = None if ask.components is None else msgspec.msgpack.encode(ask.components)
    view = msgspec.msgpack.encode(ask.view)
    return Think(*ask.version, options, components, ask.seat, ask.seed, view, ask.legal)


def encode(message: Message | Reply) -> bytes:
    return msgspec.msgpack.encode(message)


def read_message(body: bytes) -> Message:
    message: Message = _MESSAGES.decode(body)
    return message


def read_reply(body: bytes) -> Reply:
    return _REPLIES.decode(body)


_MESSAGES = msgspec.msgpack.Decoder(Message)
_REPLIES = msgspec.msgpack.Decoder(Reply)
