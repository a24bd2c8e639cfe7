"""A whole house behind its addresses: requests are answered and sockets served, whatever brings them."""

from __future__ import annotations

import logging
import math
import re
import secrets
from dataclasses import dataclass, replace

from kosmoport.core.errors import BadInput
from kosmoport.house.alone import services_alone
from kosmoport.house.api import Api, guarded
from kosmoport.house.http import Handler, Request, Response
from kosmoport.house.http_errors import HTTPError, error_form
from kosmoport.house.logs import say
from kosmoport.house.services import Services
from kosmoport.house.settings import HouseSettings
from kosmoport.house.sockets import Socket
from kosmoport.house.tables import Tables
from kosmoport.house.talking import Talking
from kosmoport.house.viewers import Viewer

log = logging.getLogger(__name__)

PLACE = re.compile(r"\{(\w+)\}")
TABLE_SOCKET = re.compile(r"/api/tables/(?P<table>[^/]+)/socket")
LOBBY_SOCKET = "/api/lobby/socket"


@dataclass(frozen=True)
class Address:
    """A route ready to be compared."""

    method: str
    pattern: re.Pattern[str]
    handler: Handler


class Application:
    """For whoever has no web server: a page that is its own house, and tests."""

    def __init__(
        self, key: bytes, settings: HouseSettings | None = None, services: Services | None = None
    ) -> None:
        self.tables = Tables(settings or HouseSettings(), key, services or services_alone())
        self.talking = Talking(self.tables)
        self._addresses = [
            Address(route.method, _pattern(route.path), guarded(self.tables, route))
            for route in Api(self.tables).routes()
        ]

    async def start(self) -> None:
        await self.tables.start()

    async def close(self) -> None:
        await self.tables.close()
        await self.tables.store.close()

    async def answer(self, request: Request) -> Response:
        """Whatever goes wrong is an answer, too."""
        try:
            return await self._handled(request)
        except HTTPError as problem:
            return _problem(problem)
        except BadInput as error:
            return _problem(HTTPError(400, "bad_input", str(error)))
        except Exception as error:
            reference = secrets.token_hex(6)
            self.tables.metrics.errors.add("http")
            say(log, "unexpected error", logging.ERROR, error=error, reference=reference)
            text = f"Something went wrong here; the log has it as {reference}."
            return _problem(HTTPError(500, "unexpected", text))

    async def _handled(self, request: Request) -> Response:
        here = [(one, found) for one in self._addresses if (found := one.pattern.fullmatch(request.path))]
        for address, found in here:
            if address.method == request.method:
                return await address.handler(replace(request, params=found.groupdict()))
        raise HTTPError(405 if here else 404)

    async def connect(self, request: Request, socket: Socket, line: str) -> None:
        """Serve a socket until its connection has ended; `line` is a name that no other one has."""
        viewer = Viewer(socket, line)
        found = TABLE_SOCKET.fullmatch(request.path)
        if found is not None:
            asked = replace(request, params=found.groupdict())
            await self.talking.at_table(asked, await self.talking.room(asked), viewer)
        elif request.path == LOBBY_SOCKET:
            await self.talking.in_lobby(viewer)
        else:
            raise HTTPError(404)


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(PLACE.sub(r"(?P<\1>[^/]+)", path))


def _problem(problem: HTTPError) -> Response:
    status, body = error_form(problem.status, problem.id, problem.text)
    headers = {"Retry-After": str(math.ceil(problem.wait))} if problem.wait > 0 and status != 404 else {}
    return Response(body, status, headers=headers)
