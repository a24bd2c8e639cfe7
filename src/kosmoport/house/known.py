"""What has become of tables that somebody was at: many in one request, from the store's summaries alone."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from kosmoport.house.http import Request, Response, answer
from kosmoport.house.requests import body_of, limited
from kosmoport.house.routes import SMALL_BODY, Route
from kosmoport.house.store import Damaged, Row
from kosmoport.table import requests

if TYPE_CHECKING:
    from kosmoport.house.tables import Tables


class _Listed(msgspec.Struct):
    """The seats of a table as the lobby lists it."""

    seats: tuple[requests.KnownSeat, ...]


class Known:
    """Whoever has a table's id may look at it; here that costs no waking."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def routes(self) -> list[Route]:
        return [
            Route(
                "POST",
                "/api/known",
                self.known,
                "What has become of these tables, at most 50; unknown ones are left out.",
                "read",
                list[requests.KnownTable],
                requests.AskKnown,
            )
        ]

    async def known(self, request: Request) -> Response:
        asked = await body_of(request, requests.AskKnown, SMALL_BODY)
        found = []
        for table in dict.fromkeys(asked.tables):
            with suppress(Damaged, msgspec.MsgspecError):
                row = await self.tables.store.find(table)
                if row is not None:
                    found.append(self._told(row))
        if len(found) < len(set(asked.tables)):
            limited(self.tables, request.networks, "wrong")  # once: tables are deleted after some time
        return answer(found)

    def _told(self, row: Row) -> requests.KnownTable:
        """A game that is being continued keeps its result to those who sat there."""
        summary = row.summary
        result = summary.result if self.tables.continued.may_list(row) else None
        return requests.KnownTable(
            table=row.table,
            game=summary.game,
            phase=summary.phase,
            sealed=summary.sealed,
            seats=msgspec.json.decode(summary.lobby, type=_Listed).seats,
            changed=row.changed_at,
            result=None if result is None else msgspec.json.decode(result, type=requests.KnownResult),
        )
