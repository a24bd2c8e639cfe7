"""The warm-up: searches are compiled in the background, one game at a time, behind everybody who waits."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from kosmoport.house.bots import Version
from kosmoport.server.bots.process import BotProcess
from kosmoport.server.processes.parent import Lost

NICE = 19  # the very last
COMPILE_SECONDS = 1800.0  # on a slow and busy machine; longer than this it never ends
TRIES = 2


class WarmUp:
    """A process of its own that compiles and ends; until a game is warm, its bots play without search."""

    def __init__(self, on_warm: Callable[[], None], on_fault: Callable[[Version], None]) -> None:
        self.warm: set[Version] = set()
        self.quiet = asyncio.Event()  # nobody waits for a decision
        self.quiet.set()
        self._on_warm, self._on_fault = on_warm, on_fault
        self._wanted: set[Version] = set()  # ever
        self._todo: deque[Version] = deque()
        self._task: asyncio.Task[None] | None = None

    def want(self, game: Version) -> None:
        """Compile this game some time, unless that was tried before."""
        if game in self._wanted:
            return
        self._wanted.add(game)
        self._todo.append(game)
        if self._task is None:
            self._task = asyncio.create_task(self._compile_all())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _compile_all(self) -> None:
        process = BotProcess(NICE)
        try:
            while self._todo:
                await self.quiet.wait()
                await self._compile(process, self._todo.popleft())
                if not self._todo:
                    await process.release()
            self._task = None
        finally:
            await process.release()

    async def _compile(self, process: BotProcess, game: Version) -> None:
        for _ in range(TRIES):
            try:
                await process.load(game, COMPILE_SECONDS)
            except Lost:
                await process.release()
                continue
            self.warm.add(game)
            self._on_warm()
            return
        self._on_fault(game)
