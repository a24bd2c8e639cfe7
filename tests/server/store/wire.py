"""A wire to PostgreSQL that a test can cut: before a request arrives, before its answer does, or for long."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

SOCKET = ".s.PGSQL.5432"


class Wire:
    """Passes bytes both ways; `cut` says which statement is the last one, and what becomes of it."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._links: set[tuple[asyncio.StreamWriter, asyncio.StreamWriter]] = set()
        self.down = False
        self.cut: tuple[bytes, str] | None = None
        self.cuts = 0

    async def accept(self, client_in: asyncio.StreamReader, client_out: asyncio.StreamWriter) -> None:
        if self.down:
            client_out.close()
            return
        server_in, server_out = await asyncio.open_unix_connection(self._server)
        link = (client_out, server_out)
        self._links.add(link)
        answering = asyncio.create_task(self._pass_answers(server_in, client_out, link))
        try:
            while data := await client_in.read(65536):
                if self.cut is not None and self.cut[0] in data:
                    await self._cut(data, server_out, answering, server_in)
                    break
                server_out.write(data)
        except ConnectionError:
            pass
        finally:
            answering.cancel()
            self.end(link)

    async def _cut(
        self,
        data: bytes,
        server_out: asyncio.StreamWriter,
        answering: asyncio.Task[None],
        server_in: asyncio.StreamReader,
    ) -> None:
        """Lose the request, or deliver it and lose the answer."""
        assert self.cut is not None
        loses = self.cut[1]
        self.cut = None
        self.cuts += 1
        if loses == "answer":
            answering.cancel()
            await asyncio.gather(answering, return_exceptions=True)
            server_out.write(data)
            await server_in.read(65536)

    async def _pass_answers(
        self,
        server_in: asyncio.StreamReader,
        client_out: asyncio.StreamWriter,
        link: tuple[asyncio.StreamWriter, asyncio.StreamWriter],
    ) -> None:
        try:
            while data := await server_in.read(65536):
                client_out.write(data)
        except ConnectionError:
            pass
        self.end(link)

    def end(self, link: tuple[asyncio.StreamWriter, asyncio.StreamWriter]) -> None:
        self._links.discard(link)
        for side in link:
            side.close()

    def take_down(self) -> None:
        """Nobody is connected any more and nobody can connect."""
        self.down = True
        for link in list(self._links):
            self.end(link)


@asynccontextmanager
async def wire_to(url: str, folder: Path) -> AsyncIterator[tuple[Wire, str]]:
    """A wire, and the address at its near end."""
    host = parse_qs(urlsplit(url).query)["host"][0]
    wire = Wire(f"{host}/{SOCKET}")
    server = await asyncio.start_unix_server(wire.accept, folder / SOCKET)
    try:
        yield wire, url.replace(host, str(folder))
    finally:
        server.close()
        wire.take_down()
        await asyncio.sleep(0.05)  # for the ends of connections to be noticed
