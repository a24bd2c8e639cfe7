"""The addresses of a house without a web server: the same answers, the same form of errors."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from kosmoport.games import GAMES, game_by_id
from kosmoport.house.application import Application
from kosmoport.house.http import Request, body_given
from kosmoport.house.http_errors import error_form
from kosmoport.house.local_socket import LocalSocket
from tests.house.evening import Person, ask, data, new_house, play

PIRATES = game_by_id("kosmiczni_piraci")


def in_house(scene: Callable[[Application], Awaitable[None]]) -> None:
    async def situation() -> None:
        house = new_house()
        await house.start()
        try:
            await scene(house)
        finally:
            await house.close()

    asyncio.run(situation())


def test_what_is_not_there_and_what_nobody_takes() -> None:
    async def scene(house: Application) -> None:
        for path, status in (("/api/nothing", 404), ("/api/tables/nothing", 404), ("/", 404)):
            response = await ask(house, "GET", path)
            assert (response.status, response.body) == error_form(status)
        assert (await ask(house, "PATCH", "/api/games")).status == 405

    in_house(scene)


@pytest.mark.parametrize(
    ("content_type", "body", "status"),
    [("text/plain", b"{}", 415), ("application/json", b"{", 400), ("application/json", b" " * 300_000, 413)],
)
def test_bodies_are_bounded_and_understood(content_type: str, body: bytes, status: int) -> None:
    async def scene(house: Application) -> None:
        request = Request(
            "POST", "/api/tables", headers={"Content-Type": content_type}, read=body_given(body)
        )
        assert (await house.answer(request)).status == status

    in_house(scene)


def test_games_rules_and_lessons_are_told() -> None:
    async def scene(house: Application) -> None:
        assert len(await data(house, "GET", "/api/games")) == len(GAMES)
        for game in GAMES:
            about = f"/api/games/{game.id}"
            assert (await data(house, "GET", f"{about}/rules/en"))["sections"]
            assert (await data(house, "GET", f"{about}/components"))["values"]
            lesson = await data(house, "GET", f"{about}/lesson")
            assert (await data(house, "GET", f"{about}/lesson/words/cs"))["chapters"]
            tried = {"chapter": lesson["chapters"][0]["id"], "actions": []}
            assert (await data(house, "POST", f"{about}/lesson", tried))["position"]["view"]

    in_house(scene)


def test_a_referee_and_a_record_from_a_file_are_judged() -> None:
    async def scene(house: Application) -> None:
        cards = [{"seat": 0, "ship": 3, "x": -1200, "y": 900, "rot": 0}]
        table = {"options": {"players": 2}, "cards": cards}
        assert (await data(house, "POST", "/api/referee/kosmiczna_eskadra", table))["after"]
        person = await play(house, PIRATES)
        record = await data(house, "GET", f"/api/tables/{person.table}/record")
        opened = await data(house, "POST", "/api/replay?seat=0", record)
        assert len(opened["shown"]["frames"]) == len(record["moves"]) + 1
        broken = await ask(house, "POST", "/api/replay", record | {"moves": [7]})
        assert (broken.status, msgspec.json.decode(broken.body)["error"]["id"]) == (400, "bad_record")

    in_house(scene)


def test_a_mistake_of_ours_is_told_without_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(house: Application) -> None:
        def broken(*given: Any, **more: Any) -> None:
            raise RuntimeError("the secret of a table")

        monkeypatch.setattr(house.tables.store, "tables", broken)
        response = await ask(house, "GET", "/api/tables")
        assert response.status == 500
        assert b"secret" not in response.body

    in_house(scene)


def test_who_comes_back_is_told_what_they_missed_and_the_lobby_what_is_there() -> None:
    async def scene(house: Application) -> None:
        made = await data(house, "POST", "/api/tables", {"game": PIRATES.id, "players": 3, "public": True})
        seats = f"/api/tables/{made['table']}/seats"
        tokens = [(await data(house, "POST", seats, {"name": name}))["token"] for name in ("Ada", "Bob")]
        await with_two(house, made["table"], tokens)
        assert [row["table"] for row in await lobby(house)] == [made["table"]]

    in_house(scene)


async def with_two(house: Application, table: str, tokens: list[str]) -> None:
    """Ada leaves, Bob says something, and Ada reads it when she is back."""
    ada, bob = (Person(PIRATES, table, token) for token in tokens)
    tasks = [enter(house, person) for person in (ada, bob)]
    while (await ada.next())["type"] != "snapshot":
        pass
    ada.socket.heard(None)
    await tasks[0]
    await bob.ask("chat", text="are you there?")
    again = Person(PIRATES, table, tokens[0])
    tasks.append(enter(house, again, seen=ada.n))
    while (message := await again.next())["type"] != "chat":
        pass
    assert message["text"] == "are you there?"
    for person in (bob, again):
        person.socket.heard(None)
    await asyncio.gather(*tasks)


def enter(house: Application, person: Person, **more: Any) -> asyncio.Task[None]:
    request = Request("GET", f"/api/tables/{person.table}/socket")
    person.say_hello(**more)
    return asyncio.create_task(house.connect(request, person.socket, str(id(person))))


async def lobby(house: Application) -> Any:
    told: asyncio.Queue[str | None] = asyncio.Queue()
    socket = LocalSocket(told.put_nowait)
    socket.heard('{"type":"hello","version":3}')
    serving = asyncio.create_task(house.connect(Request("GET", "/api/lobby/socket"), socket, "lobby"))
    text = await told.get()
    socket.heard(None)
    await serving
    return msgspec.json.decode(text or "")["tables"]
