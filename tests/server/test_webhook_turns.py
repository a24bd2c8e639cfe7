"""Webhooks: who gave an address is called there when it is their turn; private networks are not called."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from aiohttp import web

from kosmoport.house.store import CannotSave
from tests.server.harness import PATIENCE, Company, Json, Server, company, play, serving

PRIVATE = (
    "http://127.0.0.1:9/x",
    "http://localhost/x",
    "http://10.0.0.1/x",
    "http://192.168.1.1/x",
    "http://169.254.169.254/latest/meta-data",
    "http://[::1]/x",
    "http://[::ffff:127.0.0.1]/x",
    "http://[fe80::1]/x",
    "http://0.0.0.0/x",
    "http://2130706433/x",
    "http://0x7f.1/x",
    "http://printer/x",
)
WRONG = ("ftp://example.org/x", "https://user:pw@example.org/", "no address", "https://" + "x" * 1500, "")


class Receiver:
    """A program of somebody's that is called."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.calls: asyncio.Queue[tuple[str, Json]] = asyncio.Queue()

    async def next(self) -> tuple[str, Json]:
        async with asyncio.timeout(PATIENCE):
            return await self.calls.get()


@asynccontextmanager
async def receiving() -> AsyncIterator[Receiver]:
    receiver: Receiver

    async def called(request: web.Request) -> web.Response:
        receiver.calls.put_nowait((request.path, msgspec.json.decode(await request.read())))
        return web.Response()

    app = web.Application()
    app.router.add_post("/{who}", called)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    receiver = Receiver(f"http://127.0.0.1:{runner.addresses[0][1]}")
    try:
        yield receiver
    finally:
        await runner.cleanup()


async def give(server: Server, people: Company, seat: int, url: str | None) -> Any:
    path = f"/api/tables/{people.table}/webhook"
    return await server.ask("PUT", path, {"url": url}, people.tokens[seat])


def test_a_seat_is_called_when_its_turn_comes_and_only_then(tmp_path: Path) -> None:
    async def situation() -> None:
        settings = {"webhook_private": True, "public_url": "https://play.example.org"}
        async with (
            receiving() as receiver,
            serving(tmp_path, **settings) as server,
            company(server, players=3, start=0, unhurried=True) as people,
        ):
            assert (await give(server, people, 1, f"{receiver.url}/ola")).status == 200
            await people.begin()
            ack = await people.move()
            path, told = await receiver.next()
            assert path == "/ola"
            assert told == {
                "event": "turn",
                "table": people.table,
                "game": "kosmiczni_piraci",
                "seat": 1,
                "n": ack["n"],
                "link": f"https://play.example.org/t/{people.table}",
            }
            await people.move()
            await people.move()
            ack = await people.move()
            assert (await receiver.next())[1]["n"] == ack["n"]
            assert receiver.calls.empty()

    play(situation())


def test_a_webhook_is_remembered_across_a_restart_and_can_be_taken_away(tmp_path: Path) -> None:
    async def situation() -> None:
        async with receiving() as receiver, serving(tmp_path, webhook_private=True) as server:
            async with company(server, players=3, start=0, unhurried=True) as people:
                await give(server, people, 1, f"{receiver.url}/ola")
                await people.begin()
            await server.restart()
            await act_for(server, people, 0)
            assert (await receiver.next())[0] == "/ola"
            assert (await give(server, people, 1, None)).json == {"url": None}
            await give(server, people, 2, f"{receiver.url}/ela")
            await act_for(server, people, 1)
            assert (await receiver.next())[0] == "/ela"
            await act_for(server, people, 2)
            await give(server, people, 1, f"{receiver.url}/again")
            await act_for(server, people, 0)
            assert (await receiver.next())[0] == "/again"

    play(situation())


