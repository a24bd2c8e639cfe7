"""Games over the protocol in a house without anything around it: a person who plays at random, and bots."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import msgspec

from kosmoport.bots import Chair
from kosmoport.bots.random import RandomBot
from kosmoport.bots.worlds import World
from kosmoport.core.game import Game
from kosmoport.house.application import Application
from kosmoport.house.http import Request, Response, body_given
from kosmoport.house.local_socket import LocalSocket
from kosmoport.house.settings import HouseSettings
from kosmoport.table import protocol
from kosmoport.table.policy import Policy

Json = Any
AT_ONCE = HouseSettings(bot_pause=0.0, policy=Policy(take_back_grace=0))
PATIENCE = 300.0  # seconds; nothing that is awaited takes so long unless it is broken


def new_house() -> Application:
    return Application(b"a key of this process alone, 32 b", AT_ONCE)


async def ask(house: Application, method: str, path: str, body: Json = None, token: str = "") -> Response:
    """A request as a page would make it."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    headers |= {} if body is None else {"Content-Type": "application/json"}
    read = body_given(b"" if body is None else msgspec.json.encode(body))
    where, _, query = path.partition("?")
    asked = dict(part.split("=") for part in query.split("&")) if query else {}
    request = Request(method, where, query=asked, headers=headers, read=read)
    return await house.answer(request)


async def data(house: Application, method: str, path: str, body: Json = None, token: str = "") -> Json:
    response = await ask(house, method, path, body, token)
    assert response.status < 300, (path, response.status, response.body)
    return msgspec.json.decode(response.body)


class Person:
    """One seat over a socket: keeps what it is told, and acts at random."""

    def __init__(self, game: Game, table: str, token: str) -> None:
        self.game, self.table, self.token = game, table, token
        self.told: list[Json] = []
        self.position: Json = None
        self.n = self.sent = 0
        self._came: asyncio.Queue[str | None] = asyncio.Queue()
        self.socket = LocalSocket(self._came.put_nowait)

    def send(self, type: str, **message: Any) -> None:
        self.sent += 1
        message = {"type": type, "id": f"m{self.sent}", **message}
        self.socket.heard(msgspec.json.encode(message).decode())

    def say_hello(self, **more: Any) -> None:
        hello = {"type": "hello", "version": protocol.VERSION, "token": self.token, **more}
        self.socket.heard(msgspec.json.encode(hello).decode())

    async def next(self) -> Json:
        """The next message; what it says of the position is remembered."""
        async with asyncio.timeout(PATIENCE):
            text = await self._came.get()
        assert text is not None, f"the socket was closed after {self.told[-3:]}"
        message = msgspec.json.decode(text)
        self.told.append(message)
        if message["type"] not in ("ack", "welcome"):
            self.n = message.get("n", self.n)
        self.position = message.get("position") or self.position
        return message

    async def ask(self, type: str, **message: Any) -> Json:
        """Send a message, and read until it is answered."""
        self.send(type, **message)
        while (answer := await self.next())["type"] != "ack":
            pass
        assert answer["problem"] is None, answer
        return answer

    def choice(self, seat: int, seed: int) -> Json:
        """A legal action at random; where a pose has to be found, one that is legal where it lies."""
        game = self.game
        view = msgspec.convert(self.position["view"], game.view.View)
        options = game.read_options(view.options)
        view = msgspec.structs.replace(view, options=options)
        chair = Chair(game, options, game.standard_components, seat, seed)
        world = World(chair)
        legal = game.legal(world.of(view), world.c, seat)
        told = game.describe(view, RandomBot(chair).choose(view, legal))
        return {"do": told.id, "args": told.args}


async def play(house: Application, game: Game, level: str = "casual") -> Person:
    """A whole game of one person and bots."""
    players = max(2, game.players[0])
    bots = [None, *[level] * (players - 1)]
    asked = {"game": game.id, "players": players, "bots": bots, "options": dict(game.calm), "unhurried": True}
    made = await data(house, "POST", "/api/tables", asked)
    table = made["table"]
    seat = await data(house, "POST", f"/api/tables/{table}/seats", {"name": "Ada"}, made["token"])
    person = Person(game, table, seat["token"])
    request = Request("GET", f"/api/tables/{table}/socket")
    serving = asyncio.create_task(house.connect(request, person.socket, "the only one"))
    person.say_hello()
    try:
        await person.ask("ready")
        await person.ask("begin")
        await finish(person, seat["seat"])
    finally:
        person.socket.heard(None)
        await serving
    return person


async def finish(person: Person, seat: int) -> None:
    rng = Random(person.game.id)
    while person.position is None or person.position["result"] is None:
        if person.position is not None and person.position["legal"]:
            act = person.choice(seat, rng.randrange(1 << 30))
            await person.ask("act", seen=person.n, **act)
        elif waits_for_everybody(person.position) and seat not in person.position["timing"]["ready"]:
            await person.ask("ready")
        else:
            await person.next()


def waits_for_everybody(position: Json) -> bool:
    """Between two rounds of a match everybody says when they have seen enough."""
    timing = None if position is None else position.get("timing")
    return timing is not None and timing.get("ready") is not None
