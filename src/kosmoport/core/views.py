"""What every view has, and how a table without a drawing of its own shows the fields of one.

    class PlayerView(msgspec.Struct, frozen=True):
        score: Score
        hand: Hand[int]
        bids: Cards[int]

says all that such a table cannot find out by itself. Types stay what they are: `Score` is an `int`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

Kind: TypeAlias = Literal[
    "score", "card", "cards", "places", "hand", "pile", "dice", "open", "seat", "by_seat", "mm", "unshown"
]


class Drawn(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a table without a drawing of its own shows a field."""

    kind: Kind | None = None
    of: str | None = None  # the numbers are places in this list of the view, which says what they are
    each: int | None = None  # in that list every seat has so many places
    covered: str | None = None  # the first lies on the others, whose faces this option of the table shows
    names: tuple[str, ...] = ()  # ids of what stands at each place of this list


T = TypeVar("T")

Score: TypeAlias = Annotated[int, Drawn("score")]
Card: TypeAlias = Annotated[T, Drawn("card")]  # None: no card lies there
Cards: TypeAlias = Annotated[tuple[T, ...], Drawn("cards")]  # None: face down
Places: TypeAlias = Annotated[tuple[T, ...], Drawn("places")]  # None: no card lies there
Pile: TypeAlias = Annotated[tuple[T, ...], Drawn("pile")]  # the last one lies on top
Hand: TypeAlias = Annotated[tuple[T, ...], Drawn("hand")]  # the seat's own is what it chooses from
FaceDown: TypeAlias = Annotated[int, Drawn("cards")]  # so many cards whose faces are not shown
Stack: TypeAlias = Annotated[int, Drawn("pile")]  # a pile of so many, face down
Die: TypeAlias = Annotated[T, Drawn("dice")]
Dice: TypeAlias = Annotated[tuple[T, ...], Drawn("dice")]
FaceUp: TypeAlias = Annotated[bool, Drawn("open")]  # of a card: everybody sees its face
OfSeat: TypeAlias = Annotated[T, Drawn("seat")]  # the number is a seat; of a card: it is that seat's
BySeat: TypeAlias = Annotated[tuple[T, ...], Drawn("by_seat")]  # one for each seat
Millimetres: TypeAlias = Annotated[int, Drawn("mm")]  # counted in tenths of one
Unshown: TypeAlias = Annotated[T, Drawn("unshown")]  # known anyway, or said by another field


class SeatView(msgspec.Struct, frozen=True):
    """The table as one seat knows it; each game adds its own. A type of its own, so a state is never one."""

    seat: int  # whose view it is; -1: a spectator's
    players: int
    options: dict[str, Any]  # all of them, as agreed


def fields_of(view: type[SeatView]) -> dict[str, Drawn]:
    """The fields of a view about which something is said, by path."""
    return {path: drawn for path, drawn in all_fields(view).items() if drawn != Drawn()}


def all_fields(view: type) -> dict[str, Drawn]:
    """Every field of a view by its path: `others.hand`, and `units[]` for each of a list of lists."""
    return _read(view)


@cache
def _read(view: type) -> dict[str, Drawn]:
    return dict(_walk(view, ""))


def _walk(cls: type, path: str) -> Iterator[tuple[str, Drawn]]:
    for name, hint in get_type_hints(cls, include_extras=True).items():
        if not name.startswith("__"):
            yield from _of_type(hint, f"{path}{name}")


def _of_type(hint: Any, path: str) -> Iterator[tuple[str, Drawn]]:
    """A field and those inside it. What is said of the things of a list is said of the list."""
    kind, said = _bare(hint)
    thing, inner = _bare(get_args(kind)[0]) if get_origin(kind) is tuple else (None, ())
    apart = get_origin(thing) is tuple or "by_seat" in (one.kind for one in said)
    yield path, _together((*said, *(() if apart else inner)))
    if apart and not _is_struct(thing):
        yield from _of_type(get_args(kind)[0], f"{path}[]")
    struct = thing or kind
    if _is_struct(struct):
        yield from _walk(struct, f"{path}.")


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _bare(hint: Any) -> tuple[Any, tuple[Drawn, ...]]:
    """A type without None and without what is said about it, and that."""
    if get_origin(hint) is Annotated:
        kind, said = _bare(get_args(hint)[0])
        return kind, (*said, *(one for one in hint.__metadata__ if isinstance(one, Drawn)))
    if get_origin(hint) in (Union, UnionType):
        parts = [part for part in get_args(hint) if part is not NoneType]
        return _bare(parts[0]) if len(parts) == 1 else (None, ())
    return hint, ()


def _together(said: tuple[Drawn, ...]) -> Drawn:
    """All that is said about one field; the outermost, which comes first for a list, has the last word."""
    found = Drawn()
    for one in said:
        kind, of = found.kind or one.kind, found.of or one.of
        each, covered = found.each or one.each, found.covered or one.covered
        found = Drawn(kind, of, each, covered, found.names or one.names)
    return found
