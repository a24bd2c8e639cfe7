"""After a change of rules nothing of before is played on, told again or listed: it sleeps, and says so."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kosmoport import games
from kosmoport.core.errors import OtherGame, OtherRules
from kosmoport.games import find_game, game_by_id
from kosmoport.house import tables
from kosmoport.server.doctor import examine
from kosmoport.server.export import export
from tests.server.harness import PATIENCE, Clock, Server, company, play, serving
from tests.server.shelf import Shelf, begun, gathered, played

PIRACI = game_by_id("piraci")
SENTENCE = (
    f"This table has rules {PIRACI.version} of Piraci, and these are rules {PIRACI.version + 1}: it sleeps."
)


@contextmanager
def new_rules() -> Iterator[None]:
    """Piraci as it may be one day."""
    before = PIRACI.version
    object.__setattr__(PIRACI, "version", before + 1)
    try:
        yield
    finally:
        object.__setattr__(PIRACI, "version", before)


async def listed(server: Server) -> list[str]:
    return [one["table"] for one in (await server.ask("GET", "/api/tables")).data()]


def test_a_table_sleeps_under_other_rules_and_goes_on_under_its_own(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            async with company(server, game="piraci", players=3, start=0, public=True) as people:
                await people.begin()
                await people.move()
                before = await server.look(people.table, people.tokens[0])
            gathering = await server.make("piraci", public=True)
            other = await server.make("kosmodraci", public=True)
            old = (people.table, gathering["table"])
            await server.stop()
            with new_rules():
                await server.start()
                for table in old:
                    for path in ("", "/frames", "/record", "/account", "/messages?after=0"):
                        reply = await server.ask("GET", f"/api/tables/{table}{path}", token=people.tokens[0])
                        assert (reply.status, reply.error, reply.sentence) == (409, "other_rules", SENTENCE)
                    said = {"type": "chat", "id": "1", "text": "is anybody here?"}
                    path = f"/api/tables/{table}/messages"
                    assert (await server.ask("POST", path, said, people.tokens[0])).error == "other_rules"
                assert await listed(server) == [other["table"]]
                async with server.socket("/api/lobby/socket") as client:
                    await client.send(type="hello", version=3)
                    lobby = await client.next("lobby")
                    assert [one["table"] for one in lobby["tables"]] == [other["table"]]
                fresh = await server.make("piraci")
                assert (await server.look(fresh["table"]))["settings"]["rules"] == PIRACI.version
                await server.stop()
            await server.start()
            after = await server.look(people.table, people.tokens[0])
            assert after["position"]["view"] == before["position"]["view"]
            assert after["n"] == before["n"], "nothing was written while it slept"

    play(situation())


def test_sleeping_tables_hold_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "WAKE_EVERY", 0.02)
    clock = Clock(monkeypatch)

    async def situation() -> None:
        async with serving(tmp_path) as server:
            old = await server.make("piraci")
            sound = await server.make()
            await server.stop()
            with new_rules():
                await server.start()
                clock.now += 3 * 3_600_000  # both would be abandoned
                async with asyncio.timeout(PATIENCE):
                    while not await server.store.tables(phases=("closed",)):
                        await asyncio.sleep(0.01)
                closed = [row.table for row in await server.store.tables(phases=("closed",))]
                assert closed == [sound["table"]]
                row = await server.store.find(old["table"])
                assert row is not None
                assert (row.summary.phase, row.n, row.epoch) == ("gathering", 1, 1), "nobody has claimed it"
                await server.stop()
            await server.start()

    play(situation())


def test_a_game_is_found_by_its_id_and_its_rules() -> None:
    assert find_game("piraci", PIRACI.version) is PIRACI
    for rules in (PIRACI.version - 1, PIRACI.version + 1):
        with pytest.raises(OtherRules, match=f"made with rules {rules}; these are rules {PIRACI.version}"):
            find_game("piraci", rules)
    with pytest.raises(OtherGame, match="there is no game 'zeglarze'"):
        find_game("zeglarze", 1)


def test_a_table_of_a_game_that_is_not_here_sleeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make("piraci", public=True)
            await server.stop()
            with monkeypatch.context() as patch:
                patch.setattr(games, "GAMES", tuple(game for game in games.GAMES if game is not PIRACI))
                await server.start()
                reply = await server.ask("GET", f"/api/tables/{made['table']}")
                asleep = "This table's game is not here: it sleeps."
                assert (reply.status, reply.error, reply.sentence) == (409, "other_rules", asleep)
                assert await listed(server) == []
                await server.stop()
                said: list[str] = []
                assert await asyncio.to_thread(examine, server.settings, said.append) == 0
                assert said[0] == "1 table made with other rules than these: asleep, not examined"
            await server.start()
            assert await listed(server) == [made["table"]]

    play(situation())


def test_the_log_itself_refuses_whatever_its_row_says() -> None:
    desk = begun("piraci")
    with (
        new_rules(),
        pytest.raises(OtherRules, match=f"made with rules {PIRACI.version - 1}; these are rules"),
    ):
        desk.again()


def test_doctor_and_export_say_how_many_tables_sleep(
    shelf: Shelf, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf.put(
        played("piraci", "over", bots=[None, "casual", "casual"]),
        gathered("piraci", "gathering", bots=[None, None, "casual"]),
        played("kosmodraci", "another game", bots=[None, "casual", "casual"]),
    )
    with new_rules():
        said: list[str] = []
        assert examine(shelf.settings, said.append) == 0
        assert said[0] == "2 tables made with other rules than these: asleep, not examined"
        assert said[-1].endswith("0 problems")
        assert export(shelf.settings, shelf.folder / "all.jsonl") == 1
        assert "1 table left out: played by other rules than these" in capsys.readouterr().err
    assert export(shelf.settings, shelf.folder / "again.jsonl") == 2
