"""A server that stands still, stops, or has a wrong clock: nobody loses a move, a seat or a game by it."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from kosmoport.house import tables
from kosmoport.house.store import CannotSave
from kosmoport.house.uptime import UNSAVED, Span, up_since
from kosmoport.server.uptime import FILE
from kosmoport.table.fair import promise
from tests.server.harness import (
    PATIENCE,
    Client,
    Clock,
    Json,
    QuickBots,
    Server,
    company,
    connected,
    play,
    seated,
    serving,
)
from tests.server.racing import ONE_ROUND, go
from tests.server.test_serving import served

MOVE: dict[str, Any] = {"players": 3, "start": 0, "clock": {"type": "move", "seconds": 60}}
BANK: dict[str, Any] = {"players": 3, "start": 0, "clock": {"type": "bank", "seconds": 100}}
GRACE = 60.0


@pytest.fixture
def clock(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Clock:
    monkeypatch.setattr("kosmoport.house.presence.REFRESH", 0.0)
    return clock


def causes(client: Client) -> list[str]:
    """Why each move was made that this client has heard of."""
    return [message["cause"] for message in client.got if message["type"] == "moved"]


# ---------------------------------------------------------------- a server that stood still


def test_devices_have_their_time_to_reveal_again_after_a_pause_and_after_a_restart(
    tmp_path: Path, clock: Clock
) -> None:
    async def situation() -> None:
        async with serving(tmp_path, reveal_live=30.0) as server:
            async with company(server, players=3) as people:
                ala, value = people.clients[0], "5" * 64
                promised = promise(people.table, 0, 0, value)
                assert (await ala.ask("promise", round=0, promise=promised))["problem"] is None
                for client in people.clients:
                    await client.ask("ready")
                await ala.ask("begin")
                server.pass_time(clock, 20)
                clock.stand_still(100)
                resumed = await ala.next("resumed")
                assert resumed["deal"]["until"] == clock.now + 30_000
                server.pass_time(clock, 20)
            await server.stop()
            clock.now += 3_600_000
            await server.start()
            assert (await server.look(people.table))["deal"]["until"] == clock.now + 30_000
            server.pass_time(clock, 29)
            async with connected(server, people.table, people.tokens, people.host) as again:
                assert (await again.clients[0].ask("reveal", round=0, value=value))["problem"] is None
                await again.clients[0].next("begun")

    play(situation())


@pytest.mark.parametrize("asked", [MOVE, BANK], ids=["move", "bank"])
def test_a_pause_of_the_server_costs_nobody_their_move_or_their_bank(
    tmp_path: Path, clock: Clock, asked: dict[str, Any]
) -> None:
    async def situation() -> None:
        async with serving(tmp_path, lag_credit=0) as server, company(server, **asked) as people:
            await people.begin()
            before = people.clients[0].position["clock"]["left"]
            server.pass_time(clock, 40)
            clock.stand_still(14_000)
            for client in people.clients:
                resumed = await client.next("resumed")
                assert resumed["position"]["clock"]["left"] == before
            server.pass_time(clock, 30)
            await people.move()
            assert causes(people.clients[0]) == ["person"]
            left = people.clients[1].position["clock"]["left"][0]
            assert left == (70_000 if asked is BANK else 30_000)

    play(situation())


def test_a_bot_that_was_asked_because_the_time_was_up_does_not_act_after_the_pause(
    tmp_path: Path, clock: Clock
) -> None:
    async def situation() -> None:
        bots = QuickBots()
        async with serving(tmp_path, bots=bots, lag_credit=0) as server, company(server, **MOVE) as people:
            await people.begin()
            bots.gate.clear()
            server.pass_time(clock, 61)  # in the same moment as the server stops
            while not bots.asks:
                await asyncio.sleep(0.01)
            clock.stand_still(20)
            await people.clients[0].next("resumed")
            bots.gate.set()
            while server.room(people.table).bot_seats.tasks():
                await asyncio.sleep(0.01)
            await people.move()
            assert causes(people.clients[0]) == ["person"]

    play(situation())


def test_a_race_that_the_server_stood_still_in_begins_its_stage_again(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, "Ala Ola", players=2, **ONE_ROUND) as people:
            await go(people, clock)
            ala = people.clients[0]
            clock.stand_still(700)  # longer than the round
            resumed = await ala.next("resumed")
            assert resumed["position"]["timing"]["go_at"] > clock.now
            assert resumed["position"]["timing"]["ends_at"] > clock.now + 600_000
            early = await ala.ask("act", seen=ala.n, do="draw", args={})
            assert early["problem"]["id"] == "not_yet"
            server.pass_time(clock, 3)
            assert (await ala.ask("act", seen=ala.n, do="draw", args={}))["problem"] is None

    play(situation())


def test_a_bot_that_was_about_to_let_go_waits_for_the_signal_again(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        bots = QuickBots()
        asked = ONE_ROUND | {"bots": [None, "casual"]}
        async with serving(tmp_path, bots=bots) as server, company(server, "Ala", **asked) as people:
            ala = people.clients[0]
            bots.gate.clear()
            await go(people, clock)
            drawn = await ala.first(lambda m: m["type"] == "moved" and m["by"] == 1)  # its hand is full
            while not bots.asks:
                await asyncio.sleep(0.01)
            clock.stand_still(20)
            await ala.next("resumed")
            bots.gate.set()
            while server.room(people.table).bot_seats.tasks():
                await asyncio.sleep(0.01)
            assert (await ala.ask("chat", text="still three, two, one"))["problem"] is None
            later = [m for m in ala.got if m["type"] == "moved" and m["by"] == 1 and m["n"] > drawn["n"]]
            assert later == []
            server.pass_time(clock, 3)
            await ala.first(lambda m: m["type"] == "moved" and m["by"] == 1 and m["n"] > drawn["n"])

    play(situation())


def test_time_that_cannot_be_given_back_yet_is_given_back_later(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def situation() -> None:
        async with serving(tmp_path, lag_credit=0) as server, company(server, **MOVE) as people:
            await people.begin()
            ala = people.clients[0]

            async def full(*_: Any, **__: Any) -> None:
                raise CannotSave("Nothing could be saved in the database: there is no room left on its disk.")

            with monkeypatch.context() as broken:
                broken.setattr(server.store, "append", full)
                clock.stand_still(14_000)
                await _until(lambda: clock.missed == 0)
                assert (await ala.act())["problem"]["id"] == "cannot_save"
            await people.move()
            told = [m["type"] for m in ala.got if m["type"] in ("resumed", "moved")]
            assert told == ["resumed", "moved"]
            assert causes(ala) == ["person"]

    play(situation())


def test_nobody_was_absent_while_the_server_stood_still(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        async with serving(tmp_path, absence_grace=GRACE) as server, company(server, players=3) as people:
            await people.begin()
            ala, _, ela = people.clients
            left_at = clock.now
            await ela.socket.close()
            await ala.first(lambda m: _here(m) == [True, True, False])
            server.pass_time(clock, GRACE - 10)
            clock.stand_still(3600)
            await ala.first(lambda m: _here(m) and m["away_since"][2] == left_at + 3_600_000)
            assert (await ala.ask("ask_bot", seat=2))["problem"]["id"] == "not_gone"
            server.pass_time(clock, 10)
            assert (await ala.ask("ask_bot", seat=2))["problem"] is None

    play(situation())


def _here(message: Json) -> Json:
    return message["here"] if message["type"] == "presence" else None


def test_where_nobody_hurries_the_pause_is_no_waiting_either(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        asked: dict[str, Any] = {"players": 3, "start": 2, "unhurried": True}
        async with serving(tmp_path) as server, company(server, **asked) as people:
            await people.begin()
            ala, _, ela = people.clients
            await ela.socket.close()
            await ala.first(lambda m: _here(m) == [True, True, False])
            server.pass_time(clock, 86_400)
            clock.stand_still(10 * 86_400)
            await _until(lambda: clock.missed == 0)
            assert (await ala.ask("ask_bot", seat=2))["problem"]["id"] == "not_gone"
            server.pass_time(clock, 2 * 86_400)
            assert (await ala.ask("ask_bot", seat=2))["problem"] is None

    play(situation())


async def _until(true: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


def test_a_line_that_was_silent_while_the_server_stood_still_is_not_given_up(
    tmp_path: Path, clock: Clock
) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3) as people:
            for viewer in server.tables.connections:
                viewer.heard -= 3600
                viewer._pinged -= 3600
                viewer._mark = b"ping"
            clock.stand_still(3600)
            await _until(lambda: clock.missed == 0)
            for viewer in server.tables.connections:
                viewer.ponged(b"ping")
                assert (viewer.delay or 0) < 3_000_000
                viewer.ping(perf_counter(), silent_for=30)
            assert (await people.clients[0].ask("chat", text="here"))["problem"] is None

    play(situation())


def test_the_servers_heart_beats_on_whatever_goes_wrong(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, **MOVE) as people:
            await people.begin()
            with monkeypatch.context() as broken:
                broken.setattr(server.room(people.table).time, "server_was_away", None)
                clock.stand_still(20)
                await _until(lambda: clock.missed == 0)
            clock.stand_still(20)
            await people.clients[0].next("resumed")

    play(situation())


def test_a_process_that_is_stopped_and_continued_takes_nobody_a_move(tmp_path: Path) -> None:
    async def situation() -> None:
        quick = ("--bot-pause", "0", "--take-back-grace", "0", "--lag-credit", "0")
        async with served(tmp_path, *quick) as (process, server):
            made = await server.make(players=3, start=0, clock={"type": "move", "seconds": 5})
            async with seated(server, made, "Ala Ola Ela") as people:
                await people.begin()
                process.process.send_signal(signal.SIGSTOP)
                await asyncio.sleep(8)  # longer than Ala's time for this move
                process.process.send_signal(signal.SIGCONT)
                resumed = await people.clients[0].next("resumed")
                assert resumed["position"]["clock"]["left"][0] == 5000
                await people.all_reach(resumed["n"])
                await people.move()
                assert causes(people.clients[0]) == ["person"]
            assert await process.terminate() == 0

    play(situation())


# ---------------------------------------------------------------- a server that was stopped

HOUR, DAY, YEAR = 3600.0, 86_400.0, 365 * 86_400.0


@pytest.fixture
def quick_waker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "WAKE_EVERY", 0.01)
    monkeypatch.setattr(tables, "SLEEP_AFTER", 0.01)


async def started_again(server: Server, clock: Clock, seconds: float) -> None:
    """The server is away for so long, by its machine's clock."""
    await server.stop()
    clock.now += round(seconds * 1000)
    await server.start()


