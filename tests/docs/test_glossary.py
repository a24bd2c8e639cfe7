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
