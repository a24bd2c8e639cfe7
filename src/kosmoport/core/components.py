"""Component files: what is printed on cards and tiles, as TOML, with the standing of every value."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from kosmoport.core.errors import BadInput

STANDINGS = ("documented", "reconstructed")


@dataclass(frozen=True)
class Standing:
    """How sure we are of the values under some paths, and why."""

    standing: str
    paths: tuple[str, ...]
    source: str


@dataclass(frozen=True, eq=False)
class ComponentFile:
    """A read and checked file: the game's own data type, the plain tables, and the standings."""

    name: str
    data: Any
    tables: dict[str, Any]
    standings: tuple[Standing, ...]

    def standing_of(self, path: str) -> str:
        """The standing of one value: the longest path that covers it wins, one without a star before one
        with; `custom` if none does."""
        best, found = (-1, False), "custom"
        for entry in self.standings:
            for pattern in entry.paths:
                closeness = (len(pattern), "*" not in pattern)
                if closeness > best and covers(pattern, path):
                    best, found = closeness, entry.standing
        return found


def covers(pattern: str, path: str) -> bool:
    """`ships[*].min` covers `ships[3].min`; `ships[3]` covers everything inside; `*` covers all."""
    if pattern == "*":
        return True
    return re.fullmatch(re.escape(pattern).replace(r"\[\*\]", r"\[\d+\]") + r"([.\[].*)?", path) is not None


def flatten(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of the tables with its path."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from flatten(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from flatten(inner, f"{path}[{i}]")
    else:
        yield path, value


def from_text(text: str, kind: type[Any], name: str) -> ComponentFile:
    """Read a component file of the given data type; BadInput says which value is wrong and why."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{name} is not TOML: {error}") from None
    except RecursionError:
        raise BadInput(f"{name} has lists or tables too deep in each other") from None
    return from_tables(tables, kind, name)


def from_tables(tables: dict[str, Any], kind: type[Any], name: str) -> ComponentFile:
    """Check tables against the data type; its `check()` may yield `(path, what is wrong)`."""
    tables = dict(tables)
    standings = tuple(_standings(tables.pop("standing", []), name))
    try:
        data = msgspec.convert(tables, kind, strict=True)
    except msgspec.ValidationError as error:
        raise BadInput(f"{name}: {in_words(_name_keys(tables, kind, str(error)))}") from None
    for path, what in data.check():
        raise BadInput(f"{name}: {path} {what}")
    file = ComponentFile(name, data, tables, standings)
    _check_standing_paths(file)
    return file


def _standings(entries: Any, name: str) -> Iterator[Standing]:
    if not isinstance(entries, list):
        raise BadInput(f"{name}: standing must be a list of tables")
    for i, entry in enumerate(entries):
        paths = entry.get("paths") if isinstance(entry, dict) else None
        if not isinstance(paths, list) or not all(isinstance(p, str) for p in paths):
            raise BadInput(f"{name}: standing[{i}].paths must be a list of paths")
        if entry.get("standing") not in STANDINGS:
            raise BadInput(f"{name}: standing[{i}].standing must be one of {', '.join(STANDINGS)}")
        yield Standing(entry["standing"], tuple(paths), str(entry.get("source", "")))


def _check_standing_paths(file: ComponentFile) -> None:
    paths = [path for path, _ in flatten(file.tables)]
    for i, entry in enumerate(file.standings):
        for pattern in entry.paths:
            if not any(covers(pattern, path) for path in paths):
                raise BadInput(
                    f"{file.name}: standing[{i}].paths names {pattern}, which the file does not have"
                )


def _name_keys(tables: dict[str, Any], kind: type[Any], message: str) -> str:
    """msgspec writes `treasures[...]` for a value of a map; the key is found by leaving the others out."""
    key, dots, _ = message.partition(" - at `$.")[2].partition("[...]")
    if not dots or not isinstance(tables.get(key), dict):
        return message
    for name, value in tables[key].items():
        try:
            msgspec.convert({**tables, key: {name: value}}, kind, strict=True)
        except msgspec.ValidationError as error:
            if str(error) == message:
                return message.replace(f"$.{key}[...]", f"$.{key}.{name}")
    return message


def in_words(message: str) -> str:
    """msgspec's sentence with the path in front: `ships[3].min: expected int, got str`."""
    what, _, path = message.replace(" - at `key` in `", " - at `").partition(" - at `")
    path = path.rstrip("`").removeprefix("$").removeprefix(".")
    what = what.replace("`", "")
    return f"{path}: {what[0].lower()}{what[1:]}" if path else what
