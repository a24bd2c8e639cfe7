"""Commands for whoever makes a game: new-game and check-game."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kosmoport.cli.asking import say
from kosmoport.core.errors import BadInput

if TYPE_CHECKING:
    from kosmoport.core.game import Game

MODULE = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")


Name = Annotated[str, typer.Argument(metavar="NAME", help="the id of the new game, such as comet_race")]
Title = Annotated[str | None, typer.Option(help="what people call it; made from the name unless told")]
Hidden = Annotated[bool | None, typer.Option("--hidden/--open", help="does one know what others do not?")]
Dice = Annotated[bool | None, typer.Option("--dice/--no-dice", help="does chance decide during the game?")]
HowMany = Annotated[str | None, typer.Option(help="how many can play, such as 2-4", metavar="LOW-HIGH")]
Into = Annotated[Path, typer.Option(help="where its folder shall be", metavar="FOLDER")]


def new_game(
    name: Name,
    title: Title = None,
    hidden: Hidden = None,
    dice: Dice = None,
    players: HowMany = None,
    into: Into = Path(),
) -> None:
    """Write a small, complete game to begin with.

    In the root of the repository of Kosmoport it becomes a game of the box, with its line in the tuple of
    games; anywhere else a package of its own, which every tool knows once it is installed. What is not told
    is asked at a terminal; elsewhere a game is open, without dice and for 2-5.
    """
    from kosmoport.starters.copying import (
        Wanted,
        check_name,
        check_title,
        is_checkout,
        make,
        read_players,
        title_of,
    )

    check_name(name)
    if title is None:
        title = _answer("What do people call it?", title_of(name))
    check_title(title)
    hidden = _asked("Does one know what others do not?", hidden)
    dice = _asked("Does chance decide during the game (dice, cards drawn)?", dice)
    counts = read_players(players or _answer("How many can play?", "2-5"))
    folder, files = make(Wanted(name, title, hidden, dice, counts), into)
    lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files if file.suffix == ".py")
    say(f"{title} is in {folder}: {len(files)} files, {lines} lines of Python.")
    install = "" if is_checkout(into) else f"pip install -e {folder}, "
    say(f"Now: {install}kosmoport check-game {name}, kosmoport play {name}; docs/adding-a-game.md goes on.")


def at_terminal() -> bool:
    """Is a person there to answer?"""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _answer(question: str, usual: str) -> str:
    """What a person says, or what is usual where nobody is asked."""
    return str(typer.prompt(question, default=usual)) if at_terminal() else usual


def _asked(question: str, given: bool | None) -> bool:
    """What was told, or what a person says; no where nobody is asked."""
    if given is not None:
        return given
    return at_terminal() and typer.confirm(question, default=False)


def check_game(
    name: Annotated[
        str, typer.Argument(metavar="GAME", help="the id of a game, or what new-game wrote here")
    ],
) -> None:
    """Check that a game does what every game must do.

    Each check is told in a line, with what it has looked at or what is wrong. The rules are compiled at the
    end, if all else holds; the first time that takes a minute. Ends with 0 if all is well, otherwise with 1.
    """
    from kosmoport.conformance.suite import outcomes

    told = []
    for outcome in outcomes(_game(name)):
        say(str(outcome))
        sys.stdout.flush()
        told.append(outcome.wrong)
    wrong = len([sentence for sentence in told if sentence is not None])
    say(f"{len(told)} checks, all is well" if not wrong else f"{len(told)} checks, {wrong} of them failed")
    raise typer.Exit(1 if wrong else 0)


def _game(name: str) -> Game:
    """By its id, or GAME of a package: one that is being written need not be installed."""
    from kosmoport.games import game_by_id

    try:
        return game_by_id(name)
    except BadInput:
        game = _own_game(name)
        if game is None:
            raise
        return game


def _own_game(name: str) -> Game | None:
    from kosmoport.core.game import GameOf
    from kosmoport.games.packages import said

    if MODULE.fullmatch(name) is None:
        return None
    sys.path[:0] = [str(Path.cwd() / name), str(Path.cwd())]  # its project here, or its package
    try:
        game: Any = getattr(importlib.import_module(name), "GAME", None)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            return None
        raise BadInput(f"the game {name} cannot be loaded: {said(error)}") from None
    except Exception as error:
        raise BadInput(f"the game {name} cannot be loaded: {said(error)}") from None
    if not isinstance(game, GameOf):
        raise BadInput(f"the package {name} has no GAME")
    return game
