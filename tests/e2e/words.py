"""The catalogues of words, as the tests read them: of the pages, of a drawing, of a game."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

Json = Any
ROOT = Path(__file__).parents[2]
WEB = ROOT / "web" / "src"
ENGINE = ROOT / "src" / "kosmoport"


@cache
def read(file: Path) -> dict[str, Json]:
    words: dict[str, Json] = json.loads(file.read_text(encoding="utf-8"))
    return words


def pages(language: str) -> dict[str, Json]:
    """What the pages and the parts of every table say."""
    return read(WEB / "words" / f"{language}.json")


def drawing(game: str, language: str) -> dict[str, Json]:
    """What the drawing of a game says."""
    return read(WEB / "games" / game / "words" / f"{language}.json")


def page(game: str, name: str, language: str) -> dict[str, Json]:
    """What a page says that only this game has."""
    return read(WEB / "games" / game / name / "words" / f"{language}.json")


def catalogue(name: str, language: str) -> dict[str, dict[str, Json]]:
    """What a game says, by section; `common` has what all of them say."""
    folder = ENGINE if name == "common" else ENGINE / "games" / name
    return read(folder / "words" / f"{language}.json")
