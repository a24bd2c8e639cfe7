"""What commands ask for in the same words: shared arguments, and how they are read."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kosmoport.core.errors import BadInput
from kosmoport.core.texts import printable

if TYPE_CHECKING:
    from kosmoport.core.components import ComponentFile
    from kosmoport.core.game import Game
    from kosmoport.core.play import Play
    from kosmoport.core.records import Head

SEED_LIMIT = 2**31

GameName = Annotated[str, typer.Argument(metavar="GAME", help="the id of a game")]
Players = Annotated[int | None, typer.Option(help="number of players")]
Seed = Annotated[int | None, typer.Option(help="the same seed gives the same game")]
Settings = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="an option of the game")
]
Components = Annotated[Path | None, typer.Option(help="another component file", metavar="FILE")]


def read_seed(seed: int | None) -> int:
    """The seed that was given, checked, or a new one."""
    if seed is None:
        return random.SystemRandom().randrange(SEED_LIMIT)
    if not 0 <= seed < SEED_LIMIT:
        raise BadInput(f"a seed must be a whole number from 0 to {SEED_LIMIT - 1}, not {seed}")
    return seed


def read_options(
    game: Game, players: int | None, settings: list[str] | None, calm: bool = False
) -> dict[str, Any]:
    """Every option of a game with its value; `calm` begins from what suits a person at a keyboard."""
    return game.read_options((dict(game.calm) if calm else {}) | given_options(settings, players))


def given_options(settings: list[str] | None, players: int | None = None) -> dict[str, Any]:
    """The options of a command line by name."""
    given: dict[str, Any] = {}
    for setting in settings or []:
        name, equals, value = setting.partition("=")
        if not equals:
            raise BadInput(f"an option is given as NAME=VALUE, not {setting!r}")
        given[name.strip()] = value.strip()
    if players is not None:
        given["players"] = players
    return given


def read_components(game: Game, path: Path | None) -> ComponentFile:
    """The given component file, or the one in the box."""
    if path is None:
        return game.standard_components
    from kosmoport.core.components import from_text
    from kosmoport.files import read_text

    return from_text(read_text(path), game.components.Data, str(path))


def check_seat(table: Play, seat: int) -> None:
    """A seat of this table, or one sentence."""
    if not 0 <= seat < table.options["players"]:
        raise BadInput(f"a seat must be a number from 0 to {table.options['players'] - 1}, not {seat}")


def read_play(path: Path, wanted: str, load: Callable[[Game, dict[str, Any]], Play]) -> Play:
    """A record or a position from a file."""
    from kosmoport.games import game_of

    head, data = read_kind(path, wanted)
    with naming(path):
        return load(game_of(head), data)


def read_kind(path: Path, wanted: str) -> tuple[Head, dict[str, Any]]:
    """The head and the data of a file that is of the kind that is wanted."""
    from kosmoport.core.records import read_head
    from kosmoport.files import read_json

    data = read_json(path)
    head = read_head(data)
    if head.kind != wanted:
        raise BadInput(f"{path} is a {head.kind}, not a {wanted}")
    return head, data


def say(line: str) -> None:
    """Print a line that may repeat what a stranger wrote."""
    print(printable(line))


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """What is wrong inside a file is said with the file's name."""
    try:
        yield
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
