"""Continuing a game on a real server: open records only, across restarts, and in order for doctor."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from kosmoport.house.store import CannotSave, Line, Row
from kosmoport.house.summaries import summary_of
from kosmoport.server.doctor import examine, problems_of
from kosmoport.server.export import export
from kosmoport.server.settings import ServerSettings
from kosmoport.table import entries as log
from kosmoport.table.entries import AnyEntry, encode_entry
from kosmoport.table.protocol import VERSION
from kosmoport.table.settings import NewTable
from kosmoport.table.verify import verify_record
from tests.server.harness import Company, Json, Server, company, connected, play, seated, serving
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


# ---------------------------------------------------------------- what the old table shows meanwhile

TOGETHER = {"bots": [None, None], "public": True}


async def refusals(server: Server, table: str, token: str | None = None) -> list[str | None]:
    """Why each way to see what happened at a table is refused, if it is."""
    paths = ("record", "frames", "frames?seat=1", "", "account", "messages")
    replies = [
        await server.ask("GET", f"/api/tables/{table}/{path}".rstrip("/"), token=token) for path in paths
    ]
    assert all(reply.status in (200, 409) for reply in replies)
    return [None if reply.status == 200 else reply.error for reply in replies]


async def listed(server: Server) -> set[str]:
    return {one["table"] for one in (await server.ask("GET", "/api/tables?phase=over")).data()}


SHOWN, HIDDEN = [None] * 6, ["continued"] * 6


async def played_on(server: Server, made: Json, names: str = "Ola Iga") -> Company:
    """Two people play the continued game to its end."""
    async with seated(server, made, names) as people:
        await people.begin()
        await people.finish()
        return people


def test_nobody_looks_up_the_cards_of_a_continued_game_at_the_old_table(tmp_path: Path, where: str) -> None:
    async def situation() -> None:
        async with serving(tmp_path, where=where) as server:
            async with company(server, "Ala", **MISJA | {"public": True}) as people:
                await people.begin()
                await people.finish()
                source, own = people.table, people.tokens[0]
            assert await refusals(server, source) == SHOWN
            assert await listed(server) == {source}
            made = (await make(server, source, 3, **TOGETHER)).data()
            for _ in range(2):
                assert await refusals(server, source) == HIDDEN
                assert await listed(server) == set()
                # Who sat there knows it, and may stay; the record and the moves are nobody's.
                assert await refusals(server, source, own) == ["continued"] * 3 + [None] * 3
                async with server.connect(source, own) as client:
                    assert (await client.next("snapshot"))["phase"] == "over"
                async with server.socket(f"/api/tables/{source}/socket") as stranger:
                    await stranger.send(type="hello", version=VERSION)
                    goodbye = await stranger.next("goodbye")
                    assert (goodbye["cause"], goodbye["again"]) == ("rules", None)
                reply = await make(server, source, 5)
                assert (reply.status, reply.error) == (409, "continued")
                assert "continued at another table" in reply.sentence
                await server.restart()
            await played_on(server, made)
            assert await refusals(server, source) == SHOWN
            assert await refusals(server, made["table"]) == SHOWN
            assert await listed(server) == {source, made["table"]}

    play(situation())


def test_every_table_of_one_deal_is_hidden_while_people_play_on_at_another(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            source = await finished(server, public=True)
            first = (await make(server, source, 3, **TOGETHER)).data()
            await played_on(server, first)
            second = (await make(server, first["table"], 5, **TOGETHER)).data()  # a chain
            for table in (source, first["table"]):
                assert await refusals(server, table) == HIDDEN
            assert await listed(server) == set()
            await server.restart()
            third = await make(server, source, 2, **TOGETHER)
            assert third.error == "continued"
            assert (await server.tell(second["table"], second["token"], type="close"))["problem"] is None
            for table in (source, first["table"]):
                assert await refusals(server, table) == SHOWN
            assert await refusals(server, second["table"]) == ["not_open", None, "not_open", None, None, None]

    play(situation())


def test_a_game_shows_itself_again_when_all_tables_that_continue_it_are_over(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            source = await finished(server)
            room = await server.tables.room(source)
            assert room is not None
            asked = msgspec.convert(
                {**MISJA, **TOGETHER, "continues": {"table": source, "move": 2}}, NewTable
            )
            made = [await server.tables.making.create(asked, "here", room.table) for _ in range(2)]
            for table, token in made:
                assert await refusals(server, source) == HIDDEN
                assert (await server.tell(table, token, type="close"))["problem"] is None
            assert await refusals(server, source) == SHOWN

    play(situation())


def test_what_one_person_continues_with_bots_hides_nothing(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            source = await finished(server, public=True)
            assert (await make(server, source, 3)).status == 201
            assert await refusals(server, source) == SHOWN
            await server.restart()
            assert await refusals(server, source) == SHOWN
            assert await listed(server) == {source}

    play(situation())


def test_a_table_that_could_not_be_made_hides_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            source = await finished(server)

            async def full(*_: Any, **__: Any) -> int:
                raise CannotSave("Nothing could be saved in the database: there is no room left on its disk.")

            with monkeypatch.context() as broken:
                broken.setattr(server.store, "create", full)
                assert (await make(server, source, 3, **TOGETHER)).status == 503
            assert await refusals(server, source) == SHOWN

    play(situation())


@pytest.mark.parametrize("older", [False, True])
def test_tables_made_before_are_looked_at_when_the_server_starts(tmp_path: Path, older: bool) -> None:
    """An older program did not write beside the log that a table continues another."""

    async def situation() -> None:
        async with serving(tmp_path) as server:
            source = await finished(server)
            made = (await make(server, source, 3, **TOGETHER)).data()
            others = [await server.make("piraci") for _ in range(2)]
            await server.stop()
            with closing(sqlite3.connect(server.settings.where)) as file, file:
                if older:
                    file.execute("UPDATE tables SET lobby = json_remove(lobby, '$.continues')")
                file.execute("UPDATE log SET entry = '{' WHERE table_id = ? AND n = 1", (others[0]["table"],))
                file.execute(
                    "UPDATE tables SET lobby = json_remove(lobby, '$.continues') WHERE id = ?",
                    (others[0]["table"],),
                )
            await server.start()
            assert await refusals(server, source) == HIDDEN
            assert (await server.look(made["table"]))["settings"]["continues"] == 3

    play(situation())


def test_everybody_is_told_that_the_past_of_a_table_is_public(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            source = await finished(server)
            made = (await make(server, source, 3, **TOGETHER)).data()
            (shown,) = (await server.ask("GET", "/api/tables")).data()
            assert (shown["table"], shown["continues"]) == (made["table"], 3)
            assert (await server.look(made["table"]))["settings"]["continues"] == 3
            assert source not in (await server.ask("GET", f"/api/tables/{made['table']}")).body.decode()

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
