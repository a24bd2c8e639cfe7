"""A copy of the program, whose rules can be changed while it does not run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
Change = tuple[str, str, str]  # a file of the game, what stands there, and what stands there from now on


class Copied:
    """What `src` and the rules pages are, in a folder; `client`: with the pages for browsers."""

    def __init__(self, folder: Path, client: bool = False) -> None:
        self.folder, self.source = folder, folder / "src"
        leave = ("__pycache__",) if client else ("__pycache__", "client")
        shutil.copytree(ROOT / "src", self.source, ignore=shutil.ignore_patterns(*leave))
        shutil.copytree(ROOT / "docs" / "rules", folder / "docs" / "rules")
        paths = os.pathsep.join((str(self.source), str(ROOT)))  # its tests are ours
        self.env = {**os.environ, "PYTHONPATH": paths}
        self.env.pop("PYTHONDONTWRITEBYTECODE", None)  # or every process of it compiles everything again

    def game(self, name: str) -> Path:
        return self.source / "kosmoport" / "games" / name

    def command(self, *words: object) -> list[str]:
        """`kosmoport WORDS` of this copy."""
        return [sys.executable, "-m", "kosmoport", *map(str, words)]

    def run(self, *words: object) -> subprocess.CompletedProcess[str]:
        return self._done(self.command(*words))

    def python(self, program: str) -> subprocess.CompletedProcess[str]:
        return self._done([sys.executable, "-c", program])

    def _done(self, words: list[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(words, env=self.env, cwd=self.folder, capture_output=True, text=True)

    def change_rules(self, game: str, changes: Sequence[Change]) -> None:
        """As somebody would: the rules are frozen first."""
        frozen = self.run("freeze-game", game)
        assert (frozen.returncode, frozen.stderr) == (0, ""), frozen
        for name, before, after in changes:
            file = self.game(game) / name
            text = file.read_text(encoding="utf-8")
            assert text.count(before) == 1, (name, before)
            file.write_text(text.replace(before, after), encoding="utf-8")
