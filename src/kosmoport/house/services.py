"""What the house asks of whatever it runs in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from kosmoport.house.bots import Answer, Ask
from kosmoport.house.bots.messages import Suggestion
from kosmoport.house.file_jobs import Job, Reply
from kosmoport.house.store import Store
from kosmoport.table.requests import PushDevice

T = TypeVar("T")


class Bots(Protocol):
    """Decides for bots of all tables."""

    @property
    def waiting(self) -> int:
        """Decisions and hints that nobody thinks about yet."""

    @property
    def faults(self) -> int:
        """Decisions that failed, since the start."""

    async def start(self) -> None:
        """Have somebody ready."""

    async def decide(self, ask: Ask) -> Answer: ...

    async def suggest(self, ask: Ask) -> tuple[Suggestion, ...]:
        """The best actions from the view; none if nobody has time."""

    async def close(self) -> None: ...


class FileJobs(Protocol):
    """Reads files of strangers and replays games."""

    @property
    def waiting(self) -> int:
        """Jobs in the line."""

    async def do(self, who: str, job: Job) -> Reply:
        """What came of a job; BadInput if what it brings is wrong, HTTPError if it cannot be done."""

    async def close(self) -> None: ...


class Limits(Protocol):
    """How often one address or one seat may ask for what."""

    def allow(self, rule: str, who: str, *around: str) -> float:
        """0.0 and it counts, or the seconds to wait, and it does not count.

        Of an address and the networks around it each has its share.
        """

    def forget_some(self) -> None:
        """Those who need not be remembered any more; asked for once a second."""


class Webhooks(Protocol):
    """Calls addresses that players gave."""

    async def start(self) -> None: ...

    def check(self, url: str) -> str:
        """The address as it will be called, or BadInput."""

    def ring(self, url: str, payload: bytes, about: str = "") -> bool:
        """Call it soon; False if that cannot be. Of what is about the same only the last is told."""

    async def close(self) -> None: ...


class Pushes(Protocol):
    """Calls browsers that are closed, by way of the push services of their makers."""

    @property
    def key(self) -> str | None:
        """What a browser must know to subscribe; None: nobody can."""

    async def start(self) -> None: ...

    def check(self, device: PushDevice) -> PushDevice:
        """The browser as it will be called, or BadInput."""

    def ring(self, device: PushDevice, text: bytes, about: str, gone: Callable[[], None]) -> bool:
        """Call it soon, or `gone` if it is there no more; False if that cannot be."""

    async def close(self) -> None: ...


class UptimeFile(Protocol):
    """Where it is kept when the server was up."""

    def read(self) -> bytes | None:
        """What was written last, or None."""

    async def write(self, data: bytes) -> None:
        """OSError if it cannot be."""


class Tidying(Protocol):
    """Memory that tables need no more."""

    def fell_asleep(self) -> None:
        """A table did."""

    async def look(self, awake: int) -> None:
        """Tidy up, if it is worth while."""


class Aside(Protocol):
    """What is quick and bounded is done beside the tables."""

    def __call__(self, make: Callable[[], T], /) -> Awaitable[T]: ...


# ---------------------------------------------------------------- figures


class Counter(Protocol):
    def inc(self, amount: int = 1) -> None: ...


class Gauge(Protocol):
    def set(self, value: float) -> None: ...


class Histogram(Protocol):
    def observe(self, amount: float) -> None: ...


class CounterByKind(Protocol):
    def add(self, kind: str, amount: int = 1) -> None: ...


class Metrics(Protocol):
    """What is counted."""

    messages_in: int
    messages_out: int

    @property
    def action_seconds(self) -> Histogram: ...
    @property
    def bot_queue(self) -> Gauge: ...
    @property
    def bot_decisions(self) -> CounterByKind: ...
    @property
    def bot_lowered(self) -> Counter: ...
    @property
    def bot_faults(self) -> Counter: ...
    @property
    def refused(self) -> CounterByKind: ...
    @property
    def rate_limited(self) -> CounterByKind: ...
    @property
    def errors(self) -> CounterByKind: ...
    def committed(self, appends: int, seconds: float) -> None: ...


# ---------------------------------------------------------------- all of it


@dataclass(kw_only=True)
class Services:
    """Everything around a house."""

    store: Store
    bots: Bots
    file_jobs: FileJobs
    limits: Limits
    metrics: Metrics
    webhooks: Webhooks
    pushes: Pushes
    uptime: UptimeFile
    tidying: Tidying
    aside: Aside
