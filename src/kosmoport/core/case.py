"""Rule cases: the shape that all games share, and how an expectation is compared with a result."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from kosmoport.core.errors import BadInput


@dataclass(frozen=True)
class Case:
    """One case: a situation, what is done in it, and what must come of it."""

    id: str
    op: str
    given: dict[str, Any]
    do: list[Any]
    expect: dict[str, Any]
    title: str = ""
    rules: tuple[str, ...] = field(default=())

    def seat(self, names: list[str], who: Any) -> int:
        """The seat of a player named in the case."""
        if str(who) not in names:
            raise BadInput(f"{self.id}: {who!r} is not a player of this case")
        return names.index(str(who))


def names_of(players: Iterable[Any]) -> list[str]:
    """Player names as text (YAML reads 1 as a number)."""
    return [str(name) for name in players]


def difference(expected: Any, found: Any, path: str = "") -> str | None:
    """The first difference in words; maps are compared on the expected keys only, an empty map exactly."""
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
    if not isinstance(found, list | tuple) or len(expected) != len(found):
        return f"{path}: expected {expected!r}, found {found!r}"
    for i, value in enumerate(expected):
        if (told := difference(value, found[i], f"{path}[{i}]")) is not None:
            return told
    return None
