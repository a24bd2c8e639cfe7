"""Connections that fail: clients that do not read, do not answer, vanish, or are too many."""

from __future__ import annotations

import asyncio
import base64
import socket as sockets
from contextlib import AsyncExitStack
from ipaddress import ip_network
from pathlib import Path

import aiohttp
import pytest

from kosmoport.house import presence, tables
from kosmoport.server.wire import frame
from tests.server.harness import PATIENCE, Server, company, play, serving


class DeafClient:
    """Says hello over a plain connection with a tiny window, and never reads again."""

    def __init__(self, server: Server, table: str, token: str) -> None:
        self.host, self.port = "127.0.0.1", int(server.url.rpartition(":")[2])
        self.path, self.token = f"/api/tables/{table}/socket", token

    async def __aenter__(self) -> DeafClient:
        line = sockets.socket()
        line.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 2048)
        line.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(line, (self.host, self.port))
        key = base64.b64encode(b"0123456789abcdef").decode()
        head = f"GET {self.path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nConnection: Upgrade\r\n"
        head += f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
        await loop.sock_sendall(line, head.encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += await loop.sock_recv(line, 512)
        hello = b'{"type":"hello","version":3,"token":"%s"}' % self.token.encode()
        await loop.sock_sendall(line, _masked(hello))
        self.line = line
        return self

    async def __aexit__(self, *_: object) -> None:
        self.line.close()


def _masked(payload: bytes) -> bytes:
    """A client's frame: as the server's, with a mask of zeros in front of the text."""
    plain = frame(payload)
    head = len(plain) - len(payload)
    return plain[:1] + bytes((plain[1] | 0x80,)) + plain[2:head] + bytes(4) + payload


def test_a_client_that_does_not_read_is_dropped_and_the_others_get_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "REFRESH", 0.0)

    async def situation() -> None:
        async with (
            serving(tmp_path, max_outbox=8, max_chat=1000) as server,
            company(server, "Ala Ola", players=3) as people,
        ):
            seat = await server.sit(people.table, "Głuchy")
            loud, other = people.clients
            async with DeafClient(server, people.table, seat["token"]):
                await loud.first(lambda message: message.get("here") == [True, True, True])
                here = len(loud.got)
                for _ in range(3000):
                    ack = await loud.ask("chat", text="漢" * 1000)
                    assert ack["problem"] is None
                    await other.reach(ack["n"])
                    if any(message.get("here") == [True, True, False] for message in loud.got[here:]):
                        break
                await loud.first(lambda message: message.get("here") == [True, True, False], since=here)
                await other.reach(loud.n)
                assert other.numbers == list(range(other.numbers[0], loud.n + 1))
                assert [m["n"] for m in other.got if m["type"] == "chat"][-1] == ack["n"]
            figures = (await server.ask("GET", "/metrics")).body.decode()
            dropped = [line for line in figures.splitlines() if line.startswith("kosmoport_outbox_drops_t")]
            assert dropped == ["kosmoport_outbox_drops_total 1.0"]

    play(situation())


def test_half_open_connections_are_given_up_and_live_ones_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "PING_EVERY", 0.05)
    monkeypatch.setattr(tables, "SILENT_FOR", 0.5)
    monkeypatch.setattr(presence, "REFRESH", 0.0)

    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make(players=3)
            ala, ola = [await server.sit(made["table"], name) for name in ("Ala", "Ola")]
            async with (
                DeafClient(server, made["table"], ola["token"]),
                server.connect(made["table"], ala["token"]) as alive,
            ):
                await alive.first(lambda message: message.get("here") == [True, True, False])
                both = len(alive.got)
                await alive.first(lambda message: message.get("here") == [True, False, False], both)
                assert (await alive.ask("ready"))["problem"] is None

    play(situation())


def test_the_delay_of_a_line_is_measured_and_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "PING_EVERY", 0.02)
    monkeypatch.setattr(presence, "REFRESH", 0.0)

    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, "Ala", players=3) as people:
            ala = people.clients[0]
            room = server.room(people.table)
            async with asyncio.timeout(PATIENCE):
                while room.table.delays.get(0) is None:
                    await ala.send(type="ping", at=1)
                    await ala.next("pong")
            room.presence.changed()
            told = await ala.first(lambda m: m["type"] == "presence" and m["delays"][0] is not None)
            assert told["delays"][0] >= 0

    play(situation())


def test_too_many_sockets_of_one_address_are_refused_until_one_is_closed(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, max_sockets_per_address=3) as server:
            made = await server.make()
            path = f"/api/tables/{made['table']}/socket"
            async with server.connect(made["table"]), server.connect(made["table"]):
                async with server.socket("/api/lobby/socket") as third:
                    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                        await _open(server, path)
                    assert refused.value.status == 429
                    assert refused.value.headers is not None
                    assert refused.value.headers["Retry-After"] == "10"
                    await third.socket.close()
                await _until_free(server, path)

    play(situation())


def test_sockets_are_counted_by_the_networks_behind_a_trusted_proxy(tmp_path: Path) -> None:
    async def situation() -> None:
        bounds = {"max_sockets_per_address": 1, "shares_per_56": 2, "shares_per_48": 3}
        async with serving(tmp_path, trusted_proxies=(ip_network("127.0.0.1"),), **bounds) as server:
            made = await server.make()
            path = f"/api/tables/{made['table']}/socket"
            house = ("2001:db8:0:1::1", "2001:db8:0:2::1")
            async with AsyncExitStack() as stack:
                for visitor in (*house, "2001:db8:0:100::1", "2001:db8:1::1", "192.0.2.1", "192.0.2.2"):
                    await stack.enter_async_context(server.socket(path, {"X-Forwarded-For": visitor}))
                for visitor in (house[0], "2001:db8:0:3::1", "2001:db8:0:200::1", "192.0.2.1"):
                    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                        await _open(server, path, {"X-Forwarded-For": visitor})
                    assert refused.value.status == 429
                await _open(server, path, {"X-Forwarded-For": "2001:db8:2::1"})

    play(situation())


async def _open(server: Server, path: str, headers: dict[str, str] | None = None) -> None:
    async with server.socket(path, headers) as client:
        await client.send(type="hello", version=3)
        await client.next("welcome")


async def _until_free(server: Server, path: str) -> None:
    """The server notices a moment later that a connection is closed."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                return await _open(server, path)
            except aiohttp.WSServerHandshakeError:
                await asyncio.sleep(0.01)


def test_a_request_that_is_no_socket_is_told_so(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make()
            reply = await server.ask("GET", f"/api/tables/{made['table']}/socket")
            assert (reply.status, reply.error) == (400, "not_a_socket")

    play(situation())


def test_a_client_that_vanishes_in_the_middle_of_a_message_harms_nobody(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3) as people:
            broken = people.clients[2]
            await broken.socket.send_str('{"type":"ready","id":"a"}')
            connection = broken.socket._response.connection
            assert connection is not None
            assert connection.transport is not None
            connection.transport.abort()
            for client in people.clients[:2]:
                ack = await client.ask("ready")
                assert ack["problem"] is None
            await people.clients[0].reach(ack["n"])
            assert people.clients[0].numbers == list(range(people.clients[0].numbers[0], ack["n"] + 1))

    play(situation())
