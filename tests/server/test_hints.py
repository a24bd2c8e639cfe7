"""Hints over the wire: for whoever has to decide, where the table allows it, from that seat's view alone."""

from __future__ import annotations

import asyncio
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kosmoport.core.words import Told
from kosmoport.games import GAMES, game_by_id
from kosmoport.house.bots import Ask
from kosmoport.house.bots.messages import Suggestion
from kosmoport.house.tokens import origin_of
from kosmoport.server.bots.host import BotHost
from tests.server.harness import NO_LIMITS, Company, QuickBots, Reply, Server, company, play, serving

ALONE: dict[str, Any] = {"bots": [None, "casual", "casual"], "start": 0}


async def hint(server: Server, people: Company, seat: int = 0) -> Reply:
    return await server.ask("POST", f"/api/tables/{people.table}/hint", token=people.tokens[seat])


def test_one_who_plays_with_bots_may_ask_and_is_given_legal_actions(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, "Ala", **ALONE) as people:
            await people.begin()
            told = (await hint(server, people)).data()
            position = people.clients[0].position
            assert (told["move"], told["about"]) == (position["move"], "game")
            assert [one["action"] in position["legal"] for one in told["hints"]] == [True]
            assert set(told["hints"][0]) == {"action", "chance", "tried", "reason"}
            (ask,) = [ask for ask in server.quick_bots.asks if ask.seat == 0]
            assert msgspec.json.decode(msgspec.json.encode(ask.view)) == position["view"]
            assert ask.seed == int((await server.look(people.table))["deal"]["commitment"][:15], 16)

    play(situation())


def test_hints_are_refused_with_the_tables_own_reason(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, "Ala Ola Ela", players=3, start=0) as people:
            assert (await hint(server, people)).error == "not_begun"
            await people.begin()
            reply = await hint(server, people)
            assert (reply.status, reply.error) == (409, "no_hints")
            assert reply.sentence == "there are no hints at this table"
        async with (
            serving(tmp_path) as server,
            company(server, "Ala Ola", bots=[None, None, "casual"], start=0, hints=True) as people,
        ):
            await people.begin()
            reply = await hint(server, people, seat=1)
            assert (reply.status, reply.error) == (409, "not_your_turn")
            assert (await hint(server, people)).status == 200
            await people.finish()
            assert (await hint(server, people)).error == "over"

    play(situation())


def test_only_a_seat_may_ask(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, "Ala", **ALONE) as people:
            await people.begin()
            path = f"/api/tables/{people.table}/hint"
            assert (await server.ask("POST", path)).status == 404
            assert (await server.ask("POST", path, token=people.tokens[0] + "x")).status == 404
            unknown = await server.ask("POST", "/api/tables/abcdefghijkl/hint", token=people.tokens[0])
            assert unknown.status == 404

    play(situation())


