"""Clocks on the server: time runs, is given back, runs out, and a bot that moves says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import Clock, Company, company, connected, play, serving

MOVE: dict[str, Any] = {"clock": {"type": "move", "seconds": 60}}
BANK: dict[str, Any] = {"clock": {"type": "bank", "seconds": 100, "increment": 10}}


def left(people: Company, seat: int) -> Any:
    return people.clients[0].position["clock"]["left"][seat]


def test_without_a_clock_nobody_is_hurried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)

    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3) as people:
            await people.begin()
            server.pass_time(clock, 3600)
            assert people.clients[0].position["clock"]["left"] == [None] * 3
            await people.move()
            assert [m["cause"] for m in people.clients[0].got if m["type"] == "moved"] == ["person"]

    play(situation())


def test_time_for_each_move_begins_anew_with_every_decision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)

    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3, start=0, **MOVE) as people:
            await people.begin()
            assert left(people, 0) == 60_000
            assert people.clients[0].position["clock"]["running"] == [0]
            server.pass_time(clock, 50)
            async with server.connect(people.table) as watcher:
                shown = (await watcher.next("snapshot"))["position"]["clock"]["left"][0]
                assert shown == 10_000
            await people.move()
            assert left(people, 1) == 60_000

    play(situation())


def test_a_bank_is_spent_and_gets_its_increment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)

    async def situation() -> None:
        async with (
            serving(tmp_path, lag_credit=0) as server,
            company(server, players=3, start=0, **BANK) as people,
        ):
            await people.begin()
            server.pass_time(clock, 40)
            await people.move()
            assert left(people, 0) == 70_000  # 100 - 40 + 10
            assert left(people, 1) == 100_000

    play(situation())


def test_when_the_time_is_up_a_bot_of_the_tables_level_moves_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)

    async def situation() -> None:
        asked: dict[str, Any] = {"players": 3, "start": 0, "timeout_level": "beginner", **MOVE}
        async with serving(tmp_path, lag_credit=1000) as server, company(server, **asked) as people:
            await people.begin()
            server.pass_time(clock, 70)
            for client in people.clients:
                moved = await client.next("moved")
                assert (moved["by"], moved["cause"], moved["level"]) == (0, "clock", "beginner")
            assert people.clients[0].position["to_act"] == [1]
            # The seat is the person's still, and the next decision is theirs.
            await people.move()
            await people.move()
            assert people.clients[0].position["legal"]
            assert (await server.look(people.table))["seats"][0]["bot"] is None

    play(situation())


def test_an_action_that_comes_after_the_bots_is_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)

    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3, start=0, **MOVE) as people:
            await people.begin()
            slow = people.clients[0]
            legal, seen = slow.position["legal"][0], slow.n
            server.pass_time(clock, 70)
            await slow.next("moved")
            ack = await slow.ask("act", seen=seen, do=legal["id"], args=legal["args"])
            assert ack["problem"]["id"] in ("turn", "late")

    play(situation())


def test_a_slow_line_is_credited_within_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)

    async def situation() -> None:
        async with (
            serving(tmp_path, lag_credit=2000) as server,
            company(server, players=3, start=0, **BANK) as people,
        ):
            await people.begin()
            for viewer in server.room(people.table).viewers:
                viewer.delay = 60_000  # as somebody might pretend
            server.pass_time(clock, 40)
            await people.move()
            assert left(people, 0) == 72_000  # two seconds of credit, not forty

    play(situation())


def test_time_that_is_up_is_not_taken_before_the_lines_credit_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)

    async def situation() -> None:
        async with (
            serving(tmp_path, lag_credit=10_000) as server,
            company(server, players=3, start=0, **MOVE) as people,
        ):
            await people.begin()
            server.pass_time(clock, 62)
            assert (await people.clients[0].ask("chat", text="on its way"))["problem"] is None
            await people.move()
            assert [m["cause"] for m in people.clients[0].got if m["type"] == "moved"] == ["person"]

    play(situation())


def test_the_servers_absence_costs_nobody_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)

    async def situation() -> None:
        async with serving(tmp_path) as server:
            async with company(server, players=3, start=0, **MOVE) as people:
                await people.begin()
                seen = people.clients[0].n
            await server.stop()
            clock.now += 24 * 3600 * 1000
            await server.start()
            async with connected(server, people.table, people.tokens, seen=seen) as people:
                for client in people.clients:
                    resumed = await client.next("resumed")
                    assert resumed["n"] == seen + 1
                    assert resumed["position"]["clock"]["left"][0] == 60_000
                await people.move()
                assert [m["cause"] for m in people.clients[0].got if m["type"] == "moved"] == ["person"]

    play(situation())


def test_the_clock_of_a_table_that_nobody_looks_at_runs_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)

    async def situation() -> None:
        async with serving(tmp_path) as server:
            async with company(server, players=3, start=0, **MOVE) as people:
                await people.begin()
            server.pass_time(clock, 70)
            async with server.connect(people.table, people.tokens[1], seen=people.clients[1].n) as back:
                moved = await back.next("moved")
                assert (moved["by"], moved["cause"]) == (0, "clock")

    play(situation())


def test_the_lightning_round_ends_by_the_games_own_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)

    async def situation() -> None:
        options = {"round_limit_s": 30, "wins": 1}
        async with (
            serving(tmp_path) as server,
            company(server, "Ala Ola", game="kosmiczna_eskadra", players=2, options=options) as people,
        ):
            await people.begin()
            ala = people.clients[0]
            assert len(ala.position["to_act"]) == 2
            assert (await ala.ask("take_back"))["problem"]["id"] == "take_back_off"
            before = len(ala.got)
            server.pass_time(clock, 40)
            await ala.first(lambda m: m["type"] == "moved" and m["cause"] == "chance", since=before)

    play(situation())
