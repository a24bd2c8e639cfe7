"""`make quick` finds the tests nearest to what has changed, and leaves out what it has no time for."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from types import SimpleNamespace
from typing import Any

import pytest

from tools import quick

TOKENS = Path("src/kosmoport/house/tokens.py")


def test_changed_tests_come_first_then_importers_then_the_folder() -> None:
    own = Path("tests/house/test_times.py")
    found = quick.nearest([TOKENS, own])
    assert found[:2] == [own, Path(quick.ALWAYS)]
    importer, other = Path("tests/house/test_tokens.py"), Path("tests/house/test_fairness.py")
    assert found.index(importer) < found.index(other)
    assert found.index(importer) < found.index(Path("tests/server/test_logs.py")) < found.index(other)
    assert len(found) == len(set(found))
    assert all((quick.ROOT / path).is_file() for path in found)


@pytest.mark.parametrize(
    ("path", "folder"),
    [
        ("src/kosmoport/server/store/sqlite.py", "tests/server/store"),
        ("src/kosmoport/server/clerks/nowhere/else.py", "tests/server/clerks"),
        ("src/kosmoport/games/piraci/components.toml", "tests/games/piraci"),
        ("tests/table/desk.py", "tests/table"),
        ("docs/hosting.md", "tests/docs"),
        ("examples/goofspiel/rules.py", "tests/examples"),
        ("Makefile", None),
    ],
)
def test_a_file_has_a_folder_of_tests(path: str, folder: str | None) -> None:
    assert quick.folder_of(Path(path)) == (None if folder is None else Path(folder))


def test_what_nothing_is_known_of_is_named() -> None:
    unknown = Path("requirements/play.txt")
    assert quick.without_tests([TOKENS, unknown, Path("web/src/App.svelte")]) == [unknown]
    assert quick.nearest([unknown]) == [Path(quick.ALWAYS)]


def test_no_test_begins_that_would_not_be_over_in_time() -> None:
    until = quick.Until(monotonic() + 60)
    until.took = {"slow": 100.0}
    began: list[str] = []
    for name in ("slow", "quick", "new"):
        item: Any = SimpleNamespace(nodeid=name)
        if until.pytest_runtest_protocol(item) is None:
            began.append(name)
    assert began == ["quick", "new"]
    assert (until.ran, until.left) == (2, 1)
