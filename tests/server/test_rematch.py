"""Another game with the same people: seats moved on by one, each kept for whoever had the token before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kosmoport.table.fair import commitment
from tests.server.harness import Company, company, connected, play, serving

GAME: dict[str, Any] = {
    "bots": [None, None, "casual"],
    "colours": ["red", "blue", "green"],
    "options": {"full_tie": "random"},
    "public": True,
    "clock": {"type": "bank", "seconds": 600, "increment": 5},
    "timeout_level": "strong",
    "take_back": False,
}


async def play_to_the_end(people: Company) -> None:
    await people.begin()
    await people.finish()


def test_everybody_sits_one_seat_further_with_everything_as_it_was(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, "Ala Ola", **GAME) as people:
            ala, ola = people.clients
            assert (await ala.ask("rematch"))["problem"]["id"] == "not_over"
            await play_to_the_end(people)
            assert (await ola.ask("rematch"))["problem"] is None
            told = [await client.next("rematch") for client in people.clients]
            assert told[0] == told[1]
            table = told[0]["table"]
            assert (await ala.ask("rematch"))["problem"] is None  # there is only one
            assert (await server.look(people.table))["rematch"] == table
            before, after = await server.look(people.table), await server.look(table)
            assert after["phase"] == "gathering"
            assert [seat["reserved"] for seat in after["seats"]] == [None, "Ala", "Ola"]
            assert [seat["bot"] for seat in after["seats"]] == ["casual", None, None]
            assert [seat["colour"] for seat in after["seats"]] == ["green", "red", "blue"]
            same = ("game", "options", "clock", "timeout_level", "take_back", "public", "start")
            for name in same:
                assert after["settings"][name] == before["settings"][name]
            assert after["deal"]["commitment"] != before["deal"]["commitment"]  # a deal of its own, which
            assert (after["deal"]["frozen"], after["deal"]["void"]) == (None, [])
            assert not any(seat["promise"] for seat in after["seats"])  # everybody promises for anew

    play(situation())


def test_the_old_token_claims_the_kept_seat_and_nobody_else_gets_it(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, "Ala Ola", **GAME) as people:
            await play_to_the_end(people)
            await people.clients[1].ask("rematch")
            table = (await people.clients[0].next("rematch"))["table"]
            path = f"/api/tables/{table}/seats"
            assert (await server.ask("POST", path, {"name": "Iga"})).error == "no_free_seat"
            assert (await server.ask("POST", path, {"name": "Iga", "seat": 1})).error == "seat_taken"
            forged = {"name": "Iga", "token": people.tokens[0][:-2] + "xx"}
            assert (await server.ask("POST", path, forged)).error == "no_free_seat"
            # The old token is a key to the seat that is kept, and not yet a token of this table.
            assert (
                await server.ask("PUT", f"/api/tables/{table}/seat", token=people.tokens[0])
            ).status == 404
            ola = await server.sit(table, None, before=people.tokens[1])
            ala = await server.sit(table, "Ala the Second", before=people.tokens[0])
            assert (ala["seat"], ola["seat"]) == (1, 2)
            seats = (await server.look(table))["seats"]
            assert [seat["name"] for seat in seats] == [None, "Ala the Second", "Ola"]
            again_the_same = await server.sit(table, "Ala again", before=people.tokens[0])
            assert again_the_same == ala
            assert (await server.look(table))["seats"] == seats
            async with connected(server, table, [ala["token"], ola["token"]]) as again:
                assert [client.welcome["seat"] for client in again.clients] == [1, 2]
                assert [client.welcome["host"] for client in again.clients] == [True, False]
                await play_to_the_end(again)

    play(situation())


def test_a_host_who_did_not_play_is_followed_by_whoever_asks(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make(**GAME)
            guests = [await server.sit(made["table"], name) for name in ("Ala", "Ola")]
            for guest in guests:
                await server.tell(made["table"], guest["token"], type="ready")
            assert (await server.tell(made["table"], made["token"], type="begin"))["problem"] is None
            for guest in guests:
                await server.tell(made["table"], guest["token"], type="leave")
            async with server.connect(made["table"]) as watcher:
                await watcher.first(lambda m: (m.get("position") or {}).get("result") is not None)
            assert (await server.tell(made["table"], guests[1]["token"], type="rematch"))["problem"] is None
            table = (await server.look(made["table"]))["rematch"]
            seats = [await server.sit(table, None, before=guest["token"]) for guest in guests]
            async with connected(server, table, [seat["token"] for seat in seats]) as again:
                assert [client.welcome["host"] for client in again.clients] == [False, True]

    play(situation())


def test_the_host_may_free_a_seat_that_is_kept_for_somebody_who_does_not_come(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, "Ala Ola", **GAME) as people:
            await play_to_the_end(people)
            await people.clients[0].ask("rematch")
            table = (await people.clients[0].next("rematch"))["table"]
            ala = await server.sit(table, None, before=people.tokens[0])
            assert (await server.tell(table, ala["token"], type="remove", seat=2))["problem"] is None
            assert (await server.sit(table, "Iga"))["seat"] == 2

    play(situation())


def test_a_rematch_has_a_secret_of_its_own_and_new_promises(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, "Ala Ola", **GAME) as people:
            await play_to_the_end(people)
            await people.clients[0].ask("rematch")
            table = (await people.clients[0].next("rematch"))["table"]
            first, second = server.room(people.table).table, server.room(table).table
            assert first.secret != second.secret
            shown = (await server.look(table))["deal"]
            assert (shown["round"], shown["commitment"]) == (0, commitment(second.secret, table, 0))
            assert all(seat.promise is None for seat in second.seats)

    play(situation())


def test_a_rematch_survives_a_restart(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            async with company(server, "Ala Ola", **GAME) as people:
                await play_to_the_end(people)
                await people.clients[0].ask("rematch")
                table = (await people.clients[0].next("rematch"))["table"]
            await server.restart()
            assert (await server.look(people.table))["rematch"] == table
            assert (await server.sit(table, None, before=people.tokens[1]))["seat"] == 2

    play(situation())


def test_another_game_with_the_same_people(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, "Ala Ola", **GAME) as people:
            await play_to_the_end(people)
            ala, ola = people.clients
            assert (await ola.ask("rematch", game="ludo"))["problem"]["id"] == "no_such_game"
            assert (await ola.ask("rematch", game="kosmiczna_misja"))["problem"] is None
            table = (await ala.next("rematch"))["table"]
            assert (await ala.ask("rematch"))["problem"] is None  # there is one next table for all
            assert (await server.look(people.table))["rematch"] == table
            after = await server.look(table)
            assert after["settings"]["game"] == "kosmiczna_misja"
            assert [seat["reserved"] for seat in after["seats"]] == [None, "Ala", "Ola"]
            assert [seat["bot"] for seat in after["seats"]] == ["casual", None, None]
            seats = [await server.sit(table, None, before=token) for token in people.tokens]
            async with connected(server, table, [seat["token"] for seat in seats]) as again:
                assert [client.welcome["host"] for client in again.clients] == [True, False]
                await play_to_the_end(again)

    play(situation())
