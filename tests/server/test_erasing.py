"""Whoever has their name deleted is gone under every name they had at the table, and nobody else is."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from kosmoport.house.erasing import earlier_sittings, same_person, without_words
from kosmoport.server.doctor import examine
from kosmoport.table import entries as log
from kosmoport.table.entries import AnyEntry, Logged, decode_entry
from kosmoport.table.settings import NewTable, read_settings
from tests.server.harness import COOKIE, Json, Server, company, play, serving
from tests.server.test_other_rules import new_rules
from tests.server.test_records_http import kept_anywhere

FIRST, SECOND, THIRD = "Pankracy", "Serwacy", "Bonifacy"
WORDS = ("kukułka", "puszczyk", "krogulec")


async def names_and_words(server: Server, table: str) -> list[str]:
    """Whatever people gave the table, as its log has it."""
    entries = [decode_entry(line.entry) for line in await server.store.read(table)]
    names = [entry.name for entry in entries if isinstance(entry, log.Sat)]
    kept = [one.name for one in getattr(entries[0], "reserved", ()) if one is not None]
    return [*kept, *names, *(entry.text for entry in entries if isinstance(entry, log.Chatted))]


async def erase(server: Server, table: str, token: str) -> int:
    return (await server.ask("DELETE", f"/api/tables/{table}/name", token=token)).status


async def sit_again(server: Server, table: str, name: str, word: str, **how: Any) -> Json:
    """Sit down, say something, and stand up."""
    seat = await sit(server, table, name, **how)
    await server.tell(table, seat["token"], type="chat", text=word)
    await server.tell(table, seat["token"], type="leave")
    return seat


async def sit(server: Server, table: str, name: str, *, header: str = "", cookie: str = "") -> Json:
    headers = {"Cookie": f"{COOKIE}={cookie}", "Origin": server.url} if cookie else {}
    path = f"/api/tables/{table}/seats"
    return (await server.ask("POST", path, {"name": name}, header or None, headers)).data()


@pytest.mark.parametrize("by", ["header", "cookie"])
@pytest.mark.parametrize("erased_with", [0, 1, 2])
def test_all_names_of_somebody_who_sat_down_again_are_erased(
    tmp_path: Path, where: str, by: str, erased_with: int
) -> None:
    async def situation() -> None:
        async with serving(tmp_path, where=where) as server, company(server, "Ala Ola", players=4) as people:
            table, tokens = people.table, list[str]()
            await people.clients[0].ask("chat", text="hello")
            for name, word in zip((FIRST, SECOND), WORDS, strict=False):
                before = {by: tokens[-1]} if tokens else {}
                tokens.append((await sit_again(server, table, name, word, **before))["token"])
            last = await sit(server, table, THIRD, **{by: tokens[-1]})
            tokens.append(last["token"])
            await server.tell(table, last["token"], type="chat", text=WORDS[2])
            assert await names_and_words(server, table) == [
                *("Ala", "Ola", FIRST, SECOND, THIRD),
                *("hello", *WORDS),
            ]
            assert await erase(server, table, tokens[erased_with]) == 200
            assert await names_and_words(server, table) == ["Ala", "Ola", "", "", "", "hello", "", "", ""]
            seen = await server.look(table)
            assert [seat["name"] for seat in seen["seats"]][:3] == ["Ala", "Ola", ""]
            assert [said["text"] for said in seen["chat"]] == ["hello"]
            if not where:
                for text in (FIRST, SECOND, THIRD, *WORDS):
                    assert kept_anywhere(tmp_path, text) == []
            await server.restart()
            assert (await server.look(table))["seats"] == seen["seats"]

    play(situation())


def test_people_who_share_a_device_are_not_one_person(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make(players=3)
            first = await sit(server, made["table"], FIRST)
            second = await sit(server, made["table"], SECOND, cookie=first["token"])
            assert await erase(server, made["table"], second["token"]) == 200
            assert await names_and_words(server, made["table"]) == [FIRST, ""]

    play(situation())


def test_who_had_the_seat_before_keeps_their_name_and_words(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make(players=3)
            table = made["table"]
            stranger = await sit_again(server, table, FIRST, WORDS[0])
            mine = await sit_again(server, table, SECOND, WORDS[1])
            assert stranger["seat"] == mine["seat"]
            again = await sit(server, table, THIRD, cookie=mine["token"])
            assert await erase(server, table, again["token"]) == 200
            assert await names_and_words(server, table) == [FIRST, "", "", WORDS[0], ""]
            assert [said["text"] for said in (await server.look(table))["chat"]] == [WORDS[0]]
            await server.restart()
            assert [said["text"] for said in (await server.look(table))["chat"]] == [WORDS[0]]

    play(situation())


def test_a_token_of_another_table_makes_nobody_the_same_person(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            here, there = await server.make(players=3), await server.make(players=3)
            elsewhere = await sit_again(server, there["table"], FIRST, WORDS[0])
            await sit_again(server, here["table"], SECOND, WORDS[1])
            mine = await sit(server, here["table"], THIRD, cookie=elsewhere["token"])
            assert await erase(server, here["table"], mine["token"]) == 200
            assert await names_and_words(server, here["table"]) == [SECOND, "", WORDS[1]]
            assert await names_and_words(server, there["table"]) == [FIRST, WORDS[0]]

    play(situation())


def test_the_host_s_token_and_a_cookie_may_come_together(tmp_path: Path) -> None:
    """A guest's seat in this browser, then the host's: both are this person's."""

    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make(players=3)
            guest = await sit_again(server, made["table"], FIRST, WORDS[0])
            host = await sit(server, made["table"], SECOND, header=made["token"], cookie=guest["token"])
            assert await erase(server, made["table"], host["token"]) == 200
            assert await names_and_words(server, made["table"]) == ["", "", ""]

    play(situation())


