"""Freezing: before the rules of a game change, they are copied, so that what was begun with them can go on.

The copy is the game's whole folder in a folder `v<version>` inside it, importing only from itself. What only
the newest rules need stays behind: the lesson, and the rule cases.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from importlib import resources
from pathlib import Path

from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.files import write_whole

LEFT_OUT = shutil.ignore_patterns("lesson", "cases.py", "case_*.py", "v[0-9]*", "rulebook", "__pycache__")


def freeze(game: Game, pages: Mapping[str, str]) -> Path:
    """Copy the game as it is, with its rules pages by language, then raise its version; the copy's folder."""
    folder = Path(str(resources.files(game.package)))
    facts = folder / "__init__.py"
    raised, found = re.subn(
        rf"^(\s+version=){game.version},", rf"\g<1>{game.version + 1},", facts.read_text("utf-8"), flags=re.M
    )
    if found != 1:
        raise BadInput(f"{facts} must say version={game.version}, on one line of its own")
    copy, part = folder / f"v{game.version}", folder / f"v{game.version}.part"
    if copy.exists():
        raise BadInput(f"rules {game.version} of {game.title} are frozen already, in {copy}")
    shutil.rmtree(part, ignore_errors=True)
    shutil.copytree(folder, part, ignore=LEFT_OUT)
    for file in part.rglob("*.py"):
        file.write_text(_inside(file.read_text("utf-8"), game.package, copy.name), encoding="utf-8")
    _write_pages(part / "rulebook", pages)
    part.rename(copy)
    write_whole(facts, raised)
    return copy


def _inside(text: str, package: str, version: str) -> str:
    """Imports of the game's own files, as imports of the copy's."""
    return re.sub(rf"^(\s*(?:from|import) {re.escape(package)})\b", rf"\1.{version}", text, flags=re.M)


def _write_pages(folder: Path, pages: Mapping[str, str]) -> None:
    folder.mkdir()
    for language, text in pages.items():
        (folder / f"{language}.md").write_text(text, encoding="utf-8")