async def phase(server: Server, table: str) -> str:
    """As the store has it, when the waker has looked at everything."""
    looked = asyncio.Event()
    due = server.store.due

    async def looking(now: int, limit: int) -> list[str]:
        looked.set()
        return await due(now, limit)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server.store, "due", looking)
        for _ in range(3):  # whatever was due the first time has been woken before the last
            looked.clear()
            async with asyncio.timeout(PATIENCE):
                await looked.wait()
    if table in server.tables.rooms:
        await server.room(table).look(lambda _: None)
    row = await server.store.find(table)
    assert row is not None
    return row.summary.phase


@pytest.mark.usefixtures("quick_waker")
def test_an_outage_longer_than_a_day_closes_no_game_and_opens_no_record(
    tmp_path: Path, clock: Clock, where: str
) -> None:
    async def situation() -> None:
        async with serving(tmp_path, where=where) as server:
            async with company(server, players=3) as people:
                await people.begin()
                await people.move()
            await started_again(server, clock, 25 * HOUR)
            assert await phase(server, people.table) == "playing"
            reply = await server.ask("GET", f"/api/tables/{people.table}/record")
            assert (reply.status, reply.error) == (409, "not_open")
            async with connected(server, people.table, people.tokens) as back:
                await back.move()
            server.pass_time(clock, 23 * HOUR)
            assert await phase(server, people.table) == "playing"
            server.pass_time(clock, HOUR + 1)
            assert await phase(server, people.table) == "closed"

    play(situation())


