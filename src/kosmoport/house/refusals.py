"""A table's refusal as an answer to a request, in English; pages say it in their own language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kosmoport.core.words import Told
from kosmoport.house.problems import Problem
from kosmoport.house.turns import COME_AGAIN
from kosmoport.table import protocol

NOT_NOW = ("cannot_save", "busy", "stopping")  # refusals that will pass


def refusal(problem: protocol.Problem) -> Problem:
    """A table's refusal as an answer to a request."""
    if problem.id in NOT_NOW:
        return Problem(503, problem.id, sentence(problem), wait=COME_AGAIN)
    return Problem(409, problem.id, sentence(problem))


def sentence(problem: protocol.Problem) -> str:
    """A refusal in English, for programs and their writers; pages say it in their own language."""
    from kosmoport.games import GAMES, game_by_id

    game = game_by_id(problem.rules) if problem.rules is not None else GAMES[0]
    section = "reason" if problem.rules is not None else "refusal"
    args: Mapping[str, Any] = problem.args
    return game.words("en").say(section, Told(problem.id, dict(args)))
