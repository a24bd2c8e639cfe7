"""Webhooks reach hosts on the internet only, and a bad target harms nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from kosmoport.core.errors import BadInput
from kosmoport.server.webhooks import (
    LONGEST_URL,
    MOST_PENDING,
    PENDING_PER_HOST,
    Caller,
    CheckedResolver,
    Forbidden,
    Lookup,
    check_url,
)

Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]


@pytest.mark.parametrize(
    ("url", "called"),
    [
        ("https://hooks.example.org/a/b?c=d", "https://hooks.example.org/a/b?c=d"),
        ("http://hooks.example.org", "http://hooks.example.org"),
        ("HTTPS://Hooks.Example.org:8443/x#part", "https://hooks.example.org:8443/x"),
        ("https://8.8.8.8/x", "https://8.8.8.8/x"),
        ("https://[2606:4700::1111]/x", "https://[2606:4700::1111]/x"),
        ("https://xn--bcher-kva.example/x", "https://xn--bcher-kva.example/x"),
    ],
)
def test_addresses_on_the_internet_are_taken(url: str, called: str) -> None:
    assert check_url(url, allow_private=False).rstrip("/") == called
    assert check_url(called, allow_private=False).rstrip("/") == called


PRIVATE_HOSTS = (
    "localhost LOCALHOST localhost. a.localhost router 127.0.0.1 127.0.0.1. 10.1.2.3 192.168.0.1 172.16.0.1 "
    "169.254.169.254 0.0.0.0 224.0.0.1 255.255.255.255 100.64.0.1 [::1] [::] [fe80::1] [fe80::1%25eth0] "
    "[fd00::1] [ff02::1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:8.8.8.8] [64:ff9b::7f00:1] "
    "[2002:7f00:1::]"
)


@pytest.mark.parametrize("host", PRIVATE_HOSTS.split())
def test_private_hosts_are_refused(host: str) -> None:
    with pytest.raises(BadInput, match="must be a host on the internet"):
        check_url(f"http://{host}/x", allow_private=False)
    assert check_url(f"http://{host}/x", allow_private=True)


@pytest.mark.parametrize(
    "host", ["2130706433", "127.1", "0x7f000001", "0x7f.1", "0177.0.0.1", "127.0.0.01", "1.2.3.4.5", "a.0x1"]
)
@pytest.mark.parametrize("allow_private", [False, True])
def test_odd_spellings_of_addresses_are_refused(host: str, allow_private: bool) -> None:
    with pytest.raises(BadInput, match="four decimal numbers"):
        check_url(f"http://{host}/x", allow_private)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "hooks.example.org/x",
        "//hooks.example.org/x",
        "ftp://hooks.example.org/x",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "http:///x",
        "http://",
        "http://:80/",
        "http://hooks.example.org:0/",
        "http://hooks.example.org:99999/",
        "http://hooks.example.org:x/",
        "http://[::1/",
        "http://[nonsense]/",
        "https://ann@hooks.example.org/",
        "https://ann:pw@hooks.example.org/",
        "https://:@hooks.example.org/",
        "https://hooks.example.org\\@127.0.0.1/",
        "https://a..b/",
        "https://-_*.example/",
        "https://%6cocalhost/",
        "https://" + "a" * 64 + ".example/",
        "https://" + "a." * 130 + "example/",
        "https://hooks.example.org/ x",
        "https://hooks.example.org/\r\nHost: x",
        "https://hooks.example.org/é",
        "https://１２７.0.0.1/",
        "https://hooks.example.org/" + "x" * LONGEST_URL,
    ],
)
@pytest.mark.parametrize("allow_private", [False, True])
def test_what_is_no_plain_web_address_is_refused(url: str, allow_private: bool) -> None:
    with pytest.raises(BadInput, match="webhook's address"):
        check_url(url, allow_private)


def finds(*addresses: str) -> Lookup:
    async def lookup(host: str) -> Sequence[str]:
        return addresses

    return lookup


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.5", "169.254.169.254", "::1", "::ffff:127.0.0.1"])
def test_a_name_that_leads_into_a_private_network_is_not_called(address: str) -> None:
    async def run() -> None:
        resolver = CheckedResolver(False, finds(address))
        with pytest.raises(Forbidden):
            await resolver.resolve("hooks.example.org", 80)
        await resolver.close()

    asyncio.run(run())


def test_of_several_addresses_only_public_ones_are_called() -> None:
    async def run() -> list[str]:
        resolver = CheckedResolver(False, finds("127.0.0.1", "8.8.8.8", "::1", "2606:4700::1111"))
        found = await resolver.resolve("hooks.example.org", 80)
        await resolver.close()
        return [result["host"] for result in found]

    assert asyncio.run(run()) == ["8.8.8.8", "2606:4700::1111"]


def test_names_are_asked_of_the_system() -> None:
    async def run() -> list[str]:
        resolver = CheckedResolver(True)
        found = await resolver.resolve("localhost", 80)
        await resolver.close()
        return [result["host"] for result in found]

    assert set(asyncio.run(run())) & {"127.0.0.1", "::1"}


class Bell:
    """A target on loopback that remembers who rang, and the outcomes that the caller told."""

    def __init__(self, answer: Answer | None = None) -> None:
        self.answer = answer
        self.rung: list[tuple[str, bytes]] = []
        self.outcomes: list[str] = []
        self.changed = asyncio.Event()
        self.port = 0

    async def handle(self, request: web.Request) -> web.StreamResponse:
        self.rung.append((request.path, await request.read()))
        self.changed.set()
        return await self.answer(request) if self.answer else web.Response()

    def told(self, outcome: str) -> None:
        self.outcomes.append(outcome)
        self.changed.set()

    async def until(self, done: Callable[[], bool]) -> None:
        async with asyncio.timeout(10):
            while not done():
                self.changed.clear()
                await self.changed.wait()

    def url(self, path: str, host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"

    @asynccontextmanager
    async def hanging(
        self, allow_private: bool = True, lookup: Lookup | None = None
    ) -> AsyncIterator[Caller]:
        """A caller for this bell; nothing of it is left afterwards."""
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", self.handle)
        async with TestServer(app) as server:
            self.port = server.port or 0
            before = asyncio.all_tasks()
            caller = Caller(allow_private, told=self.told, lookup=lookup, pauses=(0.0, 0.0))
            await caller.start()
            try:
                yield caller
            finally:
                await caller.close()
        assert asyncio.all_tasks() <= before


def test_a_call_posts_its_payload_as_json() -> None:
    seen: dict[str, str] = {}

    async def answer(request: web.Request) -> web.Response:
        seen.update(request.headers)
        return web.Response(status=204, headers={"Set-Cookie": "a=b"})

    async def run() -> None:
        bell = Bell(answer)
        async with bell.hanging(lookup=finds("127.0.0.1")) as caller:
            assert caller.ring(bell.url("/turn?x=1", "hooks.example.org"), b'{"table": "t"}')
            await bell.until(lambda: bell.outcomes == ["sent"])
            assert caller.ring(bell.url("/again", "hooks.example.org"), b"{}")
            await bell.until(lambda: bell.outcomes == ["sent", "sent"])
        assert bell.rung == [("/turn", b'{"table": "t"}'), ("/again", b"{}")]
        assert seen["Content-Type"] == "application/json"
        assert "Cookie" not in seen

    asyncio.run(run())


@pytest.mark.parametrize("status", [500, 503, 429, 408])
def test_a_target_in_trouble_is_tried_three_times(status: int) -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.Response(status=status)

    async def run() -> None:
        bell = Bell(answer)
        async with bell.hanging() as caller:
            caller.ring(bell.url("/"), b"{}")
            await bell.until(lambda: "failed" in bell.outcomes)
        assert bell.outcomes == ["retried", "retried", "failed"]
        assert len(bell.rung) == 3

    asyncio.run(run())


def test_a_target_that_recovers_is_reached() -> None:
    async def run() -> None:
        bell = Bell()

        async def answer(request: web.Request) -> web.Response:
            return web.Response(status=502 if len(bell.rung) < 3 else 200)

        bell.answer = answer
        async with bell.hanging() as caller:
            caller.ring(bell.url("/"), b"{}")
            await bell.until(lambda: "sent" in bell.outcomes)
        assert bell.outcomes == ["retried", "retried", "sent"]

    asyncio.run(run())


def test_a_closed_port_is_tried_and_given_up() -> None:
    async def run() -> None:
        bell = Bell()
        async with bell.hanging() as caller:
            caller.ring("http://127.0.0.1:1/", b"{}")
            await bell.until(lambda: "failed" in bell.outcomes)
        assert bell.outcomes == ["retried", "retried", "failed"]

    asyncio.run(run())


@pytest.mark.parametrize("status", [301, 302, 307, 308, 400, 404, 410])
def test_redirections_and_refusals_are_final(status: int) -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.Response(status=status, headers={"Location": "/elsewhere"})

    async def run() -> None:
        bell = Bell(answer)
        async with bell.hanging() as caller:
            caller.ring(bell.url("/here"), b"{}")
            await bell.until(lambda: bell.outcomes != [])
        assert bell.outcomes == ["failed"]
        assert [path for path, _ in bell.rung] == ["/here"]

    asyncio.run(run())


def test_an_endless_answer_is_not_listened_to() -> None:
    written = 0

    async def answer(request: web.Request) -> web.StreamResponse:
        nonlocal written
        response = web.StreamResponse()
        await response.prepare(request)
        while True:  # until the caller hangs up
            await response.write(bytes(100_000))
            written += 100_000

    async def run() -> None:
        bell = Bell(answer)
        async with bell.hanging() as caller:
            caller.ring(bell.url("/"), b"{}")
            await bell.until(lambda: bell.outcomes == ["sent"])

    asyncio.run(run())
    assert written < 100_000_000  # what the system's buffers take


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "2130706433", "[::1]"])
def test_loopback_is_refused_when_it_is_rung(host: str) -> None:
    async def run() -> None:
        bell = Bell()
        async with bell.hanging(allow_private=False) as caller:
            assert not caller.ring(bell.url("/", host), b"{}")
        assert (bell.outcomes, bell.rung) == (["refused"], [])

    asyncio.run(run())


def test_a_name_that_turned_to_loopback_is_refused_when_it_is_called() -> None:
    async def run() -> None:
        bell = Bell()
        async with bell.hanging(allow_private=False, lookup=finds("127.0.0.1")) as caller:
            assert caller.ring(bell.url("/", "hooks.example.org"), b"{}")
            await bell.until(lambda: bell.outcomes != [])
        assert (bell.outcomes, bell.rung) == (["refused"], [])

    asyncio.run(run())


def test_a_name_is_looked_up_for_every_call() -> None:
    """The control of the test before: with private targets allowed, the same name is reached."""
    asked: list[str] = []

    async def lookup(host: str) -> Sequence[str]:
        asked.append(host)
        return ["127.0.0.1"]

    async def run() -> None:
        bell = Bell()
        async with bell.hanging(lookup=lookup) as caller:
            for done in (1, 2):
                caller.ring(bell.url("/", "hooks.example.org"), b"{}")
                await bell.until(lambda: bell.outcomes == ["sent"] * done)  # noqa: B023

    asyncio.run(run())
    assert asked == ["hooks.example.org"] * 2


def test_a_slow_target_holds_up_only_itself() -> None:
    async def run() -> None:
        release = asyncio.Event()

        async def answer(request: web.Request) -> web.Response:
            if request.path == "/slow":
                await release.wait()
            return web.Response()

        bell = Bell(answer)
        async with bell.hanging(lookup=finds("127.0.0.1")) as caller:
            for _ in range(20):
                caller.ring(bell.url("/slow", "slow.example"), b"{}")
            for number in range(5):
                caller.ring(bell.url("/quick", f"quick{number}.example"), b"{}")
            await bell.until(lambda: bell.outcomes == ["sent"] * 5)
            assert sorted(path for path, _ in bell.rung) == ["/quick"] * 5 + ["/slow"] * 2
            release.set()
            await bell.until(lambda: bell.outcomes == ["sent"] * 25)
            assert caller._hosts == {}

    asyncio.run(run())


def test_too_much_waiting_is_dropped() -> None:
    async def run() -> None:
        outcomes: list[str] = []
        caller = Caller(told=outcomes.append)
        taken = [caller.ring("https://one.example.org/", b"{}") for _ in range(PENDING_PER_HOST + 1)]
        assert taken == [True] * PENDING_PER_HOST + [False]
        left = MOST_PENDING - PENDING_PER_HOST
        assert all(caller.ring(f"https://h{number}.example.org/", b"{}") for number in range(left))
        assert not caller.ring("https://last.example.org/", b"{}")
        assert outcomes == ["dropped", "dropped"]
        await caller.close()

    asyncio.run(run())


def test_of_calls_about_the_same_that_wait_only_the_last_is_told() -> None:
    """One lively game, and a host that is slow, must not fill the line for everybody."""

    async def run() -> None:
        bell, open_now = Bell(), asyncio.Event()

        async def answer(request: web.Request) -> web.Response:
            await open_now.wait()
            return web.Response()

        bell.answer = answer
        async with bell.hanging(lookup=finds("127.0.0.1")) as caller:
            url = bell.url("/", "hooks.example.org")
            for number in range(3 * PENDING_PER_HOST):
                assert caller.ring(url, b"%d" % number, "table 1")
                assert caller.ring(url, b"%d" % -number, "table 2")
                await asyncio.sleep(0)
            open_now.set()
            last = 3 * PENDING_PER_HOST - 1
            await bell.until(lambda: len(bell.outcomes) == len(bell.rung) >= 2 and caller._pending == 0)
        assert set(bell.outcomes) == {"sent"}
        assert {b"%d" % last, b"%d" % -last} <= {payload for _, payload in bell.rung}
        assert len(bell.rung) <= 4

    asyncio.run(run())


def test_closing_ends_calls_and_pauses() -> None:
    async def run() -> None:
        async def answer(request: web.Request) -> web.Response:
            if request.path == "/slow":
                await asyncio.sleep(60)
            return web.Response(status=500)

        bell = Bell(answer)
        async with bell.hanging() as caller:
            caller._pauses = (60.0, 60.0)
            caller.ring(bell.url("/broken"), b"{}")
            caller.ring(bell.url("/slow"), b"{}")
            await bell.until(lambda: len(bell.rung) == 2 and bell.outcomes == ["retried"])
            (pause,) = caller._pausing.values()
        assert pause.cancelled()

    asyncio.run(run())


def test_an_unexpected_break_fails_one_call_and_not_the_worker(caplog: pytest.LogCaptureFixture) -> None:
    async def lookup(host: str) -> Sequence[str]:
        if host.startswith("odd"):
            raise UnicodeError("odd secret")
        return ["127.0.0.1"]

    async def run() -> None:
        bell = Bell()
        async with bell.hanging(lookup=lookup) as caller:
            for number in range(20):
                caller.ring(bell.url("/", f"odd{number}.example"), b"{}")
            caller.ring(bell.url("/", "fine.example"), b"{}")
            await bell.until(lambda: "sent" in bell.outcomes and len(bell.outcomes) == 21)
        assert sorted(bell.outcomes) == ["failed"] * 20 + ["sent"]

    asyncio.run(run())
    assert {record.msg for record in caplog.records} == {"webhook call broke"}