@pytest.mark.usefixtures("quick_waker")
def test_a_server_that_is_often_started_again_still_closes_what_is_abandoned(
    tmp_path: Path, clock: Clock
) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make(players=3)
            for _ in range(2):
                server.pass_time(clock, 0.8 * HOUR)
                assert await phase(server, made["table"]) == "gathering"
                await started_again(server, clock, 10 * HOUR)
            server.pass_time(clock, 0.3 * HOUR)
            assert await phase(server, made["table"]) == "gathering"
            server.pass_time(clock, 0.2 * HOUR)
            assert await phase(server, made["table"]) == "closed"

    play(situation())


def test_an_outage_is_no_time_in_which_a_table_lay_still(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        async with serving(tmp_path, max_tables=1) as server:
            made = await server.make(players=3)
            await started_again(server, clock, HOUR)
            full = await server.ask("POST", "/api/tables", {"game": "piraci"})
            assert (full.status, full.error) == (503, "full")
            server.pass_time(clock, 0.3 * HOUR)
            await server.make()  # it has made way
            assert (await server.look(made["table"]))["phase"] == "closed"

    play(situation())


@pytest.mark.usefixtures("quick_waker")
def test_after_a_start_everybody_has_half_an_hour_to_return(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make(players=3)
            server.pass_time(clock, 1.99 * HOUR)
            await started_again(server, clock, HOUR)
            server.pass_time(clock, 0.49 * HOUR)
            assert await phase(server, made["table"]) == "gathering"
            server.pass_time(clock, 0.02 * HOUR)
            assert await phase(server, made["table"]) == "closed"

    play(situation())


@pytest.mark.usefixtures("quick_waker")
@pytest.mark.parametrize("killed", [False, True], ids=["stopped", "killed"])
def test_who_was_at_the_table_until_the_server_stopped_counts_as_the_last_to_leave(
    tmp_path: Path, clock: Clock, killed: bool
) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            async with company(server, players=3) as people:
                await people.begin()
                server.pass_time(clock, 23 * HOUR)  # somebody thinks
                await server.tables.uptime.save(server.tables.rooms)
                before = (tmp_path / FILE).read_bytes()
                await server.stop()
            if killed:
                (tmp_path / FILE).write_bytes(before)
            await server.start()
            server.pass_time(clock, 23 * HOUR)
            assert await phase(server, people.table) == "playing"
            server.pass_time(clock, 2 * HOUR)
            assert await phase(server, people.table) == "closed"

    play(situation())


@pytest.mark.usefixtures("quick_waker")
def test_a_table_that_fell_asleep_remembers_who_was_there_long_after_its_last_line(
    tmp_path: Path, clock: Clock
) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            async with company(server, players=3) as people:
                await people.begin()
                server.pass_time(clock, 23 * HOUR)
            await _until(lambda: people.table not in server.tables.rooms)
            server.pass_time(clock, 2 * HOUR)
            assert await phase(server, people.table) == "playing"
            server.pass_time(clock, 23 * HOUR)
            assert await phase(server, people.table) == "closed"

    play(situation())


@pytest.mark.usefixtures("quick_waker")
def test_a_pause_longer_than_a_day_closes_nothing_awake_or_asleep(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make(players=3)
            async with company(server, players=3) as people:
                await people.begin()
            await _until(lambda: people.table not in server.tables.rooms)
            clock.stand_still(3 * DAY)
            await _until(lambda: clock.missed == 0)
            assert await phase(server, people.table) == "playing"
            assert await phase(server, made["table"]) == "gathering"
            server.pass_time(clock, DAY)
            assert await phase(server, people.table) == "closed"
            assert await phase(server, made["table"]) == "closed"

    play(situation())


# ---------------------------------------------------------------- a clock that was wrong


@pytest.mark.usefixtures("quick_waker")
@pytest.mark.parametrize("wrong", [30 * YEAR, -20 * YEAR], ids=["future", "past"])
def test_a_wrong_clock_at_one_start_closes_nothing_and_keeps_nothing_for_ever(
    tmp_path: Path, clock: Clock, where: str, wrong: float
) -> None:
    async def situation() -> None:
        async with serving(tmp_path, where=where) as server:
            before = await server.make(players=3)
            await started_again(server, clock, wrong)
            assert await phase(server, before["table"]) == "gathering"
            meanwhile = await server.make(players=3)
            await server.sit(before["table"], "Ala", before["token"])
            await started_again(server, clock, 60 - wrong)
            tables = (before["table"], meanwhile["table"])
            assert [await phase(server, table) for table in tables] == ["gathering"] * 2
            await started_again(server, clock, 60)
            server.pass_time(clock, 1.9 * HOUR)
            assert [await phase(server, table) for table in tables] == ["gathering"] * 2
            server.pass_time(clock, 0.2 * HOUR)
            assert [await phase(server, table) for table in tables] == ["closed"] * 2

    play(situation())


@pytest.mark.parametrize("wrong", [30 * YEAR, -20 * YEAR], ids=["future", "past"])
def test_clocks_run_at_a_table_whose_log_is_ahead(tmp_path: Path, clock: Clock, wrong: float) -> None:
    async def situation() -> None:
        async with serving(tmp_path, lag_credit=0) as server:
            if wrong > 0:
                await started_again(server, clock, wrong)
            async with company(server, **MOVE) as people:
                await people.begin()
            await started_again(server, clock, -abs(wrong))
            async with connected(server, people.table, people.tokens) as people:
                assert people.clients[0].position["clock"]["left"][0] == 60_000
                await people.clients[0].send(type="ping", at=1)
                server_time = (await people.clients[0].next("pong"))["server"]
                assert server_time == clock.now + round(abs(wrong) * 1000)
                server.pass_time(clock, 50)
                left = (await server.look(people.table))["position"]["clock"]["left"][0]
                assert left == 10_000
                server.pass_time(clock, 10)
                for client in people.clients:
                    moved = await client.next("moved")
                    assert (moved["by"], moved["cause"]) == (0, "clock")
                    assert moved["at"] == server_time + 60_000

    play(situation())


# ---------------------------------------------------------------- how long it was up

NOW: Span = (10_000_000, 10_600_000)
RIGHT: list[Span] = [(1_000_000, 2_000_000), (5_000_000, 7_000_000), NOW]
FUTURE: list[Span] = [(1_000_000, 2_000_000), (90_000_000, 91_000_000), NOW]
PAST: list[Span] = [(8_000_000, 9_000_000), (100_000, 400_000), NOW]


@pytest.mark.parametrize(
    "spans, at, up",
    [
        (RIGHT, 10_500_000, 100_000),
        (RIGHT, 10_000_000, 600_000),
        (RIGHT, 6_000_000, 1_600_000),
        (RIGHT, 7_000_000 + UNSAVED, 600_000),  # killed before it was written down
        (RIGHT, 8_500_000, 600_000),  # in a pause
        (RIGHT, 1_500_000, 500_000 + 2_000_000 + 600_000),
        (RIGHT, 500_000, 1_000_000 + 2_000_000 + 600_000),  # before all that is known
        (FUTURE, 90_400_000, 600_000 + 600_000),  # written with the wrong clock
        (FUTURE, 1_500_000, 500_000 + 1_000_000 + 600_000),  # and before it was wrong
        (FUTURE, 99_000_000, 600_000),  # never
        (PAST, 300_000, 100_000 + 600_000),
        (PAST, 8_500_000, 600_000),  # it cannot be known what came after: less is counted than there was
        ([NOW], 500_000, 600_000),
    ],
)
def test_time_in_which_the_server_was_up_is_counted_over_its_starts(
    spans: list[Span], at: int, up: int
) -> None:
    assert up_since(spans, at) == up


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"[]", b'{"spans": [[1]]}', b'{"spans": "x"}', b"\xff\xfe", b'{"ahead": {"\xff": 1}}'],
)
@pytest.mark.usefixtures("quick_waker")
def test_a_file_that_cannot_be_read_only_makes_tables_stay_longer(
    tmp_path: Path, clock: Clock, text: bytes
) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make(players=3)
            server.pass_time(clock, 1.9 * HOUR)
            await server.stop()
            (tmp_path / FILE).write_bytes(text)
            await server.start()
            server.pass_time(clock, 1.9 * HOUR)
            assert await phase(server, made["table"]) == "gathering"
            server.pass_time(clock, 0.2 * HOUR)
            assert await phase(server, made["table"]) == "closed"

    play(situation())
