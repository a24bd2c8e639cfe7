"""A new game: the starter that is most like it under another name, in this repository or as a package."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from importlib.util import find_spec
from itertools import pairwise, product
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from kosmoport import games as box
from kosmoport.core.contract import MAX_SEATS
from kosmoport.core.errors import BadInput
from kosmoport.files import read_text, write_whole
from kosmoport.games import all_games
from kosmoport.games.packages import ID

LONGEST_NAME = 24
LONGEST_TITLE = 30
GAMES_FILE = Path("src/kosmoport/games/__init__.py")  # by which a checkout of this repository is known
FEWEST_PLAYERS = 2
PLAYERS = re.compile(r"([0-9])(?:-([0-9]))?")

PROJECT = """\
[build-system]
requires = ["hatchling>=1.26"]
build-backend = "hatchling.build"

[project]
name = "{dashed}"
version = "0.1.0"
description = "{title}, a game for Kosmoport."
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["kosmoport"]

[project.entry-points."kosmoport.games"]
{name} = "{name}:GAME"

[tool.hatch.build.targets.wheel]
packages = ["{name}"]

[tool.pytest.ini_options]
pythonpath = ["."]
"""
README = """\
# {title}

A game for Kosmoport. The rules are in [{name}/RULES.md]({name}/RULES.md).

```sh
pip install -e .             # from now on every tool of Kosmoport knows the game
kosmoport check-game {name}
kosmoport play {name}
kosmoport serve              # a table in the browser
```

