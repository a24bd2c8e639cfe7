"""A proxy that is not trusted: everybody behind it shares one address, and its host should know."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from aiohttp import web

from kosmoport.core.errors import BadInput
from kosmoport.files import read_json
from kosmoport.house import times
from kosmoport.house.logs import say
from kosmoport.server.addresses import Network, is_in, is_public, plain_address
from kosmoport.server.settings import ServerSettings
from kosmoport.server.store.private import write_private

FORWARDED = ("X-Forwarded-For", "Forwarded", "X-Real-IP")
NOTE = "untrusted-proxy.json"
NEAR = (
    "requests come from an address of the own network that speaks for others; "
    "if it is a proxy of yours, name it in trusted_proxies, else everybody behind it shares its limits"
)
FAR = (
    "a request from the internet spoke for somebody else, which strangers may do and is not believed; "
    "only if a proxy of yours stands there, name it in trusted_proxies"
)

log = logging.getLogger(__name__)


class Proxies:
    """Notices, once for each kind, who speaks for others without being trusted.

    Anybody can send such a header: from the internet that is worth one calm line, without an address. From
    the own network it is most likely the host's proxy; that is said in the log and kept for the doctor.
    """

    def __init__(self, trusted: Sequence[Network], data: Path) -> None:
        self._trusted, self._data = trusted, data
        self._told_near = self._told_far = False

    def notice(self, request: web.Request) -> None:
        if self._told_near and self._told_far:
            return
        headers = request.headers
        if not any(name in headers for name in FORWARDED):
            return
        peer = plain_address(request.remote or "")
        if peer is None or is_in(peer, self._trusted):
            return
        if is_public(str(peer)):
            if not self._told_far:
                self._told_far = True
                say(log, FAR)
        elif not self._told_near:
            self._told_near = True
            say(log, NEAR, logging.WARNING, address=str(peer))
            asyncio.get_running_loop().run_in_executor(None, _write_note, self._data, str(peer))


def _write_note(data: Path, peer: str) -> None:
    with suppress(OSError):  # the log has it in any case
        write_private(data / NOTE, msgspec.json.encode({"address": peer, "at": times.now_ms()}))


def forget_note(data: Path) -> None:
    """A server that starts has seen nobody yet."""
    with suppress(OSError):
        (data / NOTE).unlink(missing_ok=True)


def noted(settings: ServerSettings) -> str | None:
    """What a server with these settings should have said, in a sentence; None if all is well."""
    try:
        note = read_json(settings.data / NOTE)
        peer, at = plain_address(note["address"]), datetime.fromtimestamp(note["at"] / 1000, UTC)
    except (BadInput, AttributeError, KeyError, TypeError, ValueError, OverflowError, OSError):
        return None
    if peer is None or is_in(peer, settings.trusted_proxies):
        return None
    return (
        f"note: on {at:%Y-%m-%d} requests came from {peer} that spoke for others; if it is a proxy of yours, "
        "name it in trusted_proxies, else everybody behind it shares its limits"
    )
