"""Processes of bots as the server sees them: started when needed, one message at a time, ended by force."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import Self

import msgspec

import kosmoport
from kosmoport.engine.compiled import cache_folder
from kosmoport.server.bots.wire import HEAD, Advise, Hello, Message, Reply, Think, Warm, frame, read_reply

START_SECONDS = 20.0  # for a process to begin
LOAD_SECONDS = 60.0  # to load machine code that is on disk, while nobody waits for it
HOME = str(Path(kosmoport.__file__).parents[1])
BOOT = "import sys; sys.path.append(sys.argv[1]); from kosmoport.server.bots.worker import main; main()"


class Lost(Exception):
    """The process has ended, or never began."""


class Worker:
    """One process."""

    def __init__(self, process: Process) -> None:
        assert process.stdin is not None  # both were asked for
        assert process.stdout is not None
        self._process, self._to, self._from = process, process.stdin, process.stdout

    @classmethod
    async def start(cls, nice: int) -> Self:
        """A process outside the terminal's group that is ready for work; Lost if there is none to be had."""
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-c", BOOT, HOME),
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                start_new_session=True,
                env={**os.environ, "KOSMOPORT_CACHE": str(cache_folder())},
            )
        except OSError:
            raise Lost from None
        worker = cls(process)
        try:
            async with asyncio.timeout(START_SECONDS):
                await worker.ask(Hello(sys.path, nice))
        except TimeoutError:
            await worker.end()
            raise Lost from None
        except BaseException:
            await worker.end()
            raise
        return worker

    @property
    def pid(self) -> int:
        return self._process.pid

    async def ask(self, message: Message) -> Reply:
        """The reply to a message; Lost if the process ends before."""
        try:
            self._to.write(frame(message))
            await self._to.drain()
            size = int.from_bytes(await self._from.readexactly(HEAD), "big")
            return read_reply(await self._from.readexactly(size))
        except (OSError, EOFError, msgspec.MsgspecError):
            raise Lost from None

    async def end(self) -> None:
        """Kill it, and wait until nothing of it is left."""
        with suppress(ProcessLookupError):
            self._process.kill()
        self._to.close()
        await self._process.wait()
        await self._from.read()
        with suppress(OSError):  # what could not be sent any more
            await self._to.wait_closed()


class Hand:
    """A place for one process, which is replaced when it is lost or stuck."""

    def __init__(self, nice: int) -> None:
        self._nice = nice
        self._worker: Worker | None = None
        self.loaded: set[str] = set()  # games whose search this process has ready

    @property
    def pid(self) -> int | None:
        return None if self._worker is None else self._worker.pid

    async def hire(self) -> None:
        """Have a process; Lost if that fails."""
        self._worker = self._worker or await Worker.start(self._nice)

    async def think(self, think: Think | Advise, seconds: float) -> Reply:
        """What it thinks; TimeoutError or Lost, and an end of the process, if there is no reply in time."""
        return await self._ask(think, seconds)

    async def load(self, game: str, seconds: float) -> None:
        """Have a game's search ready in this process; Lost, also if it takes too long."""
        if game in self.loaded:
            return
        try:
            reply = await self._ask(Warm(game), seconds)
        except TimeoutError:
            raise Lost from None
        if reply.fault:
            raise Lost
        self.loaded.add(game)

    async def release(self) -> None:
        """End the process, if there is one."""
        worker, self._worker = self._worker, None
        self.loaded.clear()
        if worker is not None:
            await worker.end()

    async def _ask(self, message: Message, seconds: float) -> Reply:
        await self.hire()
        assert self._worker is not None
        try:
            async with asyncio.timeout(seconds):
                return await self._worker.ask(message)
        except BaseException:  # cancelled as well: whatever it would answer is for nobody
            await self.release()
            raise
