"""Calls to addresses that players gave: checked, bounded, and never into a private network."""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from yarl import URL

from kosmoport.core.errors import BadInput
from kosmoport.house.logs import say
from kosmoport.server.addresses import is_public

LONGEST_URL = 1000
TIMEOUT = aiohttp.ClientTimeout(total=5)
PAUSES = (2.0, 10.0)  # before the second and the third try
WORKERS = 8
FLYING_PER_HOST = 2
PENDING_PER_HOST = 50
MOST_PENDING = 1000
GONE = (404, 410)
MOST_ANSWER_BYTES = 1024  # its headers and beginning; the rest stays with the sender

HOST_NAME = re.compile(r"(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*")

Lookup = Callable[[str], Awaitable[Sequence[str]]]
log = logging.getLogger(__name__)


def check_url(url: str, allow_private: bool = False, what: str = "a webhook's address") -> str:
    """The address as it will be called, or BadInput; a name is checked again when it is looked up."""
    if len(url) > LONGEST_URL or not url.isascii() or not url.isprintable() or " " in url:
        raise BadInput(f"{what} has at most {LONGEST_URL} plain letters and no spaces")
    try:
        parsed = URL(url)
        host, port = parsed.raw_host, parsed.port  # both may turn out malformed only now
    except ValueError:
        raise BadInput(f"{what} must be like https://example.org/path") from None
    if parsed.scheme not in ("http", "https") or not host or not port:
        raise BadInput(f"{what} must begin with https:// or http:// and name a host")
    if parsed.raw_user is not None or parsed.raw_password is not None or "@" in parsed.raw_authority:
        raise BadInput(f"{what} must not hold a name or a password")
    _check_host(host.lower().removesuffix("."), allow_private, what)
    return str(parsed.with_fragment(None))


def _check_host(host: str, allow_private: bool, what: str) -> None:
    address = _literal(host, what)
    if address is None and HOST_NAME.fullmatch(host) is None:
        raise BadInput(f"{what} must name a host of letters, digits, hyphens and dots")
    if allow_private:
        return
    name_is_local = host == "localhost" or host.endswith(".localhost") or "." not in host
    if name_is_local if address is None else not is_public(address):
        raise BadInput(f"{what} must be a host on the internet, not one of a private network")


def _literal(host: str, what: str) -> str | None:
    """The address that the host is, or None for a name; no spellings such as 127.1 or 0x7f000001."""
    if ":" in host:
        try:
            return str(IPv6Address(host))
        except ValueError:
            raise BadInput(f"{what} holds a malformed IPv6 address") from None
    if re.fullmatch(r"\d+|0x[0-9a-f]*", host.rpartition(".")[2]) is None:
        return None
    try:
        return str(IPv4Address(host))
    except ValueError:
        raise BadInput("an IPv4 address is written as four decimal numbers, such as 192.0.2.1") from None


class CheckedResolver(AbstractResolver):
    """Looks a name up and gives the connector only addresses that may be called.

    The check is on the very addresses that are then connected to, so a name that changes its address
    between check and call gains nothing.
    """

    def __init__(self, allow_private: bool, lookup: Lookup | None = None) -> None:
        self._allow_private = allow_private
        self._lookup = lookup or self._ask_system
        # Threads of its own: a slow name server must not hold up other work of the process.
        self._threads = ThreadPoolExecutor(WORKERS, thread_name_prefix="webhook-names")

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """The addresses of a name that may be called; Forbidden if it has only others."""
        found = await self._lookup(host)
        usable = [address for address in found if self._allow_private or is_public(address)]
        if not usable:
            raise Forbidden if found else OSError("the name has no address")
        return [_result(host, address, port) for address in usable]

    async def _ask_system(self, host: str) -> list[str]:
        def ask() -> list[str]:
            infos = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
            return list(dict.fromkeys(str(info[4][0]) for info in infos))

        return await asyncio.get_running_loop().run_in_executor(self._threads, ask)

    async def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


class Forbidden(Exception):
    """The target lies in a network that must not be called."""


def _result(host: str, address: str, port: int) -> ResolveResult:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    flags = socket.AI_NUMERICHOST | socket.AI_NUMERICSERV
    return ResolveResult(hostname=host, host=address, port=port, family=family, proto=0, flags=flags)


@dataclass
class _Call:
    url: str
    payload: bytes
    about: str = ""  # a later call about the same takes the place of one that waits
    headers: Mapping[str, str] | None = None
    gone: Callable[[], None] = lambda: None  # nobody is there any more, says who answers
    tries: int = 0


@dataclass
class _Host:
    """Calls to one host: those waiting, and how many places in the round it has."""

    name: str
    waiting: deque[_Call] = field(default_factory=deque)
    places: int = 0
    pending: int = 0  # also those under way and those pausing before another try


