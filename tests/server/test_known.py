"""What has become of many tables, asked at once: result, present names, and nothing of what is hidden."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kosmoport.house.store import Row
from tests.server.harness import Server, company, play, serving

GAME: dict[str, Any] = {"bots": [None, None, "casual"], "options": {"full_tie": "random"}}


async def known(server: Server, *tables: str) -> Any:
    return (await server.ask("POST", "/api/known", {"tables": list(tables)})).data()


def test_finished_and_open_tables_and_those_nobody_knows(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, "Ala Ola", **GAME) as people:
            other = await server.make("piraci", sealed=True)
            (before,) = await known(server, people.table)
            assert (before["phase"], before["result"]) == ("gathering", None)
            await people.begin()
            await people.finish()
            found = {
                one["table"]: one for one in await known(server, people.table, "nowhere", other["table"])
            }
            assert set(found) == {people.table, other["table"]}
            mine = found[people.table]
            now = await server.look(people.table)
            assert (mine["game"], mine["phase"], mine["sealed"]) == ("kosmiczni_piraci", "over", False)
            assert [seat["name"] for seat in mine["seats"]] == ["Ala", "Ola", None]
            assert [seat["bot"] for seat in mine["seats"]] == [None, None, "casual"]
            for name in ("scores", "returns"):
                assert mine["result"][name] == now["position"]["result"][name]
            assert set(mine) == {"table", "game", "phase", "sealed", "seats", "changed", "result"}
            assert found[other["table"]]["sealed"] is True

    play(situation())


def test_a_name_that_was_deleted_is_gone_here_too(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, "Ala Ola", **GAME) as people:
            await people.begin()
            await people.finish()
            path = f"/api/tables/{people.table}/name"
            assert (await server.ask("DELETE", path, token=people.tokens[1])).status == 200
            (mine,) = await known(server, people.table)
            assert [seat["name"] for seat in mine["seats"]] == ["Ala", "", None]

    play(situation())


def test_a_sleeping_table_is_not_woken(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            async with company(server, "Ala Ola", **GAME) as people:
                await people.begin()
                await people.finish()
            await server.restart()
            (mine,) = await known(server, people.table, people.table)
            assert mine["phase"] == "over"
            assert people.table not in server.tables.rooms
            assert isinstance(await server.tables.store.find(people.table), Row)

    play(situation())


def test_fifty_are_enough_for_one_request(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            asked = {"tables": [f"table{n}" for n in range(51)]}
            assert (await server.ask("POST", "/api/known", asked)).status == 400
            assert await known(server, *asked["tables"][:50]) == []

    play(situation())
