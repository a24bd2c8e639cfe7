"""The lobby: open public tables, listed once and then as they change."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from kosmoport.server.store import Row
from tests.server.harness import Client, Server, company, play, seated, serving


async def enter(client: Client) -> Any:
    await client.send(type="hello", version=1)
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


def test_the_lobby_follows_a_table_from_its_making_to_its_end(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, server.socket("/api/lobby/socket") as lobby:
            assert await enter(lobby) == []
            made = await server.make(players=3, public=True)
            assert (await lobby.next("lobby_changed"))["table"]["table"] == made["table"]
            async with seated(server, made, "Ala Ola Ela") as people:
                for name in ("Ala", "Ola", "Ela"):
                    seats = (await lobby.next("lobby_changed"))["table"]["seats"]
                    assert name in [seat["name"] for seat in seats]
                await people.begin()
                for ready in (1, 2, 3):
                    seats = (await lobby.next("lobby_changed"))["table"]["seats"]
                    assert sum(seat["ready"] for seat in seats) == ready
                assert (await lobby.next("lobby_changed"))["table"]["phase"] == "playing"
                await people.finish()
                assert (await lobby.next("lobby_gone"))["table"] == made["table"]
            assert lobby.types().count("lobby_changed") == 8  # moves are nobody's business here
            assert (await server.ask("GET", "/api/tables")).data() == []
            (over,) = (await server.ask("GET", "/api/tables?phase=over")).data()
            assert over["table"] == made["table"]

    play(situation())


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
            await lobby.send(type="hello", version=1)
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
            stopping = asyncio.create_task(server.harbour.close())
            goodbye = await lobby.next("goodbye")
            assert (goodbye["cause"], goodbye["again"]) == ("stopping", 2000)
            await lobby.ended()
            await stopping
        await server.stop()

    play(situation())
