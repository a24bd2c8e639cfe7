"""The rules of a game as a page: of a game of the box beside our other pages, of others in their package."""

from __future__ import annotations

from importlib import resources
from typing import Any

from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.words import ENGLISH
from kosmoport.files import REPOSITORY

OWN = "RULES.md"  # in the folder of a game, in English


def page_text(game: Game, language: str = ENGLISH) -> str:
    """The page of a game of the box: installed with us, or in docs/ of the repository; or of frozen rules."""
    frozen: Any = resources.files(game.package) / "rulebook"
    name = f"{game.id}.md" if language == ENGLISH else f"{language}/{game.id}.md"
    current = (resources.files("kosmoport") / "rulebook", REPOSITORY / "docs" / "rules")
    pages: list[Any] = [folder.joinpath(*name.split("/")) for folder in current]
    for page in [frozen / f"{language}.md"] if frozen.is_dir() else pages:
        if page.is_file():
            return str(page.read_text(encoding="utf-8"))
    raise BadInput(f"the rules of {game.title} are not written in the language {language}")


def own_text(game: Game) -> str | None:
    """The page in the folder of any other game, if it has one."""
    page = resources.files(game.package) / OWN
    return page.read_text(encoding="utf-8") if page.is_file() else None
