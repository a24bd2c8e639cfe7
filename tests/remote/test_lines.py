"""Connections as a client keeps them, with a server that says what the test wants."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest
from aiohttp import web

from kosmoport.core.errors import BadInput
from kosmoport.remote.client import Server, TableClient
from kosmoport.table import protocol
from kosmoport.table.settings import NewTable, read_settings
from tests.remote.fake import Line, Talk, listening, speaking


def with_client(talk: Talk, then: str = "listen", **more: Any) -> list[protocol.AnyServerMessage]:
    """Connect, and listen until the client ends by itself; or send one command."""
    heard: list[protocol.AnyServerMessage] = []

    async def scene() -> None:
        async with (
            asyncio.timeout(300),
            speaking(talk) as url,
            Server(url) as server,
            TableClient(server, "t", "token", **more) as client,
        ):
            if then == "send":
                heard.append(await client.send(protocol.Ready("mine")))
                return
            async for message in client:
                heard.append(message)

    asyncio.run(scene())
    return heard


def chat(n: int) -> protocol.Chatted:
    return protocol.Chatted(n, 0, 0, "")


def test_an_old_client_is_told_to_update() -> None:
    async def talk(line: Line) -> None:
        await line.send(protocol.Reload(7))

    with pytest.raises(
        BadInput, match=f"speaks version 7 of the protocol and this program {protocol.VERSION}: update it"
    ):
        with_client(talk)


def test_goodbye_for_good_is_the_end() -> None:
    async def talk(line: Line) -> None:
        await line.welcome()
        await line.send(protocol.Goodbye("rules", again=None))
        await line.until_closed()

    with pytest.raises(BadInput, match=r"ended the connection for good \(rules\)"):
        with_client(talk)


def test_goodbye_at_the_door_is_the_end() -> None:
    async def talk(line: Line) -> None:
        await line.send(protocol.Goodbye("rules", again=None))

    with pytest.raises(BadInput, match="does not want to talk"):
        with_client(talk)


def test_goodbye_with_a_time_is_no_end() -> None:
    seen = []

    async def talk(line: Line) -> None:
        seen.append(line.hello.seen)
        await line.welcome()
        if line.number == 1:
            await line.send(SNAPSHOT, chat(6), protocol.Goodbye("stopping", again=30))
            await line.until_closed()
        else:
            await line.send(chat(7), protocol.Goodbye("rules", again=None))

    with pytest.raises(BadInput, match="for good"):
        with_client(talk)
    assert seen == [None, 6]


def test_a_message_that_is_missing_is_fetched() -> None:
    seen = []
    numbers: list[int] = []

    async def talk(line: Line) -> None:
        seen.append(line.hello.seen)
        await line.welcome()
        if line.number == 1:
            await line.send(SNAPSHOT, chat(6), chat(8))
            await line.until_closed()
        else:
            await line.send(chat(6), chat(7), chat(8), protocol.Goodbye("rules", again=None))

    def listener(message: protocol.AnyServerMessage) -> None:
        numbers.append(getattr(message, "n", 0))

    async def scene() -> None:
        async with (
            asyncio.timeout(300),
            speaking(talk) as url,
            Server(url) as server,
            TableClient(server, "t", listener=listener) as client,
        ):
            with pytest.raises(BadInput, match="for good"):
                await anext(client)

    asyncio.run(scene())
    assert (seen, numbers) == ([None, 6], [5, 6, 7, 8])


def test_a_command_is_sent_again_on_the_next_connection() -> None:
    got = []

    async def talk(line: Line) -> None:
        await line.welcome()
        got.append(await line.hear())
        if line.number > 1:
            await line.send(protocol.Ack("mine", 9))
            await line.until_closed()

    assert with_client(talk, "send") == [protocol.Ack("mine", 9)]
    assert got == [protocol.Ready("mine")] * 2


def test_a_line_that_is_cut_is_replaced() -> None:
    async def talk(line: Line) -> None:
        await line.welcome()
        await line.hear()
        if line.number == 1:
            line.cut()
        else:
            await line.send(protocol.Ack("mine", 9))
            await line.until_closed()

    assert with_client(talk, "send") == [protocol.Ack("mine", 9)]
    gc.collect()  # an unclosed connection would warn


def test_a_command_without_an_answer_is_sent_again() -> None:
    got = []

    async def talk(line: Line) -> None:
        await line.welcome()
        got.extend([await line.hear(), await line.hear()])
        await line.send(protocol.Ack("other"), protocol.Ack("mine", 9), protocol.Ack("mine", 9))
        await line.until_closed()

    assert with_client(talk, "send", resend=0.02) == [protocol.Ack("mine", 9)]
    assert got == [protocol.Ready("mine")] * 2


def test_what_the_server_has_no_time_for_is_asked_again() -> None:
    got = []

    async def talk(line: Line) -> None:
        await line.welcome()
        for problem in (protocol.Problem("too_fast", {"wait": 5}), protocol.Problem("busy"), None):
            command = await line.hear()
            assert isinstance(command, protocol.Ready)
            got.append(command.id)
            await line.send(protocol.Ack(command.id, None if problem else 9, problem))
        await line.until_closed()

    async def scene() -> int | None:
        async with speaking(talk) as url, Server(url) as server, TableClient(server, "t") as client:
            return await client.do(protocol.Ready)

    assert asyncio.run(scene()) == 9
    assert len(got) == 3
    assert len(set(got)) == 1


def test_whoever_waits_for_an_answer_learns_of_the_end() -> None:
    async def talk(line: Line) -> None:
        await line.welcome()
        await line.hear()
        await line.send(protocol.Goodbye("rules", again=None))
        await line.until_closed()

    with pytest.raises(BadInput, match="for good"):
        with_client(talk, "send")


def test_a_server_that_stays_away_is_given_up() -> None:
    async def scene() -> None:
        async def talk(line: Line) -> None:
            await line.welcome()
            await line.hear()

        async with Server("http://127.0.0.1:1") as server:
            async with speaking(talk) as url:
                server.url = url
                client = TableClient(server, "t", patience=0.1)
                await client.__aenter__()
            sending = asyncio.create_task(client.send(protocol.Ready("mine")))
            with pytest.raises(BadInput, match="does not answer"):
                await sending
            await client.close()

    asyncio.run(scene())


def test_what_cannot_be_read_is_the_end() -> None:
    async def talk(line: Line) -> None:
        await line.welcome()
        await line.socket.send_str('{"type":"fanfare"}')
        await line.until_closed()

    with pytest.raises(BadInput, match="does not understand"):
        with_client(talk)


def test_a_server_of_something_else() -> None:
    async def page(request: web.Request) -> web.Response:
        return web.Response(
            text="<html>", content_type="text/html", status=int(request.query.get("phase", 200))
        )

    async def scene() -> None:
        app = web.Application()
        app.router.add_get("/api/tables", page)
        async with listening(app) as url, Server(url) as server:
            for phase in (None, "404"):
                with pytest.raises(BadInput, match="it is no Kosmoport server"):
                    await server.tables(phase)

    asyncio.run(scene())


SNAPSHOT = protocol.Snapshot(
    n=5,
    at=0,
    phase="gathering",
    settings=read_settings(NewTable(game="piraci")),
    deal=protocol.DealState(0, "", None, None, ()),
    seats=(),
    position=None,
    proposals=(),
    chat=(),
    rematch=None,
)