async def act_for(server: Server, people: Company, seat: int) -> None:
    """The seat does something by a request."""
    known = await server.look(people.table, people.tokens[seat])
    legal = known["position"]["legal"][0]
    act = {"type": "act", "seen": known["n"], "do": legal["id"], "args": legal["args"]}
    assert (await server.tell(people.table, people.tokens[seat], **act))["problem"] is None


@pytest.mark.parametrize("full", [False, True])
def test_the_webhook_of_a_removed_guest_is_not_called_for_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full: bool
) -> None:
    """Also where it cannot be deleted just then."""

    async def refuse(table: str, seat: int, url: str | None) -> None:
        raise CannotSave("Nothing could be saved in the database: there is no room left on its disk.")

    async def situation() -> None:
        async with receiving() as receiver, serving(tmp_path, webhook_private=True) as server:
            asked = {"bots": [None, None, "casual"], "start": 1}
            async with company(server, "Ala Ola", **asked) as people:
                await give(server, people, 1, f"{receiver.url}/ola")
                with monkeypatch.context() as patch:
                    if full:
                        patch.setattr(server.store, "set_webhook", refuse)
                    await people.clients[0].ask("remove", seat=1)
                    await asyncio.gather(*server.tables.turn_webhooks.ringing)
                newcomer = await server.sit(people.table, "Iga", seat=1)
                await server.tell(people.table, newcomer["token"], type="ready")
                await give(server, people, 0, f"{receiver.url}/ala")
                assert (await people.clients[0].ask("begin"))["problem"] is None
                known = await server.look(people.table, newcomer["token"])
                legal = known["position"]["legal"][0]
                act = {"type": "act", "seen": known["n"], "do": legal["id"], "args": legal["args"]}
                await server.tell(people.table, newcomer["token"], **act)
                assert (await receiver.next())[0] == "/ala"
                assert receiver.calls.empty()

    play(situation())


def test_an_erased_person_is_not_called_any_more(tmp_path: Path) -> None:
    async def situation() -> None:
        async with (
            receiving() as receiver,
            serving(tmp_path, webhook_private=True) as server,
            company(server, players=3, start=0) as people,
        ):
            await give(server, people, 1, f"{receiver.url}/ola")
            await give(server, people, 2, f"{receiver.url}/ela")
            await people.begin()
            await server.ask("DELETE", f"/api/tables/{people.table}/name", token=people.tokens[1])
            await people.move()
            await people.move()
            assert (await receiver.next())[0] == "/ela"

    play(situation())


@pytest.mark.parametrize("ends", ["by itself", "by its host"])
def test_no_webhook_is_kept_where_nobody_s_turn_comes_any_more(tmp_path: Path, ends: str) -> None:
    """Its address may be a secret, and a finished game is kept for good."""

    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, game="kosmodraci", players=3) as people:
            await give(server, people, 1, "https://example.org/ola")
            if ends == "by itself":
                await people.begin()
                await people.finish()
            else:
                await people.clients[0].ask("close")
            async with asyncio.timeout(PATIENCE):
                while await server.store.webhook(people.table, 1) is not None:
                    await asyncio.sleep(0.01)
            assert (await give(server, people, 1, "https://example.org/again")).json == {"url": None}
            assert await server.store.webhook(people.table, 1) is None

    play(situation())


@pytest.mark.parametrize("url", [*PRIVATE, *WRONG])
def test_private_targets_and_nonsense_are_refused_in_one_sentence(tmp_path: Path, url: str) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, "Ala", players=3) as people:
            reply = await give(server, people, 0, url)
            assert reply.status == 400
            assert "webhook" in reply.sentence or "IPv4" in reply.sentence
            assert await server.store.webhook(people.table, 0) is None

    play(situation())


def test_only_a_seat_gives_an_address_for_itself(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, "Ala", players=3) as people:
            path = f"/api/tables/{people.table}/webhook"
            for token in (None, people.host, "x"):
                reply = await server.ask("PUT", path, {"url": "https://example.org/"}, token)
                assert reply.status == 404
            assert (await give(server, people, 0, "https://example.org/me")).status == 200

    play(situation())
