"""e to the x and the logarithm: next to those of the C library, and the same bits on every backend."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kosmoport.engine import arithmetic
from tests.engine.emitter.backends import (
    Backend,
    Plain,
    Text,
    call_of,
    printed_as_c,
    printed_as_wasm,
    program_of,
)

LEAST, GREATEST = 2.2250738585072014e-308, 1.7976931348623157e308  # without the denormal ones
MAIN = """

def main(x: float, which: int) -> float:
    return exp(x) if which == 0 else log(x)
"""
EXP, LOG = 0, 1
exponents = st.floats(-700.0, 700.0)
positive = st.floats(LEAST, GREATEST, allow_subnormal=False)


def beside(x: float) -> Iterator[float]:
    yield from (math.nextafter(x, -math.inf), x, math.nextafter(x, math.inf))


def grid_of_exp() -> Iterator[float]:
    for k in range(-1400, 1401):
        yield k / 2
        yield k / 1999
    for k in range(-1009, 1010):  # between two powers of two, where the reduction takes the next one
        yield from (one for one in beside((k + 0.5) * math.log(2)) if abs(one) <= 700)
    yield from (0.0, -0.0, 5e-324, -5e-324, 1e-300, -1e-17)


def grid_of_log() -> Iterator[float]:
    for k in range(-1022, 1024):
        yield 2.0**k
        yield math.ldexp(arithmetic.ROOT_OF_2, k) if k < 1023 else GREATEST
        yield from (2.0**k * (1 + n / 7) for n in range(1, 7))
    for k in range(1, 3000):
        yield from (k / 1500, 1 + k / 3e7, 1 - k / 3e7)
    yield from (
        *beside(1.0),
        *beside(arithmetic.ROOT_OF_2),
        *beside(arithmetic.ROOT_OF_2 / 2),
        LEAST,
        GREATEST,
    )


def off(ours: Callable[[float], float], theirs: Callable[[float], float], x: float) -> float:
    """How many units in the last place are between them."""
    wanted = theirs(x)
    return abs(ours(x) - wanted) / math.ulp(wanted)


def test_exp_is_next_to_the_library_s() -> None:
    assert max(off(arithmetic.exp, math.exp, x) for x in grid_of_exp()) <= 1


def test_log_is_next_to_the_library_s() -> None:
    assert max(off(arithmetic.log, math.log, x) for x in grid_of_log()) <= 1
    assert arithmetic.log(1.0) == 0.0


@given(exponents)
def test_exp_of_anything_is_next_to_the_library_s(x: float) -> None:
    assert off(arithmetic.exp, math.exp, x) <= 1


@given(positive)
def test_log_of_anything_is_next_to_the_library_s(x: float) -> None:
    assert off(arithmetic.log, math.log, x) <= 1


@pytest.fixture(scope="module")
def bit_for_bit(tmp_path_factory: pytest.TempPathFactory) -> Callable[[float, int], None]:
    """Compares all backends with plain Python."""
    text = Text(Path(str(arithmetic.__file__)).read_text(encoding="utf-8") + MAIN, "_0")
    program = program_of(text)
    folder = tmp_path_factory.mktemp("arithmetic")
    backends: dict[str, Backend] = {**printed_as_wasm(program), **printed_as_c(program, folder)}
    plain = Plain(text.names)

    def compared(x: float, which: int) -> None:
        call = call_of(program, text.main, (x, which))
        wanted = plain(text.main, call)
        for shown, backend in backends.items():
            assert backend(text.main, call) == wanted, f"{shown}: {x!r}"

    return compared


def test_all_backends_have_the_same_bits(bit_for_bit: Callable[[float, int], None]) -> None:
    for x in list(grid_of_exp())[::19]:
        bit_for_bit(x, EXP)
    for x in list(grid_of_log())[::59]:
        bit_for_bit(x, LOG)


@given(exponents)
def test_exp_of_anything_has_the_same_bits(bit_for_bit: Callable[[float, int], None], x: float) -> None:
    bit_for_bit(x, EXP)


@given(positive)
def test_log_of_anything_has_the_same_bits(bit_for_bit: Callable[[float, int], None], x: float) -> None:
    bit_for_bit(x, LOG)
