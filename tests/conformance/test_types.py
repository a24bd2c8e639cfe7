"""The type checker holds every game to the contract: slips in its rules and in what it says are found."""

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


def made(text: str) -> ast.Call:
    """The first `messages.Laid(...)` or `Lay(...).told()` that stands on one line."""
    nodes = list(ast.walk(ast.parse(text)))
    told = [node.value for node in nodes if isinstance(node, ast.Attribute) and node.attr == "told"]
    return next(
        node
        for node in nodes
        if isinstance(node, ast.Call) and node.keywords and node.keywords[-1].arg
        if node in told or ast.unparse(node.func).startswith("messages.")
        if node.end_lineno == node.lineno
    )


def misnamed(text: str) -> tuple[int, str]:
    """A field of an action or event that does not exist."""
    node = made(text)
    node.keywords[-1].arg = f"{node.keywords[-1].arg}x"
    return edited(text, node)


def mistyped(text: str) -> tuple[int, str]:
    """A field of an action or event with something else in it."""
    node = made(text)
    node.keywords[-1].value = ast.Constant(1.5)
    return edited(text, node)


def rules(folder: Path) -> str:
    return "rules"


def telling(folder: Path) -> str:
    """Where a game tells its events."""
    return "telling" if (folder / "telling.py").exists() else "view"


def actions(folder: Path) -> str:
    return "actions"


SLIPS = {
    "misspelt": (misspelt, rules, "has no attribute"),
    "dropped": (dropped, rules, "arguments? "),
    "swapped": (swapped, rules, "has incompatible type"),
    "event_misnamed": (misnamed, telling, "Unexpected keyword argument|Missing named argument"),
    "event_mistyped": (mistyped, telling, "has incompatible type"),
    "action_misnamed": (misnamed, actions, "Unexpected keyword argument"),
    "action_mistyped": (mistyped, actions, "has incompatible type"),
}


@pytest.fixture(scope="module")
def complaints(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[dict[tuple[str, str], tuple[str, int]], str]:
    """Every slip in a package of its own, and what the type checker says about all of them together."""
    folder = tmp_path_factory.mktemp("slips")
    places: dict[tuple[str, str], tuple[str, int]] = {}
    for game in GAMES:
        own = Path(str(game.compiled[0].__file__)).parent
        for slip, (make, where, _) in SLIPS.items():
            package, file = folder / f"{slip}_{game.id}", where(own)
            shutil.copytree(own, package, ignore=lambda _, names: [n for n in names if not n.endswith(".py")])
            for path in package.glob("*.py"):
                text = path.read_text(encoding="utf-8").replace(game.package, package.name)
                if path.stem == file:
                    line, text = make(text)
                    places[slip, game.id] = file, line
                path.write_text(text, encoding="utf-8")
    arguments = ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(ROOT / ".mypy_cache")]
    changed = [str(folder / f"{slip}_{game}" / f"{file}.py") for (slip, game), (file, _) in places.items()]
    said, errors, _ = api.run([*arguments, *sorted(changed)])
    assert errors == ""
    return places, said


@pytest.mark.parametrize("game", [game.id for game in GAMES])
@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_found(
    slip: str, game: str, complaints: tuple[dict[tuple[str, str], tuple[str, int]], str]
) -> None:
    places, said = complaints
    found = re.findall(rf"\b{slip}_{game}/(\w+)\.py:(\d+): error: (.*)", said)
    assert found, said
    assert {(file, int(line)) for file, line, _ in found} == {places[slip, game]}, found
    assert re.search(SLIPS[slip][2], found[0][2]), found