def test_a_host_without_a_seat_gets_no_hint(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make(**ALONE)
            await server.sit(made["table"], "Ala")
            reply = await server.ask("POST", f"/api/tables/{made['table']}/hint", token=made["token"])
            assert (reply.status, reply.error) == (409, "not_seated")

    play(situation())


def test_so_many_hints_in_a_minute_and_no_more(tmp_path: Path) -> None:
    async def situation() -> None:
        limits = NO_LIMITS.replace("hint=off", "hint=2/minute")
        async with serving(tmp_path, limits=limits) as server, company(server, "Ala", **ALONE) as people:
            await people.begin()
            assert [(await hint(server, people)).status for _ in range(3)] == [200, 200, 429]

    play(situation())


def test_a_rematch_keeps_the_hints_and_the_lobby_shows_them(tmp_path: Path) -> None:
    async def situation() -> None:
        asked = {**ALONE, "public": True}
        async with serving(tmp_path) as server, company(server, "Ala", **asked) as people:
            (listed,) = (await server.ask("GET", "/api/tables")).data()
            assert listed["hints"] is True
            await people.begin()
            await people.finish()
            await people.clients[0].ask("rematch")
            table = (await people.clients[0].next("rematch"))["table"]
            assert (await server.look(table))["settings"]["hints"] is True

    play(situation())


class NoBots(QuickBots):
    """Processes that are lost: no suggestion ever comes."""

    async def suggest(self, ask: Ask) -> tuple[Suggestion, ...]:
        return ()


def test_a_hint_that_does_not_come_is_an_answer_too(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, bots=NoBots()) as server, company(server, "Ala", **ALONE) as people:
            await people.begin()
            reply = await hint(server, people)
            assert (reply.status, reply.error) == (503, "busy")

    play(situation())


def test_real_processes_give_hints_before_anything_is_compiled(tmp_path: Path) -> None:
    async def situation() -> None:
        host = BotHost(workers=1)
        async with serving(tmp_path, bots=host) as server, company(server, "Ala", **ALONE) as people:
            await people.begin()
            told = (await hint(server, people)).data()
            legal = people.clients[0].position["legal"]
            assert 1 <= len(told["hints"]) <= 3
            words = game_by_id("kosmiczni_piraci").words("pl")
            for one in told["hints"]:
                assert one["action"] in legal
                assert one["tried"] > 0
                assert 0 <= one["chance"] <= 1000
                assert words.say("hint", Told(**one["reason"]), ["Ala", "b", "c"])
            assert host.faults == 0

    play(situation())


def test_a_process_that_is_asked_something_odd_says_so(tmp_path: Path) -> None:
    async def situation() -> None:
        host = BotHost(workers=1)
        async with serving(tmp_path, bots=host) as server, company(server, "Ala", **ALONE) as people:
            await people.begin()
            room = server.room(people.table)
            view = room.table.views((0,))[0]
            odd = Ask(
                "t",
                GAMES[0].id,
                GAMES[0].version,
                {},
                None,
                0,
                1,
                "strong",
                msgspec.structs.replace(view, hand=(0, 0)),
                (0,),
            )
            async with asyncio.timeout(60):
                assert await host.suggest(odd) == ()
            assert host.faults == 1

    play(situation())


def test_a_hint_uses_the_share_of_whoever_asks_and_a_bot_that_of_its_table(tmp_path: Path) -> None:
    async def situation() -> None:
        proxies = (ip_network("127.0.0.0/8"),)
        async with (
            serving(tmp_path, trusted_proxies=proxies) as server,
            company(server, "Ala", **ALONE) as people,
        ):
            await people.begin()
            path = f"/api/tables/{people.table}/hint"
            far = {"X-Forwarded-For": "203.0.113.9"}
            assert (await server.ask("POST", path, token=people.tokens[0], headers=far)).status == 200
            await people.move()
            await people.clients[0].first(lambda got: got.get("by") == 1)
            key = server.tables.key
            hinted, bot = (next(ask for ask in server.quick_bots.asks if ask.seat == p) for p in (0, 1))
            assert hinted.origin == origin_of(key, "203.0.113.9")
            assert bot.origin == server.room(people.table).log.origin == origin_of(key, "127.0.0.1")

    play(situation())


def test_whoever_has_many_addresses_of_one_network_takes_turns_as_one(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, trusted_proxies=(ip_network("127.0.0.0/8"),)) as server:
            key, network = server.tables.key, "2001:db8:7::/48"
            for number in (1, 2):
                far = {"X-Forwarded-For": f"2001:db8:7:{number}::5"}
                asked = {"game": "kosmiczni_piraci", **ALONE, "hints": True}
                made = (await server.ask("POST", "/api/tables", asked, headers=far)).data()
                seat = await server.sit(made["table"], "Ala", made["token"])
                for kind in ("ready", "begin"):
                    await server.tell(made["table"], seat["token"], type=kind)
                path = f"/api/tables/{made['table']}/hint"
                (await server.ask("POST", path, token=seat["token"], headers=far)).data()
                assert server.room(made["table"]).whose == origin_of(key, network)
            assert {ask.origin for ask in server.quick_bots.asks} == {origin_of(key, network)}

    play(situation())


def test_too_many_hints_are_refused_at_once_and_asked_to_come_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A queue with room for none: nothing of it needs a process."""

    async def situation() -> None:
        host = BotHost(workers=1)
        monkeypatch.setattr(host._queue, "put_hint", lambda address, table, item: False)
        async with serving(tmp_path, bots=host) as server, company(server, "Ala", **ALONE) as people:
            await people.begin()
            reply = await hint(server, people)
            assert (reply.status, reply.error) == (503, "busy")
            assert int(reply.headers["Retry-After"]) > 0
            assert host.waiting == 0

    play(situation())
