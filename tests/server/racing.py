"""People at a lightning round over sockets: laying cards, moving hands, and what the log says of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from kosmoport.core.contract import SPECTATOR
from kosmoport.games.kosmiczna_eskadra import timing
from kosmoport.server.store.opening import open_store
from kosmoport.table import protocol
from kosmoport.table.entries import Logged, decode_entry
from kosmoport.table.policy import Policy
from kosmoport.table.table import Table
from kosmoport.table.telling import tell_all
from tests.server.harness import Client, Clock, Company, Json, company, play, serving

GAME = "kosmiczna_eskadra"
OFTEN = 0.05  # seconds between two messages about a hand: twenty a second
CARDS = 10
ONE_ROUND: dict[str, Any] = {"game": GAME, "options": {"wins": 1, "round_limit_s": 600}}
UNNUMBERED = ("ack", "welcome", "snapshot", "presence", "pong", "reaction", "goodbye", "reload")


def pose(number: int, seat: int = 0) -> dict[str, int]:
    """A place of its own for each card of each seat."""
    return {
        "x": 600 * (number % 5) - 1200 + 20 * seat,
        "y": 900 * seat - 1350 + 300 * (number // 5),
        "rot": number,
    }


async def begin(people: Company) -> None:
    """Everybody is ready; the countdown has begun, and everybody has heard of it."""
    for client in people.clients:
        assert (await client.ask("ready"))["problem"] is None
    ack = await people.clients[0].ask("begin")
    await people.all_reach(ack["n"] + 1)


async def go(people: Company, clock: Clock) -> None:
    """Three, two, one: the round has begun."""
    await begin(people)
    people.server.pass_time(clock, timing.COUNTDOWN / 1000)


class Race:
    """Rounds of Ala and Ola at a server of their own."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        self.folder, self.clock = folder, clock

    def play(self, situation: Callable[[Company], Awaitable[None]], **server: Any) -> None:
        """The round has begun; then this happens, at a server with these settings."""
        play(self._begun(situation, server))

    async def _begun(self, situation: Callable[[Company], Awaitable[None]], settings: dict[str, Any]) -> None:
        async with (
            serving(self.folder, **settings) as server,
            company(server, "Ala Ola", players=2, **ONE_ROUND) as people,
        ):
            await go(people, self.clock)
            await situation(people)


async def act(client: Client, do: str, **more: Any) -> Json:
    """Something that has to be possible."""
    ack = await client.ask("act", **{"seen": client.n, "do": do, "args": {}, **more})
    assert ack["problem"] is None, ack
    return ack


async def draw(client: Client) -> None:
    """A card, and it has come."""
    ack = await act(client, "draw")
    await client.reach(ack["n"] + 1)


async def hover(client: Client, **where: int) -> None:
    await client.send(type="hover", do="hold", args=where, at=None)


def releasing(client: Client, number: int) -> Json:
    """What is sent to let a card go."""
    return {"do": "release", "args": pose(number, client.welcome["seat"]), "seen": client.n}


async def let_go(client: Client, number: int) -> Json:
    return await act(client, **releasing(client, number))


async def lay(client: Client, cards: Iterable[int]) -> None:
    for number in cards:
        await draw(client)
        await hover(client, **pose(number + 1, client.welcome["seat"]))
        await let_go(client, number)


async def came_through(client: Client) -> None:
    """Everything this client sent before was handled: one message of a socket after the other."""
    at = len(client.got)
    await client.send(type="ping", at=at)
    await client.first(lambda got: got["type"] == "pong" and got["at"] == at, since=at)


@asynccontextmanager
async def restless(clients: Sequence[Client]) -> AsyncIterator[None]:
    """Hands that move all the time."""

    async def moves(client: Client) -> None:
        number = 0
        while True:
            number += 1
            await hover(client, x=number % 900, y=number % 700, rot=number % 360)
            await asyncio.sleep(OFTEN)

    tasks = [asyncio.create_task(moves(client)) for client in clients]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def view(client: Client) -> Json:
    return client.position["view"]


def laid(client: Client) -> list[int]:
    """How many cards of each seat lie, as this client sees it."""
    owners = [ship["owner"] for ship in view(client)["table"]]
    return [owners.count(seat) for seat in range(len(view(client)["everybody"]))]


def heard_by(client: Client) -> tuple[int, list[str]]:
    seat = client.welcome["seat"]
    return (SPECTATOR if seat is None else seat), client.raw


def assert_the_log_tells(
    table: str, policy: Policy, lines: Sequence[Logged], heard: Iterable[tuple[int, Iterable[str]]]
) -> None:
    """Every numbered message that anybody got is, byte for byte, what the log tells them of its line."""
    again, told = Table(table, policy), [(seat, _numbered(texts)) for seat, texts in heard]
    assert all(texts for _, texts in told)
    for line in lines:
        happened = again.apply(line)
        for seat, texts in told:
            if line.n in texts:
                message = tell_all(again, line, (seat,), happened)[seat]
                assert texts.pop(line.n) == {protocol.encode(message).decode()}
    assert not any(texts for _, texts in told), "somebody was told what is not in the log"


def _numbered(texts: Iterable[str]) -> dict[int, set[str]]:
    """By its number, what was said under it; after a new connection it may have been said again."""
    said: dict[int, set[str]] = {}
    for text in texts:
        message = msgspec.json.decode(text)
        if message["type"] not in UNNUMBERED:
            said.setdefault(message["n"], set()).add(text)
    return said


async def lines_of(where: str, table: str) -> list[Logged]:
    """The log as it is saved."""
    store = await open_store(where, backup=None)
    try:
        return [
            Logged(line.n, line.at, decode_entry(line.entry), line.sender, line.message)
            for line in await store.read(table)
        ]
    finally:
        await store.close()
