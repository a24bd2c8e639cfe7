"""Rule cases: the shape that all games share, and how an expectation is compared with a result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from kosmoport.core.errors import BadInput


@dataclass(frozen=True)
class Situation:
    """What a game is asked: a situation and what is done in it, but not what must come of it."""

    id: str
    op: str
    given: dict[str, Any]
    do: list[Any]

    def seat(self, names: list[str], who: Any) -> int:
        """The seat of a player named in the case."""
        if str(who) not in names:
            raise BadInput(f"{self.id}: {who!r} is not a player of this case")
        return names.index(str(who))


@dataclass(frozen=True)
class Case(Situation):
    """One case: the situation, and what must come of it by which rules."""

    expect: dict[str, Any]
    title: str = ""
    rules: tuple[str, ...] = field(default=())

    def situation(self) -> Situation:
        return Situation(self.id, self.op, self.given, self.do)


class Unordered(list[Any]):
    """A result that has no order: the case may list its members in any."""


class Maybe(dict[Any, Any]):
    """A line of a list in which nothing happened: the case may leave it out."""


class Either:
    """A result that can be written in several ways: the case may use any of them."""

    def __init__(self, *ways: Any) -> None:
        self.ways = ways


def names_of(players: Iterable[Any]) -> list[str]:
    """Player names as text (YAML reads 1 as a number)."""
    return [str(name) for name in players]


def difference(expected: Any, found: Any, path: str = "") -> str | None:
    """The first difference in words; maps are compared on the expected keys only, an empty map exactly."""
    if isinstance(found, Either):
        told = [difference(expected, way, path) for way in found.ways]
        return None if None in told else told[0]
    if isinstance(expected, dict):
        return _map_difference(expected, found, path)
    if isinstance(expected, list):
        return _list_difference(expected, found, path)
    if type(expected) is bool or type(found) is bool:
        same = expected is found
    else:
        same = expected == found
    return None if same else f"{path}: expected {expected!r}, found {found!r}"


def _map_difference(expected: dict[Any, Any], found: Any, path: str) -> str | None:
    if not isinstance(found, dict) or (not expected and found):
        return f"{path}: expected {expected!r}, found {found!r}"
    for key, value in expected.items():
        where = f"{path}.{key}" if path else str(key)
        if key not in found:
            return f"{where}: expected {value!r}, but there is no such key"
        if (told := difference(value, found[key], where)) is not None:
            return told
    return None


def _list_difference(expected: list[Any], found: Any, path: str) -> str | None:
    if isinstance(found, Unordered):
        expected, found = sorted(expected, key=_in_order), sorted(found, key=_in_order)
    elif isinstance(found, list):
        found = list(_happened(expected, found))
    if not isinstance(found, list | tuple) or len(expected) != len(found):
        return f"{path}: expected {expected!r}, found {found!r}"
    for i, value in enumerate(expected):
        if (told := difference(value, found[i], f"{path}[{i}]")) is not None:
            return told
    return None


def _in_order(member: Any) -> str:
    """Numbers, texts and lists of them, side by side in any order that is always the same."""
    return repr(member)


def _happened(expected: list[Any], found: list[Any]) -> Iterator[Any]:
    """What was found, without the lines that the case has left out."""
    number = 0
    for line in found:
        fits = number < len(expected) and difference(expected[number], line) is None
        if fits or not isinstance(line, Maybe):
            number += 1
            yield line
