"""Names of the server: its own are served, a stranger's that leads here is not."""

from __future__ import annotations

import socket
from ipaddress import ip_network
from pathlib import Path

import pytest

from kosmoport.server.hosts import Hosts
from kosmoport.server.settings import ServerSettings
from tests.server import fuzz_bytes as wire
from tests.server.fuzz_campaign import check_error
from tests.server.harness import PATIENCE, Server, play, serving

SETTINGS = {"public_url": "https://play.example.org:444", "allowed_hosts": ("kosmoport", "games.lan")}
OWN = (
    "127.0.0.1 127.0.0.1:8400 192.0.2.7:1 0.0.0.0 [::1] [::1]:8400 [2001:db8::7]:80 localhost LocalHost:8400 "
    "localhost. a.localhost play.example.org play.example.org:444 PLAY.example.org. kosmoport:80 games.lan "
    "localhost:"
)
OTHERS = (
    "evil.example evil.example:8400 localhost.evil.example 127.0.0.1.evil.example xlocalhost example.org "
    "a.play.example.org play.example.org.evil.example games.lan.evil 2130706433 127.1 0x7f.1 play_example.org"
)
NONSENSE = (
    "",
    ":80",
    "a b",
    "a/b",
    "a@b",
    "http://localhost",
    "localhost:x",
    "localhost:99999",
    "[::1",
    "[]",
    *("[::g]", "::1", "localhost, evil.example", "ü.example", "localhost:80:80", "a" * 300),
)


async def asked(server: Server, head: bytes) -> wire.Answer:
    async with wire.line(int(server.url.rpartition(":")[2])) as line:
        line.write(head)
        return await line.answer()


@pytest.mark.parametrize(
    "hosts, status, error",
    [
        (OWN.split(), 200, b""),
        (OTHERS.split(), 421, b"allowed_hosts"),
        (NONSENSE, 400, b""),
    ],
)
def test_a_request_must_name_this_server(
    tmp_path: Path, hosts: tuple[str, ...], status: int, error: bytes
) -> None:
    async def situation() -> None:
        async with serving(tmp_path, **SETTINGS) as server:
            for host in hosts:
                for _ in range(2):
                    answer = await asked(server, wire.request("GET", "/api/games", {"Host": host}))
                    assert answer.status == status, (host, answer)
                    if status != 200:
                        check_error(answer)
                        assert error in answer.body

    play(situation())


def test_the_machine_knows_its_own_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Attic")
    monkeypatch.setattr(socket, "getfqdn", lambda: "attic.home.arpa")

    async def situation() -> None:
        async with serving(tmp_path, host="house.lan") as server:
            for host, status in (
                ("attic", 200),
                ("attic.local:80", 200),
                ("house.lan", 200),
                ("x.local", 421),
            ):
                answer = await asked(server, wire.request("GET", "/api/games", {"Host": host}))
                assert answer.status == status, host

    play(situation())
    hosts = Hosts(ServerSettings())
    assert not hosts._is_ours("attic.home.arpa")
    hosts.learn_full_name().join(PATIENCE)
    assert hosts._is_ours("attic.home.arpa")


@pytest.mark.parametrize(
    "path", ["/", "/sw.js", "/t/x", "/api/tables", "/api/openapi.json", "/healthz", "/metrics", "/nothing"]
)
def test_nothing_at_all_is_served_to_another_name(tmp_path: Path, path: str) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            for method in ("GET", "HEAD", "POST", "OPTIONS"):
                async with wire.line(int(server.url.rpartition(":")[2])) as line:
                    line.write(wire.request(method, path, {"Host": "evil.example"}))
                    assert (await line.answer(head_only=True)).status == 421

    play(situation())


def test_no_socket_opens_and_no_table_is_made_under_another_name(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make()
            evil = {"Host": "evil.example:8400", "Origin": "http://evil.example:8400"}
            for path in (f"/api/tables/{made['table']}/socket", "/api/lobby/socket"):
                opening = wire.request("GET", path, {**wire.UPGRADE, **evil})
                assert (await asked(server, opening)).status == 421
            body = b'{"game":"piraci"}'
            assert (await asked(server, wire.request("POST", "/api/tables", evil, body))).status == 421
            assert len(server.tables.rooms) == 1

    play(situation())


def test_no_host_and_two_hosts_are_no_request(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            own = b"Host: localhost\r\n"
            for head in (b"", own + b"Host: evil.example\r\n", own + own, b"Host: evil.example\r\n" + own):
                for version in (b"1.1", b"1.0"):
                    answer = await asked(server, b"GET /api/games HTTP/%s\r\n%s\r\n" % (version, head))
                    assert answer.status == 400, (version, head)
                    check_error(answer)

    play(situation())


def test_the_address_of_a_request_may_not_name_another_host_either(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            for host, status in (("localhost:8400", 200), ("evil.example", 421)):
                head = wire.request("GET", f"http://{host}/api/games", {"Host": "localhost"})
                assert (await asked(server, head)).status == status

    play(situation())


def test_behind_a_trusted_proxy_the_name_counts_that_it_passes_on(tmp_path: Path) -> None:
    async def situation() -> None:
        trusted = (ip_network("127.0.0.1"),)
        async with serving(tmp_path, trusted_proxies=trusted, **SETTINGS) as server:
            for host, status in (("play.example.org", 200), ("evil.example", 421)):
                headers = {"Host": host, "X-Forwarded-Host": "localhost", "X-Forwarded-For": "192.0.2.1"}
                assert (await asked(server, wire.request("GET", "/api/games", headers))).status == status

    play(situation())
