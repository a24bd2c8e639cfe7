"""Rules change while games are on: each is finished and proved by those it began with, in a real server."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from kosmoport.games import game_by_id
from tests.copied import Copied
from tests.server.harness import NO_LIMITS, PATIENCE, Company, Reply, Server, company, connected, play

GAME = game_by_id("kosmodraci")
OLD, NEW = GAME.version, GAME.version + 1
ASKED: dict[str, Any] = {"game": GAME.id, "bots": [None, "casual", None], "hints": True}
KEPT_OFF = {"shield_points": -3}  # which the new rules do not allow any more

CHANGES = (
    ("components.toml", "hand = 9", "hand = 8"),
    ("components.toml", "lair = 7", "lair = 6"),
    ("rules.py", "value > c.crew[s.starter[s.lead]].value:", "value < c.crew[s.starter[s.lead]].value:"),
    ("scoring.py", "FIRST_POINTS = 10", "FIRST_POINTS = 12"),
    ("options.py", 'Whole("shield_points", -50,', 'Whole("shield_points", 0,'),
    ("words/en.json", "The hunt begins; {seat", "The great hunt begins; {seat"),
)


class Installed(Server):
    """A server process of a copy of the program."""

    def __init__(self, folder: Path) -> None:
        self.copy, self.data = Copied(folder), folder / "data"
        self.log = ""  # once it was killed

    async def start(self) -> None:
        bare = {"port": 0, "data": self.data, "bot-pause": 0, "take-back-grace": 0}
        flags = [word for name, value in bare.items() for word in (f"--{name}", value)]
        words = self.copy.command("serve", "--no-browser", "--limits", NO_LIMITS, *flags)
        pipe = subprocess.PIPE
        self.process = await asyncio.create_subprocess_exec(
            *words, env=self.copy.env, stdout=pipe, stderr=pipe
        )
        assert self.process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            said = (await self.process.stdout.readline()).decode()
        found = re.search(r"http://127\.0\.0\.1:\d+", said)
        assert found is not None, await self.kill()
        self.url, self.http = found[0], aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar())

    async def kill(self) -> str:
        """At once, as when the power fails; what it had written to its log."""
        self.process.kill()
        _, said = await self.process.communicate()
        if hasattr(self, "http"):
            await self.http.close()
        return said.decode()


@asynccontextmanager
async def running(server: Installed) -> AsyncIterator[None]:
    await server.start()
    try:
        yield
    finally:
        server.log = await server.kill()


async def a_turn(people: Company) -> None:
    """Until somebody there has to decide, whatever bots do before that."""
    first = people.clients[0]
    while True:
        await people.all_reach(max(client.n for client in people.clients))
        if any(client.position["legal"] for client in people.clients):
            return
        await first.reach(first.n + 1)


async def finished(people: Company) -> dict[str, Any]:
    """Play to the end, then the record, which the server has found fair."""
    await people.finish()
    at = f"/api/tables/{people.table}"
    assert (await patiently(people.server, "GET", f"{at}/verified")).data()["problem"] is None
    record: dict[str, Any] = (await patiently(people.server, "GET", f"{at}/record")).data()
    return record


async def patiently(server: Server, method: str, path: str, body: Any = None) -> Reply:
    """What is too much for the clerks of a server on a busy machine is asked for again."""
    async with asyncio.timeout(PATIENCE):
        while (reply := await server.ask(method, path, body)).status == 400 and reply.error == "too_much":
            await asyncio.sleep(0.1)
        return reply


def holds(server: Installed, folder: Path, record: dict[str, Any]) -> str:
    """What `kosmoport verify` and `kosmoport replay` say of a record."""
    file = folder / "record.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    told = [server.copy.run(command, file) for command in ("verify", "replay")]
    assert [done.returncode for done in told] == [0, 0], told
    return told[0].stdout


def test_a_game_is_finished_and_proved_by_the_rules_it_began_with(tmp_path: Path) -> None:
    server = Installed(tmp_path)

    async def before() -> tuple[Company, Company, dict[str, Any]]:
        async with running(server):
            async with company(server, "Ala Ola", **ASKED) as over:
                await over.begin()
                record = await finished(over)
            async with company(server, "Ela Iga", **ASKED, options=KEPT_OFF) as on:
                await on.begin()
                for number in range(4):
                    await a_turn(on)
                    await on.move(number)
        return over, on, record

    async def after(over: Company, on: Company, old: dict[str, Any]) -> dict[str, Any]:
        async with running(server):
            async with connected(server, on.table, on.tokens) as people:
                assert people.clients[0].position["move"] >= 4
                await help_is_given(people)
                record = await finished(people)
                assert len(await hunts(people)) == 7
                told = (await people.clients[0].ask("rematch"))["problem"]
                assert told["id"] == "agreed_otherwise"
            await old_records_open(server, old)
            await old_games_go_on(server, over)
            await new_tables_have_new_rules(server, over)
            await words_are_those_of_the_rules(server)
        return record

    async def both() -> None:
        over, on, old = await before()
        await asyncio.to_thread(server.copy.change_rules, GAME.id, CHANGES)
        record = await after(over, on, old)
        assert (old["rules"], record["rules"]) == (OLD, OLD)
        assert (record["game"], record["components"]) == (GAME.id, None), "the box of then"
        for one in (old, record):
            said = await asyncio.to_thread(holds, server, tmp_path, one)
            assert "the deal is the one that the secret" in said
            assert "replayed to the result on record" in said
        asked = await asyncio.to_thread(server.copy.run, "doctor", "--data", server.data)
        assert asked.returncode == 0, asked.stdout
        assert "3 tables made with earlier rules, which are kept: examined by those" in asked.stdout
        assert "asleep" not in asked.stdout
        assert "decision failed" not in server.log, "bots thought by the rules of their table"

    play(both())


async def help_is_given(people: Company) -> None:
    """A hint, and the rules behind a refusal, as the table's own rules have them."""
    await a_turn(people)
    server, at = people.server, f"/api/tables/{people.table}"
    who = next(seat for seat, client in enumerate(people.clients) if client.position["legal"])
    token, legal = people.tokens[who], people.clients[who].position["legal"]
    hints = (await server.ask("POST", f"{at}/hint", token=token)).data()["hints"]
    assert hints
    assert all(hint["action"] in legal for hint in hints)
    unheard = {"do": legal[0]["id"], "args": {"card": 1000}}
    told = (await server.ask("POST", f"{at}/why", unheard, token)).data()
    page = (await server.ask("GET", f"/api/games/{GAME.id}/rules/en?rules={OLD}")).data()
    cited = {rule["id"] for part in page["sections"] for rule in part["rules"]}
    assert set(told["rules"]) <= cited


