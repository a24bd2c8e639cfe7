"""People who leave and return, bots that play on for them, moves taken back, tables that are abandoned."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kosmoport.house import tables
from tests.server.harness import PATIENCE, Client, Clock, Json, QuickBots, Server, company, play, serving

GRACE = 60.0


@pytest.fixture
def clock(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Clock:
    monkeypatch.setattr("kosmoport.house.presence.REFRESH", 0.0)
    return clock


async def presence(client: Client, *here: bool, gone: tuple[int, ...] = (), since: int = 0) -> Json:
    def wanted(message: Json) -> bool:
        return message["type"] == "presence" and (message["here"], message["gone"]) == (
            list(here),
            list(gone),
        )

    return await client.first(wanted, since=since)


# ---------------------------------------------------------------- presence and votes


def test_everybody_sees_who_is_here_and_who_has_left(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        async with serving(tmp_path, absence_grace=GRACE) as server, company(server, players=3) as people:
            ala = people.clients[0]
            await presence(ala, True, True, True)
            async with server.connect(people.table):
                await ala.first(lambda m: m["type"] == "presence" and m["watching"] == 1)
            left_at = clock.now
            await people.clients[2].socket.close()
            told = await presence(ala, True, True, False)
            assert told["away_since"] == [None, None, left_at]
            assert told["watching"] == 0
            # Who is back within the grace time is shown at once, not when it would have ended.
            before = len(ala.got)
            async with server.connect(people.table, people.tokens[2]):
                await presence(ala, True, True, True, since=before)

    play(situation())


def test_after_the_grace_time_the_others_may_vote_for_a_bot(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        async with (
            serving(tmp_path, absence_grace=GRACE) as server,
            company(server, players=3, start=2) as people,
        ):
            await people.begin()
            ala, ola, ela = people.clients
            await ela.socket.close()
            await presence(ala, True, True, False)
            assert (await ala.ask("ask_bot", seat=2))["problem"]["id"] == "not_gone"
            server.pass_time(clock, GRACE + 1)
            await presence(ala, True, True, False, gone=(2,))
            ack = await ala.ask("ask_bot", seat=2, level="beginner")
            asked = await ola.next("proposal")
            assert asked["open"] is True
            assert asked["proposal"]["waiting"] == [1]
            assert (await ala.ask("ask_bot", seat=2))["problem"]["id"] == "already_asked"
            assert (await ola.ask("answer", proposal=ack["n"], yes=True))["problem"] is None
            given = await ala.first(lambda m: m.get("cause") == "given")
            assert given["seats"][2]["bot"] == "beginner"
            assert given["seats"][2]["person"] is True
            moved = await ala.next("moved")
            assert (moved["by"], moved["cause"], moved["level"]) == (2, "bot", "beginner")

    play(situation())


def test_a_bot_continues_from_what_the_seat_knew(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        bots = QuickBots()
        async with serving(tmp_path, bots=bots) as server, company(server, players=3, start=0) as people:
            await people.begin()
            await people.move()
            mine = (await server.look(people.table, people.tokens[1]))["position"]["view"]
            assert (await people.clients[1].ask("leave"))["problem"] is None
            await people.clients[0].next("moved")
            await people.clients[0].next("moved")
            (ask,) = bots.asks
            assert _as_json(ask.view) == mine
            assert ask.seat == 1

    play(situation())


def _as_json(value: object) -> Json:
    return msgspec.json.decode(msgspec.json.encode(value))


def test_a_vote_that_is_refused_gives_nothing_away(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        async with (
            serving(tmp_path, absence_grace=GRACE) as server,
            company(server, players=3) as people,
        ):
            await people.begin()
            ala, ola, ela = people.clients
            await ela.socket.close()
            await presence(ala, True, True, False)
            server.pass_time(clock, GRACE + 1)
            await presence(ala, True, True, False, gone=(2,))
            ack = await ala.ask("ask_bot", seat=2)
            assert (await ola.ask("answer", proposal=ack["n"], yes=False))["problem"] is None
            settled = await ala.first(lambda m: m["type"] == "proposal" and not m["open"])
            assert settled["proposal"]["number"] == ack["n"]
            again = await ola.ask("answer", proposal=ack["n"], yes=True)
            assert again["problem"]["id"] == "no_such_proposal"
            assert (await server.look(people.table))["seats"][2]["bot"] is None

    play(situation())


def test_the_person_takes_the_seat_back_from_the_bot(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        bots = QuickBots()
        async with serving(tmp_path, bots=bots) as server, company(server, players=3, start=0) as people:
            await people.begin()
            bots.gate.clear()  # the bot thinks for as long as we like
            ala, ola, _ = people.clients
            legal = ala.position["legal"][0]
            assert (await ala.ask("leave"))["problem"] is None
            act = {"seen": ala.n, "do": legal["id"], "args": legal["args"]}
            assert (await ala.ask("act", **act))["problem"]["id"] == "bot_plays"
            async with server.connect(people.table, people.tokens[0], seen=ala.n) as back:
                assert (await back.ask("come_back"))["problem"] is None
                returned = await back.first(lambda m: m.get("cause") == "returned")
                assert returned["position"]["legal"]
                assert (await back.ask("come_back"))["problem"]["id"] == "not_given"
                bots.gate.set()  # what the bot wanted counts no more
                assert (await back.act())["problem"] is None
                moved = await ola.next("moved")
                assert (moved["by"], moved["cause"]) == (0, "person")

    play(situation())


def test_who_leaves_a_game_is_replaced_by_a_bot_and_may_return(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        asked: dict[str, Any] = {"players": 3, "start": 0, "timeout_level": "strong"}
        async with serving(tmp_path) as server, company(server, **asked) as people:
            await people.begin()
            ala, ola, _ = people.clients
            await ala.ask("leave")
            moved = await ola.next("moved")
            assert (moved["by"], moved["cause"], moved["level"]) == (0, "bot", "strong")
            await ala.ask("come_back")
            await ola.first(lambda m: m.get("cause") == "returned")
            assert (await server.look(people.table))["seats"][0]["bot"] is None

    play(situation())


def test_a_table_plays_on_when_everybody_left(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            async with company(server, players=3) as people:
                await people.begin()
                for client in people.clients:
                    await client.ask("leave")
                async with server.connect(people.table) as watcher:
                    await watcher.first(lambda m: (m.get("position") or {}).get("result") is not None)
            assert (await server.look(people.table))["phase"] == "over"

    play(situation())


def test_people_are_absent_after_a_restart_until_they_come(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        async with serving(tmp_path, absence_grace=GRACE) as server:
            async with company(server, players=3) as people:
                await people.begin()
            await server.restart()
            async with server.connect(people.table, people.tokens[0]) as back:
                await presence(back, True, False, False)
                server.pass_time(clock, GRACE + 1)
                await presence(back, True, False, False, gone=(1, 2))

    play(situation())


# ---------------------------------------------------------------- taking back


def test_a_move_is_taken_back_before_anybody_learned_from_it(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        asked: dict[str, Any] = {"players": 3, "start": 0}
        async with serving(tmp_path, take_back_grace=10.0) as server, company(server, **asked) as people:
            await people.begin()
            before = people.clients[0].position
            await people.move()
            ack = await people.clients[0].ask("take_back")
            assert ack["problem"] is None
            await people.all_reach(ack["n"])
            for client in people.clients:
                told = await client.next("took_back")
                assert (told["by"], told["agreed"]) == (0, False)
            assert people.clients[0].position == before
            assert (await people.clients[1].ask("take_back"))["problem"]["id"] == "nothing_done"
            await people.move(1)
            await people.move()
            assert (await people.clients[0].ask("take_back"))["problem"]["id"] == "others_acted"

    play(situation())


def test_a_bot_waits_while_the_move_before_may_be_taken_back(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        bots = QuickBots()
        asked = {"bots": [None, "casual", "casual"], "start": 0}
        async with (
            serving(tmp_path, bots=bots, take_back_grace=10.0) as server,
            company(server, "Ala", **asked) as people,
        ):
            await people.begin()
            await people.move()
            assert (await people.clients[0].ask("take_back"))["problem"] is None
            assert bots.asks == []
            await people.move()
            server.pass_time(clock, 11)
            moved = await people.clients[0].first(lambda m: m.get("by") == 1)
            assert moved["cause"] == "bot"

    play(situation())


def test_a_table_may_be_made_without_taking_back(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        async with (
            serving(tmp_path) as server,
            company(server, players=3, start=0, take_back=False) as people,
        ):
            await people.begin()
            await people.move()
            assert (await people.clients[0].ask("take_back"))["problem"]["id"] == "take_back_off"

    play(situation())


def test_going_further_back_needs_everybody(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3, start=0) as people:
            await people.begin()
            start = people.clients[0].position
            for _ in range(3):
                await people.move()
            ala, ola, ela = people.clients
            ack = await ala.ask("ask_back", moves=0)
            assert (await ola.ask("answer", proposal=ack["n"], yes=True))["problem"] is None
            again = await ola.ask("answer", proposal=ack["n"], yes=True)
            assert again["problem"]["id"] == "answered_already"
            last = await ela.ask("answer", proposal=ack["n"], yes=True)
            await people.all_reach(last["n"] + 1)
            for client in people.clients:
                assert (await client.next("took_back"))["agreed"] is True
            assert ala.position == start
            await people.move()
            refused = await ala.ask("ask_back", moves=0)
            assert (await ela.ask("answer", proposal=refused["n"], yes=False))["problem"] is None
            assert (await server.look(people.table))["position"]["move"] == 1

    play(situation())


def test_what_was_taken_back_stays_so_after_a_restart(tmp_path: Path, clock: Clock) -> None:
    async def situation() -> None:
        async with serving(tmp_path, take_back_grace=10.0) as server:
            async with company(server, players=3, start=0) as people:
                await people.begin()
                await people.move()
                await people.clients[0].ask("take_back")
                before = await server.look(people.table, people.tokens[0])
            await server.restart()
            after = await server.look(people.table, people.tokens[0])
            assert after["position"] == before["position"]
            assert after["n"] == before["n"]

    play(situation())


# ---------------------------------------------------------------- abandoned tables


async def _closed(server: Server, table: str) -> Json:
    """The table once the server has closed it by itself."""
    async with server.connect(table) as client:
        return await client.first(lambda m: m["type"] == "closed" or m.get("phase") == "closed")


@pytest.mark.parametrize("unhurried, days", [(False, 2), (True, 61)])
def test_an_abandoned_game_is_closed_by_the_stated_rule_and_kept(
    tmp_path: Path, clock: Clock, unhurried: bool, days: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "WAKE_EVERY", 0.02)

    async def situation() -> None:
        async with serving(tmp_path) as server:
            async with company(server, players=3, unhurried=unhurried) as people:
                await people.begin()
                await people.move()
                server.pass_time(clock, 365 * 86_400)  # while somebody is there it is not abandoned
                await people.clients[0].ask("chat", text="still thinking")
                assert (await server.look(people.table))["phase"] == "playing"
            server.pass_time(clock, (days - 1.5) * 86_400)
            assert (await server.look(people.table))["phase"] == "playing"
            server.pass_time(clock, 1.6 * 86_400)
            await _closed(server, people.table)
            assert (await server.look(people.table))["phase"] == "closed"
            record = await server.ask("GET", f"/api/tables/{people.table}/record")
            assert record.status == 200
            assert len(record.json["moves"]) == 1

    play(situation())


def test_an_abandoned_table_that_never_began_is_closed_also_when_it_sleeps(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "WAKE_EVERY", 0.02)

    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make(public=True)
            await server.sit(made["table"], "Ala")
            await server.restart()
            async with server.socket("/api/lobby/socket") as lobby:
                await lobby.send(type="hello", version=3)
                assert len((await lobby.next("lobby"))["tables"]) == 1
                assert server.tables.rooms == {}
                server.pass_time(clock, 3 * 3600)
                assert (await lobby.next("lobby_gone"))["table"] == made["table"]
            assert (await server.look(made["table"]))["phase"] == "closed"

    play(situation())


def test_a_table_that_nobody_uses_is_put_to_sleep_and_wakes_when_asked_for(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "WAKE_EVERY", 0.01)
    monkeypatch.setattr(tables, "SLEEP_AFTER", 0.05)

    async def situation() -> None:
        async with serving(tmp_path) as server:
            async with company(server, players=3, unhurried=True) as people:
                await people.begin()
                await people.move()
            before = people.clients[0].position
            async with asyncio.timeout(PATIENCE):
                while people.table in server.tables.rooms:
                    await asyncio.sleep(0.01)
            async with server.connect(people.table, people.tokens[0], seen=people.clients[0].n) as back:
                assert back.numbers == []
                assert (await server.look(people.table, people.tokens[0]))["position"] == before

    play(situation())
