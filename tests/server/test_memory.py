"""Tables that sleep leave nothing in memory, and what they needed goes back to the system."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import weakref
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from kosmoport.games import GAMES
from kosmoport.house import tables
from kosmoport.server import memory
from kosmoport.server.limits import Limits
from kosmoport.server.memory import Tidying
from kosmoport.server.store.sqlite import SqliteStore
from tests.server import fuzz_bytes as wire
from tests.server.harness import PATIENCE, Company, Server, company, play, serving


@pytest.fixture
def no_collector() -> Iterator[None]:
    """What is gone without it was in no circle; at what other tests have left it need not look again."""
    gc.collect()
    gc.freeze()
    gc.disable()
    yield
    gc.enable()


async def used(server: Server, **asked: Any) -> Company:
    """A table at which much happened, and which everybody has left."""
    async with company(
        server, "Ala Ola", bots=[None, None, "casual"], unhurried=True, late=False, **asked
    ) as people:
        await people.clients[0].ask("chat", text="hello")
        await people.begin()
        for choice in range(4):
            if any(client.position["legal"] for client in people.clients):
                await people.move(choice)
        await people.clients[0].ask("take_back")
        for path in ("/frames", "/account", "/messages?after=0"):
            await server.ask("GET", f"/api/tables/{people.table}{path}", token=people.tokens[0])
        assert (await server.ask("POST", f"/api/tables/{people.table}/seats", {"name": "Ela"})).status == 409
    async with asyncio.timeout(PATIENCE):
        while not server.room(people.table).quiet:
            await asyncio.sleep(0.01)
    return people


async def gone(*references: weakref.ReferenceType[Any], collect: bool = False) -> bool:
    """Tasks that were ended hold on to it for a moment."""
    for _ in range(500):
        if collect:
            gc.collect()
        if all(reference() is None for reference in references):
            return True
        await asyncio.sleep(0.01)
    return False


@pytest.mark.usefixtures("no_collector")
@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_nothing_of_a_sleeping_table_stays_in_memory(tmp_path: Path, game: str) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            table = (await used(server, game=game)).table
            room, made = weakref.ref(server.room(table)), weakref.ref(server.room(table).table)
            lines = weakref.ref(server.room(table).log.lines[0])
            await server.tables.put_to_sleep(table)
            assert await gone(room, made, lines)
            assert (await server.look(table))["phase"] == "playing"

    play(situation())


def test_nothing_of_a_lost_table_stays_in_memory(tmp_path: Path) -> None:
    """The error that told of it is part of a circle; but nothing else, no timer, waits for the table."""

    async def situation() -> None:
        async with serving(tmp_path) as server:
            people = await used(server)
            room = weakref.ref(server.room(people.table))
            thief = SqliteStore(Path(server.settings.where), owner="another")
            await thief.claim(people.table)
            await thief.close()
            said = await server.tell(people.table, people.tokens[0], type="chat", text="to a room of its own")
            assert said["problem"] is None
            assert server.room(people.table) is not room()
            assert await gone(room, collect=True)

    play(situation())


def test_a_webhook_given_up_by_a_table_that_sleeps_is_not_remembered(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make()
            await server.tables.put_to_sleep(made["table"])
            server.tables.turn_webhooks.seat_given_up(made["table"], 0)
            await asyncio.gather(*server.tables.turn_webhooks.ringing)
            assert server.tables.turn_webhooks.known == {}

    play(situation())


HALF_A_BODY = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
LEFT = {
    "nothing": b"",
    "half a head": b"GET / HTTP/1.1\r\nHo",
    "half a body": HALF_A_BODY + b"Content-Length: 99\r\n\r\n{",
    "a page": wire.request("GET", "/"),
    "an answer": wire.request("GET", "/api/games"),
    "no table": wire.request("GET", f"/api/tables/{'A' * 22}"),
    "bad input": wire.request("POST", "/api/tables", body=b'{"game":"x"}'),
    "a guessed token": wire.request("GET", "/api/tables/TABLE/seat", {"Authorization": "Bearer guess.1"}),
    "no referee's table": wire.request("POST", "/api/referee/kosmiczna_eskadra", body=b'{"cards":[1]}'),
    "no record": wire.request("POST", "/api/replay", body=b'{"game":"x"}'),
    "no component file": wire.request("POST", "/api/tables", body=b'{"game":"piraci","components":"x = ["}'),
    "no address": wire.request("GET", "/api/x"),
    "no such method": wire.request("POST", "/api/games", body=b"{}"),
    "too long a name": wire.request("POST", "/api/tables/TABLE/seats", body=b'{"name":"%s"}' % (b"x" * 40)),
    "a name that nobody sees": wire.request("POST", "/api/tables/TABLE/seats", body=b'{"name":"\\u200b"}'),
    "no lesson": wire.request("POST", "/api/games/piraci/lesson", body=b"{}"),
    "another host": wire.request("GET", "/", {"Host": "evil.example"}),
    "a long line": wire.request("GET", "/", headers={"X": "x" * 9000}),
    "a long head": wire.request("GET", "/", headers={f"X{n}": "x" * 7000 for n in range(20)}),
    "no HTTP": b"\x16\x03\x01 hello\r\n\r\n",
    "no hello": wire.opening("TABLE"),
    "a wrong hello": wire.opening("TABLE") + wire.frame(b"{}"),
    "a spectator": wire.opening("TABLE") + wire.frame(b'{"type":"hello","version":3}'),
    "a good-bye": wire.opening("TABLE") + wire.frame(b"\x03\xe8", wire.CLOSE),
    "a long message": wire.opening("TABLE") + wire.frame(b"[" * 20_000),
    "a frame without a mask": wire.opening("TABLE") + b"\x81\x02hi",
    "pings": wire.opening("TABLE") + wire.frame(b"x", wire.PING) * 300,
}
SMALL = {"no address": 6, "no such method": 7}  # objects: the route that aiohttp makes for it knows itself
VISITS = 3


@pytest.mark.usefixtures("no_collector")
@pytest.mark.parametrize("said", LEFT)
def test_a_connection_leaves_nothing_for_the_collector(tmp_path: Path, said: str) -> None:
    """Or strangers could let it work for as long as they like, with everybody waiting."""

    async def visit(server: Server, table: str) -> None:
        async with wire.line(int(server.url.rpartition(":")[2])) as line:
            line.write(LEFT[said].replace(b"TABLE", table.encode()))
            with suppress(TimeoutError, wire.Ended):
                async with asyncio.timeout(0.05):
                    await line.answer(head_only=True)
                    await asyncio.sleep(0.02)

    async def situation() -> None:
        async with serving(tmp_path) as server:
            table = (await server.make())["table"]
            for _ in range(2):  # the first one fills caches
                await visit(server, table)
            await asyncio.sleep(0.05)
            gc.collect()
            for _ in range(VISITS):
                await visit(server, table)
            await asyncio.sleep(0.05)
            assert gc.collect() <= VISITS * SMALL.get(said, 0)

    play(situation())


@pytest.fixture
def trims(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Each time that memory was given back."""
    calls: list[int] = []

    def trim(padding: int) -> int:
        calls.append(padding)
        return 1

    monkeypatch.setattr(memory, "trim", trim)
    return calls


