"""Is everything there that the contract asks for: facts, files, functions, records, and the subset?"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kosmoport.conformance.tables import Broken, hold
from kosmoport.core import contract, no_components
from kosmoport.core.game import Game
from kosmoport.core.no_components import NoComponents
from kosmoport.engine.program import thumbs_files
from kosmoport.engine.subset import check_file
from kosmoport.games.packages import wrong_facts

PARTS: dict[str, type[Any]] = {
    "schema": contract.Schema,
    "rules": contract.Rules,
    "scoring": contract.Scoring,
    "hidden": contract.Hidden,
    "components": contract.ComponentData,
    "view": contract.Views,
    "actions": contract.Actions,
    "invariants": contract.Invariants,
    "dice": contract.Dice,
    "outcomes": contract.Outcomes,
    "poses": contract.Poses,
    "haste": contract.Haste,
    "timing": contract.Timing,
    "shared_views": contract.SharedViews,
    "forgetting": contract.Forgetting,
    "thumbs": contract.Thumbs,
    "counting": contract.Counting,
    "counting_told": contract.CountingTold,
    "hints": contract.Hints,
    "alike": contract.Alike,
}
# What is registered by itself although it stands in the file of something else.
OF_THEIR_OWN = {"dice": "chance_due", "poses": "complete_action", "haste": "seat_to_play"}


def everything_is_there(game: Game) -> int:
    """Every fact, and every function and constant of the contract with its parameters."""
    for wrong in wrong_facts(game, game.id):
        raise Broken(wrong)
    names = [name for part in PARTS for name in _part(game, part)]
    for part, function in OF_THEIR_OWN.items():
        there = getattr(game.rules, function, None)
        hold(
            there is None or getattr(game, part) is not None, f"rules.py has {function}, so say {part}=rules"
        )
    return len(names) + _records(game)


def _part(game: Game, part: str) -> Iterator[str]:
    """The names of a part of the contract, each of which is there."""
    file = getattr(game, part)
    if file is None:
        return
    for name, wanted in vars(PARTS[part]).items():
        if name.startswith("_"):
            continue
        hold(
            hasattr(file, name), f"{file.__name__} has no {name} ({wanted.__doc__ or 'see core/contract.py'})"
        )
        if inspect.isfunction(wanted):
            there, asked = _parameters(getattr(file, name)), _parameters(wanted) - 1
            hold(there == asked, f"{name} of {file.__name__} takes {there} parameters, and must take {asked}")
        yield name


def _parameters(function: Any) -> int:
    hold(callable(function), f"{function!r} is not a function")
    return len(inspect.signature(function).parameters)


def _records(game: Game) -> int:
    """The state begins with the options, each under its name."""
    opt = game.schema.State.fields[0]
    hold(opt.name == "opt" and isinstance(opt.kind, type), "State must have opt as its first field")
    fields = {field.name for field in opt.kind.fields} - {"players"}
    names = {option.name for option in game.options}
    hold(
        fields == names, f"the record of the options has {_list(fields)}, and the options are {_list(names)}"
    )
    filled = game.components is not no_components or issubclass(game.schema.Components, NoComponents)
    hold(filled, "Components have fields, and nobody fills them")
    for name in ("ACTIONS", "MAX_LEGAL"):
        hold(_is_number(getattr(game.schema, name)), f"{name} must be a number from 1 on")
    hold(_is_number(game.hidden.OBSERVATION), "OBSERVATION must be a number from 1 on")
    return len(fields) + 4


def _is_number(value: object) -> bool:
    return type(value) is int and value >= 1


def _list(names: set[str]) -> str:
    return ", ".join(sorted(names)) or "none"


def everything_is_in_the_subset(game: Game) -> int:
    """Rules, scoring, hidden information and thumbs can be compiled as they stand; lines looked at."""
    paths = [Path(str(module.__file__)) for module in game.compiled]
    for path in dict.fromkeys((*paths, *thumbs_files(game))):
        for complaint in check_file(path, game.package):
            raise Broken(f"{complaint} is outside the subset that rules are written in")
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)