def test_a_seat_that_a_rematch_keeps_is_this_person_s_too(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make(game="kosmiczna_misja", players=2)
            table = made["table"]
            early = await sit_again(server, table, FIRST, WORDS[0])
            mine = await sit(server, table, SECOND, cookie=early["token"])
            other = await sit(server, table, "Ola", header=made["token"])
            await server.tell(table, mine["token"], type="ready")
            assert (await server.tell(table, made["token"], type="begin"))["problem"] is None
            for seat in (mine, other):
                await server.tell(table, seat["token"], type="leave")
            async with server.connect(table) as watcher:
                await watcher.first(lambda m: (m.get("position") or {}).get("result") is not None)
            await server.tell(table, mine["token"], type="rematch")
            again = (await server.look(table))["rematch"]
            assert SECOND in await names_and_words(server, again)
            # They sit down there, stand up, and come back under another name.
            kept = await server.sit(again, None, before=mine["token"])
            await server.tell(again, kept["token"], type="leave")
            new = await sit(server, again, THIRD, cookie=kept["token"])
            assert await erase(server, again, new["token"]) == 200
            assert set(await names_and_words(server, again)) == {"Ola", ""}
            # With the oldest token of the first game all names of that game go.
            assert await erase(server, table, early["token"]) == 200
            for text in (FIRST, SECOND, THIRD, WORDS[0]):
                assert kept_anywhere(tmp_path, text) == []

    play(situation())


def test_a_kept_seat_that_nobody_took_is_unnamed_by_the_oldest_token(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make(game="kosmiczna_misja", bots=[None, "casual"])
            table = made["table"]
            early = await sit_again(server, table, FIRST, WORDS[0])
            mine = await sit(server, table, SECOND, cookie=early["token"])
            await server.tell(table, mine["token"], type="ready")
            assert (await server.tell(table, made["token"], type="begin"))["problem"] is None
            await server.tell(table, mine["token"], type="leave")
            async with server.connect(table) as watcher:
                await watcher.first(lambda m: (m.get("position") or {}).get("result") is not None)
            await server.tell(table, mine["token"], type="rematch")
            again = (await server.look(table))["rematch"]
            assert await erase(server, table, early["token"]) == 200
            assert await names_and_words(server, again) == [""]

    play(situation())


def test_names_are_erased_at_a_table_whose_rules_are_not_here(tmp_path: Path, where: str) -> None:
    async def situation() -> None:
        async with serving(tmp_path, where=where) as server:
            async with company(server, "Ala Ola", game="piraci", players=3, public=True) as people:
                table, host = people.table, people.host
                early = await sit_again(server, table, FIRST, WORDS[0])
                mine = await sit(server, table, SECOND, cookie=early["token"])
                await server.tell(table, mine["token"], type="chat", text=WORDS[1])
                await people.clients[0].ask("chat", text=WORDS[2])
            await server.store.set_webhook(table, mine["seat"], "https://example.org/hook")
            await server.store.set_pushes(table, mine["seat"], "[]")
            await server.stop()
            with new_rules():
                await server.start()
                assert (await server.ask("GET", f"/api/tables/{table}", token=mine["token"])).status == 409
                for token in (host, f"{mine['token']}x"):
                    assert await erase(server, table, token) == 404
                before = await server.store.read(table)
                assert await erase(server, table, early["token"]) == 200
                after = await server.store.read(table)
                changed = [line.n for line, old in zip(after, before, strict=False) if line != old]
                assert len(changed) == 4, "two names and two lines of chat"
                assert [decode_entry(line.entry) for line in after[len(before) :]] == [
                    log.Erased(mine["seat"])
                ]
                assert await server.store.webhook(table, mine["seat"]) is None
                assert await server.store.pushes(table, mine["seat"]) is None
                if not where:
                    for text in (FIRST, SECOND, *WORDS[:2]):
                        assert kept_anywhere(tmp_path, text) == []
                await server.stop()
            assert await asyncio.to_thread(examine, server.settings, print) == 0
            await server.start()
            now = await server.look(table)
            assert [seat["name"] for seat in now["seats"]] == ["Ala", "Ola", ""]
            assert [said["text"] for said in now["chat"]] == [WORDS[2]]

    play(situation())


def test_a_seat_kept_at_a_sleeping_rematch_is_unnamed_too(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            async with company(server, FIRST, game="piraci", bots=[None, "casual", "casual"]) as people:
                await people.begin()
                await people.finish()
                await people.clients[0].ask("rematch")
                again = (await server.look(people.table))["rematch"]
            await server.stop()
            with new_rules():
                await server.start()
                assert FIRST in await names_and_words(server, again)
                assert await erase(server, people.table, people.tokens[0]) == 200
                assert kept_anywhere(tmp_path, FIRST) == []
                await server.stop()
            assert await asyncio.to_thread(examine, server.settings, print) == 0
            await server.start()

    play(situation())


# ---------------------------------------------------------------- the log alone


def logged(*entries: AnyEntry) -> list[Logged]:
    settings = read_settings(NewTable(game="kosmiczni_piraci"))
    created = log.Created(settings, "00" * 32, "host", (log.Reservation("kept", "Kunegunda"),))
    return [Logged(n, n, entry) for n, entry in enumerate((created, *entries), start=1)]


def test_a_log_of_before_is_read_and_erased_as_it_was() -> None:
    old = b'{"type":"sat","seat":0,"name":"Ala","key":"a","luck":"x","age":null,"colour":null}'
    sat = decode_entry(old)
    assert sat == log.Sat(0, "Ala", "a", "x")
    lines = logged(sat, log.Chatted(0, "hello"), log.Stood(0, "left"), log.Sat(0, "Ela", "b", "y"))
    assert same_person(lines, "a") == {"a"}
    assert set(without_words(lines, same_person(lines, "a"))) == {2, 3}


def test_sittings_are_followed_both_ways_and_not_to_others() -> None:
    def sat(key: str, *before: str) -> AnyEntry:
        return log.Sat(0, key, key, "", before=before)

    lines = logged(sat("a"), sat("b", "a"), sat("c", "b", "kept"), sat("d", "a"), sat("e"), sat("f", "f"))
    assert same_person(lines, "b") == {"a", "b", "c"}
    assert same_person(lines, "c") == {"a", "b", "c", "kept"}
    assert same_person(lines, "a") == {"a", "b", "c", "d"}
    assert same_person(lines, "d") == {"a", "d"}, "not what another device made of the same seat"
    assert same_person(lines, "e") == {"e"}
    assert same_person(lines, "f") == {"f"}
    assert earlier_sittings(lines, {"a", "e", "kept", "nobody"}, {"e"}) == {"a", "kept"}
