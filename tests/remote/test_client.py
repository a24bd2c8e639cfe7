"""A place at a table of the real server: nothing is lost, nothing is done twice, refusals are sentences."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from kosmoport.core.errors import BadInput
from kosmoport.remote.client import NoAnswer, Server, ServerRefused, TableClient, TableRefused, sentence
from kosmoport.table import protocol
from kosmoport.table.settings import NewTable
from tests.server.harness import Server as House
from tests.server.harness import serving

PIRATES: dict[str, Any] = {
    "game": "kosmiczni_piraci",
    "bots": [None, "beginner", "beginner"],
    "take_back": False,
}


@asynccontextmanager
async def seated(server: Server, begin: bool = True, **more: Any) -> AsyncIterator[TableClient]:
    """The host of a table whose other seats are bots."""
    made = await server.create(**PIRATES)
    token = (await server.sit(made.table, "Ola", host=made.token)).token
    async with TableClient(server, made.table, token, **more) as client:
        await client.do(protocol.Ready)
        if begin:
            await client.do(protocol.Begin)
        yield client


async def my_turn(client: TableClient) -> bool:
    """Wait until the seat may act; false when the game is over instead."""
    async with asyncio.timeout(300):
        while client.phase != "over" and not (client.position is not None and client.position.legal):
            await anext(client)
    return client.phase != "over"


@asynccontextmanager
async def house_and_server(folder: Path, **settings: Any) -> AsyncIterator[tuple[House, Server]]:
    async with serving(folder, **settings) as house, Server(house.url) as server:
        yield house, server


# ---------------------------------------------------------------- lines that break


async def hang_up(client: TableClient) -> None:
    """The line breaks."""
    if client._socket is not None:
        await client._socket.close()


def test_a_whole_game_over_many_connections_loses_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house_and_server(tmp_path) as (_, server), seated(server) as client:
            acks: list[Any] = []
            while await my_turn(client):
                assert client.position is not None
                acting = client.act(client.position.legal[0])
                acks.append((await asyncio.gather(acting, hang_up(client)))[0])
            assert client.connections > len(acks) / 2 > 3
            assert acks == sorted(set(acks))
            record = await server.record(client.table)
            assert len([move for move in record["moves"] if move["seat"] == client.seat]) == len(acks)

    asyncio.run(scene())


def test_messages_are_numbered_without_gaps_over_many_connections(tmp_path: Path) -> None:
    heard: list[protocol.AnyServerMessage] = []

    async def scene() -> None:
        async with (
            house_and_server(tmp_path) as (_, server),
            seated(server) as player,
            TableClient(server, player.table, listener=heard.append) as watcher,
        ):
            while await my_turn(player):
                assert player.position is not None
                await asyncio.gather(player.act(player.position.legal[0]), hang_up(watcher))
            assert player.seen is not None
            await reach(watcher, player.seen)
            assert watcher.connections > 3

    asyncio.run(scene())
    first, *rest = [m for m in heard if isinstance(m, protocol.Numbered | protocol.Snapshot)]
    assert isinstance(first, protocol.Snapshot)
    assert [message.n for message in rest] == list(range(first.n + 1, first.n + 1 + len(rest)))
    assert len(rest) > 10


async def reach(client: TableClient, n: int) -> None:
    async with asyncio.timeout(300):
        while client.seen is None or client.seen < n:
            await asyncio.sleep(0.01)


def test_a_server_that_restarts_is_found_again(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house_and_server(tmp_path) as (house, server), seated(server) as client:
            assert await my_turn(client)
            await house.stop()
            assert client.position is not None
            acting = asyncio.create_task(client.act(client.position.legal[0]))
            await house.start()
            server.url = house.url  # the same server at another port
            assert await acting is not None
            assert await my_turn(client)
            assert client.connections > 1

    asyncio.run(scene())


# ---------------------------------------------------------------- once, and in time


def test_a_duplicate_act_is_answered_with_the_same_number(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house_and_server(tmp_path) as (house, server), seated(server, begin=False) as client:
            await client.do(protocol.Begin)
            assert await my_turn(client)
            house.quick_bots.gate.clear()  # nobody else moves after this
            assert client.position is not None
            told, before = client.position.legal[0], client.position.move
            act = protocol.Act("same", client.seen or 0, told.id, told.args)
            first, second = await client.send(act), await client.send(act)
            await hang_up(client)
            third = await client.send(act)
            assert first.problem is None
            assert first == second == third
            assert client.position.move == before + 1

    asyncio.run(scene())


def test_a_late_act_is_refused(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house_and_server(tmp_path) as (_, server), seated(server) as client:
            assert await my_turn(client)
            assert client.position is not None
            before = client.seen
            with pytest.raises(TableRefused, match="the table has moved on") as refused:
                await client.act(client.position.legal[0], seen=1)
            assert refused.value.problem.id == "late"
            assert client.seen == before

    asyncio.run(scene())


# ---------------------------------------------------------------- refusals


def test_a_refusal_of_a_game_is_in_its_own_words(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house_and_server(tmp_path) as (_, server), seated(server) as client:
            assert await my_turn(client)
            with pytest.raises(TableRefused) as refused:
                await client.do(protocol.Act, seen=client.seen, do="dance", args={})
            assert refused.value.problem.rules == "kosmiczni_piraci"
            assert " " in str(refused.value)

    asyncio.run(scene())


def test_a_wrong_token_opens_no_seat(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house_and_server(tmp_path) as (_, server), seated(server, begin=False) as client:
            other = await server.create(NewTable(game="piraci"))
            for token in ("wrong", other.token):
                with pytest.raises(BadInput, match=f"not for a seat at the table {client.table}"):
                    await enter(TableClient(server, client.table, token))

    asyncio.run(scene())


def test_a_table_that_does_not_exist(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house_and_server(tmp_path) as (_, server):
            for table in ("nowhere", "../games", "a/b?c", "ł"):
                with pytest.raises(ServerRefused, match="There is nothing here, or it is not for you"):
                    await enter(TableClient(server, table))
            with pytest.raises(ServerRefused, match="There is nothing here"):
                await server.sit("nowhere", "Ola")

    asyncio.run(scene())


def test_what_the_server_refuses_is_said_in_its_sentence(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house_and_server(tmp_path) as (_, server):
            with pytest.raises(ServerRefused, match="chess") as refused:
                await server.create(game="chess")
            assert (refused.value.status, refused.value.id) == (400, "bad_input")
            made = await server.create(**PIRATES)
            await server.sit(made.table, "Ola")
            with pytest.raises(ServerRefused, match="every seat is taken"):
                await server.sit(made.table, "Ela")

    asyncio.run(scene())


def test_a_refusal_is_said_in_the_words_of_the_rules_that_refuse() -> None:
    refused = protocol.Problem("turn", rules="piraci")
    assert sentence(refused) == sentence(refused, rules=2) == "it is not your turn"
    assert sentence(refused, rules=99) == "the table refuses (turn)", "this program has no such rules"
    assert sentence(protocol.Problem("gone", rules="piraci")) == "the table refuses (gone)"


def test_two_guests_of_one_program_have_seats_of_their_own(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house_and_server(tmp_path) as (_, server):
            made = await server.create(game="kosmiczni_piraci", players=3, public=True)
            seats = [await server.sit(made.table, name) for name in ("Ola", "Ela")]
            assert [seat.seat for seat in seats] == [0, 1]
            for seat in seats:
                async with TableClient(server, made.table, seat.token) as client:
                    assert (client.seat, client.host) == (seat.seat, False)
            async with TableClient(server, made.table, made.token) as client:
                assert (client.seat, client.host) == (None, True)
            assert [table.table for table in await server.tables()] == [made.table]
            assert len(await server.games()) == 5

    asyncio.run(scene())


def test_nobody_answers(tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path) as house:
            url = house.url
        async with Server(url) as server:
            with pytest.raises(NoAnswer, match=f"the server at {url} does not answer"):
                await server.tables()
            with pytest.raises(NoAnswer, match="does not answer"):
                await enter(TableClient(server, "table"))

    asyncio.run(scene())


@pytest.mark.parametrize(
    "url", ["", "play.example.org", "ftp://127.0.0.1", "http://", "http://[", "http://a/?b=1"]
)
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(BadInput, match="looks like http"):
        Server(url)


def test_nothing_is_sent_after_the_end(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house_and_server(tmp_path) as (_, server):
            async with seated(server, begin=False) as client:
                pass
            with pytest.raises(BadInput, match="is closed"):
                await client.do(protocol.Ready)
            client_messages = [message async for message in client]
            assert client_messages

    asyncio.run(scene())


async def enter(client: TableClient) -> None:
    async with client:
        raise AssertionError("the door is open")
