"""Continuing a game on a real server: open records only, across restarts, and in order for doctor."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from kosmoport.server.doctor import examine, problems_of
from kosmoport.server.export import export
from kosmoport.server.settings import ServerSettings
from kosmoport.server.store import Line, Row
from kosmoport.server.summaries import summary_of
from kosmoport.table import entries as log
from kosmoport.table.entries import AnyEntry, encode_entry
from kosmoport.table.verify import verify_record
from tests.server.harness import Json, Server, company, connected, play, serving
from tests.table.desk import Desk
from tests.table.test_continuing import continued, finish, source_of

MISJA: dict[str, Any] = {"game": "kosmiczna_misja", "bots": [None, "casual"], "take_back": False}


async def make(server: Server, table: str, move: int, **asked: Any) -> Any:
    body = {**MISJA, "continues": {"table": table, "move": move}, **asked}
    return await server.ask("POST", "/api/tables", body)


async def finished(server: Server, **asked: Any) -> str:
    async with company(server, "Ala", **MISJA | asked) as people:
        await people.begin()
        await people.finish()
        return people.table


async def frames(server: Server, table: str) -> Json:
    return (await server.ask("GET", f"/api/tables/{table}/frames")).data()["frames"]


def test_a_finished_game_is_continued_with_a_restart_in_between(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            source = await finished(server)
            before = await frames(server, source)
            move = len(before) // 2
            made = (await make(server, source, move, bots=["casual", None])).data()
            seat = await server.sit(made["table"], "Ola", made["token"], seat=1)
            assert seat["seat"] == 1
            async with connected(server, made["table"], [seat["token"]], made["token"]) as people:
                await people.begin()
                assert people.clients[0].position["move"] >= move
                assert (await server.look(made["table"]))["settings"]["continues"] == move
                assert (await server.look(made["table"]))["settings"]["hints"] is True
            await server.restart()
            async with connected(server, made["table"], [seat["token"]]) as people:
                await people.finish()
            after = await frames(server, made["table"])
            same = ("move", "by", "cause", "told", "view")
            for old, new in zip(before[: move + 1], after, strict=False):
                assert [old[name] for name in same] == [new[name] for name in same]
            record = (await server.ask("GET", f"/api/tables/{made['table']}/record")).data()
            assert "continues another one" in verify_record(record)[0]
            people_again = await server.tell(made["table"], seat["token"], type="rematch")
            assert people_again["problem"] is None
            rematch = (await server.look(made["table"]))["rematch"]
            assert (await server.look(rematch))["settings"]["continues"] is None

    play(situation())
    said: list[str] = []
    settings = ServerSettings(data=tmp_path)
    assert examine(settings, said.append) == 0, said
    assert export(settings, tmp_path / "games.jsonl") == 2
    for line in (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines():
        assert verify_record(json.loads(line))


def test_only_what_is_open_can_be_continued(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            sealed = await finished(server, sealed=True)
            reply = await make(server, sealed, 3)
            assert (reply.status, reply.error) == (409, "not_open")
            assert reply.sentence == "The record of this game is not open."
            async with company(server, "Ala", **MISJA) as people:
                await people.begin()
                assert (await make(server, people.table, 0)).error == "not_open"
            for table in ("abcdefghijkl", "", "x" * 64):
                assert (await make(server, table, 0)).status == 404
            source = await finished(server)
            reply = await make(server, source, 100_000)
            assert (reply.status, reply.error) == (400, "bad_input")
            assert "there is no move 100000" in reply.sentence
            assert (await make(server, source, 0, players=3)).status == 400
            assert (await make(server, source, -1)).status == 400

    play(situation())


# ---------------------------------------------------------------- what doctor finds


def spoilt(desk: Desk, n: int, entry: AnyEntry) -> list[str]:
    lines = [Line(x.n, x.at, encode_entry(x.entry), x.sender, x.message) for x in desk.lines]
    lines[n - 1] = Line(n, lines[n - 1].at, encode_entry(entry), lines[n - 1].sender, lines[n - 1].message)
    table = desk.table
    row = Row(table.id, table.n, 1, table.created_at, table.changed_at, summary_of(table, "here"))
    return [problem.what for problem in problems_of(row, lines)]


@pytest.mark.parametrize("kind", ["secret", "values", "move", "roll", "deal", "count", "began"])
def test_a_spoilt_past_is_found(kind: str) -> None:
    desk = finish(continued(source_of("kosmiczna_misja", players=2).table, 11))
    created: Any = desk.lines[0].entry
    n = next(line.n for line in desk.lines if isinstance(line.entry, log.Began))
    began: Any = desk.lines[n - 1].entry
    assert spoilt(desk, 1, created) == []
    past = created.past
    if kind in ("secret", "values"):
        other = {"secret": "00" * 32} if kind == "secret" else {"values": (None, None)}
        found = spoilt(
            desk, 1, replace(created, past=replace(past, parts=(replace(past.parts[0], **other),)))
        )
        assert "the deal is not the one that the secret of the first table gives" in found[0]
    elif kind in ("move", "roll"):
        k = next(k for k, move in enumerate(past.moves) if (move.seat < 0) == (kind == "roll"))
        old = past.moves[k]
        new = replace(old, action=(old.action + 1) % 6 if kind == "roll" else 10_000)
        moves = (*past.moves[:k], new, *past.moves[k + 1 :])
        found = spoilt(desk, 1, replace(created, past=replace(past, moves=moves)))
        assert found[0] == "what was frozen is not what was agreed on"
        assert kind == "roll" or "the move is not legal" in found[1]
    elif kind == "count":
        found = spoilt(desk, 1, replace(created, past=replace(past, moves=past.moves[:-1])))
        assert found == ["it does not hold the moves that it says it continues"]
    else:
        deal = began.deal | {"start": 1 - began.deal["start"]} if kind == "deal" else began.deal
        options = began.options if kind == "deal" else began.options | {"stalemate_rounds": 9}
        found = spoilt(desk, n, replace(began, deal=deal, options=options))
        assert "not those of the game that is continued" in found[0]
