"""Every answer carries the guards' headers, and every error has one form that tells nothing more."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
from collections.abc import Awaitable, Callable
from ipaddress import ip_network

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from kosmoport.core.errors import BadInput
from kosmoport.house.http_errors import HTTPError
from kosmoport.server.headers import HEADERS, guard

SECRET = "the ace of comets"
Client = TestClient[web.Request, web.Application]


async def page(request: web.Request) -> web.StreamResponse:
    return web.Response(text="hello")


async def echo(request: web.Request) -> web.StreamResponse:
    return web.Response(body=await request.read())


async def table(request: web.Request) -> web.StreamResponse:
    answers: dict[str, Exception] = {
        "unknown": web.HTTPNotFound(),
        "forbidden": web.HTTPForbidden(text=SECRET, headers={"X-Told": "too much"}),
        "unauthorised": web.HTTPUnauthorized(text=SECRET),
        "problem": HTTPError(403, "not_your_seat", SECRET, wait=3),
        "busy": HTTPError(429, wait=2.2),
        "bad": BadInput("a table has 3 to 5 players, not 9"),
        "clash": HTTPError(409, "taken", "This seat is taken."),
        "broken": RuntimeError(SECRET),
        "away": web.HTTPFound("/"),
    }
    raise answers[request.match_info["table"]]


async def download(request: web.Request) -> web.StreamResponse:
    response = web.StreamResponse()
    await response.prepare(request)
    await response.write(b"half a record")
    raise RuntimeError(SECRET)


async def live(request: web.Request) -> web.StreamResponse:
    socket = web.WebSocketResponse()
    await socket.prepare(request)
    async for _ in socket:
        raise RuntimeError(SECRET)
    return socket


async def reset(request: web.Request) -> web.StreamResponse:
    assert request.transport is not None
    request.transport.abort()
    raise ConnectionResetError("gone") if "mistake" not in request.query else RuntimeError(SECRET)


def with_client(use: Callable[[Client], Awaitable[None]], broke: Callable[[], None] = lambda: None) -> None:
    """Run a small application behind the guards, trusting loopback as a proxy."""

    async def run() -> None:
        app = web.Application(client_max_size=1000)
        guard(app, (ip_network("127.0.0.1"),), broke)
        app.router.add_get("/", page)
        app.router.add_post("/api/echo", echo)
        app.router.add_get("/api/tables/{table}", table)
        app.router.add_get("/api/download", download)
        app.router.add_get("/api/live", live)
        app.router.add_get("/api/reset", reset)
        async with TestClient(TestServer(app)) as client:
            await use(client)

    asyncio.run(run())


async def error_of(response: aiohttp.ClientResponse) -> dict[str, str]:
    """The error in an answer, which holds nothing else."""
    body = await response.json()
    assert list(body) == ["error"]
    assert list(body["error"]) == ["id", "text"]
    return dict(body["error"])


@pytest.mark.parametrize("path", ["/", "/nowhere", "/api/tables/unknown", "/api/tables/broken"])
def test_good_and_bad_answers_carry_every_header(path: str) -> None:
    async def use(client: Client) -> None:
        response = await client.get(path)
        assert {name: response.headers.get(name) for name in HEADERS} == HEADERS
        assert response.headers.get("Cache-Control") == ("no-store" if "/api" in path else None)
        assert "Strict-Transport-Security" not in response.headers

    with_client(use)


def test_the_policy_allows_nothing_inline_and_nothing_foreign() -> None:
    policy = dict(part.split(" ", 1) for part in HEADERS["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in HEADERS["Content-Security-Policy"]
    assert "*" not in HEADERS["Content-Security-Policy"]


def test_a_socket_carries_the_headers_too() -> None:
    async def use(client: Client) -> None:
        async with client.ws_connect("/api/live") as socket:
            assert socket._response.headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"]
            assert socket._response.headers["Cache-Control"] == "no-store"

    with_client(use)


def test_https_is_kept_once_it_was_used() -> None:
    async def use(client: Client) -> None:
        response = await client.get("/", headers={"X-Forwarded-Proto": "https"})
        assert response.headers["Strict-Transport-Security"].startswith("max-age=")

    with_client(use)


def test_forbidden_and_unknown_are_the_same_bytes() -> None:
    async def use(client: Client) -> None:
        answers = set()
        for name in ("unknown", "forbidden", "unauthorised", "problem"):
            response = await client.get(f"/api/tables/{name}")
            headers = tuple((key, value) for key, value in response.raw_headers if key != b"Date")
            answers.add((response.status, response.reason, headers, await response.read()))
        assert len(answers) == 1
        (status, _, _, body) = answers.pop()
        assert status == 404
        assert json.loads(body)["error"]["id"] == "not_found"

    with_client(use)


@pytest.mark.parametrize(
    ("path", "status", "id", "text"),
    [
        ("/nowhere", 404, "not_found", "There is nothing here, or it is not for you."),
        ("/api/tables/bad", 400, "bad_input", "a table has 3 to 5 players, not 9"),
        ("/api/tables/clash", 409, "taken", "This seat is taken."),
        ("/api/tables/busy", 429, "too_many", "Too many requests; wait a moment."),
        ("/api/echo", 405, "method_not_allowed", "This address does not take this method."),
    ],
)
def test_errors_have_one_form(path: str, status: int, id: str, text: str) -> None:
    async def use(client: Client) -> None:
        response = await client.get(path)
        assert response.status == status
        assert await error_of(response) == {"id": id, "text": text}

    with_client(use)


def test_who_comes_too_often_is_told_when_to_come_back() -> None:
    async def use(client: Client) -> None:
        assert (await client.get("/api/tables/busy")).headers["Retry-After"] == "3"

    with_client(use)


def test_a_wrong_method_is_told_the_right_one() -> None:
    async def use(client: Client) -> None:
        assert (await client.get("/api/echo")).headers["Allow"] == "POST"

    with_client(use)


def test_redirections_pass() -> None:
    async def use(client: Client) -> None:
        response = await client.get("/api/tables/away", allow_redirects=False)
        assert (response.status, response.headers["Location"]) == (302, "/")

    with_client(use)


@pytest.mark.parametrize("zipped", [False, True])
def test_oversize_bodies_are_refused(zipped: bool) -> None:
    body = gzip.compress(bytes(5_000_000)) if zipped else bytes(1001)
    headers = {"Content-Encoding": "gzip"} if zipped else {}

    async def use(client: Client) -> None:
        assert (await client.post("/api/echo", data=bytes(1000))).status == 200
        response = await client.post("/api/echo", data=body, headers=headers)
        assert response.status == 413
        assert (await error_of(response))["id"] == "too_large"

    with_client(use)


def test_a_body_that_does_not_unpack_is_a_bad_request() -> None:
    async def use(client: Client) -> None:
        response = await client.post("/api/echo", data=b"no gzip", headers={"Content-Encoding": "gzip"})
        assert response.status == 400
        assert (await error_of(response))["id"] == "bad_request"

    with_client(use)


def test_our_own_mistakes_tell_only_a_reference_that_the_log_has(caplog: pytest.LogCaptureFixture) -> None:
    async def use(client: Client) -> None:
        response = await client.get("/api/tables/broken")
        assert response.status == 500
        error = await error_of(response)
        assert error["id"] == "unexpected"
        (record,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
        assert vars(record)["fields"]["reference"] in error["text"]
        assert SECRET not in await response.text()
        other = await error_of(await client.get("/api/tables/broken"))
        assert other["text"] != error["text"]

    with_client(use)


def test_only_our_own_mistakes_are_counted() -> None:
    counted: list[str] = []

    async def use(client: Client) -> None:
        for name in ("broken", "forbidden", "bad", "busy", "broken"):
            await client.get(f"/api/tables/{name}")

    with_client(use, lambda: counted.append("broke"))
    assert counted == ["broke", "broke"]


def test_half_a_download_does_not_look_whole(caplog: pytest.LogCaptureFixture) -> None:
    async def use(client: Client) -> None:
        response = await client.get("/api/download")
        with pytest.raises(aiohttp.ClientError):
            await response.read()
        assert [record.msg for record in caplog.records] == ["unexpected error"]

    with_client(use)


def test_a_socket_whose_handler_breaks_is_closed_and_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    async def use(client: Client) -> None:
        async with client.ws_connect("/api/live") as socket:
            await socket.send_str("x")
            message = await socket.receive(timeout=10)
            assert message.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED)
        assert [record.msg for record in caplog.records] == ["unexpected error"]

    with_client(use)


@pytest.mark.parametrize(("query", "logged"), [("", []), ("?mistake", ["unexpected error"])])
def test_a_client_that_left_is_no_mistake(
    query: str, logged: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    async def use(client: Client) -> None:
        with pytest.raises(aiohttp.ClientError):
            await client.get("/api/reset" + query)

    with_client(use)
    assert [record.msg for record in caplog.records] == logged
