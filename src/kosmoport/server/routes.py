"""What an address of the server is: its method and path, what it takes and gives, and what limits it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from aiohttp import web

from kosmoport.house.problems import Problem

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
SMALL_BODY = 8192  # bytes


@dataclass(frozen=True)
class Route:
    """One address: what it is for, what it takes and gives, and which rate limit counts it."""

    method: str
    path: str
    handler: Handler
    about: str
    rule: str
    gives: Any = None
    takes: Any = None
    query: Mapping[str, tuple[type, str]] = field(default_factory=dict)
    status: int = 200
    kind: str = "application/json"
    token: bool = False  # only with a seat's or the host's token
    refused: bool = False  # may be answered with 409 and the table's reason


def answer(value: Any, status: int = 200) -> web.Response:
    return web.Response(body=msgspec.json.encode(value), status=status, content_type="application/json")


def language_in(request: web.Request) -> str:
    """The language that an address names."""
    text = request.match_info["language"]
    if not (2 <= len(text) <= 3 and text.isascii() and text.isalpha()):
        raise Problem(404)
    return text
