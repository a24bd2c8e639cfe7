"""Component files: what is printed on cards and tiles, as TOML, with the standing of every value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec

from kosmoport.core.errors import BadInput, short
from kosmoport.core.toml import read_toml

STANDINGS = ("documented", "reconstructed")
MOST_PATHS = 200  # of all standings together; each is looked for in the whole file
LONGEST_PATH = 100  # characters
LONGEST_SOURCE = 1000


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
    return _reads(pattern).fullmatch(path) is not None


@lru_cache(2 * MOST_PATHS)
def _reads(pattern: str) -> re.Pattern[str]:
    return re.compile(re.escape(pattern).replace(r"\[\*\]", r"\[\d+\]") + r"([.\[].*)?")


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


def show(value: Any) -> str:
    """A value as a person would write it in a file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {show(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(show(inner) for inner in value) + "]"
    return str(value)


def from_text(text: str, kind: type[Any], name: str) -> ComponentFile:
    """Read a component file of the given data type; BadInput says which value is wrong and why."""
    return from_tables(read_toml(text, name), kind, name)


def from_tables(tables: dict[str, Any], kind: type[Any], name: str) -> ComponentFile:
    """Check tables against the data type; its `check()` may yield `(path, what is wrong)`."""
    tables = dict(tables)
    standings = tuple(_standings(tables.pop("standing", []), name))
    try:
        data = msgspec.convert(tables, kind, strict=True)
    except msgspec.ValidationError as error:
        raise BadInput(f"{name}: {short(in_words(_name_keys(tables, kind, str(error))))}") from None
    for path, what in data.check():
        raise BadInput(f"{name}: {short(path)} {what}")
    file = ComponentFile(name, data, tables, standings)
    _check_standing_paths(file)
    return file


def _standings(entries: Any, name: str) -> Iterator[Standing]:
    if not isinstance(entries, list) or len(entries) > MOST_PATHS:
        raise BadInput(f"{name}: standing must be a list of tables, {MOST_PATHS} at most")
    found = 0
    for i, entry in enumerate(entries):
        paths = entry.get("paths") if isinstance(entry, dict) else None
        if not isinstance(paths, list) or not all(isinstance(p, str) for p in paths):
            raise BadInput(f"{name}: standing[{i}].paths must be a list of paths")
        found += len(paths)
        if found > MOST_PATHS or any(len(path) > LONGEST_PATH for path in paths):
            raise BadInput(
                f"{name}: standing may have {MOST_PATHS} paths at most, of {LONGEST_PATH} characters each"
            )
        if entry.get("standing") not in STANDINGS:
            raise BadInput(f"{name}: standing[{i}].standing must be one of {', '.join(STANDINGS)}")
        source = entry.get("source", "")
        if not isinstance(source, str) or len(source) > LONGEST_SOURCE:
            raise BadInput(
                f"{name}: standing[{i}].source must be a text of {LONGEST_SOURCE} characters at most"
            )
        yield Standing(entry["standing"], tuple(paths), source)


def _check_standing_paths(file: ComponentFile) -> None:
    paths = [path for path, _ in flatten(file.tables)]
    looked: set[str] = set()
    for i, entry in enumerate(file.standings):
        for pattern in (pattern for pattern in entry.paths if pattern not in looked):
            looked.add(pattern)
            if not any(covers(pattern, path) for path in paths):
                raise BadInput(
                    f"{file.name}: standing[{i}].paths names {pattern}, which the file does not have"
                )


def _name_keys(tables: dict[str, Any], kind: type[Any], message: str) -> str:
    """msgspec writes `treasures[...]` for a value of a map; the key is found by reading each value alone."""
    key, dots, _ = message.partition(" - at `$.")[2].partition("[...]")
    if not dots or not isinstance(tables.get(key), dict):
        return message
    types = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
    wrong = (name for name, value in tables[key].items() if not _fits({name: value}, types[key]))
    return message.replace(f"$.{key}[...]", f"$.{key}.{short(next(wrong, '...'))}")


def _fits(value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError:
        return False
    return True


def in_words(message: str) -> str:
    """msgspec's sentence with the path in front: `ships[3].min: expected int, got str`."""
    what, _, path = message.replace(" - at `key` in `", " - at `").partition(" - at `")
    path = path.rstrip("`").removeprefix("$").removeprefix(".")
    what = what.replace("`", "")
    return f"{path}: {what[0].lower()}{what[1:]}" if path else what
