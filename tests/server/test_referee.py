"""The referee over the wire: lines of fire from a seat's own view, and real tables judged without a trace."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from kosmoport.core.words import Told
from kosmoport.games.kosmiczna_eskadra import GAME
from kosmoport.games.kosmiczna_eskadra.referee import RefereeTable, judge
from tests.server.harness import NO_LIMITS, Company, Json, Reply, Server, company, play, serving

REFEREE = "/api/referee/kosmiczna_eskadra"
TURNS: dict[str, Any] = {
    "game": "kosmiczna_eskadra",
    "players": 2,
    "start": 0,
    "options": {"mode": "turns", "start_seat": 0},
}


async def aim(server: Server, people: Company, seat: int, x: int, y: int, rot: int = 0) -> Reply:
    body = {"x": x, "y": y, "rot": rot}
    return await server.ask("POST", f"/api/tables/{people.table}/aim", body, token=people.tokens[seat])


def said(answer: Json, names: list[str]) -> list[str]:
    told = [*answer["lines"], *([answer["problem"]] if answer["problem"] else [])]
    return [GAME.words("en").say("aim", Told(**one), names) for one in told]


async def lay(server: Server, people: Company, seat: int, x: int, y: int) -> None:
    now = await server.look(people.table, people.tokens[seat])
    act = {"do": "release", "args": {"x": x, "y": y, "rot": 0}}
    ack = await server.tell(people.table, people.tokens[seat], type="act", seen=now["n"], **act)
    assert ack["problem"] is None


# ---------------------------------------------------------------- at a table


def test_whoever_holds_a_card_hears_where_its_lasers_would_go(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, "Ala Ola", **TURNS) as people:
            await people.begin()
            told = (await aim(server, people, 0, 3001, 2900)).data()
            view = (await server.look(people.table, people.tokens[0]))["position"]["view"]
            lasers = view["squadron"][view["held"]]["lasers"]
            assert [line["args"]["laser"] for line in told["lines"]] == list(range(1, len(lasers) + 1))
            assert said(told, ["Ala", "Ola"])[-1] == "Here the card would lie beside the table."
            assert told["cites"] == ["KE-33"]
            await lay(server, people, 0, -2000, 0)
            line = (await aim(server, people, 1, -2000, 100)).data()
            assert line["problem"]["id"] == "overlaps_ship"
            assert line["problem"]["args"]["to_seat"] == 0
            assert (await aim(server, people, 1, 2000, 0)).data()["problem"] is None

    play(situation())


def test_an_empty_hand_a_stranger_and_another_game_get_nothing(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, "Ala Ola", **TURNS) as people:
            assert (await aim(server, people, 0, 0, 0)).error == "not_begun"
            await people.begin()
            empty = await aim(server, people, 1, 0, 0)
            assert (empty.status, empty.data()["lines"], empty.data()["problem"]) == (200, [], None)
            path = f"/api/tables/{people.table}/aim"
            body = {"x": 0, "y": 0, "rot": 0}
            assert (await server.ask("POST", path, body)).status == 404
            assert (
                await server.ask("POST", path, {**body, "rot": 360}, token=people.tokens[0])
            ).sentence == ("rot: expected int <= 359")
            async with company(server, "Ala Ola Ela", players=3, start=0) as pirates:
                await pirates.begin()
                assert (await aim(server, pirates, 0, 0, 0)).status == 404

    play(situation())


def test_asking_leaves_no_trace_at_the_table(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, "Ala Ola", **TURNS) as people:
            await people.begin()
            before = await server.look(people.table, people.tokens[0])
            for rot in range(0, 360, 45):
                (await aim(server, people, 0, 1500, 1500, rot)).data()
            after = await server.look(people.table, people.tokens[0])
            assert (after["n"], after["position"]) == (before["n"], before["position"])

    play(situation())


def test_lines_of_fire_are_limited_by_seat(tmp_path: Path) -> None:
    limits = f"{NO_LIMITS},aim=2/minute"

    async def situation() -> None:
        async with serving(tmp_path, limits=limits) as server, company(server, "Ala Ola", **TURNS) as people:
            await people.begin()
            statuses = [(await aim(server, people, 0, 1500, 1500)).status for _ in range(3)]
            assert statuses == [200, 200, 429]
            assert (await aim(server, people, 1, 1500, 1500)).status == 200  # asked for the first time

    play(situation())


# ---------------------------------------------------------------- a real table


def test_a_real_table_is_judged_as_the_rules_do(tmp_path: Path) -> None:
    cards = [
        {"seat": 0, "ship": 9, "x": -2000, "y": 0, "rot": 270},
        {"seat": 1, "ship": 3, "x": -2000, "y": 2000, "rot": 180},
        {"seat": 1, "ship": 0, "x": -2000, "y": 2300, "rot": 0},
    ]
    body = {"options": {"players": 2, "corsairs": True}, "cards": cards}

    async def situation() -> None:
        async with serving(tmp_path) as server:
            judged = (await server.ask("POST", REFEREE, body)).data()
            ours = judge(msgspec.convert(body, RefereeTable))
            assert judged == msgspec.json.decode(msgspec.json.encode(ours))
            assert judged["told"][0]["id"] == "illegal_ship"
            assert all(GAME.words("en").say("event", Told(**told), ["a", "b"]) for told in judged["told"])
            assert (await server.ask("POST", REFEREE, body)).json == judged  # nothing is remembered

    play(situation())


@pytest.mark.parametrize(
    ("cards", "options", "sentence"),
    [
        ([(0, 3, 0, 0, 0), (0, 3, 9, 9, 9)], {}, "card 2 is the second Duch of seat 0"),
        ([(2, 3, 0, 0, 0)], {"players": 2}, "card 1 is of seat 2, but the seats are 0 to 1"),
        ([(0, 10, 0, 0, 0)], {}, "cards[0].ship: expected int <= 9"),
        ([(0, 0, 0, 0, -1)], {}, "cards[0].rot: expected int >= 0"),
        ([(0, 0, 0, 99999, 0)], {}, "cards[0].y: expected int <= 20000"),
        ([(0, 0, 0, 0, 0)] * 41, {}, "cards: expected array of length <= 40"),
        ([], {"wins": 1}, "the referee has no option wins"),
        ([], {"table": [1, 1]}, "option table must be by_players or small or large or pool_table or a list"),
    ],
)
def test_what_no_table_looks_like_is_refused_in_a_sentence(
    tmp_path: Path, cards: list[tuple[int, ...]], options: Json, sentence: str
) -> None:
    names = ("seat", "ship", "x", "y", "rot")
    body = {"options": options, "cards": [dict(zip(names, card, strict=True)) for card in cards]}

    async def situation() -> None:
        async with serving(tmp_path) as server:
            reply = await server.ask("POST", REFEREE, body)
            assert reply.status == 400
            assert reply.sentence.startswith(sentence)

    play(situation())


def test_judging_is_limited_by_address(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, limits="referee=1/minute") as server:
            replies = [(await server.ask("POST", REFEREE, {"cards": []})).status for _ in range(2)]
            assert replies == [200, 429]

    play(situation())


def test_its_page_is_an_address_of_the_client(tmp_path: Path) -> None:
    client = tmp_path / "client"
    client.mkdir()
    (client / "index.html").write_text("<!doctype html><title>Kosmoport</title>")

    async def situation() -> None:
        async with serving(tmp_path, pages=str(client)) as server:
            page = await server.ask("GET", "/g/kosmiczna_eskadra/referee")
            assert (page.status, page.body) == (200, (client / "index.html").read_bytes())
            assert "img-src 'self' data:" in page.headers["Content-Security-Policy"]  # the photo is one

    play(situation())
