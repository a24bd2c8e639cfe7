"""What goes wrong inside: damaged logs, tables taken over, bots asked too early, untimely sleep."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kosmoport.house import rooms, tables, talking
from kosmoport.house.jobs import Asked
from kosmoport.server.store.sqlite import SqliteStore
from kosmoport.table import protocol
from kosmoport.table.table import Table
from tests.server.harness import (
    PATIENCE,
    Clock,
    QuickBots,
    Server,
    company,
    new_id,
    play,
    serving,
)


def test_a_damaged_table_does_not_hold_up_those_behind_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "WAKE_EVERY", 0.02)
    clock = Clock(monkeypatch)

    async def situation() -> None:
        async with serving(tmp_path) as server:
            damaged, sound = await server.make(), await server.make()
            epoch = server.room(damaged["table"]).log.epoch
            await server.store.rewrite(damaged["table"], epoch, {1: b'{"type":"created"}'})
            await server.restart()
            assert (await server.ask("GET", f"/api/tables/{damaged['table']}")).status == 500
            clock.now += 3 * 3_600_000  # both are abandoned, the damaged one for longer
            async with asyncio.timeout(PATIENCE):
                while not await server.store.tables(phases=("closed",)):
                    await asyncio.sleep(0.01)
            assert (await server.look(sound["table"]))["phase"] == "closed"

    play(situation())


def test_a_table_that_another_process_took_over_tells_its_clients_to_come_back(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3, start=0) as people:
            await people.begin()
            thief = SqliteStore(Path(server.settings.where), owner="another")
            assert await thief.claim(people.table) is not None
            await thief.close()
            actor = people.clients[0]
            seen, legal = actor.n, actor.position["legal"][0]
            act = {"id": new_id(), "seen": seen, "do": legal["id"], "args": legal["args"]}
            await actor.send(type="act", **act)
            goodbye = await actor.next("goodbye")
            assert goodbye["cause"] == "moved"
            assert goodbye["again"] is not None
            assert not any(message["type"] == "ack" and message["id"] == act["id"] for message in actor.got)
            async with server.connect(people.table, people.tokens[0], seen=seen) as back:
                ack = await back.ask("act", **act)
                assert (ack["n"], ack["problem"]) == (seen + 1, None)

    play(situation())


def test_a_bot_is_asked_about_the_position_that_was_due(tmp_path: Path) -> None:
    async def situation() -> None:
        bots = QuickBots()
        async with (
            serving(tmp_path, bots=bots) as server,
            company(server, "Ala", bots=[None, "casual", "casual"], start=0) as people,
        ):
            await people.begin()
            room, ala = server.room(people.table), people.clients[0]
            legal = ala.position["legal"][0]
            # From two devices at once: an action, and its taking back before the bot comes to look.
            act = protocol.Act(new_id(), ala.n, legal["id"], legal["args"])
            acks = await asyncio.gather(
                room.ask(Asked("0", act)), room.ask(Asked("0", protocol.TakeBack(new_id())))
            )
            assert [ack.problem for ack in acks] == [None, None]
            await ala.reach(acks[1].n or 0)
            assert ala.position["to_act"] == [0]
            await people.move()
            await ala.first(lambda message: message.get("by") == 1)
            assert all(ask.legal for ask in bots.asks)
            figures = (await server.ask("GET", "/metrics")).body.decode()
            assert 'kosmoport_errors_total{place="bots"} 0.0' in figures

    play(situation())


def test_who_comes_back_during_a_vote_is_told_that_they_are_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)

    async def situation() -> None:
        async with (
            serving(tmp_path, absence_grace=60.0) as server,
            company(server, "Ala Ola Ela Iga", players=4) as people,
        ):
            await people.begin()
            ala, ola, _, iga = people.clients
            await iga.socket.close()
            await _until_away(server, people.table, 3)
            server.pass_time(clock, 61)
            ack = await ala.ask("ask_bot", seat=3)
            assert ack["problem"] is None
            async with server.connect(people.table, people.tokens[1], seen=ack["n"] - 1) as back:
                told = await back.next("proposal")
                assert told["n"] == ack["n"]
                assert told["proposal"]["waiting"] == [1, 2]
                assert (await ola.next("proposal"))["proposal"] == told["proposal"]

    play(situation())


async def _until_away(server: Server, table: str, seat: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while seat in server.room(table).table.here:
            await asyncio.sleep(0.01)


def test_a_large_snapshot_arrives_whole(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, max_chat=1000) as server, company(server, "Ala", players=3) as people:
            for _ in range(30):
                await people.clients[0].ask("chat", text="漢" * 1000)
            async with server.connect(people.table, people.tokens[0]) as again:
                snapshot = await again.next("snapshot")
                assert len(again.raw[-1].encode()) > 65_536
                assert len(snapshot["chat"]) == 30

    play(situation())


async def put_to_sleep(server: Server, patch: pytest.MonkeyPatch) -> None:
    """Now, whoever asked for the table a moment ago."""
    with patch.context() as hurry:
        hurry.setattr(tables, "SLEEP_AFTER", -1.0)
        await server.tables._put_to_sleep()
    assert server.tables.rooms == {}


def test_a_request_during_which_the_table_falls_asleep_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make(players=3)
            seat = await server.sit(made["table"], "Ala")
            look, looked = rooms.Room.look, 0

            async def look_and_sleep(room: rooms.Room, see: Callable[[Table], Any]) -> Any:
                nonlocal looked
                seen = await look(room, see)
                looked += 1
                if looked == 1:
                    await put_to_sleep(server, monkeypatch)
                return seen

            monkeypatch.setattr(rooms.Room, "look", look_and_sleep)
            ack = await server.tell(made["table"], seat["token"], type="ready")
            assert (ack["n"], ack["problem"]) == (3, None)
            assert looked == 2

    play(situation())


def test_who_connects_just_as_the_table_falls_asleep_is_let_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make(players=3)
            seat = await server.sit(made["table"], "Ala")
            hello = talking.Talking._hello

            async def hello_and_sleep(*given: Any) -> Any:
                heard = await hello(*given)
                await put_to_sleep(server, monkeypatch)
                return heard

            monkeypatch.setattr(talking.Talking, "_hello", hello_and_sleep)
            async with server.connect(made["table"], seat["token"]) as client:
                assert client.welcome["seat"] == 0
                assert (await client.ask("ready"))["problem"] is None

    play(situation())


def test_a_sleeping_table_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "WAKE_EVERY", 0.01)
    monkeypatch.setattr(tables, "SLEEP_AFTER", 0.0)

    async def situation() -> None:
        async with serving(tmp_path) as server:
            before = len(asyncio.all_tasks())
            async with company(server, players=3, unhurried=True) as people:
                await people.begin()
                await people.move()
            async with asyncio.timeout(PATIENCE):
                while server.tables.rooms or len(asyncio.all_tasks()) > before:
                    await asyncio.sleep(0.01)
            assert server.tables.turn_webhooks.known == {}

    play(situation())


def test_faults_of_bots_are_counted(tmp_path: Path) -> None:
    async def situation() -> None:
        bots = QuickBots()
        async with serving(tmp_path, bots=bots) as server:
            async with company(server, "Ala", bots=[None, "casual", "casual"], start=0) as people:
                await people.begin()
                bots.faults = 3
                await people.move()
                await people.clients[0].first(lambda message: message.get("by") == 1)
            figures = (await server.ask("GET", "/metrics")).body.decode()
            assert "kosmoport_bot_faults_total 3.0" in figures

    play(situation())


def test_a_busy_table_refuses_rather_than_piling_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "MOST_WAITING", 3)

    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, "Ala", players=3) as people:
            room = server.room(people.table)
            asked = [room.ask(Asked("0", protocol.Chat(new_id(), f"word {n}"))) for n in range(8)]
            acks = await asyncio.gather(*asked)
            problems = [None if ack.problem is None else ack.problem.id for ack in acks]
            assert problems == [None] * 3 + ["busy"] * 5

    play(situation())
