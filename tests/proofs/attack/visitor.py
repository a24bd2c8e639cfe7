"""An innocent visitor in a process of its own: plays, looks and asks, and tells how long every answer took.

Each line of its output is JSON: the kind of question, when it was asked (monotonic time, which all processes
of a machine share), and with the answer how long that took and, if it was a wrong one, why.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import aiohttp
import msgspec
import uvloop

from kosmoport.games import GAMES, game_by_id
from kosmoport.learn.lesson import lesson_of
from kosmoport.remote.client import TableClient
from kosmoport.remote.server import Server
from kosmoport.table import protocol
from tests.fuzz.parsers import record_of

GAME = "kosmiczni_piraci"
DISK = "disk"  # a kind that is no question
LESSON = {"chapter": lesson_of(game_by_id(GAME)).chapters[0].id, "actions": []}


class Asked(msgspec.Struct, omit_defaults=True):
    """A question, and its answer if there is one."""

    kind: str
    at: float
    took: float | None = None
    problem: str = ""


def tell(asked: Asked) -> None:
    print(msgspec.json.encode(asked).decode(), flush=True)


async def ask(kind: str, question: Callable[[], Awaitable[Any]]) -> None:
    """One question; what goes wrong is the answer."""
    at = monotonic()
    tell(Asked(kind, at))
    problem = ""
    try:
        await question()
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"[:200]
    tell(Asked(kind, at, monotonic() - at, problem))


async def again_and_again(kind: str, every: float, question: Callable[[], Awaitable[Any]]) -> None:
    while True:
        await asyncio.gather(ask(kind, question), asyncio.sleep(every))


@asynccontextmanager
async def seated(server: Server, **wanted: Any) -> AsyncIterator[TableClient]:
    """The host of a new table, sitting at it."""
    made = await server.create(**wanted)
    seat = await server.sit(made.table, "Ala", host=made.token)
    async with TableClient(server, made.table, seat.token, listener=lambda message: None) as client:
        yield client


class Visitor:
    """Everything that is asked, each kind again and again and beside the others."""

    def __init__(self, server: Server, file: str) -> None:
        self.server, self.file = server, file
        self.rng = Random(1)
        self.numbers = count()

    async def stay(self) -> None:
        async with seated(self.server, game=GAME, players=3) as client, asyncio.TaskGroup() as group:
            path = f"/api/tables/{client.table}"
            record = msgspec.json.decode(record_of(GAMES[0], True))
            kinds: tuple[tuple[str, float, Callable[[], Awaitable[Any]]], ...] = (
                ("page", 0.7, self.page),
                ("lobby", 0.7, lambda: self.server.request("GET", "/api/tables", Any)),
                ("table", 0.7, lambda: self.server.request("GET", path, Any)),
                ("message", 0.5, lambda: self.say(client)),
                (
                    "lesson",
                    1.0,
                    lambda: self.server.request("POST", f"/api/games/{GAME}/lesson", Any, LESSON),
                ),
                ("record", 3.2, lambda: self.server.request("POST", "/api/replay", Any, record)),
            )
            for kind, every, question in kinds:
                group.create_task(again_and_again(kind, every, question))
            group.create_task(again_and_again(DISK, 0.2, self.disk))
            group.create_task(self.play_with_bots())

    async def disk(self) -> None:
        """No question to the server: what a write costs on this machine at this moment."""
        await asyncio.to_thread(_write, self.file)

    async def page(self) -> None:
        """The first page, over a connection of its own."""
        async with aiohttp.ClientSession() as session, session.get(self.server.url + "/") as response:
            assert response.status == 200, response.status
            await response.read()

    async def say(self, client: TableClient) -> None:
        ack = await client.send(protocol.Ready(client.new_id(), ready=next(self.numbers) % 2 == 0))
        assert ack.problem is None, ack.problem.id

    async def play_with_bots(self) -> None:
        """Games against two bots, one after another: how long until it is one's turn again."""
        while True:
            async with seated(self.server, game=GAME, bots=[None, "casual", "casual"], start=0) as client:
                await client.do(protocol.Ready)
                await client.do(protocol.Begin)
                while client.phase != "over":
                    await _own_turn(client)
                    if client.phase != "over":
                        await ask("bots", partial(self.act, client))
                    await asyncio.sleep(1.5)

    async def act(self, client: TableClient) -> None:
        position = client.position
        assert position is not None
        await client.act(self.rng.choice(position.legal))
        await _own_turn(client)


async def _own_turn(client: TableClient) -> None:
    while client.phase != "over" and (client.position is None or not client.position.legal):
        await asyncio.sleep(0.005)


def _write(name: str) -> None:
    with Path(name).open("wb") as file:
        file.write(b"x" * 4096)
        file.flush()
        os.fsync(file.fileno())


async def main(url: str, file: str) -> None:
    async with Server(url) as server:
        await Visitor(server, file).stay()


if __name__ == "__main__":
    uvloop.run(main(*sys.argv[1:]))
