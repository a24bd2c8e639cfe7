"""Bots by name: the built-in ones, levels, bots of installed packages, and a class in a module."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from kosmoport.bots import Bot, Chair
from kosmoport.bots.greedy import GreedyBot
from kosmoport.bots.levels import LEVELS, best_settings, level_bot
from kosmoport.bots.random import RandomBot
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.levels import Settings

Maker = Callable[[Chair], Bot]

GROUP = "kosmoport.bots"  # entry points of installed packages
BUILT_IN = ("random", "greedy", "search", "plain")


def bot_maker(name: str, game: Game) -> Maker:
    """How to make the bot of this name for this game; BadInput if there is none.

    `search` and `plain` (the textbook's search) take settings: `search:500` iterations, `search:200ms`,
    `search:500,explore=0.5`; `greedy:20` slips in 20 of 100 decisions; `module:Class` is any class.
    """
    kind, _, rest = name.partition(":")
    if kind in LEVELS and not rest:
        return bot_maker(level_bot(game, kind), game)
    if kind == "random" and not rest:
        return RandomBot
    if kind == "greedy":
        return partial(GreedyBot, slips=_slips(name, rest))
    if kind in ("search", "plain"):
        return _search(game, kind, name, rest)
    for entry in entry_points(group=GROUP):
        if entry.name == name:
            return _caller(entry.load(), name)
    if rest:
        return _caller(_class(kind, rest, name), name)
    known = [*BUILT_IN, *LEVELS, *(entry.name for entry in entry_points(group=GROUP))]
    raise BadInput(f"there is no bot {name!r} (there are {', '.join(known)}, or MODULE:CLASS)")


def _slips(name: str, rest: str) -> int:
    if not rest:
        return 0
    if not rest.isdecimal() or int(rest) > 100:
        raise BadInput(f"{name}: greedy takes a number of slips from 0 to 100")
    return int(rest)


def _search(game: Game, kind: str, name: str, rest: str) -> Maker:
    from kosmoport.bots.search import SearchBot

    return partial(SearchBot, settings=search_settings(game, kind, name, rest))


def search_settings(game: Game, kind: str, name: str, rest: str) -> Settings:
    """The best settings for this game, or for `plain` the textbook's, with what is said in `rest`."""
    settings = Settings() if kind == "plain" else best_settings(game)
    settings = replace(settings, iterations=0, milliseconds=0)
    for part in rest.split(",") if rest else []:
        settings = replace(settings, **_setting(name, part))
    if not settings.iterations and not settings.milliseconds:
        raise BadInput(f"{name} needs a budget, such as {kind}:500 (iterations) or {kind}:200ms")
    return settings


def _setting(name: str, part: str) -> dict[str, Any]:
    """One setting: a budget, or NAME=VALUE."""
    if part.isdecimal():
        return {"iterations": int(part)}
    if part.endswith("ms") and part[:-2].isdecimal():
        return {"milliseconds": int(part[:-2])}
    known = {field: type(value) for field, value in vars(Settings()).items() if field != "cheat"}
    key, _, value = part.partition("=")
    if key not in known:
        raise BadInput(f"{name}: there is no setting {key!r} (there are {', '.join(known)})")
    try:
        number = float(value)
        return {key: bool(number) if known[key] is bool else known[key](number)}
    except ValueError:
        raise BadInput(f"{name}: {key} must be a number, not {value!r}") from None


def _class(module: str, attribute: str, name: str) -> Any:
    """A class in a module that can be imported, the folder one stands in included."""
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        found: Any = importlib.import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    except Exception as error:
        raise BadInput(f"the bot {name} cannot be loaded: {error}") from None
    return found


def _caller(make: Any, name: str) -> Maker:
    """Classes may take the chair or nothing."""
    if not callable(make):
        raise BadInput(f"the bot {name} is not a class")
    try:
        wants_chair = bool(inspect.signature(make).parameters)
    except (TypeError, ValueError):
        wants_chair = False
    return make if wants_chair else lambda chair: make()
