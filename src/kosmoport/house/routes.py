"""What an address of the server is: its method and path, what it takes and gives, and what limits it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kosmoport.house.http import Handler, Request
from kosmoport.house.http_errors import HTTPError

SMALL_BODY = 8192  # bytes
OF_RULES = {"rules": (int, "of which version of the game's rules; without it the newest")}


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
    id: str = ""  # in the description; empty: the name of the handler


def language_in(request: Request) -> str:
    """The language that an address names."""
    text = request.params["language"]
    if not (2 <= len(text) <= 3 and text.isascii() and text.isalpha()):
        raise HTTPError(404)
    return text
