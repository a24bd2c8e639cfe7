"""Tables whose game has other rules now: they sleep, and are told of in one sentence, never played on."""

from __future__ import annotations

import msgspec

from kosmoport.core.errors import BadInput, NotHere
from kosmoport.games import find_game, game_by_id
from kosmoport.house.http_errors import HTTPError
from kosmoport.house.store import Row
from kosmoport.table.lobby import LobbyTable


class Made(msgspec.Struct, frozen=True):
    """Which rules a stored table was made with; a row that does not say so is of the first ones."""

    game: str
    rules: int = 1


class Sleeps(HTTPError):
    """The table has rules of another version, which are not here."""

    def __init__(self, made: Made) -> None:
        super().__init__(409, "other_rules", _sentence(made))


def _sentence(made: Made) -> str:
    try:
        game = game_by_id(made.game)
    except BadInput:
        return "This table's game is not here: it sleeps."
    theirs, ours = f"rules {made.rules} of {game.title}", f"rules {game.version}"
    return f"This table has {theirs}, and these are {ours}: it sleeps."


def made_with(row: Row) -> Made:
    return msgspec.json.decode(row.summary.lobby, type=Made)


def sleeps(row: Row) -> bool:
    """Was this table made with a game or rules that are not here?"""
    made = made_with(row)
    try:
        find_game(made.game, made.rules)
    except NotHere:
        return True
    return False


def is_of_before(row: Row) -> bool:
    """Was this table made with earlier rules than a new one would be, which are kept here?"""
    try:
        made = made_with(row)
        return find_game(made.game, made.rules) is not game_by_id(made.game)
    except (BadInput, msgspec.MsgspecError):
        return False


def refuse_other_rules(row: Row) -> None:
    """Nothing of before is played on, or told again, with rules that it was not made with."""
    if sleeps(row):
        raise Sleeps(made_with(row))


def may_list(row: Row) -> bool:
    """Has this table our rules, and is what it tells the lobby whole? That is passed on as it is stored."""
    try:
        told = msgspec.json.decode(row.summary.lobby, type=LobbyTable)
        find_game(told.game, told.rules)
    except (BadInput, msgspec.MsgspecError):
        return False
    return True
