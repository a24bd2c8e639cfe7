"""Every construct of the subset, one small program each: all backends agree with plain Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from kosmoport.core.layout import variant
from tests.engine.emitter.backends import (
    Backend,
    Case,
    Plain,
    Text,
    call_of,
    printed_as_c,
    printed_as_wasm,
    program_of,
)
from tests.engine.emitter.programs_calls import CALLS
from tests.engine.emitter.programs_flow import FLOW
from tests.engine.emitter.programs_lists import LISTS
from tests.engine.emitter.programs_memory import MEMORY
from tests.engine.emitter.programs_numbers import NUMBERS
from tests.engine.emitter.programs_order import ORDER
from tests.engine.emitter.records import Pair, Part, Whole

CASES: dict[str, Case] = {**NUMBERS, **FLOW, **CALLS, **MEMORY, **LISTS, **ORDER}
TEXTS = {name: Text(case.text, f"_{k}") for k, (name, case) in enumerate(CASES.items())}


@pytest.fixture(scope="module")
def all_as_c(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Backend]:
    """Compiling takes its time, so all programs are in one text."""
    return printed_as_c(program_of(*TEXTS.values()), tmp_path_factory.mktemp("constructs"))


@pytest.mark.parametrize("name", CASES)
def test_all_backends_do_what_python_does(name: str, all_as_c: dict[str, Backend]) -> None:
    text = TEXTS[name]
    program = program_of(text)
    backends = {**printed_as_wasm(program), **all_as_c}
    for given in CASES[name].calls:
        call = call_of(program, text.main, given)
        wanted = Plain(text.names)(text.main, call)
        for shown, backend in backends.items():
            assert backend(text.main, call) == wanted, f"{shown}, called with {given}"


STANDING = """
def main(rows: list[Whole], pairs: list[Pair], i: int) -> int:
    rows[i].part = rows[1 - i].boxes[1][1]
    rows[i].part.row[6] = 9
    moved(rows[i].part, pairs[i])
    return len(rows[0].part.row) * 100 + rows[1].last


def moved(part: Part, pair: Pair) -> None:
    part.row[5] = pair.b
    pair.row[3] = part.tiny
"""


def test_one_record_stands_for_another(tmp_path: Path) -> None:
    """A game's own records are wider than those that the signatures name."""
    part, pair = variant(Part, row=7), variant(Pair, row=4)
    text = Text(STANDING, "_0")
    program = program_of(
        text, records={Part: part, Pair: pair, Whole: variant(Whole, part=part, parts=part, boxes=part)}
    )
    for shown, backend in {**printed_as_wasm(program), **printed_as_c(program, tmp_path)}.items():
        for i in range(2):
            call = call_of(program, text.main, (2, 2, i))
            assert backend(text.main, call) == Plain(text.names)(text.main, call), shown