def test_memory_is_given_back_after_a_batch_of_tables_fell_asleep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trims: list[int]
) -> None:
    monkeypatch.setattr(memory, "MANY", 3)
    monkeypatch.setattr(tables, "SLEEP_AT_ONCE", 3)
    monkeypatch.setattr(tables, "WAKE_EVERY", 0.01)

    async def situation() -> None:
        async with serving(tmp_path) as server:
            for _ in range(7):
                await server.make()
            monkeypatch.setattr(tables, "SLEEP_AFTER", -1.0)
            async with asyncio.timeout(PATIENCE):
                while server.tables.rooms:
                    await asyncio.sleep(0.01)
                while len(trims) < 2:
                    await asyncio.sleep(0.01)
            assert trims == [0, 0], "the seventh waits for others"

    play(situation())


def test_a_few_tables_are_enough_after_a_while(monkeypatch: pytest.MonkeyPatch, trims: list[int]) -> None:
    async def situation() -> None:
        tidying = Tidying()
        await tidying.look(0)
        tidying.fell_asleep()
        await tidying.look(0)
        assert trims == []
        monkeypatch.setattr(memory, "AFTER", -1.0)
        await tidying.look(0)
        await tidying.look(0)
        assert trims == [0], "once for what fell asleep"

    asyncio.run(situation())


@pytest.mark.parametrize(("awake", "collects"), [(0, True), (50, True), (51, False)])
@pytest.mark.usefixtures("trims", "no_collector")
def test_circles_are_looked_for_only_while_few_tables_are_awake(
    monkeypatch: pytest.MonkeyPatch, awake: int, collects: bool
) -> None:
    class Circle:
        def __init__(self) -> None:
            self.itself = self

    monkeypatch.setattr(memory, "AFTER", -1.0)
    circle = weakref.ref(Circle())

    async def situation() -> None:
        tidying = Tidying()
        tidying.fell_asleep()
        await tidying.look(awake)

    asyncio.run(situation())
    assert (circle() is None) == collects


def test_where_the_system_has_no_way_to_give_back_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "trim", None)
    monkeypatch.setattr(memory, "AFTER", -1.0)

    async def situation() -> None:
        tidying = Tidying()
        tidying.fell_asleep()
        await tidying.look(0)

    asyncio.run(situation())


@pytest.mark.parametrize("error", [OSError, AttributeError, TypeError])
def test_another_c_library_is_no_mistake(monkeypatch: pytest.MonkeyPatch, error: type[Exception]) -> None:
    def none(name: None) -> None:
        raise error

    monkeypatch.setattr(ctypes, "CDLL", none)
    assert memory._find_trim() is None


# ---------------------------------------------------------------- those who are counted


def test_a_crowd_is_forgotten_when_it_need_not_be_remembered() -> None:
    now = 0.0
    limits = Limits({"chat": "1/minute", "act": "off"}, clock=lambda: now)
    for k in range(100):
        limits.allow("chat", f"seat {k}")
        limits.allow("page", f"address {k}")
    assert limits.remembered() == 200
    now = 30.0
    for _ in range(50):
        limits.forget_some()
    assert limits.remembered() == 100
    assert limits.allow("chat", "seat 1") > 0, "whoever has to wait still does"
    now = 61.0
    for _ in range(50):
        limits.forget_some()
    assert limits.remembered() == 0
    assert limits.allow("chat", "seat 1") == 0.0
