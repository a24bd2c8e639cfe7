"""The lobby: open public tables, listed once and then as they change."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import pytest

from kosmoport.house.lobby import PORTION, Lobby
from kosmoport.house.sockets import Packet
from kosmoport.house.store import Row
from kosmoport.house.viewers import Viewer, packed
from kosmoport.server.store.opening import open_store
from kosmoport.table import protocol
from kosmoport.table.entries import Closed
from kosmoport.table.lobby import LobbyChanged, LobbyGone
from kosmoport.table.telling import lobby_table
from tests.server.harness import PATIENCE, Client, Server, company, play, seated, serving
from tests.server.shelf import gathered


async def enter(client: Client) -> Any:
    await client.send(type="hello", version=3)
    return (await client.next("lobby"))["tables"]


def test_the_lobby_lists_open_public_tables_and_no_others(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, server.socket("/api/lobby/socket") as lobby:
            public = await server.make("piraci", public=True, options={"open_stacks": True}, sealed=True)
            await server.make("piraci")
            (listed,) = await enter(lobby)
            assert listed["table"] == public["table"]
            assert (listed["game"], listed["phase"]) == ("piraci", "gathering")
            assert listed["options"]["open_stacks"] is True
            assert listed["sealed"] is True
            assert public["token"] not in lobby.raw[0]
            by_request = (await server.ask("GET", "/api/tables")).data()
            assert by_request == [listed]

    play(situation())


def with_ready(count: int) -> Callable[[Any], bool]:
    """A table at which so many are ready."""
    return lambda table: [seat["ready"] for seat in table["seats"]].count(True) == count


def test_the_lobby_follows_a_table_from_its_making_to_its_end(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, server.socket("/api/lobby/socket") as lobby:
            assert await enter(lobby) == []

            async def shown(wanted: Callable[[Any], bool]) -> None:
                """Of several changes only the last may be told."""
                await lobby.first(lambda m: m["type"] == "lobby_changed" and wanted(m["table"]))

            made = await server.make(players=3, public=True)
            await shown(lambda table: table["table"] == made["table"])
            async with seated(server, made, "Ala Ola Ela") as people:
                await shown(lambda t: [seat["name"] for seat in t["seats"]] == ["Ala", "Ola", "Ela"])
                for count, client in enumerate(people.clients, 1):
                    await client.ask("ready")
                    await shown(with_ready(count))
                await people.begin()
                await shown(lambda table: table["phase"] == "playing")
                told = len(lobby.got)
                await people.finish()
                assert (await lobby.next("lobby_gone"))["table"] == made["table"]
            assert len(lobby.got) == told + 1  # moves are nobody's business here
            assert (await server.ask("GET", "/api/tables")).data() == []
            (over,) = (await server.ask("GET", "/api/tables?phase=over")).data()
            assert over["table"] == made["table"]

    play(situation())


class Watcher:
    """Stands in for a viewer: keeps what it is sent."""

    def __init__(self, told: list[Watcher]) -> None:
        self.sent: list[Packet] = []
        self._told = told

    def send(self, message: protocol.ServerMessage) -> None:
        self.sent.append(packed(message))

    def send_packet(self, packet: Packet) -> None:
        self.sent.append(packet)
        self._told.append(self)


async def crowd(folder: Path, count: int, told: list[Watcher]) -> tuple[Lobby, list[Watcher]]:
    """So many who watch an empty lobby."""
    store = await open_store(str(folder / "empty.sqlite3"), backup=None)
    lobby, watchers = Lobby(store), [Watcher(told) for _ in range(count)]
    for watcher in watchers:
        await lobby.enter(cast(Viewer, watcher))
    await store.close()
    return lobby, watchers


async def all_told(lobby: Lobby) -> None:
    async with asyncio.timeout(PATIENCE):
        while lobby._changes:
            await asyncio.sleep(0)


def test_of_many_changes_at_once_the_last_is_told_once_in_bytes_made_once(tmp_path: Path) -> None:
    desks = [gathered(table=f"table-{k}-of-the-crowd", public=True) for k in range(3)]

    async def situation() -> None:
        lobby, (one, other) = await crowd(tmp_path, 2, [])
        for number in range(51):
            for desk in desks:
                desk.send(0, protocol.Ready(desk.new_id(), ready=number % 2 == 0))
                lobby.changed(desk.table)
        await all_told(lobby)
        assert len(one.sent) == len(other.sent) == 2  # the list, and this
        assert one.sent[1] is other.sent[1]
        states = [protocol.encode(LobbyChanged(lobby_table(desk.table))) for desk in desks]
        assert list(one.sent[1].texts) == states

    asyncio.run(situation())


def test_a_table_that_came_and_went_between_is_only_gone(tmp_path: Path) -> None:
    desk = gathered(public=True)

    async def situation() -> None:
        lobby, (watcher,) = await crowd(tmp_path, 1, [])
        lobby.changed(desk.table)
        desk.write([Closed("host")])
        lobby.changed(desk.table)
        await all_told(lobby)
        (gone,) = watcher.sent[1:]
        assert gone.texts == (protocol.encode(LobbyGone(desk.table.id)),)

    asyncio.run(situation())


def test_a_large_crowd_is_told_in_portions_and_others_work_between(tmp_path: Path) -> None:
    async def situation() -> None:
        told: list[Watcher] = []
        lobby, watchers = await crowd(tmp_path, 5 * PORTION, told)
        lobby.changed(gathered(public=True).table)
        seen = [0]
        async with asyncio.timeout(PATIENCE):
            while len(told) < len(watchers):
                await asyncio.sleep(0)
                seen.append(len(told))
        assert max(later - sooner for sooner, later in pairwise(seen)) <= PORTION
        assert set(told) == set(watchers)

    asyncio.run(situation())


def test_where_nobody_watches_nothing_is_kept_to_be_told(tmp_path: Path) -> None:
    async def situation() -> None:
        lobby, _ = await crowd(tmp_path, 0, [])
        lobby.changed(gathered(public=True).table)
        assert not lobby._changes

    asyncio.run(situation())


def test_tables_by_link_never_show_in_the_lobby(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, server.socket("/api/lobby/socket") as lobby:
            assert await enter(lobby) == []
            async with company(server, players=3) as people:
                await people.begin()
                await people.finish()
            shown = await server.make(public=True)
            assert (await lobby.next("lobby_changed"))["table"]["table"] == shown["table"]
            assert lobby.types() == ["lobby", "lobby_changed"]

    play(situation())


def test_a_table_that_its_host_closes_is_gone(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, server.socket("/api/lobby/socket") as lobby:
            made = await server.make(public=True)
            assert len(await enter(lobby)) == 1
            await server.tell(made["table"], made["token"], type="close")
            assert (await lobby.next("lobby_gone"))["table"] == made["table"]

    play(situation())


def test_what_changes_while_somebody_enters_is_not_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, server.socket("/api/lobby/socket") as lobby:
            listed, go_on = asyncio.Event(), asyncio.Event()
            tables = server.store.tables

            async def slowly(**asked: Any) -> list[Row]:
                found = await tables(**asked)
                listed.set()
                await go_on.wait()
                return found

            monkeypatch.setattr(server.store, "tables", slowly)
            await lobby.send(type="hello", version=3)
            await listed.wait()
            made = await server.make(public=True)
            go_on.set()
            assert (await lobby.next("lobby"))["tables"] == []
            assert (await lobby.next("lobby_changed"))["table"]["table"] == made["table"]

    play(situation())


def test_the_lobby_is_the_same_after_a_restart(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make(public=True)
            await server.sit(made["table"], "Ala")
            before = (await server.ask("GET", "/api/tables")).data()
            await server.restart()
            assert (await server.ask("GET", "/api/tables")).data() == before
            async with server.socket("/api/lobby/socket") as lobby:
                assert await enter(lobby) == before

    play(situation())


def test_only_phases_that_exist_can_be_asked_for(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            reply = await server.ask("GET", "/api/tables?phase=closed")
            assert (reply.status, reply.error) == (400, "bad_query")
            for phase in ("gathering", "playing", "over"):
                assert (await server.ask("GET", f"/api/tables?phase={phase}")).data() == []

    play(situation())


def test_the_lobby_says_goodbye_when_the_server_stops(tmp_path: Path) -> None:
    async def situation() -> None:
        server = Server(tmp_path)
        await server.start()
        async with server.socket("/api/lobby/socket") as lobby:
            await enter(lobby)
            stopping = asyncio.create_task(server.tables.close())
            goodbye = await lobby.next("goodbye")
            assert (goodbye["cause"], goodbye["again"]) == ("stopping", 2000)
            await lobby.ended()
            await stopping
        await server.stop()

    play(situation())
