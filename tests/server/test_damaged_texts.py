"""Bytes that changed inside a text, which no check of the file notices, cost only the table they are of."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kosmoport.house import tables
from kosmoport.server.store.sqlite_file import damage
from tests.server.harness import PATIENCE, Clock, Server, play, serving
from tests.server.test_continuing import finished, make
from tests.server.test_purging import DAY, closed, purge, status

CUT_OFF = "substr({0}, 1, 40)"
NO_TEXT = "CAST(replace({0}, 'e', x'ff') AS TEXT)"
A_BLOB = "CAST({0} AS BLOB)"
OTHER_KEY = """replace({0}, '"seats"', '"seaus"')"""


def spoil(server: Server, table: str, column: str, how: str) -> None:
    """As a disk might; the server has to be stopped."""
    path = Path(server.settings.where)
    kind, id = ("log", "table_id") if column == "entry" else ("tables", "id")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"UPDATE {kind} SET {column} = {how.format(column)} WHERE {id} = ?", (table,))
    assert damage(path, full=True) == [], "nothing that a check of the file would notice"


@pytest.mark.parametrize(
    ("column", "how"),
    [
        *(("lobby", how) for how in (CUT_OFF, NO_TEXT, A_BLOB, OTHER_KEY)),
        *(("entry", how) for how in (CUT_OFF, NO_TEXT, A_BLOB)),
    ],
)
def test_a_damaged_text_costs_no_other_table_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, column: str, how: str
) -> None:
    monkeypatch.setattr(tables, "WAKE_EVERY", 0.02)
    clock = Clock(monkeypatch)

    async def situation() -> None:
        async with serving(tmp_path) as server:
            damaged, sound = [(await server.make(public=True))["table"] for _ in range(2)]
            old, due = [await closed(server) for _ in range(2)]
            await server.stop()
            spoil(server, damaged, column, how)
            spoil(server, old, column, how)
            await server.start()
            listed = [one["table"] for one in (await server.ask("GET", "/api/tables")).data()]
            assert set(listed) == ({damaged, sound} if column == "entry" else {sound})
            async with server.socket("/api/lobby/socket") as client:
                await client.send(type="hello", version=3)
                told = [one["table"] for one in (await client.next("lobby"))["tables"]]
                assert sorted(told) == sorted(listed)
            reply = await server.ask("GET", f"/api/tables/{damaged}")
            if how != OTHER_KEY:  # what the log itself says is whole
                assert (reply.status, reply.error) == (500, "unexpected"), "and nothing of it is repeated"
            assert await status(server, sound) == 200
            clock.now += 8 * DAY
            async with asyncio.timeout(PATIENCE):  # it is abandoned, and not held up by what cannot be woken
                while await status(server, sound) != 200 or (await server.look(sound))["phase"] != "closed":
                    await asyncio.sleep(0.01)
            await purge(server)
            assert await status(server, due) == 404

    play(situation())


@pytest.mark.parametrize("how", [CUT_OFF, NO_TEXT, A_BLOB])
def test_a_damaged_table_that_continues_another_keeps_no_server_from_starting(
    tmp_path: Path, how: str
) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            source = await finished(server)
            made = (await make(server, source, 3, bots=[None, None])).data()
            await server.stop()
            spoil(server, made["table"], "entry", how)
            await server.start()
            assert await status(server, made["table"]) == 500
            assert await status(server, source, "/record") == 200

    play(situation())
