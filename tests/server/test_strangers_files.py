"""Files of strangers over HTTP: read by clerks within limits, refused with one sentence, nothing made."""

from __future__ import annotations

import os
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from kosmoport.games import game_by_id
from kosmoport.house import file_work
from kosmoport.house.turns import Turns
from kosmoport.server.clerks.office import Clerks
from tests.server.clerks import fakes
from tests.server.harness import Json, Reply, Server, play, serving
from tests.server.test_replaying import written

ROOT = Path(__file__).parents[2]


async def made(server: Server, components: str, **more: Any) -> Reply:
    return await server.ask("POST", "/api/tables", {"game": "piraci", "components": components, **more})


def clerks_of(server: Server) -> Clerks:
    assert isinstance(server.tables.file_jobs, Clerks)
    return server.tables.file_jobs


@pytest.mark.parametrize(
    "bomb, sentence",
    [
        (".".join("a" * 99_000) + "=1", "line 1 of components has more than 20 dots"),
        ("a = " + "9" * 5000, "components has a number with too many digits"),
        ("a = " + "[" * 150_000, "components has lists or tables too deep in each other"),
        ("\n".join(f"k{i}=1" for i in range(20_000)), "components: Object contains unknown field k0"),
        ("a = 0x" + "f" * 150_000, "components: Object contains unknown field a"),
    ],
    ids=["dots", "digits", "depth", "keys", "hex"],
)
def test_bombs_are_refused_with_one_sentence_and_nothing_is_made(
    tmp_path: Path, bomb: str, sentence: str
) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            reply = await made(server, bomb)
            assert (reply.status, reply.sentence) == (400, sentence)
            assert server.tables.rooms == {}
            assert (await server.ask("GET", "/healthz")).status == 200

    play(situation())


def test_a_file_is_read_only_when_everything_else_is_as_it_must_be(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            reply = await made(server, "a.b.c = 1", options={"moons": 1})
            assert "there is no option moons" in reply.sentence
            assert clerks_of(server).pids == []

    play(situation())


def test_a_table_with_components_of_its_own_plays_with_them(tmp_path: Path) -> None:
    text = (resources.files(game_by_id("piraci").package) / "components.toml").read_text("utf-8")

    async def situation() -> None:
        async with serving(tmp_path) as server:
            reply = await made(server, text.replace("start_money = 10", "start_money = 4"))
            table = server.room(reply.data()["table"]).table
            assert table.components.data.start_money == 4

    play(situation())


def test_a_file_that_harms_its_clerk_is_refused_and_a_full_line_says_when_to_come_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(fakes.FOLDER, str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))

    async def situation() -> None:
        async with serving(tmp_path) as server:
            clerks = server.tables.file_jobs = Clerks(1, worker=fakes.__name__)
            reply = await made(server, "die")
            assert (reply.status, reply.error) == (400, "too_much")
            assert reply.sentence == "This takes too much time or memory."
            reply = await made(server, "raise it")
            assert (reply.status, reply.error) == (500, "unexpected")
            clerks._turns = server.tables.quick = Turns(1, most=0)
            referee: Json = {"cards": [], "options": {}}
            lesson: Json = {"chapter": "table", "actions": []}
            for path, body in (
                ("/api/tables", {"game": "piraci", "components": "quick"}),
                ("/api/replay", written("piraci")),
                ("/api/referee/kosmiczna_eskadra", referee),
                ("/api/games/kosmiczni_piraci/lesson", lesson),
            ):
                reply = await server.ask("POST", path, body)
                assert (reply.status, reply.error) == (503, "queue_full")
                assert int(reply.headers["Retry-After"]) > 0
            assert server.tables.rooms == {}
            await clerks.close()

    play(situation())


def test_a_large_answer_is_packed_for_whoever_can_unpack_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            record = written("kosmiczna_eskadra")
            packed = await server.http.post(f"{server.url}/api/replay", json=record)
            assert packed.headers["Content-Encoding"] == "gzip"
            plain = await server.http.post(
                f"{server.url}/api/replay", json=record, headers={"Accept-Encoding": "identity"}
            )
            assert "Content-Encoding" not in plain.headers
            assert await plain.json() == await packed.json()

    play(situation())
    assert not file_work.packed(b"x" * file_work.LARGE, True).packed
    assert file_work.packed(b"x" * (file_work.LARGEST + 1), True).packed
    assert len(file_work.packed(b"x" * file_work.LARGEST, False).body) == file_work.LARGEST
    with pytest.raises(Exception, match=r"larger than .* bytes: accept gzip"):
        file_work.packed(b"x" * (file_work.LARGEST + 1), False)
    with pytest.raises(MemoryError):
        file_work.packed(os.urandom(2 * file_work.LARGEST), True)
