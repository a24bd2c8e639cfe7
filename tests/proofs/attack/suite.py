"""The list of attacks, and what each of them works with."""

from __future__ import annotations

import asyncio
import json
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any

from tests.proofs.attack.target import OPEN_DOORS, Target
from tests.server import fuzz_bytes as wire

SECONDS = 5.0  # of an attack that lasts
ANSWER_WITHIN = 60.0
PROXY = "127.200.0.1"  # trusted by the server for what it says of others
NO_ANSWER = 0  # a status: the server ended the connection

# Servers by what is set: each is started once, for all attacks on it.
HOUSES: dict[str, dict[str, str]] = {
    "as it comes": {"limits": "create=300/hour"},
    "without rate limits": {"limits": OPEN_DOORS, "max_tables_per_address": "100000"},
    "with little patience": {
        "limits": "create=300/hour",
        **dict.fromkeys((f"{what}_timeout" for what in ("head", "body", "unread", "hello", "idle")), "2s"),
    },
    "behind a proxy": {"limits": "create=300/hour", "trusted_proxies": PROXY},
    "with long logs": {"limits": OPEN_DOORS},
}
Prepare = Callable[[Target], Awaitable[None]]
PREPARED: dict[str, Prepare] = {}  # what a house must hold before anybody comes


class Broken(Exception):
    """What must not happen has happened: one sentence."""


def must(holds: object, sentence: str) -> None:
    if not holds:
        raise Broken(sentence)


@dataclass
class Fire:
    """One attack on a server: addresses that nobody else has, and ways to send things from them."""

    target: Target
    number: int

    def address(self, index: int = 0) -> str:
        return f"127.{self.number + 1}.{index // 250}.{index % 250 + 1}"

    @asynccontextmanager
    async def own(self, **flags: str) -> AsyncIterator[Fire]:
        """The same on a server for this attack alone, which has not started yet."""
        folder = self.target.folder / f"attack{self.number}"
        folder.mkdir()
        target = Target(folder, **({"limits": OPEN_DOORS} | flags))
        try:
            yield Fire(target, self.number)
        finally:
            if target.alive:
                await target.stop(signal.SIGKILL)

    async def send(self, data: bytes, index: int = 0, source: str = "") -> wire.Answer | None:
        """What is answered to these bytes; None if nothing is."""
        with suppress(wire.Ended, OSError):
            async with (
                asyncio.timeout(ANSWER_WITHIN),
                wire.line(self.target.port, source or self.address(index)) as line,
            ):
                line.write(data)
                return await line.answer()
        return None

    async def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        index: int = 0,
        *,
        token: str = "",
        source: str = "",
        headers: dict[str, str] | None = None,
    ) -> wire.Answer | None:
        """The same with a request that is well made."""
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        given = dict(headers or {}) | ({"Authorization": f"Bearer {token}"} if token else {})
        return await self.send(wire.request(method, path, given, data), index, source)

    async def done(self, method: str, path: str, body: Any = None, index: int = 0, **more: Any) -> Any:
        """The same where it must succeed."""
        answer = await self.ask(method, path, body, index, **more)
        must(answer is not None and answer.status < 300, f"{method} {path} was answered {shown(answer)}")
        assert answer is not None
        return json.loads(answer.body) if answer.body else None

    async def repeat(
        self, shot: Callable[[int], Awaitable[int]], *, workers: int = 8, seconds: float = SECONDS
    ) -> Counter[int]:
        """Shots with their numbers, several at once, for a while; how often which status came back."""
        until, numbers, statuses = monotonic() + seconds, iter(range(1 << 30)), Counter[int]()

        async def work() -> None:
            while monotonic() < until:
                statuses[await shot(next(numbers))] += 1

        async with asyncio.TaskGroup() as group:
            for _ in range(workers):
                group.create_task(work())
        return statuses

    async def posts(self, path: str, bodies: Iterable[bytes], **more: Any) -> Counter[int]:
        """These bodies in turn, each from an address of its own."""
        all_of_them = list(bodies)

        async def shot(number: int) -> int:
            return status_of(await self.ask("POST", path, all_of_them[number % len(all_of_them)], number))

        return await self.repeat(shot, **more)


Work = Callable[[Fire], Awaitable[str]]


@dataclass(frozen=True)
class Attack:
    row: str  # of the list of holes that were found, or what kind of thing it is like
    name: str
    house: str
    work: Work


ATTACKS: list[Attack] = []


def attack(row: str, name: str, house: str = "as it comes") -> Callable[[Work], Work]:
    """One more of the list; it returns what came of it in a few words, and raises Broken."""

    def add(work: Work) -> Work:
        ATTACKS.append(Attack(row, name, house, work))
        return work

    return add


def status_of(answer: wire.Answer | None) -> int:
    return NO_ANSWER if answer is None else answer.status


def shown(answer: wire.Answer | None) -> str:
    return (
        "with nothing" if answer is None else f"{answer.status} {answer.body[:200].decode(errors='replace')}"
    )


def refused(statuses: Counter[int], *also: int) -> str:
    """All were refused in the usual way; in words."""
    odd = {status: many for status, many in statuses.items() if status not in (400, 413, 429, 503, *also)}
    must(not odd, f"answered {odd}")
    must(statuses.total() > 0, "nothing was sent")
    return told(statuses)


def told(statuses: Counter[int]) -> str:
    names = {NO_ANSWER: "ended"}
    return ", ".join(f"{names.get(status, status)}: {many}" for status, many in sorted(statuses.items()))
