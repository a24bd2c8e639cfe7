"""Component values with their standing: which are documented, which are ours, and where they come from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from kosmoport.core.components import ComponentFile, covers, flatten, show
from kosmoport.core.game import Game
from kosmoport.learn.shapes import Components, ComponentSource, ComponentValue


@cache
def components_of(game: Game) -> Components:
    """Every printed value of a game; values of one entry stand together where they have the same source."""
    file = game.standard_components
    sources = tuple(
        ComponentSource(str(number), entry.standing, entry.source)  # type: ignore[arg-type]
        for number, entry in enumerate(file.standings)
    )
    rows = [row for key, value in file.tables.items() for row in _rows(file, str(key), value)]
    values = [
        ComponentValue(path, show(value), sources[number].standing, sources[number].id)
        for path, value, number in rows
    ]
    return Components(game.id, tuple(values), sources)


def _rows(file: ComponentFile, path: str, value: Any) -> Iterator[tuple[str, Any, int]]:
    """Paths with what stands there and the number of the entry about it."""
    entries = {_entry(file, inner) for inner, _ in flatten(value, path)} or {_entry(file, path)}
    inside = _inside(path, value)
    flat = not any(isinstance(inner, dict | list) for _, inner in inside)
    if len(entries) == 1 and (flat or "[" in path):
        yield path, value, entries.pop()
    else:
        for inner_path, inner in inside:
            yield from _rows(file, inner_path, inner)


def _inside(path: str, value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, dict):
        return [(f"{path}.{key}", inner) for key, inner in value.items()]
    return [(f"{path}[{i}]", inner) for i, inner in enumerate(value)] if isinstance(value, list) else []


def _entry(file: ComponentFile, path: str) -> int:
    """The number of the closest entry, as `ComponentFile.standing_of` finds it; the first among equals."""
    fitting = [
        (len(pattern), "*" not in pattern, -number)
        for number, entry in enumerate(file.standings)
        for pattern in entry.paths
        if covers(pattern, path)
    ]
    return -max(fitting)[2]
