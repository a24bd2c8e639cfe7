"""Making tables and sitting down at them: every setting, every way to be refused, hosts, guests and seats."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from kosmoport.games import GAMES, game_by_id
from tests.server.harness import Server, company, play, serving
from tests.server.store.places import every_table

COMPONENTS = resources.files(GAMES[0].package) / "components.toml"

EVERY_SETTING: tuple[tuple[dict[str, Any], dict[str, Any]], ...] = (
    ({"players": 4}, {"bots": [None] * 4}),
    ({"bots": [None, "beginner", "casual", "strong", "expert"]}, {"start": "random"}),
    ({"players": 3, "colours": ["red", "blue", "green"]}, {"colours": ["red", "blue", "green"]}),
    ({"players": 3, "start": 2}, {"start": 2}),
    ({"players": 3, "start": "random"}, {"start": "random"}),
    ({"players": 3, "start": "rulebook"}, {"start": "rulebook"}),
    ({"public": True}, {"public": True}),
    ({"unhurried": True}, {"unhurried": True}),
    ({"clock": {"type": "none"}}, {"clock": {"type": "none"}}),
    ({"clock": {"type": "move", "seconds": 30}}, {"clock": {"type": "move", "seconds": 30}}),
    (
        {"clock": {"type": "bank", "seconds": 300, "increment": 5}},
        {"clock": {"type": "bank", "seconds": 300, "increment": 5}},
    ),
    ({"timeout_level": "strong"}, {"timeout_level": "strong"}),
    ({"sealed": True}, {"sealed": True}),
    ({"take_back": False}, {"take_back": False}),
)

OTHER_VALUES: dict[str, Any] = {
    "start_seat": 1,
    "planet_order": [5, 4, 3, 2, 1, 0],
    "ore_split": [3, 9],
    "table": [800, 700],
    "sides": {"research": "B", "morale": "random", "crime": "A"},
}

REFUSED_BODIES: tuple[tuple[Any, str], ...] = (
    (b"", "not JSON"),
    (b"{", "not JSON"),
    (b"\xff\xfe", "not JSON"),
    ([], "object"),
    ({}, "game"),
    ({"game": 7}, "game"),
    ({"game": "chess"}, "chess"),
    ({"game": "piraci", "players": 9}, "players"),
    ({"game": "piraci", "players": "four"}, "players"),
    ({"game": "piraci", "bots": ["casual"]}, "players"),
    ({"game": "piraci", "players": 4, "bots": ["casual"] * 3}, "bots"),
    ({"game": "piraci", "bots": ["grandmaster"] * 3}, "bots"),
    ({"game": "piraci", "options": {"no_such": 1}}, "no_such"),
    ({"game": "piraci", "colours": ["red", "red", "red"]}, "colours"),
    ({"game": "piraci", "players": 3, "colours": ["red", "blue", "mauve"]}, "mauve"),
    ({"game": "piraci", "players": 3, "start": 3}, "start"),
    ({"game": "piraci", "start": "loudest"}, "start"),
    ({"game": "kosmodraci", "start": 1}, "start"),
    ({"game": "piraci", "clock": {"type": "move", "seconds": 1}}, "clock"),
    ({"game": "piraci", "clock": {"type": "sundial"}}, "clock"),
    ({"game": "piraci", "timeout_level": "best"}, "timeout_level"),
    ({"game": "piraci", "components": "not = [toml"}, "components"),
    ({"game": "piraci", "components": "[strange]\nvalue = 1"}, "components"),
    ({"game": "piraci", "sealed": "yes"}, "sealed"),
    ({"game": "piraci", "surprise": True}, "surprise"),
)


@pytest.mark.parametrize("asked, expected", EVERY_SETTING)
def test_a_table_is_made_as_it_was_asked_for(
    tmp_path: Path, asked: dict[str, Any], expected: dict[str, Any]
) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make("kosmiczni_piraci", **asked)
            snapshot = await server.look(made["table"])
            assert snapshot["phase"] == "gathering"
            assert snapshot["deal"]["commitment"] == made["commitment"]
            assert made["link"] == f"{server.url}/t/{made['table']}"
            assert {name: snapshot["settings"][name] for name in expected} == expected

    play(situation())


def test_every_option_of_every_game_can_be_given_as_the_server_describes_it(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            games = (await server.ask("GET", "/api/games")).data()
            assert [game["id"] for game in games] == [game.id for game in GAMES]
            tried = 0
            for game in games:
                for option in game["options"]:
                    for value in _values(option):
                        made = await server.make(game["id"], options={option["name"]: value})
                        settings = (await server.look(made["table"]))["settings"]
                        assert settings["options"][option["name"]] == value
                        tried += 1
            assert tried > 50

    play(situation())


def _values(option: dict[str, Any]) -> list[Any]:
    """What may be chosen: every word, both ends of a range, for lists and maps the default and another."""
    match option["kind"]:
        case "Choice":
            return list(option["choices"])
        case "Flag":
            return [True, False]
        case "Whole":
            return [option["low"], option["high"]]
    return [option["default"], OTHER_VALUES[option["name"]]]


def test_own_components_stand_in_the_settings_and_box_ones_do_not(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            usual = await server.look((await server.make("kosmiczni_piraci"))["table"])
            assert usual["settings"]["components"] is None
            made = await server.make("kosmiczni_piraci", components=COMPONENTS.read_text("utf-8"))
            own = await server.look(made["table"])
            assert own["settings"]["components"]

    play(situation())


def test_a_calm_table_plays_the_lightning_game_in_turns(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            hurried = await server.look((await server.make("kosmiczna_eskadra"))["table"])
            calm = await server.look((await server.make("kosmiczna_eskadra", unhurried=True))["table"])
            assert (hurried["lightning"], calm["lightning"]) == (True, False)

    play(situation())


def test_bad_bodies_get_one_sentence_and_nothing_is_written(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            for body, named in REFUSED_BODIES:
                reply = await server.ask("POST", "/api/tables", body)
                assert reply.status == 400, (body, reply)
                assert named in reply.sentence, (body, reply.sentence)
                assert "\n" not in reply.sentence
                assert "Set-Cookie" not in reply.headers
            assert await every_table(server.store) == []
            assert server.tables.rooms == {}

    play(situation())


def test_a_body_of_another_type_or_size_is_refused(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, max_components=1000) as server:
            form = {"Content-Type": "application/x-www-form-urlencoded"}
            assert (await server.ask("POST", "/api/tables", b"game=piraci", headers=form)).status == 415
            large = {"game": "piraci", "components": "#" * 1001}
            assert (await server.ask("POST", "/api/tables", large)).status == 413
            huge = {"game": "piraci", "components": "#" * 100_000}
            assert (await server.ask("POST", "/api/tables", huge)).status == 413
            made = await server.make("piraci")
            long = {"name": "A", "token": "x" * 9000}
            assert (await server.ask("POST", f"/api/tables/{made['table']}/seats", long)).status == 413
            assert len(await every_table(server.store)) == 1

    play(situation())


# ---------------------------------------------------------------- sitting down


def test_guests_join_by_the_link_with_a_name_and_no_account(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make(bots=[None, None, "casual"])
            host = await server.sit(made["table"], "  Ala  Makota ", made["token"])
            guest = await server.sit(made["table"], "Ola")
            assert (host["seat"], guest["seat"]) == (0, 1)
            assert guest["link"] == f"{made['link']}#seat={guest['token']}"
            seats = (await server.look(made["table"]))["seats"]
            assert [seat["name"] for seat in seats] == ["Ala Makota", "Ola", None]
            assert [seat["bot"] for seat in seats] == [None, None, "casual"]
            assert [seat["person"] for seat in seats] == [True, True, False]

    play(situation())


def test_a_guest_chooses_a_seat_and_a_colour_and_gets_the_free_one(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make(players=3)
            colours = (await server.look(made["table"]))["settings"]["colours"]
            chosen = await server.sit(made["table"], "Ala", seat=2, colour=colours[0])
            assert chosen["seat"] == 2
            seats = (await server.look(made["table"]))["seats"]
            assert [seat["colour"] for seat in seats] == [colours[2], colours[1], colours[0]]
            taken = {"name": "Ola", "colour": colours[0]}
            reply = await server.ask("POST", f"/api/tables/{made['table']}/seats", taken)
            assert (reply.status, reply.error) == (409, "bad_colour")

    play(situation())


@pytest.mark.parametrize(
    "asked, status, error",
    [
        ({"name": "ALA"}, 409, "name_taken"),
        ({}, 409, "no_name"),
        ({"name": ""}, 409, "bad_name"),
        ({"name": "x" * 25}, 409, "bad_name"),
        ({"name": "A\u202eB"}, 409, "bad_name"),
        ({"name": "A\nB\x00"}, 409, "bad_name"),
        ({"name": "x" * 101}, 400, "bad_body"),
        ({"name": "Ola", "seat": 0}, 409, "seat_taken"),
        ({"name": "Ola", "seat": 2}, 409, "seat_taken"),
        ({"name": "Ola", "seat": 4}, 409, "no_such_seat"),
        ({"name": "Ola", "seat": 5}, 400, "bad_body"),
        ({"name": "Ola", "age": -1}, 400, "bad_body"),
        ({"name": "Ola", "token": "\ud800"}, 400, "bad_body"),
        ({"name": "Ola", "more": 1}, 400, "bad_body"),
    ],
)
def test_who_cannot_sit_down_is_told_why_and_nothing_changes(
    tmp_path: Path, asked: dict[str, Any], status: int, error: str
) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make(bots=[None, None, "casual"])
            await server.sit(made["table"], "Ala", made["token"])
            before = (await server.look(made["table"]))["n"]
            body = b'{"name":"Ola","token":"\\ud800"}' if asked.get("token") == "\ud800" else asked
            reply = await server.ask("POST", f"/api/tables/{made['table']}/seats", body)
            assert (reply.status, reply.error) == (status, error)
            assert (await server.look(made["table"]))["n"] == before

    play(situation())


def test_a_full_table_and_a_begun_one_take_nobody(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3) as people:
            path = f"/api/tables/{people.table}/seats"
            assert (await server.ask("POST", path, {"name": "Iga"})).error == "no_free_seat"
            await people.begin()
            assert (await server.ask("POST", path, {"name": "Iga"})).error == "no_free_seat"

    play(situation())


def test_a_name_is_only_text(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make()
            await server.sit(made["table"], "<b onload=x()>&amp;")
            reply = await server.ask("GET", f"/api/tables/{made['table']}")
            assert reply.headers["Content-Type"].startswith("application/json")
            assert reply.json["seats"][0]["name"] == "<b onload=x()>&amp;"

    play(situation())


def test_the_youngest_begins_where_the_rulebook_says_so_and_nobody_learns_ages(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make(players=3, start="rulebook")
            tokens = []
            for name, age in (("Ala", 41), ("Ola", 12), ("Ela", 30)):
                seat = await server.sit(
                    made["table"], name, made["token"] if name == "Ala" else None, age=age
                )
                tokens.append(seat["token"])
            for token in tokens:
                await server.tell(made["table"], token, type="ready")
            assert (await server.tell(made["table"], tokens[0], type="begin"))["problem"] is None
            reply = await server.ask("GET", f"/api/tables/{made['table']}", token=tokens[2])
            assert reply.json["position"]["to_act"] == [1]
            assert b'"age"' not in reply.body
            assert reply.json["seats"][1].keys() == {
                "name",
                "colour",
                "bot",
                "person",
                "ready",
                "reserved",
                "host",
                "took_over",
                "aided",
                "promise",
                "revealed",
            }

    play(situation())


def test_nobody_sits_down_where_people_have_come_and_gone_too_often(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, max_log=100) as server:
            made = await server.make(players=3)
            path, seats = f"/api/tables/{made['table']}/seats", 0
            while (reply := await server.ask("POST", path, {"name": "Ala"})).status == 201:
                ack = await server.tell(made["table"], reply.json["token"], type="leave")
                assert ack["problem"] is None
                seats += 1
            assert (reply.status, reply.error, seats) == (409, "log_full", 50)
            assert (await server.tell(made["table"], made["token"], type="close"))["problem"] is None

    play(situation())


# ---------------------------------------------------------------- the host


def test_only_the_host_begins_and_only_when_everybody_is_ready(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            made = await server.make(players=3)
            table = made["table"]
            ala = await server.sit(table, "Ala", made["token"])
            ola = await server.sit(table, "Ola")
            assert await _problem(server, table, ala["token"], type="begin") == "not_all_seated"
            ela = await server.sit(table, "Ela")
            assert await _problem(server, table, ola["token"], type="begin") == "not_host"
            assert await _problem(server, table, ala["token"], type="begin") == "not_all_ready"
            for seat in (ola, ela):
                assert await _problem(server, table, seat["token"], type="ready") is None
            assert await _problem(server, table, ola["token"], type="ready", ready=False) is None
            assert await _problem(server, table, made["token"], type="begin") == "not_all_ready"
            assert await _problem(server, table, ola["token"], type="ready") is None
            assert await _problem(server, table, made["token"], type="begin") is None
            assert await _problem(server, table, made["token"], type="begin") == "begun"

    play(situation())


async def _problem(server: Server, table: str, token: str, **message: Any) -> str | None:
    ack = await server.tell(table, token, **message)
    return None if ack["problem"] is None else str(ack["problem"]["id"])


def test_a_removed_guest_has_neither_token_nor_connection_to_the_seat(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, "Ala Ola", players=3) as people:
            table, (host, guest) = people.table, people.clients
            token = people.tokens[1]
            assert (await guest.ask("remove", seat=0))["problem"]["id"] == "not_host"
            assert (await host.ask("remove", seat=1))["problem"] is None
            told = await guest.next("seat")
            while told["cause"] != "removed":
                told = await guest.next("seat")
            assert told["seats"][1]["name"] is None

            # The token is dead, at once and also when somebody else has the seat.
            newcomer = await server.sit(table, "Iga", seat=1)
            gone = await server.ask("PUT", f"/api/tables/{table}/seat", token=token)
            assert gone.status == 404
            reply = await server.ask(
                "POST", f"/api/tables/{table}/messages", {"type": "ready", "id": "r"}, token
            )
            assert reply.status == 404
            # The connection that was open does not speak for the newcomer, and sees what is public.
            assert (await guest.ask("ready"))["problem"]["id"] == "not_seated"
            assert (await guest.ask("chat", text="I am Iga"))["problem"]["id"] == "not_seated"
            await server.sit(table, "Ela")
            for other in (newcomer["token"],):
                assert await _problem(server, table, other, type="ready") is None

    play(situation())


def test_the_connection_of_a_removed_guest_is_not_shown_the_next_ones_cards(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            asked = {"bots": [None, None, "casual"], "start": 1}
            async with company(server, "Ala Ola", **asked) as people:
                table, (host, guest) = people.table, people.clients
                await host.ask("remove", seat=1)
                newcomer = await server.sit(table, "Iga", seat=1)
                await server.tell(table, newcomer["token"], type="ready")
                assert (await host.ask("begin"))["problem"] is None
                begun = await guest.next("begun")
                public = await server.look(table)
                assert begun["position"]["legal"] == []
                assert begun["position"]["view"] == public["position"]["view"]
                assert (await server.look(table, newcomer["token"]))["position"]["legal"]

    play(situation())


def test_who_leaves_before_the_start_frees_the_seat(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, "Ala Ola", players=3) as people:
            assert (await people.clients[1].ask("leave"))["problem"] is None
            assert (await server.look(people.table))["seats"][1]["person"] is False
            assert (await server.sit(people.table, "Ola"))["seat"] == 1

    play(situation())


def test_a_host_who_gives_the_seat_up_stays_the_host(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, "Ala Ola", players=3) as people:
            table = people.table
            assert (await people.clients[0].ask("leave"))["problem"] is None
            # A browser has only the token of the seat left: its cookie replaced the host's.
            async with server.connect(table, people.tokens[0]) as again:
                assert again.welcome["host"] is True
                assert again.welcome["seat"] is None
                assert (await again.ask("remove", seat=1))["problem"] is None

    play(situation())


def test_the_host_closes_a_table_that_has_not_begun(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, "Ala Ola", players=3) as people:
            assert (await people.clients[1].ask("close"))["problem"]["id"] == "not_host"
            assert (await people.clients[0].ask("close"))["problem"] is None
            assert (await people.clients[1].next("closed"))["cause"] == "host"
            assert (await people.clients[1].ask("ready"))["problem"]["id"] == "closed"
            reply = await server.ask("POST", f"/api/tables/{people.table}/seats", {"name": "Iga"})
            assert (reply.status, reply.error) == (409, "closed")

    play(situation())


def test_all_rules_about_players_are_the_games_own(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            for game in GAMES:
                low, high = game_by_id(game.id).players
                for players in range(low - 1, high + 2):
                    reply = await server.ask("POST", "/api/tables", {"game": game.id, "players": players})
                    assert reply.status == (201 if low <= players <= high else 400)

    play(situation())
