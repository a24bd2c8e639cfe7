"""The file that says when the server was up."""

from __future__ import annotations

import asyncio
from pathlib import Path

from kosmoport.server.store.private import keep_private, write_private

FILE = "uptime.json"


class UptimeInFolder:
    """A file in the server's data folder, which its owner alone may read."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        keep_private([self._path])

    def read(self) -> bytes | None:
        try:
            return self._path.read_bytes()
        except FileNotFoundError:
            return None

    async def write(self, data: bytes) -> None:
        await asyncio.to_thread(write_private, self._path, data)
