"""The names the server answers to: a name of somebody else's that leads here may be a page's trick."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterable
from urllib.parse import urlsplit

from aiohttp import web

from kosmoport.house.http_errors import HTTPError
from kosmoport.server.addresses import plain_address
from kosmoport.server.settings import ServerSettings

HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_.-]{1,255})(?::([0-9]{0,5}))?")
LARGEST_PORT = 65_535
MOST_REMEMBERED = 1000  # spellings, each with a port


class Hosts:
    """Addresses, localhost, the machine's own names, that of `public_url`, and those of `allowed_hosts`.

    A page on the internet may have its own name lead to a server at home, and would be taken by the browser
    for a page of that server. Such a request names the page's host.
    """

    def __init__(self, settings: ServerSettings) -> None:
        machine = socket.gethostname()
        public = urlsplit(settings.public_url).hostname or ""
        self._names = {"localhost"}
        self._welcome: set[str] = set()  # whole Host headers that were looked at before
        self.learn((machine, f"{machine}.local", settings.host, public, *settings.allowed_hosts))

    def learn(self, names: Iterable[str]) -> None:
        """Answer to these names, too."""
        self._names |= {_plain(name) for name in names if name}

    def learn_full_name(self) -> threading.Thread:
        """The machine's name with its domain: a name server may take its time over it, and nobody waits."""
        asking = threading.Thread(target=lambda: self.learn([socket.getfqdn()]), name="own-name", daemon=True)
        asking.start()
        return asking

    def check(self, request: web.Request) -> None:
        """HTTPError 421 for a request to somebody else's name, 400 for one that names no host."""
        given = request.headers.getall("Host", [])
        if len(given) != 1:
            raise _bad_host()
        self._check(given[0])
        if request.host != given[0]:  # the address of the request may name another one, and would count
            self._check(request.host)

    def _check(self, host: str) -> None:
        if host in self._welcome:
            return
        parts = HOST.fullmatch(host)
        if parts is None or int(parts[2] or 0) > LARGEST_PORT:
            raise _bad_host()
        if not self._is_ours(parts[1]):
            raise HTTPError(
                421,
                "unknown_host",
                "This server does not answer to this name; whoever runs it can add it to allowed_hosts.",
            )
        if len(self._welcome) < MOST_REMEMBERED:
            self._welcome.add(host)

    def _is_ours(self, name: str) -> bool:
        if name.startswith("["):
            if plain_address(name) is None:
                raise _bad_host()
            return True
        plain = _plain(name)
        return plain in self._names or plain.endswith(".localhost") or plain_address(plain) is not None


def _plain(name: str) -> str:
    return name.lower().removesuffix(".")


def _bad_host() -> HTTPError:
    return HTTPError(400, "bad_host", "The Host header must name one host.")
