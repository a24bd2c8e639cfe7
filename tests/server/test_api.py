"""The interface for programs: games and words, seats by cookie and link, a whole game by requests alone."""

from __future__ import annotations

from http.cookies import SimpleCookie
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest

from kosmoport.games import GAMES
from tests.server.harness import COOKIE, Reply, Server, company, play, serving


def cookie_of(reply: Reply) -> Any:
    return SimpleCookie(reply.headers["Set-Cookie"])[COOKIE]


def test_the_games_are_described_with_all_a_page_needs(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            games = (await server.ask("GET", "/api/games")).data()
            for game, told in zip(GAMES, games, strict=True):
                assert told["players"] == list(game.players)
                assert told["title"] == game.title
                assert told["first"] == game.first
                assert [option["name"] for option in told["options"]] == [x.name for x in game.options]

    play(situation())


def test_words_of_every_game_come_with_those_that_all_share(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            for game in GAMES:
                words = (await server.ask("GET", f"/api/games/{game.id}/words/en")).data()
                assert words["action"]
                assert words["refusal"]["late"]

    play(situation())


def test_words_of_no_game_and_no_language_do_not_exist(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            for path in ("chess/words/en", "piraci/words/xx", "piraci/words/..%2Fen", "piraci/words/toolong"):
                assert (await server.ask("GET", f"/api/games/{path}")).status == 404

    play(situation())


def test_the_description_of_the_interface_names_every_address(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            described = (await server.ask("GET", "/api/openapi.json")).data()
            assert described["openapi"].startswith("3.1")
            resources = {resource.canonical for resource in server.runner.app.router.resources()}
            tables = {path for path in resources if path.startswith("/api/") and "socket" not in path}
            assert tables - {"/api/openapi.json"} <= set(described["paths"])

    play(situation())


# ---------------------------------------------------------------- the seat in a browser


def test_the_seats_cookie_is_for_this_table_only_and_for_no_script(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.ask("POST", "/api/tables", {"game": "piraci"})
            table = made.json["table"]
            seated = await server.ask("POST", f"/api/tables/{table}/seats", {"name": "Ala"})
            for reply in (made, seated):
                cookie = cookie_of(reply)
                assert cookie.value == reply.json["token"]
                assert cookie["httponly"]
                assert cookie["samesite"] == "Strict"
                assert cookie["path"] == f"/api/tables/{table}"
                assert not cookie["secure"]  # plain http on this machine
                assert not cookie["domain"]

    play(situation())


def test_behind_a_proxy_that_ends_tls_cookies_are_secure(tmp_path: Path) -> None:
    async def situation() -> None:
        trusted = (ip_network("127.0.0.0/8"),)
        secure = {"X-Forwarded-Proto": "https"}
        async with serving(
            tmp_path, trusted_proxies=trusted, public_url="https://play.example.org"
        ) as server:
            made = await server.ask("POST", "/api/tables", {"game": "piraci"}, headers=secure)
            assert cookie_of(made)["secure"]
            assert made.headers["Strict-Transport-Security"]
            assert made.json["link"] == f"https://play.example.org/t/{made.json['table']}"

    play(situation())


def test_who_is_not_a_trusted_proxy_cannot_pretend_to_be_one(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            pretending = {"X-Forwarded-Proto": "https"}
            made = await server.ask("POST", "/api/tables", {"game": "piraci"}, headers=pretending)
            assert not cookie_of(made)["secure"]

    play(situation())


def test_a_reload_finds_the_seat_by_its_cookie(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3) as people:
            await people.begin()
            table = people.table
            page = {"Cookie": f"{COOKIE}={people.tokens[1]}", "Origin": server.url}
            known = (await server.ask("GET", f"/api/tables/{table}", headers=page)).data()
            mine = await server.look(table, people.tokens[1])
            assert known["position"]["view"] == mine["position"]["view"]
            assert known["position"]["view"] != (await server.look(table))["position"]["view"]
            async with server.socket(f"/api/tables/{table}/socket", page) as client:
                await client.send(type="hello", version=3)
                assert (await client.next("welcome"))["seat"] == 1

    play(situation())


def test_the_link_of_a_seat_brings_it_to_another_device(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make()
            seat = await server.sit(made["table"], "Ala")
            token = seat["link"].partition("#seat=")[2]
            claimed = await server.ask("PUT", f"/api/tables/{made['table']}/seat", token=token)
            assert claimed.data() == seat
            cookie = cookie_of(claimed)
            assert cookie.value == token
            assert cookie["httponly"]

    play(situation())


def test_the_hosts_token_alone_is_no_seat(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make()
            reply = await server.ask("PUT", f"/api/tables/{made['table']}/seat", token=made["token"])
            assert (reply.data()["seat"], reply.json["token"]) == (None, made["token"])
            ack = await server.tell(made["table"], made["token"], type="ready")
            assert ack["problem"]["id"] == "not_seated"

    play(situation())


def with_cookie(server: Server, token: str) -> dict[str, str]:
    """What a page of this server sends in a browser that has this seat."""
    return {"Cookie": f"{COOKIE}={token}", "Origin": server.url}


@pytest.mark.parametrize("begun", [False, True])
def test_a_link_does_not_replace_the_seat_that_a_browser_has(tmp_path: Path, begun: bool) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3) as people:
            if begun:
                await people.begin()
            path, (ala, ola, _) = f"/api/tables/{people.table}/seat", people.tokens
            refused = await server.ask("PUT", path, token=ola, headers=with_cookie(server, ala))
            assert (refused.status, refused.error) == (409, "other_seat")
            assert refused.sentence == "this browser has another seat at this table"
            assert "Set-Cookie" not in refused.headers
            # Both can be looked at before anything is decided.
            mine = (await server.ask("GET", path, headers=with_cookie(server, ala))).data()
            theirs = await server.ask("GET", path, token=ola, headers=with_cookie(server, ala))
            assert (mine["seat"], theirs.data()["seat"]) == (0, 1)
            assert mine["link"] == f"{server.url}/t/{people.table}#seat={ala}"
            assert "Set-Cookie" not in theirs.headers
            changed = await server.ask(
                "PUT", f"{path}?replace=true", token=ola, headers=with_cookie(server, ala)
            )
            assert changed.data()["seat"] == 1
            assert cookie_of(changed).value == ola
            back = await server.ask(
                "PUT", f"{path}?replace=true", token=ala, headers=with_cookie(server, ola)
            )
            assert cookie_of(back).value == ala
            assert (await server.ask("PUT", f"{path}?replace=maybe", token=ola)).error == "bad_query"

    play(situation())


def test_a_browser_that_has_no_other_seat_is_not_asked(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made, elsewhere = await server.make(players=3), await server.make(players=3)
            path = f"/api/tables/{made['table']}/seat"
            host = await server.sit(made["table"], "Ala", made["token"])
            guest = await server.sit(made["table"], "Ola")
            other_table = await server.sit(elsewhere["table"], "Ola")
            removed = await server.sit(made["table"], "Iga")
            await server.tell(made["table"], made["token"], type="remove", seat=2)
            # The same seat, the host's two tokens, one of another table, one that is dead, and nonsense.
            for kept, token in (
                (guest["token"], guest["token"]),
                (made["token"], host["token"]),
                (host["token"], made["token"]),
                (other_table["token"], guest["token"]),
                (removed["token"], guest["token"]),
                ("nonsense", guest["token"]),
            ):
                reply = await server.ask("PUT", path, token=token, headers=with_cookie(server, kept))
                assert cookie_of(reply).value == token, reply

    play(situation())


def test_the_token_of_a_host_who_has_not_sat_down_is_not_lost_either(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make(players=3)
            guest = await server.sit(made["table"], "Ola")
            path, host = f"/api/tables/{made['table']}/seat", with_cookie(server, made["token"])
            assert (await server.ask("PUT", path, token=guest["token"], headers=host)).error == "other_seat"
            mine = (await server.ask("GET", path, headers=host)).data()
            assert (mine["seat"], mine["token"]) == (None, made["token"])
            changed = await server.ask("PUT", f"{path}?replace=true", token=guest["token"], headers=host)
            assert cookie_of(changed).value == guest["token"]
            token = mine["link"].partition("#seat=")[2]
            back = await server.ask(
                "PUT", f"{path}?replace=true", token=token, headers=with_cookie(server, guest["token"])
            )
            assert cookie_of(back).value == made["token"]
            assert (await server.tell(made["table"], token, type="close"))["problem"] is None

    play(situation())


def test_who_sits_down_beside_somebody_in_one_browser_does_not_take_their_cookie(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make(players=3)
            path = f"/api/tables/{made['table']}/seats"
            first = await server.ask(
                "POST", path, {"name": "Ala"}, headers=with_cookie(server, made["token"])
            )
            assert cookie_of(first).value == first.data()["token"]  # the host's own seat
            second = await server.ask(
                "POST", path, {"name": "Ola"}, headers=with_cookie(server, first.json["token"])
            )
            assert second.data()["seat"] == 1
            assert "Set-Cookie" not in second.headers
            left = await server.tell(made["table"], second.json["token"], type="leave")
            assert left["problem"] is None
            third = await server.ask(
                "POST", path, {"name": "Iga"}, headers=with_cookie(server, second.json["token"])
            )
            assert cookie_of(third).value == third.data()["token"]

    play(situation())


# ---------------------------------------------------------------- playing without a socket


def test_a_whole_game_is_played_by_requests_alone(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make(bots=[None, "casual", "casual"])
            token = (await server.sit(made["table"], "Ala", made["token"]))["token"]
            assert (await server.tell(made["table"], token, type="begin"))["problem"] is None
            program = Program(server, made["table"], token)
            while (position := await program.next_decision())["result"] is None:
                legal = position["legal"][0]
                act = {"type": "act", "seen": program.n, "do": legal["id"], "args": legal["args"]}
                assert (await server.tell(made["table"], token, **act))["problem"] is None
            assert sum(position["result"]["returns"]) == 60

    play(situation())


class Program:
    """Plays without a socket: asks again and again for what happened since."""

    def __init__(self, server: Server, table: str, token: str) -> None:
        self.server, self.table, self.token = server, table, token
        self.n = 0
        self.position: Any = None

    async def next_decision(self) -> Any:
        for _ in range(1000):
            path = f"/api/tables/{self.table}/messages?after={self.n}"
            for message in (await self.server.ask("GET", path, token=self.token)).data():
                assert message["n"] == self.n + 1
                self.n = message["n"]
                self.position = message.get("position") or self.position
            if self.position and (self.position["legal"] or self.position["result"]):
                return self.position
        raise AssertionError("the bots do not move")


def test_the_same_message_sent_again_is_answered_and_not_done_again(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3) as people:
            await people.begin()
            actor = next(client for client in people.clients if client.position["legal"])
            token = people.tokens[people.clients.index(actor)]
            legal = actor.position["legal"][0]
            act = {"type": "act", "id": "once", "seen": actor.n, "do": legal["id"], "args": legal["args"]}
            first = await server.tell(people.table, token, **act)
            again = await server.tell(people.table, token, **act)
            by_socket = await actor.ask(**act)
            assert first["n"] == again["n"] == by_socket["n"]
            assert (await server.look(people.table))["n"] == first["n"]

    play(situation())


def test_two_seats_may_use_the_same_id(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3) as people:
            numbers = [(await client.ask("ready", id="same"))["n"] for client in people.clients]
            assert len(set(numbers)) == 3

    play(situation())


def test_a_late_action_is_refused_and_says_so(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3) as people:
            await people.begin()
            early = people.clients[0].n - 1
            actor = next(client for client in people.clients if client.position["legal"])
            ack = await actor.act(seen=early)
            assert ack["problem"]["id"] == "late"
            assert (await actor.act())["problem"] is None

    play(situation())


def test_what_is_not_a_message_is_refused_in_one_sentence(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3) as people:
            path, token = f"/api/tables/{people.table}/messages", people.tokens[0]
            before = (await server.look(people.table))["n"]
            bodies: tuple[Any, ...] = (
                b"",
                b"null",
                {"type": "act"},
                {"type": "no_such", "id": "a"},
                {"type": "ready", "id": ""},
                {"type": "ready", "id": "x" * 41},
                {"type": "hello", "version": 3},
                {"type": "chat", "id": "a", "text": "x" * 2001},
                {"type": "act", "id": "a", "seen": -1, "do": "lay"},
                {"type": "act", "id": "a", "seen": 1, "do": "lay", "surprise": 1},
                {"type": "remove", "id": "a", "seat": 77},
            )
            for body in bodies:
                reply = await server.ask("POST", path, body, token)
                assert (reply.status, reply.error) == (400, "bad_body"), body
                assert "\n" not in reply.sentence
            large = {"type": "act", "id": "a", "seen": 1, "do": "lay", "args": {"x": "y" * 20_000}}
            assert (await server.ask("POST", path, large, token)).status == 413
            assert (await server.look(people.table))["n"] == before

    play(situation())


@pytest.mark.parametrize("query", ["after=-1", "after=x", "after=99999999999999999999", "after="])
def test_a_wrong_number_in_a_query_is_refused(tmp_path: Path, query: str) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make()
            reply = await server.ask("GET", f"/api/tables/{made['table']}/messages?{query}")
            assert (reply.status, reply.error) == (400, "bad_query")

    play(situation())


def test_messages_after_a_number_that_is_still_to_come_are_a_snapshot(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make()
            path = f"/api/tables/{made['table']}/messages"
            assert [m["type"] for m in (await server.ask("GET", path)).data()] == ["snapshot"]
            assert [m["type"] for m in (await server.ask("GET", path + "?after=0")).data()] == ["seat"]
            assert (await server.ask("GET", path + "?after=1")).data() == []
            ahead = (await server.ask("GET", path + "?after=9")).data()
            assert [m["type"] for m in ahead] == ["snapshot"]

    play(situation())


def test_an_address_that_does_not_take_a_method_says_which_it_takes(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            reply = await server.ask("PATCH", "/api/tables")
            assert reply.status == 405
            assert {"GET", "POST"} <= set(reply.headers["Allow"].split(","))
            assert (await server.ask("GET", "/api/nothing/here")).status == 404

    play(situation())
