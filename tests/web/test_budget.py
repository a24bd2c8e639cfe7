"""How much the browser loads before people can choose a game, and before they can play it."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from kosmoport.games import GAMES
from kosmoport.server.pages import CLIENT

LOBBY = 150_000  # bytes, compressed
WITH_GAME = 250_000
LANGUAGES = ("en", "pl", "cs")
TABLE_PAGE = "src/pages/TablePage.svelte"


@pytest.fixture(scope="module")
def manifest() -> dict[str, Any]:
    """What the build says about its files and what each of them needs."""
    path = CLIENT / ".vite" / "manifest.json"
    assert path.is_file(), "the client has not been built; run make client"
    built: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return built


def needed(manifest: dict[str, Any], entry: str, seen: set[str]) -> set[str]:
    """The files of an entry and of everything it imports at once."""
    chunk = manifest[entry]
    files = {chunk["file"], *chunk.get("css", [])}
    for other in chunk.get("imports", []):
        if other not in seen:
            seen.add(other)
            files |= needed(manifest, other, seen)
    return files


def size(files: set[str]) -> int:
    return sum(len(gzip.compress((CLIENT / name).read_bytes(), 9)) for name in files)


def lobby_files(manifest: dict[str, Any], language: str) -> set[str]:
    files = {"index.html", "icon.svg", "manifest.webmanifest"}
    common = f"../src/kosmoport/words/{language}.json"
    for entry in ("index.html", f"src/words/{language}.json", common):
        files |= needed(manifest, entry, set())
    return files


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_is_small(manifest: dict[str, Any], language: str) -> None:
    assert 5_000 < size(lobby_files(manifest, language)) < LOBBY


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_a_game_is_small(manifest: dict[str, Any], game: str, language: str) -> None:
    files = lobby_files(manifest, language) | needed(manifest, TABLE_PAGE, set())
    for entry in (f"src/games/{game}/index.ts", f"src/games/{game}/words/{language}.json"):
        files |= needed(manifest, entry, set())
    words = len(
        gzip.compress((CLIENT.parent.parent / "games" / game / "words" / f"{language}.json").read_bytes(), 9)
    )
    assert 5_000 < size(files) + words < WITH_GAME
