"""The office of the clerks: jobs wait in a fair queue; what harms a clerk is refused and not tried again."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from time import monotonic
from typing import Final

import msgspec

from kosmoport.house.file_jobs import Job, Reply, encode, read_reply
from kosmoport.house.file_work import sound
from kosmoport.house.http_errors import HTTPError
from kosmoport.house.logs import say
from kosmoport.house.turns import Turns, stopping
from kosmoport.server.processes.parent import Lost, Place

log = logging.getLogger(__name__)

WORKER: Final = "kosmoport.server.clerks.worker"
NICE = 10  # behind the server itself
SECONDS = 15.0  # for a job, also on a busy machine; its processor time is bounded by itself
MEMORY = 512 << 20  # bytes of address space; the longest games take 200 MB
LARGE = 50_000  # bytes; games take 3,000 to 30,000, and so do component files of people
IDLE = 120.0  # seconds without a job after which a process is ended


class Clerks:
    """Does jobs for visitors, a few at a time; each is asked for by an address."""

    def __init__(
        self,
        places: int,
        *,
        seconds: float = SECONDS,
        memory: int = MEMORY,
        idle: float = IDLE,
        worker: str = WORKER,
        told: Callable[[str], None] = lambda outcome: None,
    ) -> None:
        self._seconds, self._idle_for, self._told = seconds, idle, told
        env = {name: value for name, value in os.environ.items() if not name.startswith("KOSMOPORT_")}
        self._places = [Place(worker, nice=NICE, memory=memory, env=env) for _ in range(places)]
        self._idle = self._places[::-1]  # the last is taken first, so few are busy when few are needed
        self._used: dict[Place, float] = {}
        self._turns = Turns(places)
        self._tidying: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def waiting(self) -> int:
        """Jobs in the queue."""
        return len(self._turns)

    @property
    def pids(self) -> list[int]:
        return [place.pid for place in self._places if place.pid is not None]

    async def do(self, who: str, job: Job) -> Reply:
        """What came of a job; BadInput if what it brings is wrong, HTTPError if it cannot be done."""
        if self._closed:
            raise stopping()
        message = encode(job)
        async with self._turns.of(who, large=len(message) > LARGE):
            place = self._idle.pop()
            try:
                reply = await self._replied(place, message)
            finally:
                self._used[place] = monotonic()
                self._idle.append(place)
                self._tidy_up()
        return self._outcome(reply)

    async def close(self) -> None:
        """End all processes; whoever waits is sent away."""
        self._closed = True
        self._turns.close()
        if self._tidying is not None:
            self._tidying.cancel()
            await asyncio.gather(self._tidying, return_exceptions=True)
        await asyncio.gather(*(place.release() for place in self._places))

    async def _replied(self, place: Place, message: bytes) -> Reply:
        try:
            await place.renew()
        except Lost:
            self._told("lost")
            say(log, "clerk did not start", logging.ERROR)
            raise HTTPError(503) from None
        try:
            reply = read_reply(await place.ask(message, self._seconds))
        except (TimeoutError, Lost, msgspec.MsgspecError):
            if self._closed:
                raise stopping() from None
            return Reply(exhausted=True)
        if reply.exhausted:  # what it took may not all come back
            await place.release()
        return reply

    def _outcome(self, reply: Reply) -> Reply:
        if reply.exhausted:
            self._told("ended")
            say(log, "job ended", logging.WARNING)
        elif reply.broke is not None:
            self._told("broke")
            say(log, "job broke", logging.ERROR, kind=reply.broke)
        else:
            self._told("done" if reply.refused is None else "refused")
        return sound(reply)

    # ---------------------------------------------------------------- idle clerks go home

    def _tidy_up(self) -> None:
        if not self._closed and (self._tidying is None or self._tidying.done()):
            self._tidying = asyncio.create_task(self._send_home())

    async def _send_home(self) -> None:
        """Memory falls again when nobody has asked for anything for a while."""
        while self.pids:
            await asyncio.sleep(self._idle_for / 2)
            for place in [place for place in self._idle if place.pid is not None]:
                if monotonic() - self._used.get(place, 0.0) >= self._idle_for:
                    await place.release()
