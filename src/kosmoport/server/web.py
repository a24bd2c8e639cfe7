"""The house behind aiohttp: its requests and answers as the house's own, and the routes of both."""

from __future__ import annotations

from functools import partial

from aiohttp import web

from kosmoport.house.api import guarded
from kosmoport.house.http import Request, Response
from kosmoport.house.http_errors import HTTPError
from kosmoport.house.routes import Route
from kosmoport.server.addresses import client_networks, same_origin, scheme_of
from kosmoport.server.headers import Handler
from kosmoport.server.wiring import Server


def add_routes(app: web.Application, server: Server, routes: list[Route]) -> None:
    """Every route; what changes something stands behind the check of its origin."""
    for route in routes:
        app.router.add_route(route.method, route.path, _handler(server, route))


def _handler(server: Server, route: Route) -> Handler:
    settings, handle = server.settings, guarded(server.tables, route)
    unsafe = route.method not in ("GET", "HEAD")

    async def adapted(request: web.Request) -> web.StreamResponse:
        if unsafe and not same_origin(request, settings.origins, settings.trusted_proxies):
            raise HTTPError(404)
        return response_of(await handle(request_of(request, server)))

    return adapted


def request_of(request: web.Request, server: Server) -> Request:
    """A request as the house reads it."""
    trusted = server.settings.trusted_proxies
    return Request(
        method=request.method,
        path=request.path,
        params=request.match_info,
        query=request.query,
        headers=request.headers,
        cookies=request.cookies,
        networks=client_networks(request, trusted),
        secure=scheme_of(request, trusted) == "https",
        base=lambda: server.reach.invite(str(request.url.origin())),
        read=partial(read_body, request),
    )


async def read_body(request: web.Request, most: int) -> bytes:
    """No more of the body than may be, whatever length is stated."""
    if request.content_length is not None and request.content_length > most:
        raise HTTPError(413)
    data = bytearray()
    async for chunk in request.content.iter_any():
        data += chunk
        if len(data) > most:
            raise HTTPError(413)
    return bytes(data)


def response_of(answer: Response) -> web.Response:
    """An answer of the house on its way out."""
    response = web.Response(
        body=answer.body, status=answer.status, content_type=answer.content_type, headers=answer.headers
    )
    for cookie in answer.cookies:
        response.set_cookie(
            cookie.name,
            cookie.value,
            path=cookie.path,
            httponly=True,
            samesite="Strict",
            secure=cookie.secure,
            max_age=cookie.max_age,
        )
    return response
