"""Connections that are slow, silent, deaf or many: each ends in time, and nobody else is kept out."""

from __future__ import annotations

import asyncio
import os
import socket as sockets
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager, suppress
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from kosmoport.house.api import Api
from kosmoport.server import connections as module
from kosmoport.server.connections import LARGEST_HEAD, Connection, Connections
from kosmoport.server.metrics import ENDS
from tests.server import fuzz_bytes as wire
from tests.server.fuzz_campaign import check_error
from tests.server.harness import PATIENCE, Server, play, serving

SOON = 0.2  # seconds that are waited for whoever is not worth waiting for
GAMES = wire.request("GET", "/api/games")
FAREWELL = wire.request("GET", "/api/games", {"Connection": "close"})


def port_of(server: Server) -> int:
    return int(server.url.rpartition(":")[2])


def ended(server: Server, reason: str) -> int:
    """How many connections the server has ended for this reason."""
    name, labels = "kosmoport_connections_ended_total", {"reason": reason}
    return int(server.parts.metrics.registry.get_sample_value(name, labels) or 0)


def open_now(server: Server) -> int:
    return int(server.parts.metrics.registry.get_sample_value("kosmoport_connections") or 0)


async def until(wanted: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not wanted():
            await asyncio.sleep(0.01)


async def end_of(line: wire.Line) -> bytes:
    """What comes until the server ends the connection."""
    async with asyncio.timeout(PATIENCE):
        return await line.rest()


# ---------------------------------------------------------------- heads


@pytest.mark.parametrize(
    "sent", [b"", b"GET", b"GET / HTTP/1.1\r\nHost: a\r\nX: ", b"\r\n\r\n", b"\r\n\r\nGET"]
)
def test_half_a_head_is_not_waited_for(tmp_path: Path, sent: bytes) -> None:
    async def situation() -> None:
        async with serving(tmp_path, head_timeout=SOON) as server, wire.line(port_of(server)) as line:
            line.write(sent)
            assert await end_of(line) == b""
            assert ended(server, "head") == 1
            await until(lambda: open_now(server) == 0)

    play(situation())


@pytest.mark.parametrize("before", [b"", GAMES])
def test_a_head_that_comes_letter_by_letter_is_not_waited_for(tmp_path: Path, before: bytes) -> None:
    async def situation() -> None:
        async with serving(tmp_path, head_timeout=SOON) as server, wire.line(port_of(server)) as line:
            if before:
                line.write(before)
                assert (await line.answer()).status == 200

            async def dribble() -> None:
                line.write(b"GET /")
                while True:
                    line.write(b"a")
                    await asyncio.sleep(0.02)

            dribbling = asyncio.create_task(dribble())
            assert await end_of(line) == b""
            dribbling.cancel()
            assert ended(server, "head") == 1

    play(situation())


def test_between_two_requests_there_is_more_time_than_within_a_head(tmp_path: Path) -> None:
    async def situation() -> None:
        async with (
            serving(tmp_path, head_timeout=SOON) as server,
            wire.line(port_of(server)) as patient,
            wire.line(port_of(server)) as slow,
        ):
            patient.write(GAMES)
            assert (await patient.answer()).status == 200
            slow.write(b"GET")
            await end_of(slow)
            patient.write(GAMES)  # it has waited for longer than the other, and may go on
            assert (await patient.answer()).status == 200

    play(situation())


def test_a_server_that_was_away_blames_nobody_for_it(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, head_timeout=SOON) as server:
            with sockets.create_connection(("127.0.0.1", port_of(server)), timeout=PATIENCE) as line:
                await until(lambda: open_now(server) == 1)
                line.sendall(GAMES)
                time.sleep(5 * SOON)  # nothing on this loop goes on, as when a machine is suspended
                assert (await asyncio.to_thread(line.recv, 15)) == b"HTTP/1.1 200 OK"

    play(situation())


def test_a_connection_that_asks_for_nothing_more_is_ended_unless_it_is_a_proxys(tmp_path: Path) -> None:
    async def situation() -> None:
        proxy = "127.0.0.2"
        settings = {"idle_timeout": SOON, "trusted_proxies": (ip_network(proxy),)}
        async with (
            serving(tmp_path, **settings) as server,
            wire.line(port_of(server), proxy) as trusted,
            wire.line(port_of(server), "127.0.0.3") as other,
        ):
            for line in (trusted, other):
                line.write(GAMES)
                assert (await line.answer()).status == 200
            assert await end_of(other) == b""
            assert ended(server, "idle") == 1
            trusted.write(GAMES)
            assert (await trusted.answer()).status == 200

    play(situation())


@pytest.mark.parametrize(
    "head",
    [
        [b"X%d: x" % number for number in range(10_000)],
        [b"X%d: x" % number for number in range(1000)],
        [b"X%d: %s" % (number, b"x" * 8000) for number in range(20)],
        [b"X: " + b"x" * 100_000],
    ],
)
def test_a_head_has_only_so_many_headers_and_bytes(tmp_path: Path, head: list[bytes]) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, wire.line(port_of(server)) as line:
            line.write(b"\r\n".join([b"GET /api/games HTTP/1.1", b"Host: 127.0.0.1", *head, b"", b""]))
            answer = await line.answer()
            assert answer.status in (400, 431)
            check_error(answer)

    play(situation())


def test_a_head_without_an_end_is_refused_before_it_fills_the_memory(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, wire.line(port_of(server)) as line:
            line.write(b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n")
            for number in range(LARGEST_HEAD // 500 + 10):
                line.write(b"X%d: %s\r\n" % (number, b"x" * 490))
                await asyncio.sleep(0)
            answer = await line.answer()
            assert (answer.status, answer.header("Connection")) == (431, b"close")
            check_error(answer)
            await end_of(line)

    play(situation())


def test_a_head_behind_a_request_that_is_being_answered_has_no_more_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = asyncio.Event()

    async def never(self: Api, request: Any) -> Any:
        asked.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(Api, "games", never)

    async def situation() -> None:
        async with serving(tmp_path) as server, wire.line(port_of(server)) as line:
            line.write(GAMES)
            await asked.wait()
            line.write(GAMES * 5)
            line.write(b"GET / HTTP/1.1\r\n")
            for number in range(60):
                line.write(b"X%d: %s\r\n" % (number, b"x" * 8000))
                await asyncio.sleep(0)
            assert await end_of(line) == b""
            assert ended(server, "head") == 1

    play(situation())


def test_whoever_asks_for_much_at_once_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, may_go, games = asyncio.Event(), asyncio.Event(), Api.games

    async def waits(self: Api, request: Any) -> Any:
        asked.set()
        await may_go.wait()
        return await games(self, request)

    monkeypatch.setattr(Api, "games", waits)

    async def situation() -> None:
        async with serving(tmp_path) as server, wire.line(port_of(server)) as line:
            many = 2 * LARGEST_HEAD // len(GAMES)
            line.write(GAMES)
            await asked.wait()
            line.write(GAMES * many)
            asyncio.get_running_loop().call_later(0.1, may_go.set)
            for _ in range(many + 1):
                assert (await line.answer()).status in (200, 429)

    play(situation())


def test_a_large_body_right_behind_its_head_is_no_part_of_it(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, wire.line(port_of(server)) as line:
            body = b'{"game":"piraci","components":"%s"}' % (b"#" * (4 * LARGEST_HEAD))
            for _ in range(2):
                line.write(wire.request("POST", "/api/tables", {}, body))
                answer = await line.answer()
                assert answer.status == 400
                assert b"component" in answer.body

    play(situation())


@pytest.mark.parametrize(
    "sent", [b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\nX\r\n\r\n", b"\x16\x03\x01\x02\x00"]
)
def test_what_is_no_http_gets_the_one_form_of_errors_and_no_place_in_the_log(
    tmp_path: Path, sent: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, wire.line(port_of(server)) as line:
            line.write(sent)
            answer = await line.answer()
            assert answer.status == 400
            check_error(answer)
            assert sent.split()[0] not in answer.body
            await end_of(line)

    play(situation())
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


# ---------------------------------------------------------------- bodies


def test_no_handler_waits_for_a_body_for_ever(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, body_timeout=SOON) as server:
            made = await server.make()
            seat = await server.sit(made["table"], "Ala", made["token"])
            routes = [route for route in Api(server.tables).routes() if route.takes is not None]
            assert len(routes) > 5
            headers = {"Authorization": f"Bearer {seat['token']}", "Content-Length": "500"}
            headers["Content-Type"] = "application/json"
            for route in routes:
                path = route.path.replace("{table}", made["table"]).replace("{game}", "piraci")
                path = path.replace("{language}", "en")
                async with wire.line(port_of(server)) as line:
                    line.write(wire.request(route.method, path, headers) + b"{")
                    answer = await line.answer()
                    assert (answer.status, route.path) == (408, route.path)
                    check_error(answer)
                    await end_of(line)
            assert ended(server, "body") == len(routes)

    play(situation())


def test_a_body_that_comes_in_time_may_come_in_pieces(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, wire.line(port_of(server)) as line:
            whole = wire.request("POST", "/api/tables", {}, b'{"game": "piraci"}')
            for letter in whole:
                line.write(bytes([letter]))
                await asyncio.sleep(0)
            assert (await line.answer()).status == 201

    play(situation())


# ---------------------------------------------------------------- answers nobody reads


@contextmanager
def deaf(server: Server, source: str = "127.0.0.1") -> Iterator[sockets.socket]:
    """A connection with a small window, of which nothing is ever read."""
    line = sockets.socket()
    line.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 2048)
    try:
        line.bind((source, 0))
        line.connect(("127.0.0.1", port_of(server)))
        yield line
    finally:
        line.close()


def small_buffers(server: Server) -> None:
    """What the system keeps of an answer by itself is next to nothing, so the rest stays with the server."""
    listener: Any = server.site._server  # of whichever loop
    for listening in listener.sockets:
        with sockets.socket(fileno=os.dup(listening.fileno())) as line:
            line.setsockopt(sockets.SOL_SOCKET, sockets.SO_SNDBUF, 4096)


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param(GAMES, id="one answer below the mark at which writing waits"),
        pytest.param(FAREWELL, id="the same when aiohttp has closed the connection"),
        pytest.param(GAMES * 30, id="many, for which the handler waits"),
    ],
)
def test_an_answer_that_nobody_reads_is_given_up(tmp_path: Path, asked: bytes) -> None:
    async def situation() -> None:
        async with serving(tmp_path, unread_timeout=SOON) as server:
            small_buffers(server)
            with deaf(server) as line:
                await asyncio.to_thread(line.sendall, asked)
                await until(lambda: ended(server, "unread") == 1)
                await until(lambda: open_now(server) == 0)

    play(situation())


def test_who_reads_slowly_gets_everything(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, unread_timeout=1.0) as server:
            small_buffers(server)
            whole = (await server.ask("GET", "/api/games")).body
            loop = asyncio.get_running_loop()
            with deaf(server) as line, deaf(server) as other:
                line.setblocking(False)
                await loop.sock_sendall(line, FAREWELL)
                await asyncio.to_thread(other.sendall, GAMES)
                got = b""
                while part := await loop.sock_recv(line, 2000):
                    got += part
                    if ended(server, "unread") == 0:  # until the other one was given up, who reads nothing
                        await asyncio.sleep(0.2)
                assert got.endswith(whole)

    play(situation())


def test_who_reads_a_little_now_and_then_is_not_waited_for_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SLOWEST", 1_000_000)

    async def situation() -> None:
        async with serving(tmp_path, unread_timeout=1.0) as server:
            small_buffers(server)
            with deaf(server) as line:
                line.setblocking(False)
                loop = asyncio.get_running_loop()
                await loop.sock_sendall(line, GAMES * 30)
                with suppress(ConnectionError):
                    while await loop.sock_recv(line, 1000):
                        await asyncio.sleep(0.1)
                assert ended(server, "unread") == 1

    play(situation())


def test_where_too_much_waits_for_slow_readers_whoever_has_most_of_it_loses_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            small_buffers(server)
            with ExitStack() as stack:
                greedy = [stack.enter_context(deaf(server)) for _ in range(3)]
                modest = stack.enter_context(deaf(server, "127.0.0.9"))
                for line in (*greedy, modest):
                    await asyncio.to_thread(line.sendall, GAMES)
                every = server.site.connections._all
                await until(lambda: len(every) == 4 and all(one.unread > 0 for one in every))
                each = min(one.unread for one in every)
                monkeypatch.setattr(module, "MOST_UNREAD", 2 * each + each // 2)
                await until(lambda: ended(server, "unread") == 2)
                assert [one.networks for one in every] == [("127.0.0.1",), ("127.0.0.9",)]
                await asyncio.sleep(2 * module.LOOK_EVERY)
                assert open_now(server) == 2

    play(situation())


def test_a_socket_that_sends_and_does_not_read_is_given_up(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, unread_timeout=SOON, max_outbox=65_536) as server:
            small_buffers(server)
            made = await server.make()
            hello = wire.frame(b'{"type":"hello","version":3}')
            with deaf(server) as line:
                await asyncio.to_thread(line.sendall, wire.opening(made["table"]) + hello)
                line.setblocking(False)

                async def talk() -> None:
                    while True:
                        await asyncio.get_running_loop().sock_sendall(line, wire.frame(b"x" * 125, wire.PING))
                        await asyncio.sleep(0)

                talking = asyncio.create_task(talk())
                await until(lambda: ended(server, "unread") == 1)
                await until(lambda: not server.room(made["table"]).viewers)
                talking.cancel()
                await asyncio.gather(talking, return_exceptions=True)

    play(situation())


# ---------------------------------------------------------------- how many


@asynccontextmanager
async def lines(server: Server, count: int, source: str = "127.0.0.1") -> AsyncIterator[list[wire.Line]]:
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(wire.line(port_of(server), source)) for _ in range(count)]


async def become_sockets(some: list[wire.Line], table: str) -> None:
    for line in some:
        line.write(wire.opening(table) + wire.frame(b'{"type":"hello","version":3}'))
        assert (await line.answer()).status == 101


def test_one_address_has_only_so_many_connections_and_others_are_served(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, max_connections_per_address=4) as server:
            made = await server.make()
            async with lines(server, 4, "127.0.0.2") as busy, lines(server, 1, "127.0.0.3") as neighbours:
                await become_sockets(busy, made["table"])
                async with wire.line(port_of(server), "127.0.0.2") as refused:
                    refused.write(GAMES)
                    answer = await refused.answer()
                    assert (answer.status, answer.header("Retry-After")) == (429, b"10")
                    check_error(answer)
                    await end_of(refused)
                neighbours[0].write(GAMES)
                assert (await neighbours[0].answer()).status == 200
                busy[0].close()
                await until(lambda: open_now(server) == 5)  # three, the neighbour and the harness
                async with wire.line(port_of(server), "127.0.0.2") as again:
                    again.write(GAMES)
                    assert (await again.answer()).status == 200

    play(situation())


def test_of_one_address_the_connection_that_waited_longest_gives_way(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, max_connections_per_address=4) as server:
            async with lines(server, 4, "127.0.0.2") as first, lines(server, 2, "127.0.0.2") as second:
                for line in (*first[2:], *second):
                    line.write(GAMES)
                    assert (await line.answer()).status == 200
                for line in first[:2]:
                    assert await end_of(line) == b""
            assert ended(server, "gave_way") == 2

    play(situation())


def test_a_proxy_that_is_trusted_may_have_any_number(tmp_path: Path) -> None:
    async def situation() -> None:
        settings = {"max_connections_per_address": 2, "trusted_proxies": (ip_network("127.0.0.2"),)}
        async with serving(tmp_path, **settings) as server:
            made = await server.make()
            async with lines(server, 6, "127.0.0.2") as many:
                await become_sockets(many, made["table"])

    play(situation())


def test_a_full_server_lets_go_of_those_who_wait_and_refuses_only_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "most_connections", lambda settings, files: 6)

    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make()  # this connection waits, too
            async with lines(server, 5) as silent, lines(server, 6) as busy:
                await become_sockets(busy, made["table"])
                for line in silent:
                    assert await end_of(line) == b""
                assert (ended(server, "gave_way"), ended(server, "refused")) == (6, 0)
                async with wire.line(port_of(server)) as refused:
                    refused.write(GAMES)
                    answer = await refused.answer()
                    assert (answer.status, answer.header("Retry-After")) == (503, b"10")
                    check_error(answer)
                    await end_of(refused)
                for line in busy:
                    line.write(wire.frame(b'{"type":"ping","at":1}'))
                    while b"pong" not in (await line.frame()).payload:
                        pass

    play(situation())


def test_whoever_is_turned_away_and_stays_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "most_connections", lambda settings, files: 1)
    monkeypatch.setattr(module, "TURNED_AWAY_FOR", 0.05)
    monkeypatch.setattr(module, "LOOK_EVERY", 0.02)
    monkeypatch.setattr(module, "MOST_TURNED_AWAY", 2)

    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make()
            async with lines(server, 1) as busy:
                await become_sockets(busy, made["table"])
                async with lines(server, 5) as many:
                    got = [await end_of(line) for line in many]
                    assert [answer[9:12] for answer in got if answer] == [b"503", b"503"]
                    await until(lambda: not server.site.connections._turned_away)

    play(situation())


# ---------------------------------------------------------------- networks


def coming(connections: Connections, address: str) -> Connection:
    """A connection from this address, as far as it can be told without a network."""
    connection = Mock(spec=["line", "networks", "trusted", "request"])
    connection.line.get_extra_info = lambda name: (address, 4711, 0, 0)
    connection.networks, connection.trusted, connection.request = (), False, "something"
    return connection


def test_a_household_and_a_provider_of_ipv6_have_a_few_addresses_worth(tmp_path: Path) -> None:
    async def situation() -> None:
        settings = {"max_connections_per_address": 2, "shares_per_56": 2, "shares_per_48": 3}
        async with serving(tmp_path, **settings) as server:
            all_of_them = Connections(server.parts)

            def admitted(*addresses: str) -> list[bool]:
                return [all_of_them.admit(coming(all_of_them, address)) is None for address in addresses]

            assert admitted(*(f"2001:db8::{n}" for n in range(1, 4))) == [True, True, False]
            assert admitted("2001:db8:0:1::1", "2001:db8:0:2::1", "2001:db8:0:3::1") == [True, True, False]
            assert admitted(*(f"2001:db8:0:{n}00::1" for n in range(1, 4))) == [True, True, False]
            assert admitted("2001:db8:1::1", "192.0.2.1", "192.0.2.1", "192.0.2.1") == [True] * 3 + [False]

    play(situation())


def test_every_reason_to_end_a_connection_is_tried_here() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert [reason for reason in ENDS if f'ended(server, "{reason}")' not in text] == []
