"""Actions, events and outcomes of chance as types: each game declares its own in `messages.py`.

A class for each, its fields with their types; its id is the name of the class, `LaidOwn` is `laid_own`. On
the wire and in records each is a `Told`, an id with arguments. What a game makes is checked by the type
checker; what comes from outside is made by `Kinds.read`, which takes exactly the declared fields but leaves
their values to the game, as it can say better what is wrong with them.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated, ClassVar, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta
from msgspec.structs import asdict

from kosmoport.core.words import Told

Seat = Annotated[int, Meta(ge=0, le=4, description="a seat")]
Count = Annotated[int, Meta(ge=0)]
# Who is told an event: everybody; only the player in the seat `seat`; everybody else; or one player alone.
Audience = Literal["everybody", "its_seat", "others", "one"]


def id_of(name: str) -> str:
    """`LaidOwn` as `laid_own`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Message(msgspec.Struct, tag_field="id", tag=id_of, forbid_unknown_fields=True):
    """Something with an id and fields."""

    def told(self) -> Told:
        """As it goes over the wire."""
        id, renamed = _shape(type(self))
        args = asdict(self)
        return Told(id, {renamed.get(field, field): args[field] for field in args} if renamed else args)


@cache
def _shape(kind: type[Message]) -> tuple[str, dict[str, str]]:
    """The id, and the fields that are called otherwise on the wire."""
    names = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    return str(kind.__struct_config__.tag), {field: wire for field, wire in names if field != wire}


class Action(Message):
    """What a seat may do."""

    # Offered for all actions of this id, which are too many to be listed; what is sent is one of them.
    stands_for: ClassVar[str | None] = None


class Event(Message):
    """What has happened, as those in its audience are told."""

    audience: ClassVar[Audience] = "everybody"


class Outcome(Message):
    """What chance brought, or the clock; nobody chooses it."""


M = TypeVar("M", bound=Message)


class Kinds(Generic[M]):
    """All actions of a game, all its events, or all its outcomes, by their ids."""

    def __init__(self, *kinds: type[M]) -> None:
        self.by_id = {str(kind.__struct_config__.tag): kind for kind in kinds}

    def read(self, told: Told) -> M:
        """What is told as a message; KeyError or TypeError where no kind has that id or these fields."""
        return self.by_id[told.id](**told.args)

    def check(self, told: Told) -> M:
        """The same with all values checked; msgspec.ValidationError says what is wrong."""
        if told.id not in self.by_id:
            raise msgspec.ValidationError(f"there is no {told.id}")
        return msgspec.convert({"id": told.id, **told.args}, self.by_id[told.id])
