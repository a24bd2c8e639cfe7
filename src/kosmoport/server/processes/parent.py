"""Processes as the server sees them: started when needed, one message at a time, ended by force."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE
from asyncio.subprocess import Process as System
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Self

import msgspec

import kosmoport
from kosmoport.server.processes.framing import HEAD, Hello, frame

START_SECONDS = 20.0  # for a process to begin
STARTS = 2  # tries
HOME = str(Path(kosmoport.__file__).parents[1])
BOOT = (
    "import sys; sys.path.append(sys.argv[1]);"
    "from importlib import import_module; import_module(sys.argv[2]).main()"
)


class Lost(Exception):
    """The process has ended, or never began."""


class Process:
    """One process."""

    def __init__(self, system: System) -> None:
        assert system.stdin is not None  # both were asked for
        assert system.stdout is not None
        self._system, self._to, self._from = system, system.stdin, system.stdout
        self._reading = asyncio.Lock()  # a stream has one reader at a time

    @classmethod
    async def start(cls, module: str, hello: Hello, env: Mapping[str, str]) -> Self:
        """The `main` of a module in a process of its own, outside the terminal's group, ready for work.

        Lost if there is none to be had.
        """
        try:
            system = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-c", BOOT, HOME, module),
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                start_new_session=True,
                env=env,
            )
        except OSError:
            raise Lost from None
        process = cls(system)
        try:
            async with asyncio.timeout(START_SECONDS):
                await process.ask(msgspec.msgpack.encode(hello))
        except TimeoutError:
            await process.end()
            raise Lost from None
        except BaseException:
            await process.end()
            raise
        return process

    @property
    def pid(self) -> int:
        return self._system.pid

    @property
    def has_ended(self) -> bool:
        return self._system.returncode is not None

    async def ask(self, message: bytes) -> bytes:
        """The reply to a message; Lost if the process ends before."""
        if self._to.is_closing():  # it was noticed that nobody reads any more; to write would be a mistake
            raise Lost
        try:
            self._to.write(frame(message))
            await self._to.drain()
            async with self._reading:
                size = int.from_bytes(await self._from.readexactly(HEAD), "big")
                return await self._from.readexactly(size)
        except (OSError, EOFError):
            raise Lost from None

    async def end(self) -> None:
        """Kill it, and wait until nothing of it is left."""
        with suppress(ProcessLookupError):
            self._system.kill()
        self._to.close()
        await self._system.wait()
        async with self._reading:  # whoever waited for a reply has noticed
            await self._from.read()
        with suppress(OSError):  # what could not be sent any more
            await self._to.wait_closed()


class Place:
    """Room for one process, which is replaced when it is lost or stuck."""

    def __init__(
        self, module: str, *, nice: int, memory: int | None = None, env: Mapping[str, str] | None = None
    ) -> None:
        self._module, self._nice, self._memory, self._env = module, nice, memory, env or {}
        self._process: Process | None = None

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    async def hire(self) -> None:
        """Have a process; Lost if that fails twice: the first may have been killed as it began."""
        for left in reversed(range(STARTS if self._process is None else 0)):
            hello = Hello(sys.path, self._nice, self._memory)
            try:
                self._process = await Process.start(self._module, hello, self._env)
                return
            except Lost:
                if not left:
                    raise

    async def renew(self) -> None:
        """Have one that has not ended meanwhile, by no fault of what comes next; Lost if that fails."""
        if self._process is not None and self._process.has_ended:
            await self.release()
        await self.hire()

    async def release(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            await process.end()

    async def ask(self, message: bytes, seconds: float) -> bytes:
        """The reply; TimeoutError or Lost, and an end of the process, if there is none in time."""
        await self.renew()
        assert self._process is not None
        try:
            async with asyncio.timeout(seconds):
                return await self._process.ask(message)
        except BaseException:  # cancelled as well: whatever it would answer is for nobody
            await self.release()
            raise
