"""The executable rulebook: `python -m kosmoport.cases FILE.yaml ...` runs rule cases on the engine."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import yaml

from kosmoport.core.case import Case, difference
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.texts import printable
from kosmoport.files import read_text
from kosmoport.games import all_games

MOST_DEEP = 50  # in a file of cases; those of the box have 8


class CoreLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc] # in C where there is one
    """YAML 1.2 words: only true and false are booleans, so `y`, `no` and `on` can be ids."""


CoreLoader.yaml_implicit_resolvers = {
    first: [(tag, regexp) for tag, regexp in resolvers if tag != "tag:yaml.org,2002:bool" or first in "tTfF"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def read_cases(path: Path) -> list[Case]:
    """The cases of a file; BadInput says what is wrong with it or with one of them."""
    cases = []
    for entry in read_entries(path):
        if isinstance(entry, BadInput):
            raise entry
        cases.append(entry)
    return cases


def read_entries(path: Path) -> list[Case | BadInput]:
    """The cases of a file, and in their places what is wrong with those that cannot be read."""
    data = _read_yaml(path)
    if not isinstance(data, list) or not data:
        raise BadInput(f"{path} must be a list of cases with at least one case")
    entries = [_read_case(path, i, entry) for i, entry in enumerate(data)]
    ids = [entry.id for entry in entries if isinstance(entry, Case)]
    for name in ids:
        if ids.count(name) > 1:
            raise BadInput(f"{path}: the id {name} occurs more than once")
    return entries


def _read_yaml(path: Path) -> Any:
    """What is in a file of somebody else's: the library in C ends with the process where it is too deep."""
    text, depth = read_text(path), 0
    try:
        for event in yaml.parse(text, CoreLoader):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > MOST_DEEP or isinstance(
                event, yaml.AliasEvent
            ):  # a few of which say a thousand things
                raise BadInput(
                    f"{path} must have no aliases, and at most {MOST_DEEP} lists and maps in each other"
                )
        return yaml.load(text, CoreLoader)
    except yaml.YAMLError as error:
        raise BadInput(f"{path} is not YAML: {' '.join(str(error).split())}") from None
    except ValueError as error:
        raise BadInput(f"{path} has a number or a date that cannot be read: {error}") from None


def _read_case(path: Path, i: int, entry: Any) -> Case | BadInput:
    if not isinstance(entry, dict) or not isinstance(entry.get("id"), str):
        return BadInput(f"{path}: case {i + 1} must be a map with an id")
    where = f"{path}: {entry['id']}"
    for key, kind in (("op", str), ("expect", dict)):
        if not isinstance(entry.get(key), kind) or not entry[key]:
            return BadInput(f"{where} needs {key}")
    given, do, rules = entry.get("given") or {}, entry.get("do") or [], entry.get("rules") or []
    if not isinstance(given, dict) or not isinstance(do, list) or not isinstance(rules, list):
        return BadInput(f"{where}: given must be a map, do and rules must be lists")
    title = str(entry.get("title", ""))
    return Case(entry["id"], entry["op"], given, do, entry["expect"], title, tuple(rules))


def game_of(case: Case) -> Game:
    """The game a case is about, by the prefix of its id."""
    for game in all_games():
        if case.id.split("-")[0] == game.prefix:
            return game
    known = ", ".join(game.prefix for game in all_games())
    raise BadInput(f"{case.id}: an id begins with the prefix of a game ({known})")


def run_case(case: Case) -> str | None:
    """The difference between what the engine does and what the case expects; None if there is none."""
    return difference(case.expect, outcome(case))


def outcome(case: Case) -> Any:
    """What the engine does; the game is not told what the case expects."""
    game = game_of(case)
    try:
        module = importlib.import_module(f"{game.package}.cases")
    except ModuleNotFoundError:
        raise BadInput(f"{case.id}: {game.title} has no cases.py that could set up a case") from None
    if case.op not in module.OPS:
        raise BadInput(f"{case.id}: there is no op {case.op!r} (there are {', '.join(module.OPS)})")
    try:
        return module.OPS[case.op](case.situation())
    except BadInput as error:
        raise BadInput(f"{case.id}: {str(error).removeprefix(f'{case.id}: ')}") from None
    except (KeyError, ValueError, TypeError, IndexError, AttributeError, StopIteration) as error:
        raise BadInput(f"{case.id}: the case cannot be set up ({type(error).__name__}: {error})") from error


def main(arguments: list[str]) -> int:
    """Run the files; 0 if all cases hold, 1 if one fails, 2 if a file or a case cannot be used."""
    if not arguments:
        print("usage: python -m kosmoport.cases FILE.yaml ...", file=sys.stderr)
        return 2
    try:
        entries = [entry for name in arguments for entry in read_entries(Path(name))]
    except BadInput as error:
        print(printable(str(error)), file=sys.stderr)
        return 2
    failed, unusable = 0, 0
    for entry in entries:
        try:
            if isinstance(entry, BadInput):
                raise entry
            wrong = run_case(entry)
        except BadInput as error:
            print(printable(str(error)), file=sys.stderr)
            unusable += 1
            continue
        if wrong is not None:
            print(printable(f"{entry.id}: {wrong}"))
            failed += 1
    print(f"{len(entries) - failed - unusable} passed, {failed + unusable} failed")
    return 2 if unusable else 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
