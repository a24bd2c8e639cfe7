"""What requests have in common: who asks, how often, and what the body says."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from kosmoport.core.components import in_words
from kosmoport.core.errors import BadInput, short
from kosmoport.core.game import Game
from kosmoport.games import find_game, game_by_id
from kosmoport.house.file_jobs import Job
from kosmoport.house.http import JSON, Cookie, Networks, Request, Response, answer
from kosmoport.house.http_errors import HTTPError
from kosmoport.house.rooms import Room
from kosmoport.house.routes import SMALL_BODY
from kosmoport.house.tables import Tables
from kosmoport.house.tokens import SeatToken, origin_of
from kosmoport.table.settings import NewTable
from kosmoport.table.table import Table

T = TypeVar("T")

COOKIE = "kosmoport_seat"
WHOLE = re.compile(r"-?[0-9]{1,15}")


def limited(tables: Tables, networks: Networks, rule: str) -> None:
    """HTTPError 429 if somebody at this address has done this too often."""
    _check(tables, rule, tables.limits.allow(rule, *networks))


def limited_sender(tables: Tables, room: Room, sender: str, rule: str) -> None:
    """The same for who speaks at a table."""
    _check(tables, rule, tables.limits.allow(rule, f"{room.table.id} {sender}"))


def _check(tables: Tables, rule: str, wait: float) -> None:
    if wait > 0:
        tables.metrics.rate_limited.add(rule)
        raise HTTPError(429, wait=wait)


def token_in(tables: Tables, request: Request) -> SeatToken | None:
    """The token of a request: a program's header, or a browser's cookie."""
    header, cookie = _texts_in(request)
    text = cookie if header is None else header
    return tables.tokens.read(text.strip()) if text else None


def all_tokens_in(tables: Tables, request: Request) -> list[SeatToken]:
    """Both, where a page with a cookie sends a header as well."""
    read = (tables.tokens.read(text.strip()) for text in _texts_in(request) if text)
    return [token for token in read if token is not None]


def _texts_in(request: Request) -> tuple[str | None, str]:
    scheme, _, text = request.headers.get("Authorization", "").partition(" ")
    return text if scheme.lower() == "bearer" else None, request.cookies.get(COOKIE, "")


def keeps_another(tables: Tables, request: Request, table: Table, token: SeatToken) -> bool:
    """Has this browser a cookie of somebody else at this table, which would be lost to a new one?"""
    text = request.cookies.get(COOKIE, "")
    kept = tables.tokens.read(text) if text else None
    # A host who sat down has two tokens with one nonce: they are one person.
    return kept is not None and kept.nonce != token.nonce and tables.tokens.sender_of(table, kept) is not None


def remember_seat(request: Request, response: Response, table: str, token: str) -> None:
    """The browser keeps the seat of this table; no script can read it, no other site can use it."""
    path = f"/api/tables/{table}"
    response.cookies.append(Cookie(COOKIE, token, path, request.secure, max_age=180 * 24 * 3600))


async def bytes_of(request: Request, most: int) -> bytes:
    """The body as it came; HTTPError if it is too large, packed, or does not say that it is JSON."""
    if not _says_json(request):
        raise HTTPError(415)
    if request.headers.get("Content-Encoding", "identity").strip().lower() != "identity":
        raise HTTPError(415, "packed", "The body must not be compressed.")
    if request.body is None:
        request.body = await request.read(most)
    return request.body


def _says_json(request: Request) -> bool:
    """What stands behind the type is not looked at: parsing it may take long, on the loop."""
    said = request.headers.get("Content-Type", "").partition(";")[0]
    return said.strip().lower() == JSON


async def body_of(request: Request, kind: type[T], most: int) -> T:
    """The body as this type; HTTPError with one sentence otherwise."""
    return understood(await bytes_of(request, most), kind)


async def new_table_of(request: Request, most_components: int) -> NewTable:
    """The body as a table to be made: apart from the component file, which is only a text, it is small."""
    data = await bytes_of(request, SMALL_BODY + most_components)
    if len(data) - len(understood(data, _Apart).components) > SMALL_BODY:
        raise HTTPError(413)
    asked = understood(data, NewTable)
    if len((asked.components or "").encode()) > most_components:
        raise HTTPError(413)
    return asked


class _Apart(msgspec.Struct):
    """What may be large, as it is written; everything else is passed over."""

    components: msgspec.Raw = msgspec.Raw(b"")


def understood(data: bytes, kind: type[T]) -> T:
    """JSON as this type; HTTPError with one sentence otherwise."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        raise HTTPError(400, "bad_body", short(in_words(str(error)))) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise HTTPError(400, "bad_body", "The body is not JSON.") from None


async def done_by_clerk(tables: Tables, request: Request, job: Job) -> Response:
    """What a clerk makes of something that may take long, for whoever asks; it is JSON."""
    job.gzip = "gzip" in request.headers.get("Accept-Encoding", "").lower()
    reply = await tables.file_jobs.do(origin_in(tables, request), job)
    headers = {"Content-Encoding": "gzip"} if reply.packed else None
    return Response(body=reply.body, headers=headers or {})


async def done_in_turn(tables: Tables, request: Request, make: Callable[[], Any]) -> Response:
    """What is quick and bounded by what it is about: beside the tables, one after the other."""
    async with tables.quick.of(origin_in(tables, request)):
        return answer(await tables.aside(make))


def origin_in(tables: Tables, request: Request) -> str:
    """Whose share of the server a request uses: of IPv6 the widest network that is counted has one."""
    return origin_of(tables.key, request.networks[-1])


def switch(request: Request, name: str) -> bool:
    """A yes or no of the query; no, where nothing is said."""
    text = request.query.get(name, "false")
    if text not in ("true", "false"):
        raise HTTPError(400, "bad_query", f"{name} must be true or false.")
    return text == "true"


def game_in(request: Request) -> Game:
    """The game that an address names, of the version that its query asks for; usually the newest."""
    name, rules = request.params["game"], whole_number(request, "rules", low=1)
    try:
        return game_by_id(name) if rules is None else find_game(name, rules)
    except BadInput:
        raise HTTPError(404) from None


def whole_number(request: Request, name: str, low: int = 0) -> int | None:
    """A number of the query."""
    text = request.query.get(name)
    if text is None:
        return None
    number = int(text) if WHOLE.fullmatch(text) else low - 1  # int() alone also reads 1_0 and +1
    if number < low:
        raise HTTPError(400, "bad_query", f"{name} must be a whole number from {low}.")
    return number
