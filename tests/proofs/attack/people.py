"""Attackers and victims who sit at tables, each at an address of their own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Any, Self

import aiohttp

from kosmoport.core.words import Told
from kosmoport.remote.client import TableClient, TableRefused
from kosmoport.remote.server import Server
from kosmoport.table import protocol

SOMEWHERE = "_somewhere"  # of a kind of action: it is done at a place of one's choosing


class From(Server):
    """A server as it is asked from one address."""

    def __init__(self, url: str, source: str) -> None:
        super().__init__(url)
        self._source = source

    async def __aenter__(self) -> Self:
        connector = aiohttp.TCPConnector(limit=0, local_addr=(self._source, 0))
        self._session = aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar())
        return self


class Company:
    """Everybody who sits at one table."""

    def __init__(self, table: str, host: str, tokens: list[str], people: list[TableClient]) -> None:
        self.table, self.host, self.tokens, self.people = table, host, tokens, people
        self.rng = Random(table)
        self.proposal = 0  # the number of the last one

    async def begin(self) -> None:
        for person in self.people:
            await person.do(protocol.Ready)
        await self.people[0].do(protocol.Begin)
        while self.people[0].phase != "playing":
            await self._heard()

    async def move(self, moves: int = 1) -> None:
        """Whoever may act does something they may, until so much was done or the game is over."""
        while moves > 0 and self.people[0].phase == "playing":
            for person in self.people:
                position = person.position
                if moves > 0 and position is not None and position.legal:
                    moves -= await self._act(person, self.rng.choice(position.legal))
            await self._heard()

    async def _act(self, person: TableClient, told: Told) -> bool:
        """Was it done? A place for a card is found by trying."""
        if told.id.endswith(SOMEWHERE):
            place = {"x": self.rng.randrange(-4000, 4000), "y": self.rng.randrange(-3000, 3000), "rot": 0}
            told = Told(told.id.removesuffix(SOMEWHERE), place)
        try:
            await person.act(told)
        except TableRefused:
            return False
        return True

    async def all_hear(self, n: int) -> None:
        """Until everybody has heard of what has this number."""
        while any((person.seen or 0) < n for person in self.people):
            await self._heard()

    async def agree(self, person: int, command: type[protocol.Command], **fields: Any) -> None:
        """One asks, and all others say yes."""
        await self.people[person].do(command, **fields)
        await self.all_hear(self.people[person].seen or 0)
        for other in self.people:
            if other is not self.people[person]:
                await other.do(protocol.Answer, proposal=self.proposal, yes=True)

    def hear(self, message: protocol.AnyServerMessage) -> None:
        if isinstance(message, protocol.ProposalChanged):
            self.proposal = message.proposal.number

    async def _heard(self) -> None:
        await asyncio.sleep(0.005)


@asynccontextmanager
async def company(url: str, sources: list[str], **wanted: Any) -> AsyncIterator[Company]:
    """A new table with somebody from each of these addresses; the first is the host."""
    async with AsyncExitStack() as stack:
        servers = [await stack.enter_async_context(From(url, source)) for source in sources]
        made = await servers[0].create(**wanted)
        found = Company(made.table, made.token, [], [])
        for seat, server in enumerate(servers):
            host = made.token if seat == 0 else None
            seated = await server.sit(made.table, f"P{seat}", host=host, seat=seat)
            client = TableClient(server, made.table, seated.token, listener=found.hear)
            found.people.append(await stack.enter_async_context(client))
            found.tokens.append(seated.token)
        yield found
