"""A table's refusal as an answer to a request, in English; pages say it in their own language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kosmoport.core.words import Told
from kosmoport.house.http_errors import HTTPError
from kosmoport.house.turns import COME_AGAIN
from kosmoport.table import protocol

NOT_NOW = ("cannot_save", "busy", "stopping")  # refusals that will pass


def refusal(problem: protocol.Problem) -> HTTPError:
    """A table's refusal as an answer to a request."""
    if problem.id in NOT_NOW:
        return HTTPError(503, problem.id, sentence(problem), wait=COME_AGAIN)
    return HTTPError(409, problem.id, sentence(problem))


def sentence(problem: protocol.Problem, rules: int | None = None) -> str:
    """A refusal in English, for programs and their writers; pages say it in their own language.

    What a game refuses is said in the words of this version of its rules, or of the newest.
    """
    from kosmoport.games import GAMES, find_game, game_by_id

    name = problem.rules
    game = GAMES[0] if name is None else game_by_id(name) if rules is None else find_game(name, rules)
    section = "reason" if name is not None else "refusal"
    args: Mapping[str, Any] = problem.args
    return game.words("en").say(section, Told(problem.id, dict(args)))
