"""One kill in the middle of a burst, and what `make chaos` has found with many."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import uvloop
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from kosmoport.house.store import CannotSave
from kosmoport.server.headers import STARTED, error_middleware
from tests.proofs.chaos_check import check
from tests.proofs.chaos_journal import Journal
from tests.proofs.chaos_kills import Plan, kill_often
from tests.proofs.chaos_server import Process
from tests.server.harness import company, connected, play, serving

FEW = Plan(kills=1, tables=4, least=6)


def test_a_kill_loses_nothing_and_what_is_taken_away_is_missed(tmp_path: Path) -> None:
    async def scene() -> None:
        process = Process(tmp_path)
        report = await kill_often(process, FEW, random.Random(1))
        assert report.found.problems == []
        assert report.in_flight[0] >= FEW.least
        assert report.found.promises > 50
        assert report.found.messages > report.found.promises
        take_last_promise_away(process.where, report.fleet.journals)
        assert (await check(process, report.fleet.journals)).lost == 1

    uvloop.run(scene())


def take_last_promise_away(where: str, journals: Sequence[Journal]) -> None:
    """As if the server had acknowledged what it had not saved."""
    table = journals[0].table
    sent = [sent for journal in journals if journal.table == table for sent in journal.sent.values()]
    last = max(one.n for one in sent if one.n is not None)
    with closing(sqlite3.connect(where)) as file, file:
        file.execute("DELETE FROM log WHERE table_id = ? AND n >= ?", (table, last))
        file.execute("UPDATE tables SET n = ? WHERE id = ?", (last - 1, table))


# ---------------------------------------------------------------- found by many


def test_whoever_lost_the_answer_to_sitting_down_asks_again(tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path) as server:
            made = await server.make("kosmiczna_misja", players=2)
            first = await server.sit(made["table"], "Ala", made["token"])
            assert (await server.sit(made["table"], "Ala", made["token"]))["seat"] == first["seat"]
            guest = await server.sit(made["table"], "Ola")
            tokens = [first["token"], guest["token"]]
            async with connected(server, made["table"], tokens) as people:
                await people.begin()
                await people.finish()
                ack = await people.clients[0].ask("rematch")
                following = (await people.clients[0].first(lambda got: got.get("n") == ack["n"]))["table"]
            path, kept = f"/api/tables/{following}/seats", {"token": tokens[0]}
            seats = [(await server.ask("POST", path, kept)).data() for _ in range(2)]
            assert seats[0]["seat"] == seats[1]["seat"]
            async with server.connect(following, seats[1]["token"]) as again:
                assert again.welcome["seat"] == seats[0]["seat"]

    play(scene())


def test_everybody_at_a_table_that_was_taken_over_is_answered(tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path) as server, company(server, players=3) as people:
            await people.begin()
            path, body = f"/api/tables/{people.table}/messages", {"type": "chat", "text": "hello"}
            await server.store.claim(people.table)
            asked = [
                server.ask("POST", path, {"id": f"c{k}", **body}, people.tokens[k % 3]) for k in range(9)
            ]
            acks = [reply.data() for reply in await asyncio.gather(*asked)]
            assert len({ack["n"] for ack in acks if ack["problem"] is None}) == 9
            for client in people.clients:
                assert (await client.next("goodbye"))["cause"] == "moved"

    play(scene())


def test_a_socket_that_breaks_while_it_opens_is_not_answered_with_half_a_socket() -> None:
    async def opens(request: web.Request) -> web.StreamResponse:
        request[STARTED] = web.WebSocketResponse()
        raise ConnectionResetError

    app = web.Application()
    request = make_mocked_request("GET", "/api/lobby/socket", app=app)

    async def answered() -> web.StreamResponse:
        return await error_middleware()(request, opens)

    response = asyncio.run(answered())
    assert not isinstance(response, web.WebSocketResponse)


def test_a_turn_whose_webhook_cannot_be_looked_up_harms_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def gone(*_: Any) -> str | None:
        raise CannotSave("the database is gone")

    async def scene() -> None:
        async with serving(tmp_path) as server, company(server, players=3) as people:
            monkeypatch.setattr(server.store, "webhook", gone)
            await people.begin()
            await server.tables.turn_webhooks._ring(people.table, "kosmiczni_piraci", 0, 1)
            assert (await people.move())["problem"] is None

    play(scene())
