"""Golden games replay word for word, and together they walk over every line of the rules."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from kosmoport.core.game import Game
from kosmoport.games import GAMES
from kosmoport.lab.transcript import read, write

FOLDER = Path(__file__).parent
TEXTS = sorted(FOLDER.glob("*/*.txt"))


# Lasers along edges and through corners do not happen by chance: an independent oracle proves them, see
# tests/games/kosmiczna_eskadra/test_oracle.py.
PROVED_ELSEWHERE = {"kosmiczna_eskadra": {"geometry"}}


def game_of(path: Path) -> Game:
    return next(game for game in GAMES if game.id == path.parent.name)


def test_every_game_has_golden_games() -> None:
    assert {path.parent.name for path in TEXTS} == {game.id for game in GAMES}


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_golden_game(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    play, moves = read(game_of(path), text)
    assert write(play, moves) == text
    assert "result " in text
    assert "ACCEPTED" not in text


class Walked:
    """Remembers which lines of some files were run."""

    def __init__(self, files: set[str]) -> None:
        self.files = files
        self.lines: set[tuple[str, int]] = set()

    def __call__(self, frame: FrameType, event: str, argument: Any) -> Any:
        if frame.f_code.co_filename not in self.files:
            return None
        if event == "line":
            self.lines.add((frame.f_code.co_filename, frame.f_lineno))
        return self


def walk(game: Game, texts: list[Path]) -> set[tuple[str, int]]:
    """Lines of the compiled modules that these games run."""
    walked = Walked({str(module.__file__) for module in game.compiled})
    before = sys.gettrace()
    sys.settrace(walked)
    try:
        for path in texts:
            play, moves = read(game, path.read_text(encoding="utf-8"))
            write(play, moves)
    finally:
        sys.settrace(before)
    return walked.lines


def played_lines(game: Game) -> set[tuple[str, int]]:
    """Lines that playing can reach: statements of the functions that a played game calls."""
    functions: dict[str, tuple[str, ast.FunctionDef]] = {}
    for module in game.compiled:
        file = str(module.__file__)
        if Path(file).stem in PROVED_ELSEWHERE.get(game.id, ()):
            continue
        for node in ast.parse(Path(file).read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                functions[node.name] = (file, node)
    contract = {"setup", "to_act", "legal_actions", "why_not", "apply", "is_over", "scores", "returns"}
    reached, frontier = set[str](), contract
    while frontier:
        reached |= frontier
        frontier = {name for caller in frontier for name in _called(functions[caller][1])} & set(
            functions
        ) - reached
    lines = set()
    for name in reached:
        file, node = functions[name]
        for part in ast.walk(node):
            if isinstance(part, ast.stmt) and part is not node and not _is_docstring(part):
                lines.add((file, part.lineno))
    return lines


def _called(node: ast.FunctionDef) -> set[str]:
    return {n.func.id for n in ast.walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_golden_games_walk_over_every_line_of_the_rules(game: Game) -> None:
    texts = [path for path in TEXTS if path.parent.name == game.id]
    wanted = played_lines(game)
    assert len(wanted) > 80
    missed = sorted(f"{Path(file).name}:{line}" for file, line in wanted - walk(game, texts))
    assert missed == []
