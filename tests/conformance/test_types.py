"""The type checker holds every game to the contract: slips in its rules are found before anything runs."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from mypy import api

from kosmoport.games import GAMES

ROOT = Path(__file__).parents[2]


def calls(tree: ast.Module) -> Iterator[ast.Call]:
    """Calls of functions by their names, the last one first."""
    found = [
        node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    return iter(sorted(found, key=lambda node: (-node.lineno, -node.col_offset)))


def misspelt(text: str) -> tuple[int, str]:
    """A field of the state that does not exist."""
    match = re.search(r"\bs\.(\w+)(?= (=|==) )", text)
    assert match is not None
    return text.count("\n", 0, match.start()) + 1, text[: match.end()] + "x" + text[match.end() :]


def edited(text: str, node: ast.Call) -> tuple[int, str]:
    lines = text.split("\n")
    line = lines[node.lineno - 1].encode()
    assert node.end_lineno == node.lineno
    changed = line[: node.col_offset] + ast.unparse(node).encode() + line[node.end_col_offset :]
    lines[node.lineno - 1] = changed.decode()
    return node.lineno, "\n".join(lines)


def dropped(text: str) -> tuple[int, str]:
    """A call without its last argument."""
    functions = {node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}
    node = next(n for n in calls(ast.parse(text)) if ast.unparse(n.func) in functions and len(n.args) > 2)
    node.args.pop()
    return edited(text, node)


def swapped(text: str) -> tuple[int, str]:
    """A call with the components where the state belongs."""
    node = next(n for n in calls(ast.parse(text)) if [ast.unparse(a) for a in n.args[:2]] == ["s", "c"])
    node.args[:2] = reversed(node.args[:2])
    return edited(text, node)


SLIPS = {"misspelt": misspelt, "dropped": dropped, "swapped": swapped}


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[tuple[str, str], int], str]:
    """Every slip in a package of its own, and what the type checker says about all of them together."""
    folder = tmp_path_factory.mktemp("slips")
    lines = {}
    for game in GAMES:
        for slip, make in SLIPS.items():
            package = folder / f"{slip}_{game.id}"
            own = Path(str(game.compiled[0].__file__)).parent
            shutil.copytree(own, package, ignore=lambda _, names: [n for n in names if not n.endswith(".py")])
            for path in package.glob("*.py"):
                text = path.read_text(encoding="utf-8").replace(game.package, package.name)
                if path.name == "rules.py":
                    lines[slip, game.id], text = make(text)
                path.write_text(text, encoding="utf-8")
    arguments = ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(ROOT / ".mypy_cache")]
    said, errors, _ = api.run([*arguments, *(str(path) for path in sorted(folder.glob("*/rules.py")))])
    assert errors == ""
    return lines, said


@pytest.mark.parametrize("game", [game.id for game in GAMES])
@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_in_the_rules_is_found(
    slip: str, game: str, complaints: tuple[dict[tuple[str, str], int], str]
) -> None:
    lines, said = complaints
    wanted = {"misspelt": "has no attribute", "dropped": "arguments? ", "swapped": "has incompatible type"}
    found = re.findall(rf"{slip}_{game}/(\w+)\.py:(\d+): error: (.*)", said)
    assert found, said
    assert {(file, int(line)) for file, line, _ in found} == {("rules", lines[slip, game])}, found
    assert re.search(wanted[slip], found[0][2]), found
