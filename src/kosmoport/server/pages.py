"""The pages: the built client, read once and kept in memory, compressed where that helps."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from aiohttp import web

from kosmoport.house.http_errors import HTTPError
from kosmoport.house.requests import limited
from kosmoport.server.addresses import client_networks
from kosmoport.server.wiring import Server

CLIENT = Path(str(resources.files("kosmoport.server"))) / "client"
KINDS = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
}
PACKED = {".html", ".js", ".css", ".svg", ".json", ".webmanifest"}
# Every page is the same document; what it shows comes from its address and from the interface.
ADDRESSES = (
    "/",
    "/my",
    "/learn",
    "/watch",
    "/settings",
    "/replay",
    "/t/{table}",
    "/t/{table}/replay",
    "/g/{game}",
    "/g/{game}/{page:rules|learn|components|referee}",
)
FOREVER = "public, max-age=31536000, immutable"  # such a file has the hash of its content in its name
ALWAYS_ASK = "no-cache"


@dataclass(frozen=True)
class File:
    """A file of the client, ready to be sent."""

    body: bytes
    packed: bytes | None
    kind: str
    keep: str


def read_client(folder: Path) -> dict[str, File]:
    """Every file of the built client by its path; empty where it has not been built."""
    paths = sorted(path for path in folder.rglob("*") if path.suffix in KINDS and path.is_file())
    return {path.relative_to(folder).as_posix(): _read(path, path.relative_to(folder)) for path in paths}


def _read(path: Path, name: Path) -> File:
    body = path.read_bytes()
    packed = gzip.compress(body, 9, mtime=0) if path.suffix in PACKED else None
    kind = KINDS[path.suffix]
    charset = "; charset=utf-8" if kind.startswith("text/") else ""
    return File(body, packed, kind + charset, FOREVER if name.parts[0] == "assets" else ALWAYS_ASK)


def add_pages(app: web.Application, server: Server) -> None:
    """The addresses of the pages and of the files they are made of."""
    tables, trusted = server.tables, server.settings.trusted_proxies
    files = read_client(Path(server.settings.pages) if server.settings.pages else CLIENT)

    def send(request: web.Request, name: str, status: int = 200) -> web.Response:
        if name not in files:
            raise HTTPError(404)
        file = files[name]
        headers = {"Content-Type": file.kind, "Cache-Control": file.keep, "Vary": "Accept-Encoding"}
        if file.packed is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return web.Response(status=status, body=file.packed, headers=headers)
        return web.Response(status=status, body=file.body, headers=headers)

    async def page(request: web.Request) -> web.StreamResponse:
        limited(tables, client_networks(request, trusted), "page")
        if not files:
            raise HTTPError(503, "not_built", "The pages of this server have not been built.")
        return send(request, "index.html")

    async def file(request: web.Request) -> web.StreamResponse:
        limited(tables, client_networks(request, trusted), "page")
        return send(request, request.match_info["name"])

    async def nowhere(request: web.Request) -> web.StreamResponse:
        """A person who follows a wrong link gets a page that says so; a program the usual error."""
        limited(tables, client_networks(request, trusted), "page")
        if "text/html" not in request.headers.get("Accept", ""):
            raise HTTPError(404)
        return send(request, "index.html", 404)

    for address in ADDRESSES:
        app.router.add_get(address, page)
    app.router.add_get("/{name:assets/[\\w.-]+|[\\w-]+\\.(?:svg|png|js|css|html|webmanifest)}", file)
    app.router.add_get("/{path:(?!api/|assets/).*}", nowhere)
