"""A table that gathers, over the real protocol: the host changes it; who comes late takes a bot's seat."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from kosmoport.house.store import CannotSave
from kosmoport.server.doctor import examine
from kosmoport.table import protocol
from tests.server.harness import Server, company, play, serving

THREE: Any = {"game": "piraci", "players": 3}
FOUR: Any = {"game": "piraci", "players": 4}
WITH_A_BOT: Any = {"game": "kosmiczna_misja", "bots": [None, None, "casual"], "start": 0}


def test_two_friends_let_a_bot_sit_down_and_play(tmp_path: Path) -> None:
    async def situation() -> None:
        async with (
            serving(tmp_path) as server,
            company(server, "Ala Ola", **THREE) as people,
        ):
            host, guest = people.clients
            assert (await host.ask("begin"))["problem"]["id"] == "not_all_seated"
            assert (await guest.ask("seat_bot", seat=2, level="casual"))["problem"]["id"] == "not_host"
            assert (await host.ask("seat_bot", seat=2, level="casual"))["problem"] is None
            told = await guest.next("changed")
            assert told["cause"] == "bot"
            assert told["settings"]["bots"] == [None, None, "casual"]
            await people.begin()
            assert (await server.look(people.table))["seats"][2]["bot"] == "casual"

    play(situation())


def test_whose_seat_is_moved_keeps_token_connection_and_webhook(tmp_path: Path) -> None:
    async def situation() -> None:
        async with (
            serving(tmp_path) as server,
            company(server, "Ala Ola", **THREE) as people,
        ):
            table, (host, guest) = people.table, people.clients
            await server.store.set_webhook(table, 1, "https://example.org/ola")
            assert (await host.ask("move_seat", seat=1, to=2))["problem"] is None
            welcome = await guest.next("welcome")
            assert welcome["seat"] == 2
            assert (await guest.ask("chat", text="here"))["problem"] is None
            assert (await host.next("chat"))["seat"] == 2
            own = await server.ask("GET", f"/api/tables/{table}/seat", token=people.tokens[1])
            assert own.data()["seat"] == 2
            async with asyncio.timeout(10):
                while await server.store.webhook(table, 2) is None:
                    await asyncio.sleep(0.01)
            assert await server.store.webhook(table, 1) is None
            await server.restart()
            again = await server.ask("GET", f"/api/tables/{table}/seat", token=own.data()["token"])
            assert again.data()["seat"] == 2

    play(situation())


def test_what_could_not_be_saved_leaves_everybody_where_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def situation() -> None:
        async with (
            serving(tmp_path) as server,
            company(server, "Ala Ola", **THREE) as people,
        ):
            host, guest = people.clients
            room = server.room(people.table)

            async def fails(*_: object) -> None:
                raise CannotSave("the disk is full")

            with monkeypatch.context() as patch:
                patch.setattr(room.log, "add", fails)
                assert (await host.ask("move_seat", seat=1, to=2))["problem"]["id"] == "cannot_save"
            assert (await guest.ask("chat", text="still here"))["problem"] is None
            assert (await host.next("chat"))["seat"] == 1
            assert sorted(room.table.here) == [0, 1]
            assert (await host.ask("move_seat", seat=1, to=2))["problem"] is None
            assert sorted(room.table.here) == [0, 2]

    play(situation())


def test_a_table_becomes_public_and_private_again(tmp_path: Path) -> None:
    async def situation() -> None:
        async with (
            serving(tmp_path) as server,
            company(server, "Ala Ola", **THREE) as people,
            server.socket("/api/lobby/socket") as lobby,
        ):
            host = people.clients[0]
            await lobby.send(type="hello", version=protocol.VERSION)
            assert (await lobby.next("lobby"))["tables"] == []
            assert (await host.ask("change", public=True))["problem"] is None
            assert (await lobby.next("lobby_changed"))["table"]["table"] == people.table
            assert (await host.ask("change", public=False))["problem"] is None
            assert (await lobby.next("lobby_gone"))["table"] == people.table
            row = await server.store.find(people.table)
            assert row is not None
            assert row.summary.public is False

    play(situation())


def test_a_person_who_comes_late_takes_the_seat_of_a_bot(tmp_path: Path) -> None:
    async def situation() -> None:
        async with (
            serving(tmp_path) as server,
            company(
                server, "Ala Ola", game="kosmiczna_misja", bots=[None, None, "casual"], start=0
            ) as people,
        ):
            table = people.table
            await people.begin()
            path = f"/api/tables/{table}/seats"
            own = await server.ask("POST", path, {"name": "Eve", "seat": 2}, token=people.tokens[1])
            assert own.error == "has_seat"
            late = await server.sit(table, "Iga")
            assert late["seat"] == 2
            told = await people.clients[0].first(lambda got: got.get("cause") == "took_over")
            assert told["seats"][2]["name"] == "Iga"
            async with server.connect(table, late["token"]) as iga:
                assert iga.welcome["seat"] == 2
                view = (await server.look(table, late["token"]))["position"]["view"]
                assert view["seat"] == 2
                assert (await iga.ask("chat", text="hello"))["problem"] is None
            again = await server.ask("POST", path, {"name": "Ida", "seat": 2})
            assert again.error == "seat_taken"

    play(situation())


def test_a_database_with_changes_and_late_comers_is_in_order(tmp_path: Path) -> None:
    said, servers = list[str](), list[Server]()

    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, "Ala Ola", **FOUR) as people:
            servers.append(server)
            host = people.clients[0]
            messages: tuple[tuple[str, dict[str, Any]], ...] = (
                ("seat_bot", {"seat": 3, "level": "casual"}),
                ("move_seat", {"seat": 0, "to": 3}),
                ("change", {"players": 3, "take_back": False}),
            )
            for kind, said_of_it in messages:
                assert (await host.ask(kind, **said_of_it))["problem"] is None
            await people.begin()
            await server.sit(people.table, "Iga")

    play(situation())
    assert examine(servers[0].settings, said.append) == 0, said
