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
from kosmoport.files import read_text
from kosmoport.games import GAMES

KEYS = {"id", "op", "source", "title", "given", "do", "expect", "why", "rules"}


class CoreLoader(yaml.SafeLoader):
    """YAML 1.2 words: only true and false are booleans, so `y`, `no` and `on` can be ids."""


CoreLoader.yaml_implicit_resolvers = {
    first: [(tag, regexp) for tag, regexp in resolvers if tag != "tag:yaml.org,2002:bool" or first in "tTfF"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def read_cases(path: Path) -> list[Case]:
    """The cases of a file; BadInput says what is wrong with it."""
    try:
        data = yaml.load(read_text(path), CoreLoader)
    except yaml.YAMLError as error:
        raise BadInput(f"{path} is not YAML: {' '.join(str(error).split())}") from None
    if not isinstance(data, list) or not data:
        raise BadInput(f"{path} must be a list of cases with at least one case")
    cases = [_read_case(path, i, entry) for i, entry in enumerate(data)]
    ids = [case.id for case in cases]
    for name in ids:
        if ids.count(name) > 1:
            raise BadInput(f"{path}: the id {name} occurs more than once")
    return cases


def _read_case(path: Path, i: int, entry: Any) -> Case:
    if not isinstance(entry, dict) or not isinstance(entry.get("id"), str):
        raise BadInput(f"{path}: case {i + 1} must be a map with an id")
    where = f"{path}: {entry['id']}"
    for key in entry:
        if key not in KEYS:
            raise BadInput(f"{where} has the unknown key {key!r}")
    for key, kind in (("op", str), ("expect", dict)):
        if not isinstance(entry.get(key), kind) or not entry[key]:
            raise BadInput(f"{where} needs {key}")
    given, do, rules = entry.get("given") or {}, entry.get("do") or [], entry.get("rules") or []
    if not isinstance(given, dict) or not isinstance(do, list) or not isinstance(rules, list):
        raise BadInput(f"{where}: given must be a map, do and rules must be lists")
    return Case(
        entry["id"], entry["op"], given, do, entry["expect"], str(entry.get("title", "")), tuple(rules)
    )


def game_of(case: Case) -> Game:
    """The game a case is about, by the prefix of its id."""
    for game in GAMES:
        if case.id.split("-")[0] == game.prefix:
            return game
    known = ", ".join(game.prefix for game in GAMES)
    raise BadInput(f"{case.id}: an id begins with the prefix of a game ({known})")


def run_case(case: Case) -> str | None:
    """The difference between what the engine does and what the case expects; None if there is none."""
    module = importlib.import_module(f"kosmoport.games.{game_of(case).id}.cases")
    if case.op not in module.OPS:
        raise BadInput(f"{case.id}: there is no op {case.op!r} (there are {', '.join(module.OPS)})")
    try:
        result = module.OPS[case.op](case)
    except (KeyError, ValueError, TypeError, IndexError, AttributeError, StopIteration) as error:
        raise BadInput(f"{case.id}: the case cannot be set up ({type(error).__name__}: {error})") from error
    return difference(case.expect, result)


def main(arguments: list[str]) -> int:
    """Run the files; 0 if all cases hold, 1 if one fails, 2 if a file or a case cannot be used."""
    if not arguments:
        print("usage: python -m kosmoport.cases FILE.yaml ...", file=sys.stderr)
        return 2
    try:
        cases = [case for name in arguments for case in read_cases(Path(name))]
    except BadInput as error:
        print(error, file=sys.stderr)
        return 2
    failed, unusable = 0, 0
    for case in cases:
        try:
            wrong = run_case(case)
        except BadInput as error:
            print(error, file=sys.stderr)
            unusable += 1
            continue
        if wrong is not None:
            print(f"{case.id}: {wrong}")
            failed += 1
    print(f"{len(cases) - failed - unusable} passed, {failed + unusable} failed")
    return 2 if unusable else 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
