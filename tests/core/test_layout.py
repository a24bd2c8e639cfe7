"""Records: one class, a plain object and an array that say the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kosmoport.core import layout
from kosmoport.core.errors import BadInput
from kosmoport.core.layout import Record, array, int8, int16, int32


class Inner(Record):
    x: int8
    y: list[int16] = array(2)


class Outer(Record):
    """Everything that a record can have."""

    n: int32
    grid: list[list[int8]] = array(2, 3)
    one: Inner
    many: list[Inner] = array(2)


class Longer(Inner):
    z: int8


def filled(numbers: list[int]) -> Outer:
    r = Outer()
    supply = iter(numbers)
    r.n = next(supply)
    r.grid = [[next(supply) for _ in range(3)] for _ in range(2)]
    for part in (r.one, *r.many):
        part.x, part.y = next(supply), [next(supply), next(supply)]
    return r


small = st.lists(st.integers(-128, 127), min_size=16, max_size=16)


@given(small)
def test_arrays_and_data_give_the_record_back(numbers: list[int]) -> None:
    r = filled(numbers)
    assert layout.from_array(layout.to_array(r), 0, Outer) == r
    assert layout.from_data(Outer, layout.to_data(r)) == r
    assert [value for _, value in layout.leaves(r)] == numbers


@given(small)
def test_a_clone_shares_nothing(numbers: list[int]) -> None:
    r = filled(numbers)
    twin = layout.clone(r)
    assert twin == r
    twin.many[1].y[0] += 1
    twin.grid[1][2] += 1
    assert twin != r
    assert r == filled(numbers)


def test_a_misspelt_field_raises_at_its_line() -> None:
    r = Outer()
    with pytest.raises(AttributeError):
        # The mistake that is meant.
        r.nn = 1  # type: ignore[attr-defined]


def test_an_array_says_its_size() -> None:
    with pytest.raises(TypeError, match=r"y is a list in 1 directions, with the sizes \(2, 3\)"):

        class Wrong(Record):
            y: list[int8] = array(2, 3)


def test_a_record_that_extends_another_begins_with_its_fields() -> None:
    assert [field.name for field in Longer.fields] == ["x", "y", "z"]
    assert layout.dtype_of(Longer).names == ("x", "y", "z")


def test_a_variant_has_other_records_and_sizes_in_the_same_places() -> None:
    kind = layout.variant(Outer, one=Longer, many=3)
    assert [field.name for field in kind.fields] == [field.name for field in Outer.fields]
    r = kind()
    assert isinstance(r, Outer)
    assert isinstance(r.one, Longer)
    assert (r.one.z, len(r.many)) == (0, 3)
    assert layout.from_array(layout.to_array(r), 0, kind) == r
    assert len(Outer().many) == 2


def test_a_number_that_does_not_fit_is_an_error() -> None:
    r = Outer()
    r.grid[0][0] = 200
    with pytest.raises(OverflowError, match="grid = 200 does not fit int8"):
        layout.to_array(r)


@pytest.mark.parametrize(
    ("path", "junk", "sentence"),
    [
        (("n",), "x", "n must be a whole number"),
        (("n",), True, "n must be a whole number"),
        (("n",), 2**31, "n must be a whole number from -2147483648 to 2147483647"),
        (("grid", 1), [1], "grid[1] must be a list of 3"),
        (("grid", 1, 2), 1.0, "grid[1][2] must be a whole number from -128 to 127"),
        (("many", 1, "y", 0), None, "many[1].y[0] must be"),
        (("many", 1), 5, "many[1] must be a map of fields"),
        (("one",), {"x": 1}, "one.y is missing"),
        (("one",), {"x": 1, "y": [1, 2], "z": 0}, "one.z is not a field"),
    ],
)
def test_wrong_data_is_named_by_its_path(path: tuple[object, ...], junk: object, sentence: str) -> None:
    data = layout.to_data(Outer())
    here: Any = data
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = junk
    with pytest.raises(BadInput) as caught:
        layout.from_data(Outer, data)
    assert sentence in str(caught.value)
