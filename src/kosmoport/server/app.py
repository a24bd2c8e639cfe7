"""The web application: interface, sockets, pages, health and figures, put together."""

from __future__ import annotations

from collections import Counter

from aiohttp import web

from kosmoport.house.api import Api
from kosmoport.house.http import answer
from kosmoport.house.http_errors import HTTPError
from kosmoport.house.replays import LARGEST_RECORD
from kosmoport.house.requests import limited
from kosmoport.house.store import CannotSave
from kosmoport.server.addresses import client_networks
from kosmoport.server.headers import guard
from kosmoport.server.hosts import Hosts
from kosmoport.server.loop_monitor import LoopMonitor
from kosmoport.server.openapi import description
from kosmoport.server.pages import add_pages
from kosmoport.server.proxies import Proxies
from kosmoport.server.sockets import Sockets
from kosmoport.server.web import add_routes, response_of
from kosmoport.server.wiring import Server

HOSTS: web.AppKey[Hosts] = web.AppKey("HOSTS")


def make_app(server: Server) -> web.Application:
    """Everything a server answers."""
    settings, tables = server.settings, server.tables
    app = web.Application(client_max_size=max(settings.max_components + 16_384, LARGEST_RECORD))
    hosts = app[HOSTS] = Hosts(settings)
    proxies = Proxies(settings.trusted_proxies, settings.data)

    def check(request: web.Request) -> None:
        hosts.check(request)
        proxies.notice(request)

    guard(app, settings.trusted_proxies, lambda: server.metrics.errors.add("http"), check)
    api, sockets = Api(tables), Sockets(server)
    routes = api.routes()
    add_routes(app, server, routes)
    app.router.add_get("/api/tables/{table}/socket", sockets.serve)
    app.router.add_get("/api/lobby/socket", sockets.serve)
    described, trusted = description(routes), settings.trusted_proxies

    async def openapi(request: web.Request) -> web.StreamResponse:
        limited(tables, client_networks(request, trusted), "read")
        return response_of(answer(described))

    app.router.add_get("/api/openapi.json", openapi)
    _add_operations(app, server)
    add_pages(app, server)
    app.on_startup.append(lambda _: _watch_loop(server.loop_monitor))
    app.on_cleanup.append(lambda _: _watch_no_more(server.loop_monitor))
    return app


async def _watch_loop(loop_monitor: LoopMonitor) -> None:
    """From here on nothing should hold the loop; what a start takes is not counted."""
    loop_monitor.start()


async def _watch_no_more(loop_monitor: LoopMonitor) -> None:
    loop_monitor.stop()


def _add_operations(app: web.Application, server: Server) -> None:
    tables, figures, trusted = server.tables, server.metrics, server.settings.trusted_proxies

    async def healthz(request: web.Request) -> web.StreamResponse:
        """200 while the server takes work and can save it."""
        limited(tables, client_networks(request, trusted), "read")
        if tables.stopping:
            raise HTTPError(503, "stopping", "The server is stopping.")
        try:
            await tables.store.check()
        except CannotSave as error:
            raise HTTPError(503, "cannot_save", str(error)) from None
        return response_of(answer({"status": "ok"}))

    async def metrics(request: web.Request) -> web.StreamResponse:
        limited(tables, client_networks(request, trusted), "read")
        figures.set_tables(Counter(room.table.phase for room in tables.rooms.values()))
        figures.bot_queue.set(tables.bots.waiting)
        figures.clerk_queue.set(tables.file_jobs.waiting)
        text, kind = figures.text()
        return web.Response(body=text, headers={"Content-Type": kind})

    app.router.add_get("/healthz", healthz)
    if server.settings.metrics:
        app.router.add_get("/metrics", metrics)
