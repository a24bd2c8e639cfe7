"""Records from a file over HTTP: shown like the game they came from, and what is wrong with them is said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kosmoport.conformance.tables import random_move
from kosmoport.core.errors import BadInput
from kosmoport.core.play import generator, new_play
from kosmoport.core.records import dump_record
from kosmoport.games import GAMES, game_by_id
from kosmoport.house.opened_record import MOST_MOVES, opened
from kosmoport.house.replays import LARGEST_RECORD
from tests.server.harness import Json, Server, company, play, serving

ESKADRA = "kosmiczna_eskadra"


def written(game: str, steps: int = 20) -> Json:
    """The record of a random game that was left after so many steps; a step takes 1.5 s."""
    found, rng = game_by_id(game), generator(3)
    again = new_play(found, found.read_options({"players": found.players[0]}), rng)
    for step in range(steps):
        random_move(again, rng)
        again.moves[-1] = type(again.moves[-1])(again.moves[-1].seat, again.moves[-1].action, 1500 * step)
    return json.loads(dump_record(again))


async def sent(server: Server, record: Any, query: str = "") -> Any:
    return await server.ask("POST", f"/api/replay{query}", record)


def test_a_record_is_shown_as_its_table_was_through_everybodys_eyes(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server, company(server, players=3) as people:
            await people.begin()
            last = await people.finish()
            record = (await server.ask("GET", f"/api/tables/{people.table}/record")).data()
            for seat in (-1, 0, 1, 2):
                path = f"/api/tables/{people.table}/frames?seat={seat}"
                there = (await server.ask("GET", path)).data()
                here = (await sent(server, record, f"?seat={seat}")).data()
                began = there["frames"][0]["at"]
                assert here["shown"]["seat"] == there["seat"]
                for frame, other in zip(here["shown"]["frames"], there["frames"], strict=True):
                    assert frame == {**other, "at": other["at"] - began}
                assert [one["name"] for one in here["seats"]] == ["Ala", "Ola", "Ela"]
                assert (here["game"], here["result"]) == (record["game"], last["result"])

    play(situation())


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_every_games_record_is_shown_even_if_it_was_left(game: str) -> None:
    record = written(game)
    found = opened(record, 0)
    assert [frame.at for frame in found.shown.frames] == [0, *(1500 * step for step in range(20))]
    assert [frame.by for frame in found.shown.frames[1:]] == [move.get("seat") for move in record["moves"]]
    assert len({seat.colour for seat in found.seats}) == record["options"]["players"]
    assert (found.result, found.shown.table) == (None, "")


def test_a_record_that_does_not_say_when_is_shown_at_one_moment() -> None:
    record = written("piraci")
    for move in record["moves"]:
        del move["at"]
    assert {frame.at for frame in opened(record, -1).shown.frames} == {0}


def test_the_countdown_of_a_race_is_told_once() -> None:
    counted = [frame.countdown for frame in opened(written(ESKADRA), -1).shown.frames]
    assert counted == [3000, *[0] * 20]


def test_names_of_a_file_are_shown_clean_and_short_or_not_at_all() -> None:
    record = written("piraci")
    for name, shown in {
        "\u202e\x1b[2JŻaneta": "[2JŻaneta",
        "\u2800\u3164": None,
        "Z" + "\u0338" * 60: "Z" + "\u0338" * 4,
        "x" * 64: "x" * 24,
    }.items():
        record["table"] = {"names": [name] * record["options"]["players"]}
        assert {seat.name for seat in opened(record, -1).seats} == {shown}


def test_texts_of_components_in_a_file_are_shown_clean() -> None:
    record = written(ESKADRA, steps=0)
    tables = json.loads(json.dumps(game_by_id(ESKADRA).standard_components.tables))
    tables["ships"][0]["name"], tables["ships"][1]["name"] = "\u202eDuch\x1b", "\u3164"
    record["components"] = tables
    view: Any = opened(record, -1).shown.frames[0].view
    assert [ship.name for ship in view.squadron[:2]] == ["Duch", "?"]
    assert [ship.name for ship in view.squadron[2:]] == [ship["name"] for ship in tables["ships"][2:]]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"kosmoport": "novel"}, "This is neither a record"),
        ({"game": "chess"}, "There is no game"),
        ({"rules": 99}, "This record was made with rules 99"),
        ({"moves": [{"seat": 0, "do": "fly"}]}, "Moves[0] "),
        ({"moves": [{}] * (MOST_MOVES + 1)}, f"A record that is shown here has at most {MOST_MOVES}"),
        ({"result": {"scores": [1, 2, 3], "returns": [60, 0, 0]}}, "The result does not agree"),
        ({"table": "here"}, "Table must be a map"),
    ],
)
def test_what_is_wrong_with_a_record_is_said_in_a_sentence(
    tmp_path: Path, change: Json, sentence: str
) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            reply = await sent(server, {**written("piraci"), **change})
            assert (reply.status, reply.error) == (400, "bad_record")
            assert reply.sentence.startswith(sentence)
            assert reply.sentence.endswith(".")

    play(situation())


def test_eyes_must_have_been_there_and_bodies_have_a_size(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            record = written("piraci")
            for query, error in (
                ("?seat=3", "bad_record"),
                ("?seat=-2", "bad_query"),
                ("?seat=x", "bad_query"),
            ):
                reply = await sent(server, record, query)
                assert (reply.status, reply.error) == (400, error)
            assert (await sent(server, {**record, "table": {"about": "x" * LARGEST_RECORD}})).status == 413
            assert (await sent(server, [record])).status == 400
            assert (await sent(server, {**record, "kosmoport": "position"})).error == "bad_record"

    play(situation())


def deep(levels: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(levels):
        value = [value]
    return value


ODD: list[Any] = [deep(5000), 10**4000, -1, 0.5, "x" * 100_000, None, [], {}, {"x" * 100_000: 1}, True]


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_whatever_stands_anywhere_in_a_record_is_taken_or_refused_with_a_short_sentence(game: str) -> None:
    """Values as a body may bring them; JSON brings no numbers of more digits, and nothing deeper."""
    record, refused = written(game), 0
    extras = {"table": {"names": None, "bots": None, "undone": 0, "more": 1}, "fair": {}}
    changes = [{**record, key: odd} for key in (*record, "table", "fair", "more") for odd in ODD]
    for key in ("options", "deal"):
        changes += [
            {**record, key: {**record[key], name: odd}} for name in (*record[key], "more") for odd in ODD
        ]
    changes += [
        {**record, "table": {**extras["table"], name: odd}} for name in extras["table"] for odd in ODD
    ]
    for number in range(2):
        move = record["moves"][number]
        for name in (*move, "chance", "seat", "do", "more"):
            for odd in ODD:
                moves = [*record["moves"][:number], {**move, name: odd}, *record["moves"][number + 1 :]]
                changes.append({**record, "moves": moves})
    for data in changes:
        try:
            opened(data, -1)
        except BadInput as error:
            refused += 1
            assert len(str(error)) < 600
    assert refused > 100
