"""Games of other packages: found by an entry point, looked at once, left out with a sentence if damaged."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.metadata import Distribution, EntryPoint, distributions
from typing import Any, NamedTuple

import msgspec

from kosmoport.core.chance import Rng, seed_chance
from kosmoport.core.contract import MAX_SEATS, SPECTATOR
from kosmoport.core.errors import short
from kosmoport.core.game import Game, GameOf
from kosmoport.core.play import new_play
from kosmoport.core.words import PLURALS

GROUP = "kosmoport.games"  # entry points of installed packages: ID = "PACKAGE:GAME"
ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
PREFIX = re.compile(r"[A-Z]{2}")


class Found(NamedTuple):
    """The games of other packages, and by name why others are left out."""

    games: tuple[Game, ...]
    left_out: dict[str, str]


def found(taken: Sequence[Game]) -> Found:
    """All games of installed packages that can be played beside those that are there already."""
    games, left_out = list(taken), dict[str, str]()
    for package, entry in sorted(_entries(left_out)):
        if any(game.id == entry.name for game in games):
            left_out.setdefault(f"{package}:{entry.name}", _sentence(package, entry.name, "this id is taken"))
            continue
        try:
            game = entry.load()
            wrong = next(problems(game, entry.name, games), None)
        except (Exception, SystemExit) as error:  # whatever a package does when it is imported
            wrong = said(error)
        if wrong is None:
            games.append(game)
        else:
            left_out[entry.name] = _sentence(package, entry.name, wrong)
    return Found(tuple(games[len(taken) :]), left_out)


def _entries(left_out: dict[str, str]) -> Iterator[tuple[str, EntryPoint]]:
    """Every entry once with the name of its package; a package that cannot be read hides no other."""
    seen: set[str] = set()
    for package in distributions():
        name = _name(package)
        if name in seen:  # the first one on the path is the one that is imported
            continue
        seen.add(name)
        try:
            entries = [entry for entry in package.entry_points if entry.group == GROUP]
        except Exception as error:
            wrong = f"its entry points cannot be read ({said(error)})"
            left_out[name] = _sentence(name, "of unknown name", wrong)
            continue
        yield from ((name, entry) for entry in entries)


def _name(package: Distribution) -> str:
    try:
        return str(package.metadata["Name"])
    except Exception:
        return "of unknown name"


def _sentence(package: str, name: str, wrong: str) -> str:
    return f"the game {short(name)} of the package {short(package)} is left out: {wrong}"


def said(error: BaseException) -> str:
    """An exception as a part of a sentence."""
    words = " ".join(str(error).split())
    return short(f"{type(error).__name__}: {words}" if words else type(error).__name__)


# ---------------------------------------------------------------- a look at a game


def problems(game: Any, name: str, others: Sequence[Game] = ()) -> Iterator[str]:
    """What keeps a game from being put on a table beside these others."""
    if not isinstance(game, GameOf):
        yield f"{short(repr(game))} is not a game (it must be a GameOf)"
        return
    yield from wrong_facts(game, name)
    if getattr(import_module(game.package), "GAME", None) is not game:
        yield f"it must be GAME of {game.package}, where other processes look for it"
    if any(game.prefix == other.prefix for other in others):
        yield f"the prefix {game.prefix} of its rules is taken"
    _begin(game)


def wrong_facts(game: Game, name: str) -> Iterator[str]:
    """What is wrong with the facts in the bundle, before anything is asked of its files."""
    if game.id != name or ID.fullmatch(name) is None:
        yield f"its id is {short(repr(game.id))}; it must be {name}, of small letters, digits and _"
    if not isinstance(game.prefix, str) or PREFIX.fullmatch(game.prefix) is None:
        yield f"its prefix is {short(repr(game.prefix))}; it must be two capital letters"
    if not all(isinstance(text, str) and text for text in (game.title, game.publisher, *game.authors)):
        yield "title, publisher and authors must be texts"
    if type(game.version) is not int or game.version < 1:
        yield "version must be a whole number from 1 on"
    low, high = game.players
    if not 2 <= low <= high <= MAX_SEATS:
        yield f"players is {game.players}; it must be two numbers from 2 to {MAX_SEATS}"
    if len(set(game.colours)) < high:
        yield f"{high} players need as many colours, and there are {len(set(game.colours))}"


def _begin(game: Game) -> None:
    """Deal, and show the first position to everybody in every language; an exception says what is wrong."""
    msgspec.json.schema(game.view.View)
    rng = Rng()
    seed_chance(rng, 1)
    play = new_play(game, game.read_options({}), rng)
    for language in PLURALS:
        words = game.words(language)
        for seat in (SPECTATOR, *play.seats_to_act()):
            view = play.view(seat)
            msgspec.json.encode(view)
            for line in game.view.account(view):
                words.say("account", line)
            for action in play.legal(seat):
                game.describe(view, action)