class Caller:
    """A few workers that call webhooks; hosts take turns, so that a slow one holds up only itself."""

    def __init__(
        self,
        allow_private: bool = False,
        *,
        told: Callable[[str], None] = lambda outcome: None,  # sent, failed, retried, refused or dropped
        lookup: Lookup | None = None,
        pauses: Sequence[float] = PAUSES,
    ) -> None:
        self._allow_private = allow_private
        self._told = told
        self._lookup = lookup
        self._pauses = tuple(pauses)
        self._hosts: dict[str, _Host] = {}
        self._round: asyncio.Queue[_Host] = asyncio.Queue()
        self._waiting: dict[tuple[str, str], _Call] = {}  # by address and what they are about
        self._pausing: dict[int, asyncio.TimerHandle] = {}
        self._pending = 0
        self._workers: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start the workers; calls may be rung before."""
        self._resolver = CheckedResolver(self._allow_private, self._lookup)
        connector = aiohttp.TCPConnector(resolver=self._resolver, use_dns_cache=False, force_close=True)
        self._session = aiohttp.ClientSession(
            connector=connector,
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=TIMEOUT,
            headers={"User-Agent": "kosmoport", "Content-Type": "application/json"},
            auto_decompress=False,
            read_bufsize=MOST_ANSWER_BYTES,
        )
        self._workers = [asyncio.create_task(self._work()) for _ in range(WORKERS)]

    async def close(self) -> None:
        """Stop at once; calls that wait are given up."""
        for timer in self._pausing.values():
            timer.cancel()
        self._pausing.clear()
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)
        if self._workers:
            await self._session.close()
            await self._resolver.close()
        self._workers = []

    def check(self, url: str) -> str:
        """The address as it will be called, or BadInput."""
        return check_url(url, self._allow_private)

    def ring(
        self,
        url: str,
        payload: bytes,
        about: str = "",
        headers: Mapping[str, str] | None = None,
        gone: Callable[[], None] = lambda: None,
    ) -> bool:
        """Call an address soon, without waiting for it; False if it may not be, or too much waits already.

        `about`: of what is the same only the last is told, or one lively game would fill the line.
        """
        try:
            call = _Call(check_url(url, self._allow_private), payload, about, headers, gone)
        except BadInput:
            self._told("refused")
            return False
        if about and (before := self._waiting.get((call.url, about))) is not None:
            before.payload = payload
            return True
        name = URL(call.url).raw_host or ""
        host = self._hosts.get(name) or _Host(name)
        if self._pending >= MOST_PENDING or host.pending >= PENDING_PER_HOST:
            self._told("dropped")
            return False
        self._hosts[name] = host
        self._pending += 1
        host.pending += 1
        self._enqueue(host, call)
        return True

    def _enqueue(self, host: _Host, call: _Call) -> None:
        host.waiting.append(call)
        if call.about:
            self._waiting[call.url, call.about] = call
        if host.places < FLYING_PER_HOST:
            host.places += 1
            self._round.put_nowait(host)

    async def _work(self) -> None:
        while True:
            host = await self._round.get()
            if host.waiting:
                call = host.waiting.popleft()
                self._waiting.pop((call.url, call.about), None)
                self._settle(host, call, await self._outcome(call))
            if host.waiting:  # to the end of the round
                self._round.put_nowait(host)
            else:
                host.places -= 1

    async def _outcome(self, call: _Call) -> str:
        """What became of one try: sent, failed for good, to be retried, or refused."""
        call.tries += 1
        try:
            status = await self._post(call)
        except Forbidden:
            return "refused"
        except (aiohttp.ClientError, OSError, TimeoutError):
            return "retried"
        except Exception as error:  # a worker outlives whatever a target makes up
            say(log, "webhook call broke", logging.ERROR, error=error)
            return "failed"
        if 200 <= status < 300:
            return "sent"
        if status in GONE:
            call.gone()
        return "retried" if status >= 500 or status in (408, 429) else "failed"

    async def _post(self, call: _Call) -> int:
        """The status of the answer; its body is left unread, and the connection is closed."""
        response = await self._session.post(
            call.url, data=call.payload, headers=call.headers, allow_redirects=False
        )
        response.close()
        return response.status

    def _settle(self, host: _Host, call: _Call, outcome: str) -> None:
        if outcome == "retried" and call.tries > len(self._pauses):
            outcome = "failed"
        self._told(outcome)
        if outcome == "retried":
            loop = asyncio.get_running_loop()
            pause = self._pauses[call.tries - 1]
            self._pausing[id(call)] = loop.call_later(pause, self._try_again, host, call)
            return
        self._pending -= 1
        host.pending -= 1
        if not host.pending:
            del self._hosts[host.name]

    def _try_again(self, host: _Host, call: _Call) -> None:
        del self._pausing[id(call)]
        self._enqueue(host, call)
