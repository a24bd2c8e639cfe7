"""The house and everything that a server has around it, put together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TypeVar

from kosmoport.house.services import Bots, Services
from kosmoport.house.settings import HouseSettings
from kosmoport.house.store import Store
from kosmoport.house.tables import Tables
from kosmoport.server.clerks.office import Clerks
from kosmoport.server.keys import Keys
from kosmoport.server.limits import Limits, read_rules
from kosmoport.server.loop_monitor import LoopMonitor
from kosmoport.server.memory import Tidying
from kosmoport.server.metrics import Metrics
from kosmoport.server.push.pusher import Pusher
from kosmoport.server.reach import Reach
from kosmoport.server.settings import ServerSettings
from kosmoport.server.uptime import UptimeInFolder
from kosmoport.server.webhooks import Caller
from kosmoport.table.policy import Policy

SECONDS = ("take_back_grace", "absence_grace", "reveal_live")  # of the settings; the house counts in ms


T = TypeVar("T")


@dataclass
class Server:
    """What the sockets of a server need."""

    settings: ServerSettings
    metrics: Metrics
    limits: Limits
    tables: Tables
    loop_monitor: LoopMonitor
    reach: Reach


def wired(settings: ServerSettings, store: Store, bots: Bots, keys: Keys, metrics: Metrics) -> Server:
    """A server that has not begun yet."""
    limits = Limits(read_rules(settings.limits), shares=settings.shares)
    services = Services(
        store=store,
        bots=bots,
        file_jobs=Clerks(settings.clerks, told=metrics.clerk_jobs.add),
        limits=limits,
        metrics=metrics,
        webhooks=Caller(settings.webhook_private, told=metrics.webhooks.add),
        pushes=Pusher(keys.push, _contact(settings), settings.webhook_private, told=metrics.pushes.add),
        uptime=UptimeInFolder(settings.data),
        tidying=Tidying(),
        aside=in_thread,
    )
    tables = Tables(house_settings(settings), keys.seats, services)
    return Server(settings, metrics, limits, tables, LoopMonitor(metrics.held), Reach())


def _contact(settings: ServerSettings) -> str:
    """What push services may write to, or at least look at."""
    return settings.push_contact or (settings.public_url if settings.public_url.startswith("https:") else "")


async def in_thread(make: Callable[[], T]) -> T:
    """In a thread, so that the event loop goes on meanwhile."""
    return await asyncio.to_thread(make)


def house_settings(settings: ServerSettings) -> HouseSettings:
    """What the settings of a server say about its house."""
    same = (field.name for field in fields(HouseSettings) if field.name != "policy")
    return HouseSettings(policy=policy_of(settings), **{name: getattr(settings, name) for name in same})


def policy_of(settings: ServerSettings) -> Policy:
    """What they say about all tables."""
    said = {field.name: getattr(settings, field.name) for field in fields(Policy)}
    return Policy(**said | {name: round(said[name] * 1000) for name in SECONDS})
