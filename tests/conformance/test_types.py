"""The type checker holds every game to the contract: slips in its rules and in what it says are found."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from mypy import api

from kosmoport.games import GAMES

ROOT = Path(__file__).parents[2]
Slip = tuple[set[int], str]  # a text with something wrong in these lines; in none if there is no place for it
Places = dict[tuple[str, str], set[tuple[str, int]]]  # by slip and game: files and lines


def calls(tree: ast.Module) -> Iterator[ast.Call]:
    """Calls of functions by their names, the last one first."""
    found = [
        node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    return iter(sorted(found, key=lambda node: (-node.lineno, -node.col_offset)))


def misspelt(text: str) -> Slip:
    """A field that does not exist, of each thing that is handed to each function."""
    nodes: list[ast.Attribute] = []
    for function in (node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)):
        last = {named.id: node for named, node in fields(function)}
        nodes += [last[given.arg] for given in function.args.args if given.arg in last]
    for node in nodes:
        node.attr += "x"
    return edited(text, *nodes)


def fields(function: ast.FunctionDef) -> Iterator[tuple[ast.Name, ast.Attribute]]:
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield node.value, node


def edited(text: str, *nodes: ast.expr) -> Slip:
    """The text with these nodes as they are now."""
    lines = text.split("\n")
    for node in sorted(nodes, key=lambda node: -node.col_offset):  # offsets before it stay what they are
        line = lines[node.lineno - 1].encode()
        assert node.end_lineno == node.lineno
        changed = line[: node.col_offset] + ast.unparse(node).encode() + line[node.end_col_offset :]
        lines[node.lineno - 1] = changed.decode()
    return {node.lineno for node in nodes}, "\n".join(lines)


def dropped(text: str) -> Slip:
    """A call without its last argument; what a cache keeps takes anything, for the type checker."""
    functions = {
        node.name
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef) and not node.decorator_list and not node.args.defaults
    }
    whole = [n for n in calls(ast.parse(text)) if ast.unparse(n.func) in functions and len(n.args) > 1]
    for node in whole[:1]:
        node.args.pop()
    return edited(text, *whole[:1])


def swapped(text: str) -> Slip:
    """A call with the components where the state belongs."""
    whole = [n for n in calls(ast.parse(text)) if [ast.unparse(a) for a in n.args[:2]] == ["s", "c"]]
    for node in whole[:1]:
        node.args[:2] = reversed(node.args[:2])
    return edited(text, *whole[:1])


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


def misnamed(text: str) -> Slip:
    """A field of an action or event that does not exist."""
    node = made(text)
    node.keywords[-1].arg = f"{node.keywords[-1].arg}x"
    return edited(text, node)


def mistyped(text: str) -> Slip:
    """A field of an action or event with something else in it."""
    node = made(text)
    node.keywords[-1].value = ast.Constant(1.5)
    return edited(text, node)


def all_files(folder: Path) -> tuple[str, ...]:
    return tuple(path.stem for path in folder.glob("*.py"))


def all_but_cases(folder: Path) -> tuple[str, ...]:
    """Cases come as data of no known type."""
    return tuple(file for file in all_files(folder) if not file.startswith("case"))


def telling(folder: Path) -> tuple[str, ...]:
    """Where a game tells its events."""
    return ("telling",) if (folder / "telling.py").exists() else ("view",)


def actions(folder: Path) -> tuple[str, ...]:
    return ("actions",)


SLIPS: dict[str, tuple[Callable[[str], Slip], Callable[[Path], tuple[str, ...]], str]] = {
    "misspelt": (misspelt, all_but_cases, "has no attribute"),
    "dropped": (dropped, all_files, "Missing positional argument|Too few arguments"),
    "swapped": (swapped, all_files, "has incompatible type"),
    "event_misnamed": (misnamed, telling, "Unexpected keyword argument|Missing named argument"),
    "event_mistyped": (mistyped, telling, "has incompatible type"),
    "action_misnamed": (misnamed, actions, "Unexpected keyword argument"),
    "action_mistyped": (mistyped, actions, "has incompatible type"),
}
# Files in which it cannot be made.
NONE_THERE: dict[str, set[tuple[str, str]]] = {
    "misspelt": set(),
    "dropped": {("kosmiczna_eskadra", "scoring")},
    "swapped": {
        ("kosmiczni_piraci", "hidden"),
        ("kosmiczna_misja", "hidden"),
        ("kosmiczna_eskadra", "scoring"),
    },
}


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> tuple[Places, str]:
    """Every kind of slip in a package of its own, in each file, and all that the type checker says."""
    folder = tmp_path_factory.mktemp("slips")
    places: Places = {}
    changed: list[str] = []
    for game in GAMES:
        own = Path(str(game.compiled[0].__file__)).parent
        for slip, (make, where, _) in SLIPS.items():
            package = folder / f"{slip}_{game.id}"
            shutil.copytree(own, package, ignore=lambda _, names: [n for n in names if not n.endswith(".py")])
            for path in package.glob("*.py"):
                text = path.read_text(encoding="utf-8").replace(game.package, package.name)
                if path.stem in where(own):
                    lines, text = make(text)
                    places.setdefault((slip, game.id), set()).update((path.stem, line) for line in lines)
                    changed.append(str(path))
                path.write_text(text, encoding="utf-8")
    arguments = ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(ROOT / ".mypy_cache")]
    said, errors, _ = api.run([*arguments, *sorted(changed)])
    assert errors == ""
    return places, said


@pytest.mark.parametrize("game", [game.id for game in GAMES])
@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_found(slip: str, game: str, complaints: tuple[Places, str]) -> None:
    places, said = complaints
    errors = re.findall(rf"\b{slip}_{game}/(\w+)\.py:(\d+): error: (.*)", said)
    found = {(file, int(line)) for file, line, sentence in errors if re.search(SLIPS[slip][2], sentence)}
    assert sorted(found) == sorted(places[slip, game]), errors


@pytest.mark.parametrize("slip", NONE_THERE)
def test_it_was_slipped_into_what_every_game_has(slip: str, complaints: tuple[Places, str]) -> None:
    files = {(game.id, file) for game in GAMES for file in ("rules", "scoring", "hidden", "thumbs", "view")}
    slipped = {(game.id, file) for game in GAMES for file, _ in complaints[0][slip, game.id]}
    assert files - slipped == NONE_THERE[slip]