Change one file after the other, beginning with the rules page, and check the game in between.
"""
TEST = '''\
"""{title} does what every game must do."""

from {name} import GAME

from kosmoport.conformance.suite import failures


def test_the_game_is_whole() -> None:
    assert failures(GAME) == []
'''


@dataclass(frozen=True)
class Wanted:
    """What a new game shall be like."""

    name: str
    title: str
    hidden: bool
    dice: bool
    players: tuple[int, int]

    @property
    def starter(self) -> str:
        """The folder of the starter that is like it."""
        return f"{'hidden' if self.hidden else 'open'}_{'dice' if self.dice else 'plain'}"


def check_name(name: str) -> None:
    """BadInput unless this can be the id of a new game and the name of its package."""
    if ID.fullmatch(name) is None or len(name) > LONGEST_NAME:
        wanted = f"small letters, digits and _, a letter first, {LONGEST_NAME} at most"
        raise BadInput(f"a game cannot be called {name!r}; a name has {wanted}")
    if any(game.id == name for game in all_games()):
        raise BadInput(f"there is a game {name} already; give another name")
    words = {*keyword.kwlist, *keyword.softkwlist, *vars(builtins), *sys.stdlib_module_names}
    if name in words:
        raise BadInput(f"{name} is a word of Python itself; give another name")
    if name in vars(box) or find_spec(f"{box.__name__}.{name}") is not None:
        raise BadInput(f"{name} is something else in {box.__name__} already; give another name")
    if find_spec(name) is not None:
        raise BadInput(f"there is a Python package {name} already; give another name")


def check_title(title: str) -> None:
    """BadInput unless this can stand in a file and at the top of a page."""
    if not (
        title.strip()
        and len(title) <= LONGEST_TITLE
        and title.isprintable()
        and not set(title) & set('"\\{}')
    ):
        raise BadInput(f"a title has 1 to {LONGEST_TITLE} letters and signs, without quotes, braces or \\")


def title_of(name: str) -> str:
    """A title to begin with."""
    return " ".join(name.replace("_", " ").split()).title()


def read_players(text: str) -> tuple[int, int]:
    """`2-5`, or `3` for exactly three."""
    read = PLAYERS.fullmatch(text)
    if read is None:
        raise BadInput(f"players are given as {FEWEST_PLAYERS}-{MAX_SEATS}, not {text!r}")
    low, high = int(read[1]), int(read[2] or read[1])
    if not FEWEST_PLAYERS <= low <= high <= MAX_SEATS:
        raise BadInput(f"a game is for {FEWEST_PLAYERS} to {MAX_SEATS} players, not {text}")
    return low, high


def is_checkout(folder: Path) -> bool:
    """Is this the root of the repository of Kosmoport?"""
    return (folder / GAMES_FILE).is_file()


def make(wanted: Wanted, into: Path) -> tuple[Path, list[Path]]:
    """Write the game; the folder that is new, and the files in it. BadInput leaves nothing behind."""
    check_name(wanted.name)
    check_title(wanted.title)
    if not is_checkout(into):
        return _write(into / wanted.name, _project(wanted))
    games = into / GAMES_FILE
    registered = with_game(read_text(games), wanted.name)
    folder, files = _write(games.parent / wanted.name, dict(_game(wanted, f"kosmoport.games.{wanted.name}")))
    try:
        write_whole(games, registered)
    except BadInput:
        shutil.rmtree(folder)
        raise
    return folder, files


def _project(wanted: Wanted) -> dict[str, str]:
    """A package of its own with one game in it."""
    name, dashed = wanted.name, wanted.name.strip("_").replace("_", "-")
    words = {"name": name, "dashed": dashed, "title": wanted.title}
    around = {"pyproject.toml": PROJECT, "README.md": README, f"tests/test_{name}.py": TEST}
    files = {path: text.format(**words) for path, text in around.items()}
    return files | {f"{name}/{path}": text for path, text in _game(wanted, name)}


def _game(wanted: Wanted, package: str) -> Iterator[tuple[str, str]]:
    """The files of the starter under the names of the new game."""
    old, low_high = wanted.starter, f"players=({wanted.players[0]}, {wanted.players[1]})"
    initials = "".join(word[0] for word in old.split("_")).upper()
    prefix = new_prefix(wanted.name, {game.prefix for game in all_games()})
    changes = {
        f"{__package__}.{old}": package,
        f'"{old}"': f'"{wanted.name}"',
        f"{initials}-": f"{prefix}-",
        f'"{initials}"': f'"{prefix}"',
        f"players=({FEWEST_PLAYERS}, {MAX_SEATS})": low_high,
        f"{_counted(FEWEST_PLAYERS, MAX_SEATS)} players": f"{_counted(*wanted.players)} players",
        title_of(old): wanted.title,  # the last one, so nothing in it is taken for something else
    }
    for path, text in _files(resources.files(__package__) / old):
        for before, after in changes.items():
            text = text.replace(before, after)
        yield path, text


def _files(folder: Any, inside: str = "") -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: str(entry.name)):
        if entry.is_dir() and entry.name != "__pycache__":
            yield from _files(entry, f"{inside}{entry.name}/")
        elif entry.is_file():
            yield f"{inside}{entry.name}", entry.read_text(encoding="utf-8")


def _counted(low: int, high: int) -> str:
    """How a rules page begins: "Two to five", "Three"."""
    words = ("Two", "Three", "Four", "Five")
    first, last = words[low - FEWEST_PLAYERS], words[high - FEWEST_PLAYERS].lower()
    return first if low == high else f"{first} to {last}"


def new_prefix(name: str, taken: Iterable[str]) -> str:
    """Two letters for the numbers of its rules that no other game has: initials, or else letters of it."""
    letters = [letter for letter in name.upper() if letter in ascii_uppercase]
    initials = [word[0] for word in name.upper().split("_") if word and word[0] in ascii_uppercase]
    candidates = [*pairwise(initials), *((letters[0], other) for other in letters[1:])]
    free = ("".join(pair) for pair in (*candidates, *product(letters[0], ascii_uppercase)))
    return next(prefix for prefix in free if prefix not in {*taken})


def with_game(text: str, name: str) -> str:
    """The file with the visible tuple, with one more game in it: an import and an entry."""
    tree = ast.parse(text)
    lines = text.splitlines(keepends=True)
    imports = [n for n in tree.body if isinstance(n, ast.ImportFrom) and n.module == "kosmoport.games"]
    tuples = [n for n in tree.body if isinstance(n, ast.AnnAssign) and ast.unparse(n.target) == "GAMES"]
    if len(imports) != 1 or len(tuples) != 1 or not isinstance(tuples[0].value, ast.Tuple):
        raise BadInput(f"{GAMES_FILE} has no import of the games and no tuple GAMES to add one to")
    lines.insert(_end(tuples[0]) - 1, f"    {name}.GAME,\n")  # the tuple stands below the import
    names = sorted([*(alias.name for alias in imports[0].names), name])
    line = f"from kosmoport.games import {', '.join(names)}\n"
    if len(line) > 110:
        line = "from kosmoport.games import (\n" + "".join(f"    {n},\n" for n in names) + ")\n"
    lines[imports[0].lineno - 1 : _end(imports[0])] = [line]
    return "".join(lines)


def _end(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def _write(folder: Path, files: Mapping[str, str]) -> tuple[Path, list[Path]]:
    """A new folder, which is there with all its files or not at all."""
    if folder.exists():
        raise BadInput(f"{folder} exists already; give another name")
    if not folder.parent.is_dir():
        raise BadInput(f"there is no folder {folder.parent}")
    try:
        draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    except OSError as error:
        raise BadInput(f"cannot write into {folder.parent}: {error.strerror or error}") from None
    try:
        for path, text in files.items():
            (draft / path).parent.mkdir(parents=True, exist_ok=True)
            (draft / path).write_text(text, encoding="utf-8")
        draft.chmod(0o755)
        draft.rename(folder)
    except OSError as error:
        raise BadInput(f"cannot write {folder}: {error.strerror or error}") from None
    finally:
        shutil.rmtree(draft, ignore_errors=True)  # where it was not made the folder
    return folder, [folder / path for path in files]
