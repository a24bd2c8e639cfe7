"""A lightning round at the real server: hands, Stop, a kill in the middle, floods, bots, and a slow line."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from kosmoport.core.contract import NOBODY
from kosmoport.games.kosmiczna_eskadra import rules, schema, timing
from kosmoport.house import bot_seats
from kosmoport.house.bots import Answer, Ask
from kosmoport.table.entries import Acted, Resumed
from kosmoport.table.policy import Policy
from tests.e2e.proxy import SlowLine, slow_line
from tests.proofs.chaos_server import Process
from tests.server.harness import (
    PATIENCE,
    Client,
    Clock,
    Company,
    QuickBots,
    Server,
    company,
    connected,
    play,
    serving,
)
from tests.server.racing import (
    CARDS,
    ONE_ROUND,
    Race,
    act,
    assert_the_log_tells,
    begin,
    came_through,
    draw,
    go,
    heard_by,
    hover,
    laid,
    lay,
    let_go,
    lines_of,
    pose,
    restless,
    view,
)

FOUR = "Ala Ola Ela Iza"


def exact(people: Company) -> None:
    """The log of this server tells everybody what they were told."""
    room = people.server.room(people.table)
    assert_the_log_tells(people.table, room.table.policy, room.log.lines, map(heard_by, people.clients))


# ---------------------------------------------------------------- four at once


def test_four_people_lay_at_once_and_hear_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)

    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, FOUR, players=4, **ONE_ROUND) as people:
            early = await people.clients[1].ask("act", seen=people.clients[1].n, do="draw", args={})
            assert early["problem"]["id"] == "not_begun"
            await begin(people)
            early = await people.clients[1].ask("act", seen=people.clients[1].n, do="draw", args={})
            assert early["problem"] == {"id": "not_yet", "args": {"wait": 3000}, "rules": None, "cites": []}
            server.pass_time(clock, 3)
            async with restless(people.clients):
                await asyncio.gather(*(lay(client, range(CARDS - 1)) for client in people.clients))
                await asyncio.gather(*(draw(client) for client in people.clients))
            for client in people.clients[1:]:
                await hover(client, x=5, y=client.welcome["seat"], rot=7)
                await came_through(client)
            stop = await let_go(people.clients[0], 9)
            await people.all_reach(stop["n"] + 3)  # three hands are frozen first
            for seat, client in enumerate(people.clients[1:], 1):
                assert view(client)["held_at"] == {"x": 5, "y": seat, "rot": 7}
                await act(client, "drop" if seat % 2 else "keep")
            await people.all_reach(people.server.room(people.table).table.n)
            assert {view(client)["stage"] for client in people.clients} <= {"between", "done"}
            assert len({str(view(client)["table"]) for client in people.clients}) == 1
            assert laid(people.clients[0]) == [10, 10, 9, 10]
            exact(people)

    play(situation())


def test_nobody_hears_of_a_hand(race: Race) -> None:
    async def situation(people: Company) -> None:
        server = people.server
        ala, ola = people.clients
        await draw(ala)
        await ola.reach(ala.n)
        before = len(ala.got), len(ola.got), server.room(people.table).table.n
        for x in range(50):
            await hover(ala, x=x, y=0, rot=0)
        await came_through(ala)
        await came_through(ola)
        new = [message["type"] for message in ala.got[before[0] :] + ola.got[before[1] :]]
        assert set(new) <= {"pong", "presence"}
        assert server.room(people.table).table.n == before[2]
        assert list(server.room(people.table).table.race.hovers) == [0]

    race.play(situation)


def test_whoever_only_watches_has_no_hand(race: Race) -> None:
    async def situation(people: Company) -> None:
        server = people.server
        for client in people.clients:
            await draw(client)
        for token in (None, people.host):
            async with server.connect(people.table, token) as guest:
                await hover(guest, x=1, y=2, rot=3)
                await came_through(guest)
                assert "ack" not in guest.types()
        assert server.room(people.table).table.race.hovers == {}

    race.play(situation)


def test_a_flood_of_hands_is_limited_without_a_word(race: Race) -> None:

    limits = "hover=20/hour,act=off,message=off,socket=off,create=off,sit=off,open=off"

    async def situation(people: Company) -> None:
        server = people.server
        ala = people.clients[0]
        await draw(ala)
        heard = len(ala.got)
        for x in range(100):
            await hover(ala, x=x, y=0, rot=0)
        await came_through(ala)
        assert {message["type"] for message in ala.got[heard:]} <= {"pong", "presence"}
        kept = server.room(people.table).table.race.hovers[0]
        assert rules.pose_of(kept.action) == (19, 0, 0)
        counted = (await server.ask("GET", "/metrics")).body.decode()
        assert 'rate_limited_total{rule="hover"} 80' in counted
        await let_go(ala, 0)  # the game goes on

    race.play(situation, limits=limits)


def test_a_hand_that_moves_while_another_draws_counts(race: Race, monkeypatch: pytest.MonkeyPatch) -> None:
    """The card was drawn and is not saved yet; the hand moved in that moment and rests since."""

    async def situation(people: Company) -> None:
        server = people.server
        ala, ola = people.clients
        await lay(ala, range(CARDS - 1))
        await draw(ola)
        saving, saved = asyncio.Event(), asyncio.Event()
        append = server.store.append

        async def slow_append(*args: Any, **more: Any) -> None:
            saving.set()
            await saved.wait()
            await append(*args, **more)

        monkeypatch.setattr(server.store, "append", slow_append)
        drawing = asyncio.create_task(draw(ala))
        await saving.wait()
        await hover(ola, x=11, y=22, rot=33)
        await came_through(ola)
        saved.set()
        await drawing
        stop = await let_go(ala, 9)
        await people.all_reach(stop["n"] + 1)
        assert view(ola)["held_at"] == {"x": 11, "y": 22, "rot": 33}
        exact(people)

    race.play(situation)


# ---------------------------------------------------------------- a kill in the middle


class Killable(Server):
    """The server as a process of its own, which can be killed."""

    def __init__(self, folder: Path) -> None:
        self.process = Process(folder)

    async def start(self) -> None:
        await self.process.start()
        self.url = self.process.url
        self.http = aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar())

    async def stop(self) -> None:
        await self.http.close()
        await self.process.end()


async def wait_for_go(client: Client) -> None:
    """By the server's time, as a client learns it."""
    at = len(client.got)
    await client.send(type="ping", at=at)
    pong = await client.first(lambda got: got["type"] == "pong" and got["at"] == at, since=at)
    await asyncio.sleep(max(0, client.position["timing"]["go_at"] - pong["server"]) / 1000 + 0.05)


