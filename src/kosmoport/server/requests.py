"""What requests have in common: who asks, how often, and what the body says."""

from __future__ import annotations

import re
from typing import TypeVar

import msgspec
from aiohttp import web

from kosmoport.core.components import in_words
from kosmoport.server.addresses import client_networks, scheme_of
from kosmoport.server.harbour import Harbour
from kosmoport.server.headers import Problem
from kosmoport.server.tokens import SeatToken
from kosmoport.table.table import Table

T = TypeVar("T")

COOKIE = "kosmoport_seat"
WHOLE = re.compile(r"-?[0-9]{1,15}")


def limited(harbour: Harbour, request: web.Request, rule: str, who: str | None = None) -> None:
    """Problem 429 if this address, or whoever it is, has done this too often."""
    if who is not None:
        wait = harbour.limits.allow(rule, who)
    else:
        networks = client_networks(request, harbour.settings.trusted_proxies)
        wait = harbour.limits.allow_networks(rule, networks)
    if wait > 0:
        harbour.metrics.rate_limited.add(rule)
        raise Problem(429, wait=wait)


def token_in(harbour: Harbour, request: web.Request) -> SeatToken | None:
    """The token of a request: a program's header, or a browser's cookie."""
    scheme, _, text = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        text = request.cookies.get(COOKIE, "")
    return harbour.tokens.read(text.strip()) if text else None


def keeps_another(harbour: Harbour, request: web.Request, table: Table, token: SeatToken) -> bool:
    """Has this browser a cookie of somebody else at this table, which would be lost to a new one?"""
    text = request.cookies.get(COOKIE, "")
    kept = harbour.tokens.read(text) if text else None
    # A host who sat down has two tokens with one nonce: they are one person.
    return kept is not None and kept.nonce != token.nonce and harbour.sender_of(table, kept) is not None


def remember_seat(
    harbour: Harbour, request: web.Request, response: web.StreamResponse, table: str, token: str
) -> None:
    """The browser keeps the seat of this table; no script can read it, no other site can use it."""
    secure = scheme_of(request, harbour.settings.trusted_proxies) == "https"
    response.set_cookie(
        COOKIE,
        token,
        path=f"/api/tables/{table}",
        httponly=True,
        samesite="Strict",
        secure=secure,
        max_age=180 * 24 * 3600,
    )


async def body_of(request: web.Request, kind: type[T], most: int) -> T:
    """The body as this type; Problem with one sentence otherwise."""
    if request.content_type != "application/json":
        raise Problem(415)
    if request.content_length is not None and request.content_length > most:
        raise Problem(413)
    data = await request.read()
    if len(data) > most:
        raise Problem(413)
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        raise Problem(400, "bad_body", in_words(str(error))) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Problem(400, "bad_body", "The body is not JSON.") from None


def switch(request: web.Request, name: str) -> bool:
    """A yes or no of the query; no, where nothing is said."""
    text = request.query.get(name, "false")
    if text not in ("true", "false"):
        raise Problem(400, "bad_query", f"{name} must be true or false.")
    return text == "true"


def whole_number(request: web.Request, name: str, low: int = 0) -> int | None:
    """A number of the query."""
    text = request.query.get(name)
    if text is None:
        return None
    number = int(text) if WHOLE.fullmatch(text) else low - 1  # int() alone also reads 1_0 and +1
    if number < low:
        raise Problem(400, "bad_query", f"{name} must be a whole number from {low}.")
    return number
