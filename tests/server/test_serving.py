"""The server as a process: stopping and starting again, real bots, both databases, health and figures."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from kosmoport.house import tables
from kosmoport.house.store import CannotSave
from kosmoport.server.bots.host import BotHost
from kosmoport.server.store.sqlite import SqliteStore
from kosmoport.table.verify import verify_record
from tests.server.harness import (
    NO_LIMITS,
    PATIENCE,
    Clock,
    QuickBots,
    Server,
    company,
    connected,
    play,
    seated,
    serving,
)
from tests.server.store.places import every_table
from tests.server.store.test_full_disk import limit_pages

READY = re.compile(r"Kosmoport is at (http://127\.0\.0\.1:\d+)/")


# ---------------------------------------------------------------- both databases


def test_a_game_goes_from_its_making_to_its_record_on_both_databases(tmp_path: Path, where: str) -> None:
    async def situation() -> None:
        async with serving(tmp_path, where=where) as server:
            asked = {"bots": [None, None, "casual"], "public": True, "clock": {"type": "move", "seconds": 60}}
            async with company(server, "Ala Ola", **asked) as people:
                await people.clients[0].ask("chat", text="żółw 🐢")
                await people.begin()
                await people.finish()
                await people.clients[1].ask("rematch")
                again = (await people.clients[0].next("rematch"))["table"]
            told = (await server.ask("GET", f"/api/tables/{people.table}/record")).data()
            assert verify_record(told)
            assert (await server.sit(again, None, before=people.tokens[0]))["seat"] == 1
            erased = await server.ask("DELETE", f"/api/tables/{people.table}/name", token=people.tokens[1])
            assert erased.status == 200
            before = await server.look(people.table)
            await server.restart()
            after = await server.look(people.table)
            assert after | {"at": 0} == before | {"at": 0}
            assert [said["text"] for said in after["chat"]] == ["żółw 🐢"]

    play(situation())


def test_a_game_continues_after_a_restart_in_its_middle_with_its_bots(tmp_path: Path, where: str) -> None:
    async def situation() -> None:
        bots = QuickBots()
        async with serving(tmp_path, where=where, bots=bots) as server:
            async with company(server, "Ala", bots=[None, "casual", "strong"], start=0) as people:
                await people.begin()
                bots.gate.clear()
                await people.move()  # now a bot has to decide, and does not come to it
                seen = people.clients[0].n
                assert len(bots.asks) == 1
            server.bots = None
            await server.restart()
            async with connected(server, people.table, people.tokens, seen=seen) as people:
                people.clients[0].n = seen
                await people.clients[0].reach(seen + 2)
                assert people.clients[0].numbers[:2] == [seen + 1, seen + 2]
                moved = [m for m in people.clients[0].got if m["type"] == "moved"]
                assert [(m["by"], m["cause"], m["level"]) for m in moved[:2]] == [
                    (1, "bot", "casual"),
                    (2, "bot", "strong"),
                ]
                await people.finish()

    play(situation())


def test_a_table_of_bots_goes_on_after_a_restart_though_nobody_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "WAKE_EVERY", 0.02)

    async def situation() -> None:
        bots = QuickBots()
        async with serving(tmp_path, bots=bots) as server:
            made = await server.make(bots=["casual"] * 3)
            bots.gate.clear()
            assert (await server.tell(made["table"], made["token"], type="begin"))["problem"] is None
            server.bots = None
            await server.restart()
            async with asyncio.timeout(PATIENCE):
                while not (await server.store.tables(phases=("over",))):
                    await asyncio.sleep(0.01)

    play(situation())


def test_an_unhurried_table_lives_for_weeks_across_restarts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    clock = Clock(monkeypatch)

    async def situation() -> None:
        async with serving(tmp_path, where=where) as server:
            made = await server.make(players=3, unhurried=True, start=0)
            async with seated(server, made, "Ala Ola Ela") as people:
                await people.begin()
                tokens, seen = people.tokens, people.clients[0].n
            for week in range(3):
                await server.stop()
                clock.now += 7 * 86_400_000
                await server.start()
                async with connected(server, made["table"], tokens, seen=seen) as people:
                    for client, token in zip(people.clients, tokens, strict=True):
                        client.position = (await server.look(made["table"], token))["position"]
                        client.n = seen
                    await people.move()
                    seen = people.clients[0].n
                    assert people.clients[0].position["move"] == week + 1

    play(situation())


# ---------------------------------------------------------------- as a process


class Process:
    """`kosmoport serve` as somebody starts it."""

    def __init__(self, process: asyncio.subprocess.Process, url: str) -> None:
        self.process, self.url = process, url
        self.log = ""

    async def terminate(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return await self.ended()

    async def ended(self) -> int:
        async with asyncio.timeout(PATIENCE):
            _, log = await self.process.communicate()
        self.log = log.decode()
        assert self.process.returncode is not None
        return self.process.returncode


@asynccontextmanager
async def served(folder: Path, *flags: str) -> AsyncIterator[tuple[Process, Server]]:
    """A running process, and a client's view of it."""
    given = ("--no-browser", "--port", "0", "--data", str(folder), "--limits", NO_LIMITS)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KOSMOPORT_")}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "kosmoport", "serve", *given, *flags),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=environment,
    )
    try:
        async with asyncio.timeout(300):
            assert process.stdout is not None
            line = (await process.stdout.readline()).decode()
        found = READY.fullmatch(line.strip())
        assert found is not None, line
        server = Server(folder)
        server.url = found[1]
        async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as server.http:
            yield Process(process, found[1]), server
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


