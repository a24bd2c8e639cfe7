"""A record that somebody has in a file, shown move by move like a game of this server; nothing is kept."""

from __future__ import annotations

from typing import Any

from kosmoport.core.contract import SPECTATOR
from kosmoport.core.errors import BadInput
from kosmoport.house.file_jobs import OpenRecord
from kosmoport.house.http import Request, Response
from kosmoport.house.http_errors import HTTPError
from kosmoport.house.requests import bytes_of, done_by_clerk, whole_number
from kosmoport.house.routes import Route
from kosmoport.house.tables import Tables
from kosmoport.table.requests import Opened

LARGEST_RECORD = 400_000  # bytes: a long evening of the longest game


class Replays:
    """Handlers of the addresses about records from elsewhere; they need nothing of the tables."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def routes(self) -> list[Route]:
        """The addresses, in the order of the documentation."""
        seat = {"seat": (int, "whose eyes; without it, or with -1, a spectator's")}
        about = "A record from a file, move by move as one seat saw it. It is checked, and nothing is kept."
        return [
            Route(
                "POST", "/api/replay", self.open_record, about, "replay", Opened, dict[str, Any], query=seat
            )
        ]

    async def open_record(self, request: Request) -> Response:
        seat = whole_number(request, "seat", low=SPECTATOR)
        body = await bytes_of(request, LARGEST_RECORD)
        try:
            return await done_by_clerk(
                self.tables, request, OpenRecord(body, SPECTATOR if seat is None else seat)
            )
        except BadInput as error:
            text = str(error)
            raise HTTPError(400, "bad_record", f"{text[:1].upper()}{text[1:]}.") from None
