"""Lessons as they are written: `lesson.yaml` for people, from which `lesson.json` is made for programs.

`python -m kosmoport.learn.writing` writes those of all games; a test fails when they are stale.
"""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import yaml

from kosmoport.core.game import Game
from kosmoport.games import GAMES


def folder_of(game: Game) -> Path:
    """Where the sources of a game lie."""
    return Path(str(resources.files(game.package)))


def made(game: Game) -> str:
    """The text of `lesson.json`, each chapter on a line."""
    data = yaml.safe_load((folder_of(game) / "lesson" / "lesson.yaml").read_text(encoding="utf-8"))
    chapters = (json.dumps(chapter, separators=(",", ":")) for chapter in data["chapters"])
    return '{"chapters":[\n' + ",\n".join(chapters) + "\n]}\n"


def main() -> None:
    """Write the lessons of all games."""
    for game in GAMES:
        (folder_of(game) / "lesson" / "lesson.json").write_text(made(game), encoding="utf-8")


if __name__ == "__main__":
    main()
