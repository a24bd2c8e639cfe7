"""The web application: interface, sockets, pages, health and figures, put together."""

from __future__ import annotations

from collections import Counter
from importlib import resources
from pathlib import Path

from aiohttp import web

from kosmoport.server.api import Api, add_routes, answer
from kosmoport.server.harbour import Harbour
from kosmoport.server.headers import Problem, guard
from kosmoport.server.openapi import description
from kosmoport.server.requests import limited
from kosmoport.server.sockets import Sockets
from kosmoport.server.store import CannotSave

PAGES = Path(str(resources.files("kosmoport.server"))) / "pages"
KINDS = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}


def make_app(harbour: Harbour) -> web.Application:
    """Everything a server answers."""
    app = web.Application(client_max_size=harbour.settings.max_components + 16_384)
    guard(app, harbour.settings.trusted_proxies, lambda: harbour.metrics.errors.add("http"))
    api, sockets = Api(harbour), Sockets(harbour)
    routes = api.routes()
    add_routes(app, harbour, routes)
    app.router.add_get("/api/tables/{table}/socket", sockets.table)
    app.router.add_get("/api/lobby/socket", sockets.lobby)
    described = description(routes)

    async def openapi(request: web.Request) -> web.StreamResponse:
        limited(harbour, request, "read")
        return answer(described)

    app.router.add_get("/api/openapi.json", openapi)
    _add_operations(app, harbour)
    _add_pages(app, harbour)
    return app


def _add_operations(app: web.Application, harbour: Harbour) -> None:
    async def healthz(request: web.Request) -> web.StreamResponse:
        """200 while the server takes work and can save it."""
        limited(harbour, request, "read")
        if harbour.stopping:
            raise Problem(503, "stopping", "The server is stopping.")
        try:
            await harbour.store.check()
        except CannotSave as error:
            raise Problem(503, "cannot_save", str(error)) from None
        return answer({"status": "ok", "warm": sorted(harbour.bots.warm)})

    async def metrics(request: web.Request) -> web.StreamResponse:
        limited(harbour, request, "read")
        harbour.metrics.set_tables(Counter(room.table.phase for room in harbour.rooms.values()))
        harbour.metrics.bot_queue.set(harbour.bots.waiting)
        text, kind = harbour.metrics.text()
        return web.Response(body=text, headers={"Content-Type": kind})

    app.router.add_get("/healthz", healthz)
    if harbour.settings.metrics:
        app.router.add_get("/metrics", metrics)


def _add_pages(app: web.Application, harbour: Harbour) -> None:
    """The pages: a few files, read once. Every table has the same one; what it shows comes by its socket."""
    files = {path.name: path.read_bytes() for path in PAGES.iterdir() if path.suffix in KINDS}

    async def page(request: web.Request) -> web.StreamResponse:
        limited(harbour, request, "page")
        return _file("index.html")

    async def asset(request: web.Request) -> web.StreamResponse:
        limited(harbour, request, "page")
        return _file(request.match_info["name"])

    def _file(name: str) -> web.Response:
        if name not in files:
            raise Problem(404)
        kind = KINDS[Path(name).suffix]
        charset = None if kind == "image/svg+xml" else "utf-8"
        headers = {"Cache-Control": "no-cache"}
        return web.Response(body=files[name], content_type=kind, charset=charset, headers=headers)

    app.router.add_get("/", page)
    app.router.add_get("/t/{table}", page)
    app.router.add_get("/pages/{name}", asset)