def test_a_round_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    async def situation() -> None:
        server = Killable(tmp_path)
        await server.start()
        try:
            heard, table = await _round_with_a_kill(server)
        finally:
            await server.stop()
        lines = await lines_of(server.process.where, table)
        assert sum(isinstance(line.entry, Resumed) for line in lines) == 1
        assert_the_log_tells(table, Policy(), lines, map(heard_by, heard))

    play(situation())


async def _round_with_a_kill(server: Killable) -> tuple[list[Client], str]:
    async with company(server, FOUR, players=4, **ONE_ROUND) as before:
        await begin(before)
        await wait_for_go(before.clients[0])
        async with restless(before.clients):
            await asyncio.gather(*(lay(client, range(4)) for client in before.clients))
            await asyncio.gather(*(draw(client) for client in before.clients))
            sent: dict[str, Any] = {
                "type": "act",
                "id": "once",
                "do": "release",
                "args": pose(4, 3),
                "seen": before.clients[3].n,
            }
            await before.clients[3].send(
                **sent
            )  # its answer may be lost, and nobody knows whether it was done
            await server.process.kill()
        for client in before.clients:
            await client.ended()
    await server.http.close()
    await server.start()
    async with connected(server, before.table, before.tokens) as after:
        await after.all_reach(max(client.n for client in after.clients))
        assert (await after.clients[0].ask("act", seen=after.clients[0].n, do="draw"))["problem"][
            "id"
        ] == "not_yet"
        await wait_for_go(after.clients[0])
        await after.clients[3].ask(**sent)
        assert laid(after.clients[3])[3] == 5
        assert view(after.clients[0])["held"] == view(before.clients[0])["held"]
        for client in after.clients[1:3]:
            await hover(
                client, x=30, y=client.welcome["seat"], rot=0
            )  # as before the kill: hands are not saved
            await came_through(client)
        await let_go(after.clients[0], 4)
        await lay(after.clients[0], range(5, CARDS))
        await after.all_reach(after.clients[0].n)
        assert [view(client)["held_at"] for client in after.clients[1:3]] == [
            {"x": 30, "y": seat, "rot": 0} for seat in (1, 2)
        ]
        return [*before.clients, *after.clients], before.table


# ---------------------------------------------------------------- bots


class Placing(QuickBots):
    """Lays every card in the middle, drops what it holds."""

    async def decide(self, ask: Ask) -> Answer:
        self.asks.append(ask)
        known: Any = ask.view
        if known.stage == "stopping":
            return Answer(schema.DROP if known.held_at else schema.KEEP, ask.level)
        action = schema.DRAW if known.held is None else rules.posed_action(schema.RELEASE, 7, 8, 9)
        return Answer(action, ask.level)


