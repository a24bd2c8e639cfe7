"""Programs that Hypothesis has written: all backends agree with plain Python, and on what goes wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from kosmoport.engine.emitter import typed as t
from tests.engine.emitter.backends import (
    ERRORS,
    Backend,
    Call,
    Outcome,
    Text,
    Trapped,
    call_of,
    printed_as_c,
    printed_as_wasm,
    program_of,
    watching,
)
from tests.engine.emitter.generated import CALLS, programs

PACK = 40  # programs in one C text


def wanted(text: Text, program: t.Program) -> list[Outcome | None]:
    """What each call gives; None where Python finds an error."""
    plain = watching(text)
    outcomes: list[Outcome | None] = []
    for one in CALLS:
        try:
            outcomes.append(plain(text.main, call_of(program, text.main, one)))
        except ERRORS:
            outcomes.append(None)
    return outcomes


def agrees(text: Text, program: t.Program, backends: Mapping[str, Backend]) -> None:
    for one, outcome in zip(CALLS, wanted(text, program), strict=True):
        call = call_of(program, text.main, one)
        for shown, backend in backends.items():
            if outcome is not None:
                assert backend(text.main, call) == outcome, f"{shown}, called with {one}:\n{text.text}"
            elif shown.startswith("checked"):
                assert stopped(backend, text.main, call), f"{shown}, called with {one}:\n{text.text}"


def stopped(backend: Backend, name: str, call: Call) -> bool:
    """Did it stop in a line?"""
    try:
        backend(name, call)
    except Trapped as trapped:
        return trapped.line > 0
    return False


def agrees_as_wasm(text: str) -> None:
    made = Text(text)
    program = program_of(made)
    agrees(made, program, printed_as_wasm(program))


@settings(max_examples=100, suppress_health_check=list(HealthCheck))
@given(programs())
def test_webassembly_does_what_python_does(text: str) -> None:
    agrees_as_wasm(text)


@pytest.mark.slow
@settings(max_examples=2000, suppress_health_check=list(HealthCheck))
@given(programs())
def test_webassembly_does_what_python_does_very_often(text: str) -> None:
    agrees_as_wasm(text)


@cache
def written(count: int) -> Sequence[str]:
    """So many programs; in the gate they are always the same ones."""
    texts: list[str] = []

    @settings(
        max_examples=count, phases=[Phase.generate], database=None, suppress_health_check=list(HealthCheck)
    )
    @given(programs())
    def collect(text: str) -> None:
        texts.append(text)

    collect()
    return texts


def agrees_as_c(texts: Sequence[str], folder: Path) -> int:
    """All in one text, as compiling takes its time; how many calls run to the end?"""
    made = [Text(text, f"_{k}") for k, text in enumerate(texts)]
    program = program_of(*made)
    backends = printed_as_c(program, folder)
    for text in made:
        agrees(text, program, backends)
    return sum(outcome is not None for text in made for outcome in wanted(text, program))


def test_c_does_what_python_does(tmp_path: Path) -> None:
    texts = written(PACK)
    fine = agrees_as_c(texts, tmp_path)
    assert fine > len(texts) * len(CALLS) // 3  # else little is compared


@pytest.mark.slow
@pytest.mark.parametrize("pack", range(25))
def test_c_does_what_python_does_very_often(pack: int, tmp_path: Path) -> None:
    texts = written(25 * PACK)
    agrees_as_c(texts[pack * PACK : (pack + 1) * PACK], tmp_path)