async def hunts(people: Company) -> list[Any]:
    """The tricks of a game, each of which somebody won."""
    frames = (await patiently(people.server, "GET", f"/api/tables/{people.table}/frames?seat=0")).data()[
        "frames"
    ]
    return [told for frame in frames for told in frame["told"] if told["id"] == "trick_won"]


async def old_records_open(server: Server, old: dict[str, Any]) -> None:
    opened = (await patiently(server, "POST", "/api/replay", old)).data()
    assert (opened["rules"], opened["result"]["scores"]) == (OLD, old["result"]["scores"])
    by_new = await patiently(server, "POST", "/api/replay", {**old, "rules": NEW})
    assert by_new.status == 400, "by the new rules that game could not have been"


async def old_games_go_on(server: Server, over: Company) -> None:
    """Whoever continues a game keeps its rules."""
    asked = {"game": GAME.id, "bots": ASKED["bots"], "continues": {"table": over.table, "move": 5}}
    async with company(server, "Ala Ola", **asked) as people:
        assert (await server.look(people.table))["settings"]["rules"] == OLD
        await people.begin()
        assert (await finished(people))["rules"] == OLD


async def new_tables_have_new_rules(server: Server, over: Company) -> None:
    async with connected(server, over.table, over.tokens) as people:
        assert (await people.clients[0].ask("rematch"))["problem"] is None
    again = (await server.look(over.table))["rematch"]
    assert (await server.look(again))["settings"]["rules"] == NEW
    async with company(server, "Ala Ola", **ASKED) as fresh:
        await fresh.begin()
        record = await finished(fresh)
        assert (record["rules"], len(await hunts(fresh))) == (NEW, 6)


async def words_are_those_of_the_rules(server: Server) -> None:
    """Words, options and rules pages of both versions can be had, and no others."""
    said = {}
    for rules in (OLD, NEW):
        for path in ("", "/rules/en", "/components"):
            found = await server.ask("GET", f"/api/games/{GAME.id}{path}?rules={rules}")
            assert found.status == 200, path
        words = await server.ask("GET", f"/api/games/{GAME.id}/words/en?rules={rules}")
        said[rules] = words.data()["event"]["hunt_began"]
        assert (await server.ask("GET", f"/api/games/{GAME.id}?rules={rules}")).data()["rules"] == rules
    assert said[OLD] == GAME.words("en").messages["event"]["hunt_began"] != said[NEW]
    for path in ("", "/rules/en", "/components", "/words/en"):
        assert (await server.ask("GET", f"/api/games/{GAME.id}{path}?rules={NEW + 1}")).status == 404
