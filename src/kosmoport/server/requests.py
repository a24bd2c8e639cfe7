"""What requests have in common: who asks, how often, and what the body says."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from aiohttp import web

from kosmoport.core.components import in_words
from kosmoport.core.errors import short
from kosmoport.server.addresses import client_networks, scheme_of
from kosmoport.server.clerks.jobs import Job
from kosmoport.server.harbour import Harbour
from kosmoport.server.headers import Problem
from kosmoport.server.routes import SMALL_BODY, answer
from kosmoport.server.tokens import SeatToken, origin_of
from kosmoport.table.settings import NewTable
from kosmoport.table.table import Table

T = TypeVar("T")

COOKIE = "kosmoport_seat"
BODY = web.RequestKey("BODY", bytes)
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
    header, cookie = _texts_in(request)
    text = cookie if header is None else header
    return harbour.tokens.read(text.strip()) if text else None


def all_tokens_in(harbour: Harbour, request: web.Request) -> list[SeatToken]:
    """Both, where a page with a cookie sends a header as well."""
    read = (harbour.tokens.read(text.strip()) for text in _texts_in(request) if text)
    return [token for token in read if token is not None]


def _texts_in(request: web.Request) -> tuple[str | None, str]:
    scheme, _, text = request.headers.get("Authorization", "").partition(" ")
    return text if scheme.lower() == "bearer" else None, request.cookies.get(COOKIE, "")


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


async def bytes_of(request: web.Request, most: int) -> bytes:
    """The body as it came; Problem if it is too large, packed, or does not say that it is JSON."""
    if not _says_json(request):
        raise Problem(415)
    if request.headers.get("Content-Encoding", "identity").strip().lower() != "identity":
        raise Problem(415, "packed", "The body must not be compressed.")
    if request.content_length is not None and request.content_length > most:
        raise Problem(413)
    if BODY not in request:  # a handler may be called again when a table has just fallen asleep
        data = bytearray()
        async for chunk in request.content.iter_any():  # no more than may be, whatever length is stated
            data += chunk
            if len(data) > most:
                raise Problem(413)
        request[BODY] = bytes(data)
    return request[BODY]


def _says_json(request: web.Request) -> bool:
    """What stands behind the type is not looked at: aiohttp parses it in quadratic time, on the loop."""
    said = request.headers.get("Content-Type", "").partition(";")[0]
    return said.strip().lower() == "application/json"


async def body_of(request: web.Request, kind: type[T], most: int) -> T:
    """The body as this type; Problem with one sentence otherwise."""
    return understood(await bytes_of(request, most), kind)


async def new_table_of(request: web.Request, most_components: int) -> NewTable:
    """The body as a table to be made: apart from the component file, which is only a text, it is small."""
    data = await bytes_of(request, SMALL_BODY + most_components)
    if len(data) - len(understood(data, _Apart).components) > SMALL_BODY:
        raise Problem(413)
    asked = understood(data, NewTable)
    if len((asked.components or "").encode()) > most_components:
        raise Problem(413)
    return asked


class _Apart(msgspec.Struct):
    """What may be large, as it is written; everything else is passed over."""

    components: msgspec.Raw = msgspec.Raw(b"")


def understood(data: bytes, kind: type[T]) -> T:
    """JSON as this type; Problem with one sentence otherwise."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        raise Problem(400, "bad_body", short(in_words(str(error)))) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Problem(400, "bad_body", "The body is not JSON.") from None


async def done_by_clerk(harbour: Harbour, request: web.Request, job: Job) -> web.Response:
    """What a clerk makes of something that may take long, for whoever asks; it is JSON."""
    job.gzip = "gzip" in request.headers.get("Accept-Encoding", "").lower()
    reply = await harbour.clerks.do(origin_in(harbour, request), job)
    headers = {"Content-Encoding": "gzip"} if reply.packed else None
    return web.Response(body=reply.body, content_type="application/json", headers=headers)


async def done_in_turn(harbour: Harbour, request: web.Request, make: Callable[[], Any]) -> web.Response:
    """What is quick and bounded by what it is about: in a thread beside the tables, one after the other."""
    async with harbour.quick.of(origin_in(harbour, request)):
        return answer(await asyncio.to_thread(make))


def origin_in(harbour: Harbour, request: web.Request) -> str:
    """Whose share of the server a request uses: of IPv6 the widest network that is counted has one."""
    return origin_of(harbour.key, client_networks(request, harbour.settings.trusted_proxies)[-1])


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
