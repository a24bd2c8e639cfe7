"""Bodies of requests are bounded before they are read, and read before they are understood."""

from __future__ import annotations

import asyncio
import gzip
import zlib
from pathlib import Path
from time import thread_time
from typing import Any

import pytest

from kosmoport.house import requests
from kosmoport.house.routes import SMALL_BODY
from kosmoport.table.settings import NewTable
from tests.server.harness import Server, play, serving
from tests.server.test_serving import served

ZEROS = bytes(200_000_000)


@pytest.mark.parametrize("packing", ["gzip", "deflate", "br", "gzip, gzip", "x"])
@pytest.mark.parametrize("path", ["/api/tables", "/api/replay", "/api/referee/kosmiczna_eskadra"])
def test_packed_bodies_are_refused_before_anybody_unpacks_them(
    tmp_path: Path, path: str, packing: str
) -> None:
    body = {"gzip": gzip.compress(b"{}"), "deflate": zlib.compress(b"{}")}.get(packing, b"{}")

    async def situation() -> None:
        async with serving(tmp_path) as server:
            reply = await server.ask("POST", path, body, headers={"Content-Encoding": packing})
            assert (reply.status, reply.error) == (415, "packed")
            assert reply.sentence == "The body must not be compressed."

    play(situation())


@pytest.mark.parametrize(
    "tail", [";" * 8000, ";a=1" * 2000, '";' * 4000, ";a*0=x" * 1300, "(" * 8000], ids=lambda tail: tail[:6]
)
def test_what_stands_behind_the_type_of_a_body_costs_nothing(tmp_path: Path, tail: str) -> None:
    """It took 0.4 s of everybody's time, and brackets were a mistake of ours."""

    async def situation() -> None:
        async with serving(tmp_path) as server:
            headers = {"Content-Type": "application/json" + tail}
            took = []
            for _ in range(3):  # the collector may be at work in one of them
                before = thread_time()
                reply = await server.ask("POST", "/api/games/piraci/lesson", b"[]", headers=headers)
                took.append(thread_time() - before)
            assert min(took) < 0.1
            expected = (415, "not_json") if tail[0] != ";" else (400, "bad_body")
            assert (reply.status, reply.error) == expected

    play(situation())


@pytest.mark.parametrize(
    "kind", ["application/json; charset=utf-8", "Application/JSON ;x", " application/json"]
)
def test_a_body_may_say_more_than_that_it_is_json(tmp_path: Path, kind: str) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            headers = {"Content-Type": kind}
            reply = await server.ask("POST", "/api/tables", b'{"game":"piraci"}', headers=headers)
            assert reply.status == 201

    play(situation())


def test_a_server_unpacks_nothing_at_all(tmp_path: Path) -> None:
    """Not even what is read to the end of a request that was refused already: 200 MB in 200 kB."""
    bomb = gzip.compress(ZEROS)

    async def situation() -> None:
        async with served(tmp_path) as (_, server):
            headers = {"Content-Encoding": "gzip"}
            assert (await server.ask("POST", "/api/replay", bomb, headers=headers)).status == 415
            assert (await server.ask("GET", "/healthz", b"no gzip", headers=headers)).status == 200

    play(situation())


@pytest.mark.parametrize("path", ["/api/tables/abc/seats", "/api/referee/kosmiczna_eskadra"])
def test_a_body_of_unknown_length_is_read_no_further_than_its_address_takes(
    tmp_path: Path, path: str
) -> None:
    """The answer comes while the body has not ended."""

    async def situation() -> None:
        async with serving(tmp_path) as server:
            status = await asyncio.wait_for(unfinished(server, path, SMALL_BODY + 1), 60)
            assert status == 413

    play(situation())


async def unfinished(server: Server, path: str, size: int) -> int:
    """The status of the answer to a request whose body goes on and on."""
    host, port = server.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    head = f"POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    head += "Transfer-Encoding: chunked\r\n\r\n"
    writer.write(head.encode() + f"{size:x}\r\n".encode() + b" " * size + b"\r\n")
    await writer.drain()
    status = int((await reader.readline()).split()[1])
    writer.close()
    return status


def test_sockets_agree_on_no_compression(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            headers = {"Sec-WebSocket-Extensions": "permessage-deflate; client_max_window_bits"}
            async with server.http.ws_connect(f"{server.url}/api/lobby/socket", headers=headers) as socket:
                assert socket.compress == 0

    play(situation())


@pytest.mark.parametrize(
    "body",
    [
        b'{"game": "piraci", "options": {%s}}' % b",".join(b'"%d":[]' % i for i in range(1000)),
        b'{"game": "piraci", "components": [%s], "components": "x"}' % b",".join([b"[]"] * 3000),
        b'{"game": "piraci", "more": [%s]}' % b",".join([b"[]"] * 3000),
    ],
    ids=["options", "twice", "unknown"],
)
def test_a_new_table_is_small_apart_from_its_components(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: bytes
) -> None:
    """Nothing of it is understood but how much there is."""
    kinds = list[object]()
    understood = requests.understood

    def noted(data: bytes, kind: Any) -> Any:
        kinds.append(kind)
        return understood(data, kind)

    monkeypatch.setattr(requests, "understood", noted)

    async def situation() -> None:
        async with serving(tmp_path) as server:
            assert len(body) > SMALL_BODY
            assert (await server.ask("POST", "/api/tables", body)).status == 413
            assert NewTable not in kinds
            assert (await server.ask("POST", "/api/tables", {"game": "piraci"})).status == 201

    play(situation())


DEEP = b"[" * 900 + b"]" * 900


@pytest.mark.parametrize(
    "path, body",
    [
        ("/api/tables", b'{"game": "piraci", "options": {"players": %s}}' % DEEP),
        ("/api/tables", b'{"game": "piraci", "options": {"moons": %s}}' % DEEP),
        ("/api/tables", b'{"game": %s}' % DEEP),
        ("/api/tables", b"[" * 8000),
        ("/api/tables", b'{"game": "piraci", "options": {"players": %s}}' % (b"9" * 4000)),
        ("/api/tables", b'{"game": "piraci", "players": %s}' % (b"9" * 4000)),
        ("/api/tables", b'{"game": "%s"}' % (b"x" * 8000)),
        ("/api/tables", b'{"%s": 1}' % (b"x" * 8000)),
        ("/api/replay", b'{"kosmoport": "record", "game": "%s"}' % (b"x" * 100_000)),
        ("/api/replay", b'{"kosmoport": "record", "game": "piraci", "rules": %s}' % DEEP),
        ("/api/replay", b"[" + b"[]," * 100_000 + b"[]]"),
        ("/api/referee/kosmiczna_eskadra", b'{"cards": [], "options": {"players": %s}}' % DEEP),
        (
            "/api/games/kosmodraci/lesson",
            b'{"chapter": "hand", "actions": [{"id": "x", "args": {"a": %s}}]}' % DEEP,
        ),
    ],
    ids=range(13),
)
def test_deep_long_and_many_are_refused_with_a_short_sentence(tmp_path: Path, path: str, body: bytes) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            reply = await server.ask("POST", path, body)
            assert reply.status in (400, 404), reply.body
            assert len(reply.sentence) < 500
            assert server.tables.rooms == {}

    play(situation())