def test_sigterm_says_goodbye_finishes_the_log_and_loses_nothing(tmp_path: Path) -> None:
    async def situation() -> None:
        quick = ("--bot-pause", "0", "--take-back-grace", "0")
        async with served(tmp_path, *quick) as (process, server):
            made = await server.make(players=3, start=0)
            async with seated(server, made, "Ala Ola Ela") as people:
                await people.begin()
                acknowledged = [(await people.move(number))["n"] for number in range(4)]
                sending = asyncio.create_task(_chatter(people.clients[1]))
                await people.clients[0].first(lambda m: m.get("text") == "word 3")
                process.process.send_signal(signal.SIGTERM)
                goodbye = await people.clients[0].next("goodbye")
                assert (goodbye["cause"], goodbye["again"]) == ("stopping", 2000)
                await people.clients[0].ended()
                acknowledged += await sending
                assert await process.ended() == 0
                view = people.clients[0].position["view"]
            assert "Traceback" not in process.log
            with pytest.raises(aiohttp.ClientConnectorError):
                await server.ask("GET", "/healthz")
        async with served(tmp_path, *quick) as (process, server):
            known = await server.look(made["table"], people.tokens[0])
            assert known["n"] >= max(acknowledged)
            assert known["position"]["view"] == view
            path = f"/api/tables/{made['table']}/messages?after=0"
            kept = {m["n"] for m in (await server.ask("GET", path, token=people.tokens[0])).data()}
            assert set(acknowledged) <= kept
            assert await process.terminate() == 0

    play(situation())


async def _chatter(client: Any) -> list[int]:
    """Talks until the server stops; the numbers of what was acknowledged."""
    numbers = []
    try:
        for word in range(100_000):
            ack = await client.ask("chat", text=f"word {word}")
            if ack["problem"] is not None:
                assert ack["problem"]["id"] == "stopping"
                break
            numbers.append(ack["n"])
    except (ConnectionError, aiohttp.ClientError):
        pass
    return numbers


def test_a_second_server_on_the_same_folder_is_refused_in_one_sentence(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path):
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "kosmoport", "serve", "--no-browser", "--port", "0"),
                *("--data", str(tmp_path)),
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
            )
            async with asyncio.timeout(300):
                out, err = await process.communicate()
            assert process.returncode == 2
            assert out == b""
            assert b"used by another Kosmoport" in err
            assert b"Traceback" not in err

    play(situation())


