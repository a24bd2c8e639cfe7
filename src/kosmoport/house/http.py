"""Requests and answers as the house knows them: what is asked, by whom, and what comes back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from kosmoport.house.http_errors import HTTPError

JSON = "application/json"
UNKNOWN = "unknown"  # a visitor without an address

Networks = tuple[str, ...]
"""A visitor as they are counted: their address, and the networks around it that one visitor may own."""


async def no_body(most: int) -> bytes:
    """Of a request that brings nothing."""
    return b""


def body_given(data: bytes) -> Callable[[int], Awaitable[bytes]]:
    """The reading of a body that is there already."""

    async def read(most: int) -> bytes:
        if len(data) > most:
            raise HTTPError(413)
        return data

    return read


@dataclass
class Request:
    """One request. Names of headers are looked up as they are usually written: `Accept-Encoding`."""

    method: str
    path: str
    params: Mapping[str, str] = field(default_factory=dict)  # what stands in the places of the route
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    cookies: Mapping[str, str] = field(default_factory=dict)
    networks: Networks = (UNKNOWN,)
    secure: bool = False  # does the visitor's browser speak TLS?
    base: Callable[[], str] = str  # where links for others begin
    read: Callable[[int], Awaitable[bytes]] = no_body  # the body; HTTPError 413 beyond so many bytes
    body: bytes | None = None  # once it was read: a handler may be called again


@dataclass(frozen=True)
class Cookie:
    """Something for the browser to keep for the addresses below a path, which no script can read."""

    name: str
    value: str
    path: str
    secure: bool
    max_age: int  # seconds


@dataclass
class Response:
    """The answer."""

    body: bytes
    status: int = 200
    content_type: str = JSON
    headers: dict[str, str] = field(default_factory=dict)
    cookies: list[Cookie] = field(default_factory=list)


Handler = Callable[[Request], Awaitable[Response]]


def answer(value: Any, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status)