def test_a_bot_draws_holds_and_is_frozen_where_its_hand_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    monkeypatch.setattr(bot_seats, "PACE", {"casual": 1000.0})  # it holds its card until the end of this test
    monkeypatch.setattr(bot_seats, "LOOKING", 0.0)
    monkeypatch.setattr(timing, "share", lambda s, seat: float(_lays(s, seat)))

    async def situation() -> None:
        bots = Placing()
        async with (
            serving(tmp_path, bots=bots, bot_pause=1.0) as server,
            company(server, "Ala", players=2, bots=[None, "casual"], **ONE_ROUND) as people,
        ):
            await go(people, clock)
            ala, room = people.clients[0], server.room(people.table)
            async with asyncio.timeout(PATIENCE):
                while 1 not in room.table.race.hovers:
                    await asyncio.sleep(0.01)
            await lay(ala, range(CARDS))
            await ala.first(lambda got: got["type"] == "moved" and _says(got, "dropped"))
            assert laid(ala) == [10, 1]
            entries = [line.entry for line in room.log.lines]
            done = [entry for entry in entries if isinstance(entry, Acted) and entry.seat == 1]
            kinds = [rules.kind_of(entry.action) for entry in done]
            assert kinds == [schema.DRAW, schema.HOLD, schema.DROP]
            assert {(entry.cause, entry.level) for entry in done} == {("bot", "casual")}
            assert {ask.view.seat for ask in bots.asks} == {1}  # what others hold it is never asked about
            exact(people)

    play(situation())


def _lays(s: Any, seat: int) -> bool:
    return bool(s.stage == schema.PLACING and s.player[seat].held != NOBODY)


def _says(message: Any, event: str) -> bool:
    return any(told["id"] == event for told in message["told"])


# ---------------------------------------------------------------- one slow line of four


async def through(line: SlowLine, people: Company, seat: int, stack: AsyncExitStack) -> Company:
    """The same company, one of them over the slow line."""
    server = people.server
    far = Server.__new__(Server)
    far.url, far.http = f"http://127.0.0.1:{line.port}", server.http
    client = await stack.enter_async_context(far.connect(people.table, people.tokens[seat]))
    await client.next("snapshot")
    await people.clients[seat].socket.close()
    clients = (*people.clients[:seat], client, *people.clients[seat + 1 :])
    return people._replace(clients=clients)


def port_of(server: Server) -> int:
    return int(server.url.rpartition(":")[2])


def test_one_slow_line_of_four_slows_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)

    async def situation() -> None:
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(serving(tmp_path))
            line = await stack.enter_async_context(slow_line(port_of(server)))
            people = await stack.enter_async_context(company(server, FOUR, players=4, **ONE_ROUND))
            people = await through(line, people, 3, stack)
            slow, quick = people.clients[3], people.clients[:3]
            await go(people, clock)
            async with restless(people.clients):
                slowly = asyncio.create_task(lay(slow, range(CARDS - 1)))
                await asyncio.gather(*(lay(client, range(CARDS - 1)) for client in quick))
                assert not slowly.done()  # they have all laid nine, and waited for nobody
                await slowly
                await draw(slow)
            await _lay_the_last(people, line, clock)
            assert laid(slow) == [10, 9, 9, 10]  # the slow one could lay all its cards, too
            exact(people)

    play(situation())


async def _lay_the_last(people: Company, line: SlowLine, clock: Clock) -> None:
    """Both let their last card go; the slow line's message comes after Stop and is credited (KE-B47)."""
    slow, server, clients = people.clients[3], people.server, people.clients
    await came_through(slow)
    await draw(clients[0])
    await people.all_reach(server.room(people.table).table.n)
    delay = server.room(people.table).table.delays[3]
    assert delay >= 2 * 1000 * (line.delay - line.jitter) - 1  # what everybody is shown
    line.open.clear()
    last = {"type": "act", "id": "last", "do": "release", "args": pose(9, 3), "seen": slow.n, "at": clock.now}
    await slow.send(**last)
    await let_go(clients[0], 9)
    clock.now += 200
    line.open.set()
    ack = await slow.first(lambda got: got["type"] == "ack" and got["id"] == "last")
    assert ack["problem"] is None, ack
    credited = {"id": "credited", "args": {"seat": 3, "ms": 200}}
    for client in clients:
        await client.first(lambda got: got["type"] == "moved" and credited in got["told"])
        await client.reach(ack["n"] + 1)
