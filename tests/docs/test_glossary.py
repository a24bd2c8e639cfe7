"""The glossary: every name on it is there, and no word stands twice."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "glossary.md"
ROW = re.compile(r"\| ([a-z, ]+) \| ([^|]+) \| `([\w.]+)` \|")
LINES = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
ROWS = [ROW.fullmatch(line) for line in LINES]
SOURCES = Path(__file__).parents[2] / "src" / "kosmoport"
OWN = {"games", "starters"}  # each game has its own deal, and its own words
WORDS = [(found[1], found[3]) for found in ROWS if found is not None]


def named(path: str) -> Any:
    """A module, or what a module has under the last name."""
    whole = path if path.startswith("tests.") else f"kosmoport.{path}"
    try:
        return import_module(whole)
    except ModuleNotFoundError:
        module, _, name = whole.rpartition(".")
        return getattr(import_module(module), name)


@pytest.mark.parametrize(("word", "path"), WORDS)
def test_what_a_word_names_is_there(word: str, path: str) -> None:
    assert named(path) is not None


def test_every_row_was_read_and_no_word_has_two_meanings() -> None:
    heads = sum(line.startswith("| word |") for line in LINES)
    assert sum(found is None for found in ROWS) == heads > 0
    words = [word for many, _ in WORDS for word in many.split(", ")]
    assert len(words) == len(set(words)) > 30


def test_no_other_class_is_called_like_one_on_the_page() -> None:
    namesakes = {
        "adapters/table.py": "Table",  # of other ecosystems: options and a generator, and nobody sits there
        "table/protocol.py": "Hover",  # the message that says it
        "engine/drivers/the_game.py": "Deal",  # each game's own stands in its place
    }
    listed = {(f"kosmoport.{path}".rpartition(".")[0], path.rpartition(".")[2]) for _, path in WORDS}
    names = {name for _, name in listed if name[0].isupper()}
    found = {}
    for file in sorted(SOURCES.rglob("*.py")):
        where = file.relative_to(SOURCES)
        module = ".".join(("kosmoport", *where.with_suffix("").parts)).removesuffix(".__init__")
        for name in re.findall(r"^class (\w+)", file.read_text(encoding="utf-8"), re.MULTILINE):
            if name in names and (module, name) not in listed and where.parts[0] not in OWN:
                found[where.as_posix()] = name
    assert found == namesakes
