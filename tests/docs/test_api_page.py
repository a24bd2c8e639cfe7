"""The page of the Python interface: what it names can be imported, and its programs print what it shows."""

from __future__ import annotations

import contextlib
import importlib
import io
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
PROGRAM = re.compile(r"^```python\n(.*?)^```$(?:\n\n^```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)


def test_everything_that_the_page_names_can_be_imported() -> None:
    rows = re.findall(r"^\| `(kosmoport[\w.]*)` \| (.*) \|$", PAGE, re.MULTILINE)
    named = [(module, name) for module, names in rows for name in re.findall(r"`(\w+)`", names)]
    assert len(named) > 30
    assert [where for where in named if not hasattr(importlib.import_module(where[0]), where[1])] == []


def test_the_programs_of_the_page_print_what_it_shows() -> None:
    names: dict[str, Any] = {}
    shown = 0
    for program, wanted in PROGRAM.findall(PAGE):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(program, "docs/api.md", "exec"), names)
        if wanted or printed.getvalue():
            assert printed.getvalue() == wanted
            shown += 1
    assert PAGE.count("```python") == len(PROGRAM.findall(PAGE)) >= 7
    assert shown >= 7
