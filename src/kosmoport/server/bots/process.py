"""Processes of bots as the server sees them: what they are asked, and which searches they have ready."""

from __future__ import annotations

import os
from typing import Final

import msgspec

from kosmoport.house.bots import Version
from kosmoport.house.bots.messages import Advise, Message, Reply, Think, Warm, encode, read_reply
from kosmoport.server.processes.parent import Lost, Place

WORKER: Final = "kosmoport.server.bots.worker"


class BotProcess(Place):
    """A place for one process."""

    def __init__(self, nice: int) -> None:
        super().__init__(WORKER, nice=nice, env=dict(os.environ))
        self.loaded: set[Version] = set()  # games whose search this process has ready

    async def think(self, think: Think | Advise, seconds: float) -> Reply:
        """What it thinks; TimeoutError or Lost, and an end of the process, if there is no reply in time."""
        return await self._replied(think, seconds)

    async def load(self, game: Version, seconds: float) -> None:
        """Have a game's search ready in this process; Lost, also if it takes too long."""
        if game in self.loaded:
            return
        try:
            reply = await self._replied(Warm(*game), seconds)
        except TimeoutError:
            raise Lost from None
        if reply.fault:
            raise Lost
        self.loaded.add(game)

    async def release(self) -> None:
        self.loaded.clear()
        await super().release()

    async def _replied(self, message: Message, seconds: float) -> Reply:
        try:
            return read_reply(await self.ask(encode(message), seconds))
        except msgspec.MsgspecError:
            await self.release()
            raise Lost from None