@pytest.mark.parametrize("command", ["serve", "doctor"])
def test_a_damaged_database_is_told_of_without_a_traceback(tmp_path: Path, command: str) -> None:
    path = tmp_path / "kosmoport.sqlite3"

    async def situation() -> None:
        async with serving(tmp_path) as server:
            for _ in range(3):
                await server.make()
        whole = path.read_bytes()
        damaged = whole[: 5 * 4096] + bytes(4096) + whole[6 * 4096 :]
        path.write_bytes(damaged)
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "kosmoport", command, "--data", str(tmp_path)),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        async with asyncio.timeout(300):
            out, err = await process.communicate()
        assert b"Traceback" not in err
        if command == "serve":
            assert (process.returncode, out, err.count(b"\n")) == (2, b"", 1)
            assert b"is damaged" in err
            assert b"kosmoport doctor" in err
        else:
            assert process.returncode == 1
            assert out.startswith(b"the database is damaged: ")
        assert path.read_bytes() == damaged

    play(situation())


# ---------------------------------------------------------------- stopping, from inside


def test_while_it_stops_the_server_takes_no_new_work(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make(players=3)
            seat = await server.sit(made["table"], "Ala", made["token"])
            async with server.connect(made["table"], seat["token"]) as client:
                await client.next("snapshot")
                stopping = asyncio.create_task(server.tables.close())
                goodbye = await client.next("goodbye")
                assert (goodbye["cause"], goodbye["again"]) == ("stopping", 2000)
                await client.ended()
                await stopping
            table = f"/api/tables/{made['table']}"
            new = {"game": "piraci"}
            refused = [
                await server.ask("POST", "/api/tables", new),
                await server.ask("POST", f"{table}/seats", {"name": "Ola"}),
                await server.ask("POST", f"{table}/messages", {"type": "ready", "id": "a"}, seat["token"]),
                await server.ask("GET", table),
                await server.ask("GET", "/healthz"),
            ]
            assert [reply.status for reply in refused] == [503] * len(refused)
            assert {reply.error for reply in refused} == {"stopping"}
            with pytest.raises(aiohttp.WSServerHandshakeError) as handshake:
                async with server.socket(f"{table}/socket"):
                    pass
            assert handshake.value.status == 503
            assert len(await every_table(server.store)) == 1

    play(situation())


def test_nothing_is_left_running_after_a_stop(tmp_path: Path) -> None:
    async def situation() -> None:
        before = asyncio.all_tasks()
        async with serving(tmp_path) as server, company(server, players=3) as people:
            await people.begin()
            await people.move()
        async with asyncio.timeout(PATIENCE):
            while asyncio.all_tasks() - before:
                await asyncio.sleep(0.01)
        assert server.tables.connections == set()

    play(situation())


# ---------------------------------------------------------------- bots in their own processes


def test_real_bots_play_a_game_in_their_own_processes(tmp_path: Path) -> None:
    async def situation() -> None:
        bots = BotHost(workers=1)
        async with serving(tmp_path, bots=bots) as server:
            async with company(server, "Ala", bots=[None, "beginner", "casual"]) as people:
                await people.begin()
                await people.finish()
                moved = [m for m in people.clients[0].got if m["type"] == "moved" and m["cause"] == "bot"]
                assert {m["level"] for m in moved} <= {"beginner", "casual"}
                assert bots.faults == 0
            figures = (await server.ask("GET", "/metrics")).body.decode()
            assert re.search(r'kosmoport_bot_decisions_total\{level="beginner"\} [1-9]', figures)

    play(situation())


# ---------------------------------------------------------------- operations


def test_health_says_so_when_nothing_can_be_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            assert (await server.ask("GET", "/healthz")).data()["status"] == "ok"

            async def full() -> None:
                raise CannotSave("Nothing could be saved in the database: there is no room left on its disk.")

            monkeypatch.setattr(server.store, "check", full)
            reply = await server.ask("GET", "/healthz")
            assert (reply.status, reply.error) == (503, "cannot_save")
            assert "no room" in reply.sentence

    play(situation())


def test_health_is_bad_from_the_first_write_that_failed_until_one_succeeds(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make(players=3)
            seat = await server.sit(made["table"], "Ala", made["token"])
            assert isinstance(server.store, SqliteStore)
            await limit_pages(server.store, 1)
            said = {"type": "chat", "id": "1", "text": "x" * 300}
            path = f"/api/tables/{made['table']}/messages"
            for number in range(100):  # until the last page is full
                ack = (await server.ask("POST", path, said | {"id": str(number)}, seat["token"])).data()
                if ack["problem"] is not None:
                    break
            assert ack["problem"]["id"] == "cannot_save"
            reply = await server.ask("GET", "/healthz")
            assert (reply.status, reply.error) == (503, "cannot_save")
            await limit_pages(server.store, 1_000_000)
            assert (await server.ask("GET", "/healthz")).status == 200

    play(situation())


def test_what_cannot_be_saved_is_refused_and_the_table_is_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3, start=0) as people:
            await people.begin()
            before = await server.look(people.table, people.tokens[0])

            async def full(*_: Any, **__: Any) -> None:
                raise CannotSave("Nothing could be saved in the database: there is no room left on its disk.")

            with monkeypatch.context() as broken:
                for name in ("append", "create", "rewrite", "set_webhook"):
                    broken.setattr(server.store, name, full)
                ack = await people.clients[0].act()
                assert ack["problem"]["id"] == "cannot_save"
                refused = [
                    await server.ask("POST", "/api/tables", {"game": "piraci"}),
                    await server.ask("DELETE", f"/api/tables/{people.table}/name", token=people.tokens[0]),
                    await server.ask(
                        "PUT", f"/api/tables/{people.table}/webhook", {"url": None}, people.tokens[0]
                    ),
                ]
                assert [(reply.status, reply.error) for reply in refused] == [(503, "cannot_save")] * 3
                after = await server.look(people.table, people.tokens[0])
                assert after | {"at": 0} == before | {"at": 0}
            ack = await people.move()
            assert ack["n"] == before["n"] + 1
            for client in people.clients:
                assert client.numbers == list(range(client.numbers[0], ack["n"] + 1))

    play(situation())


def test_the_figures_for_prometheus_have_what_an_operator_needs(tmp_path: Path) -> None:
    async def situation() -> None:
        async with (
            serving(tmp_path) as server,
            company(server, "Ala Ola", bots=[None, None, "casual"]) as people,
        ):
            await people.begin()
            await people.finish()
            await people.clients[0].ask("take_back")
            await people.clients[0].socket.send_str("nonsense")
            await people.clients[0].first(lambda m: m.get("id") == "")
            reply = await server.ask("GET", "/metrics")
            assert reply.headers["Content-Type"].startswith("text/plain")
            figures = dict(
                line.rsplit(" ", 1) for line in reply.body.decode().splitlines() if not line.startswith("#")
            )
            assert float(figures["kosmoport_sockets"]) == 2
            assert float(figures['kosmoport_tables{phase="over"}']) == 1
            assert float(figures["kosmoport_action_seconds_count"]) > 10
            assert float(figures["kosmoport_commit_seconds_count"]) > 10
            assert float(figures["kosmoport_bot_queue"]) == 0
            assert float(figures['kosmoport_bot_decisions_total{level="casual"}']) > 1
            assert float(figures['kosmoport_refused_total{reason="malformed"}']) == 1
            assert float(figures['kosmoport_errors_total{place="room"}']) == 0

    play(situation())


def test_figures_may_be_switched_off(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, metrics=False) as server:
            assert (await server.ask("GET", "/metrics")).status == 404

    play(situation())
