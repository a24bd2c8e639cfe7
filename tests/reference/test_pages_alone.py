"""A client in another language can be written from the pages alone: one is, and plays every game."""

from __future__ import annotations

import asyncio
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kosmoport.games import GAMES
from tests.house.evening import new_house
from tests.reference.page_client import Client, Pages, Undocumented, play_a_game
from tests.web.moments import write_moments

DOCS = Path(__file__).parents[2] / "docs"
ROW = re.compile(r"^\| `(\w+)` \| .*\|\n", re.M)
EVERY = 7  # of how many views one is looked at
GAME_IDS = pytest.mark.parametrize("game", [game.id for game in GAMES])


def text_of(game: str) -> str:
    return (DOCS / "protocol" / f"{game}.md").read_text(encoding="utf-8")


def pages_of(game: str, text: str | None = None) -> Pages:
    return Pages((DOCS / "protocol.md").read_text(encoding="utf-8"), text_of(game) if text is None else text)


@cache
def played(game: str) -> list[Client]:
    async def play() -> list[Client]:
        house = new_house()
        await house.start()
        clients = await play_a_game(house, pages_of(game))
        await house.close()
        return clients

    return asyncio.run(play())


@GAME_IDS
def test_a_whole_game_is_played_from_the_pages(game: str) -> None:
    clients = played(game)
    for client in clients:
        assert client.position["result"] is not None
        assert len([message for message in client.said if message["type"] == "act"]) > 5
    told = {one["id"] for client in clients for message in client.heard for one in message.get("told", ())}
    assert len(told) >= len(pages_of(game).events) // 2


@GAME_IDS
def test_a_field_that_is_not_on_the_page_is_missed(game: str) -> None:
    """Without any one row that the game has used, the same client stops."""
    text, messages = text_of(game), [m for client in played(game) for m in client.heard]
    used = {one["id"] for message in messages for one in told_in(message)}
    tried = 0
    end = text.find("## Chance") if "## Chance" in text else text.index("## Refusals")
    for row in ROW.finditer(text, text.index("## Actions"), end):
        section = re.findall(r"^### (\w+)$", text[: row.start()], re.M)[-1]
        if section in used:
            assert stops(pages_of(game, text[: row.start()] + text[row.end() :]), messages), (section, row[1])
            tried += 1
    assert tried > 5


def told_in(message: Any) -> list[Any]:
    position = message.get("position") or {}
    return [*message.get("told", ()), *position.get("legal", ())]


def stops(pages: Pages, messages: list[Any]) -> bool:
    try:
        for message in messages:
            for told in message.get("told", ()):
                pages.told(told, pages.events, "told")
            for told in (message.get("position") or {}).get("legal", ()):
                pages.told(told, pages.actions, "legal")
    except Undocumented:
        return True
    return False


def test_what_is_rare_stands_on_the_pages_too(tmp_path: Path) -> None:
    """Every event of the golden games and many of their views, as each seat gets them."""
    write_moments(tmp_path)
    for game in GAMES:
        pages, told = pages_of(game.id), set()
        for frames in json.loads((tmp_path / f"{game.id}.json").read_text(encoding="utf-8")):
            for n, frame in enumerate(frames):
                if n % EVERY == 0:
                    pages.check(frame["view"], "[View](#view)", "view")
                for one in frame["told"]:
                    pages.told(one, pages.events, "told")
                    told.add(one["id"])
        assert set(pages.events) - told <= {"illegal_off"}


@pytest.mark.parametrize(
    "told",
    [
        {"id": "lied", "args": {}},
        {"id": "laid", "args": {"seat": 0}},
        {"id": "laid", "args": {"seat": 0, "planet": 6}},
        {"id": "laid", "args": {"seat": 0, "planet": 1, "card": 3}},
        {"id": "turned", "args": {"owner": 0, "card": "Q", "planet": 1}},
    ],
)
def test_what_is_not_on_the_page_is_refused(told: Any) -> None:
    pages = pages_of("kosmiczni_piraci")
    with pytest.raises(Undocumented):
        pages.told(told, pages.events, "told")
