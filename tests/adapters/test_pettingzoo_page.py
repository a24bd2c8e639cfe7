"""The page about PettingZoo and OpenSpiel is followed: every program on it runs and prints something."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "adapters.md").read_text(encoding="utf-8")
OURS = PAGE.partition("\n## Vectorised environments")[0]
PROGRAMS = re.findall(r"^```python\n(.*?)^```$", OURS, re.MULTILINE | re.DOTALL)


def test_the_page_shows_a_program_for_each_face() -> None:
    assert len(PROGRAMS) == 3
    assert "kosmoport.adapters.pettingzoo" in PROGRAMS[0]
    assert "kosmoport.adapters.open_spiel" in PROGRAMS[1]
    assert "ismcts_bot" in PROGRAMS[2]


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_program_of_the_page_runs(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    exec(compile(PROGRAMS[number], f"docs/adapters.md, program {number + 1}", "exec"), names)
    expected = (
        r"(player_\d [01]\.\d+ \[\d+, \d+, \d+, \d+\]\n){4}",
        r"(?s)The trade ship.*lay the 1 .*",
        r"\w.*\n",
    )
    assert re.fullmatch(expected[number], capsys.readouterr().out)


@pytest.mark.parametrize("argument", re.findall(r"^\| `(\w+)` \|", OURS, re.MULTILINE))
def test_arguments_on_the_page_exist(argument: str) -> None:
    from inspect import signature

    from kosmoport.adapters.pettingzoo import TableEnv

    assert argument in signature(TableEnv).parameters
