"""A house alone in its process, as in a browser: everything it asks for in its simplest form."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from kosmoport.core.errors import BadInput
from kosmoport.house.bots.at_once import BotsAtOnce
from kosmoport.house.file_work import FileJobsAtOnce
from kosmoport.house.memory_store import MemoryStore
from kosmoport.house.services import Services
from kosmoport.house.store import Store
from kosmoport.table.requests import PushDevice

T = TypeVar("T")


def services_alone(store: Store | None = None) -> Services:
    """What a house needs that serves nobody but this process; its tables may be kept elsewhere."""
    return Services(
        store=store or MemoryStore(),
        bots=BotsAtOnce(),
        file_jobs=FileJobsAtOnce(),
        limits=NoLimits(),
        metrics=NoMetrics(),
        webhooks=NoWebhooks(),
        pushes=NoPushes(),
        uptime=UptimeInMemory(),
        tidying=NoTidying(),
        aside=at_once,
    )


class NoLimits:
    """Whoever is alone may do what they like."""

    def allow(self, rule: str, who: str, *around: str) -> float:
        return 0.0

    def forget_some(self) -> None:
        pass


class NoWebhooks:
    """Nobody is called."""

    async def start(self) -> None:
        pass

    def check(self, url: str) -> str:
        raise BadInput("webhooks are called by servers only")

    def ring(self, url: str, payload: bytes, about: str = "") -> bool:
        return False

    async def close(self) -> None:
        pass


class NoPushes:
    """The same: nobody subscribes."""

    key = None

    async def start(self) -> None:
        pass

    def check(self, device: PushDevice) -> PushDevice:
        raise BadInput("pushes are sent by servers only")

    def ring(self, device: PushDevice, text: bytes, about: str, gone: Callable[[], None]) -> bool:
        return False

    async def close(self) -> None:
        pass


class UptimeInMemory:
    """Kept as long as the process."""

    def __init__(self) -> None:
        self._data: bytes | None = None

    def read(self) -> bytes | None:
        return self._data

    async def write(self, data: bytes) -> None:
        self._data = data


class NoTidying:
    """Python does it by itself."""

    def fell_asleep(self) -> None:
        pass

    async def look(self, awake: int) -> None:
        pass


async def at_once(make: Callable[[], T]) -> T:
    """Where there are no threads."""
    return make()


class Nothing:
    """Counts nothing."""

    def inc(self, amount: int = 1) -> None:
        pass

    def set(self, value: float) -> None:
        pass

    def observe(self, amount: float) -> None:
        pass

    def add(self, kind: str, amount: int = 1) -> None:
        pass


class NoMetrics:
    """No figures."""

    messages_in = messages_out = 0
    bot_lowered = bot_faults = Nothing()
    bot_decisions = refused = rate_limited = errors = Nothing()
    action_seconds = bot_queue = Nothing()

    def committed(self, appends: int, seconds: float) -> None:
        pass
