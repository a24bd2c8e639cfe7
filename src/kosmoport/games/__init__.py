"""The games: those of the box in one visible tuple, behind them those of packages; and earlier rules."""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from kosmoport.core.errors import BadInput, OtherGame, OtherRules, shown
from kosmoport.core.game import Game
from kosmoport.core.records import Head
from kosmoport.games import kosmiczna_eskadra, kosmiczna_misja, kosmiczni_piraci, kosmodraci, piraci
from kosmoport.games.packages import Found, found

GAMES: tuple[Game, ...] = (
    kosmiczni_piraci.GAME,
    piraci.GAME,
    kosmiczna_misja.GAME,
    kosmodraci.GAME,
    kosmiczna_eskadra.GAME,
)


@cache
def others() -> Found:
    """The games of other packages, looked for when somebody asks for the first time."""
    return found(GAMES)


def all_games() -> tuple[Game, ...]:
    """Every game that can be played here, those of the box first."""
    return (*GAMES, *others().games)


def game_by_id(name: str) -> Game:
    """The game with this id, as new games are played; BadInput lists the ids there are."""
    for game in GAMES:
        if game.id == name:
            return game
    for game in others().games:
        if game.id == name:
            return game
    if name in others().left_out:
        raise BadInput(others().left_out[name])
    raise BadInput(f"there is no game {shown(name)} (there are {', '.join(game.id for game in all_games())})")


def find_game(name: str, rules: object, what: str = "table") -> Game:
    """The game by its id and its rules, for something that was made with them; NotHere otherwise."""
    try:
        game = game_by_id(name)
    except BadInput as error:
        raise OtherGame(str(error)) from None
    if type(rules) is not int:
        raise BadInput("rules must be the version of the game's rules")
    found = game if rules == game.version else _frozen(game, rules)
    if found is None:
        raise OtherRules(what, rules, game.version)
    return found


def earlier(game: Game) -> Iterator[Game]:
    """Every version of a game that is kept besides this one, the newest first (docs/decisions/31)."""
    for rules in range(game.version - 1, 0, -1):
        if (found := _frozen(game, rules)) is not None:
            yield found


def _frozen(game: Game, rules: int) -> Game | None:
    """An earlier version, in the folder `v<rules>` of the game's own; it is read when it is first needed."""
    package = f"{game.package}.v{rules}" if 0 < rules < game.version else None
    if package is None or find_spec(package) is None:
        return None
    found: Game = import_module(package).GAME
    return found


def game_of(head: Head) -> Game:
    """The game of a record or a position, in the same way."""
    return find_game(head.game, head.rules, head.kind)
