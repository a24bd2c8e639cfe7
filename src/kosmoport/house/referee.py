"""Addresses of referees: lines of fire of a card in hand, and what comes of a real table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from kosmoport.core import contract
from kosmoport.games import all_games
from kosmoport.house.http import Request, Response, answer
from kosmoport.house.http_errors import HTTPError
from kosmoport.house.refusals import refusal
from kosmoport.house.requests import body_of, done_in_turn, limited_sender
from kosmoport.house.rooms import Room
from kosmoport.house.routes import SMALL_BODY, Route
from kosmoport.house.tables import Tables
from kosmoport.table import protocol, requests
from kosmoport.table.acting import check_aim
from kosmoport.table.declined import Declined
from kosmoport.table.table import Table

FindSender = Callable[[Request], Awaitable[tuple[Room, str]]]


class Referee:
    """Handlers that trace lasers; `find_sender` says at which table somebody sits, and where."""

    def __init__(self, tables: Tables, find_sender: FindSender) -> None:
        self.tables = tables
        self.find_sender = find_sender

    def routes(self) -> list[Route]:
        """The addresses, in the order of the documentation."""
        return [
            *(
                _judging(self.tables, game.id, game.referee)
                for game in all_games()
                if game.referee is not None
            ),
            Route(
                "POST",
                "/api/tables/{table}/aim",
                self.aim,
                "What the lasers of the card in your hand would meet from a place; nothing is done.",
                "read",
                requests.Aimed,
                requests.Aim,
                token=True,
                refused=True,
            ),
        ]

    async def aim(self, request: Request) -> Response:
        asked = await body_of(request, requests.Aim, SMALL_BODY)
        room, sender = await self.find_sender(request)
        tracing = room.table.game.tracing
        if tracing is None or not sender.isdigit():
            raise HTTPError(404)
        limited_sender(self.tables, room, sender, "aim")
        found = await room.look(lambda table: _known(table, int(sender)))
        if isinstance(found, protocol.Problem):
            raise refusal(found)
        c, known = found
        lines, problem, cites = await self.tables.aside(
            lambda: tracing.lines_from(c, known, asked.x, asked.y, asked.rot)
        )
        return answer(requests.Aimed(lines, problem, cites))


def _judging(tables: Tables, game: str, referee: contract.Referee) -> Route:
    async def judge_table(request: Request) -> Response:
        table = await body_of(request, referee.RefereeTable, SMALL_BODY)
        return await done_in_turn(tables, request, lambda: referee.judge(table))

    about = "The shoot-out of a table in the real world; nothing is kept."
    return Route(
        "POST", f"/api/referee/{game}", judge_table, about, "referee", referee.Judged, referee.RefereeTable
    )


def _known(table: Table, seat: int) -> tuple[Any, Any] | protocol.Problem:
    """The components and what the seat knows; what it may not ask is returned, not raised."""
    if not table.begun:
        return protocol.Problem("not_begun")
    try:
        check_aim(table, seat)
    except Declined as declined:
        return declined.problem
    return table.play.c, table.views((seat,))[0]
