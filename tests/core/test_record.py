"""Records: one schema, a plain object and an array that say the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kosmoport.core import record
from kosmoport.core.errors import BadInput

INNER = (("x", "int8", ()), ("y", "int16", (2,)))
SCHEMA = (("n", "int32", ()), ("grid", "int8", (2, 3)), ("one", INNER, ()), ("many", INNER, (2,)))


def filled(numbers: list[int]) -> object:
    r = record.plain(SCHEMA)
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
    assert record.from_array(record.to_array(r), 0, SCHEMA) == r
    assert record.from_data(SCHEMA, record.to_data(r)) == r
    assert [value for _, value in record.leaves(r)] == numbers


@given(small)
def test_a_clone_shares_nothing(numbers: list[int]) -> None:
    r = filled(numbers)
    twin = record.clone(r)
    assert twin == r
    twin.many[1].y[0] += 1
    twin.grid[1][2] += 1
    assert twin != r
    assert r == filled(numbers)


def test_a_misspelt_field_raises_at_its_line() -> None:
    r = record.plain(SCHEMA)
    with pytest.raises(AttributeError):
        r.nn = 1


def test_a_number_that_does_not_fit_is_an_error() -> None:
    r = record.plain(SCHEMA)
    r.grid[0][0] = 200
    with pytest.raises(OverflowError, match="grid = 200 does not fit int8"):
        record.to_array(r)


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
    data = record.to_data(record.plain(SCHEMA))
    here: object = data
    for key in path[:-1]:
        here = here[key]  # type: ignore[index]
    here[path[-1]] = junk  # type: ignore[index]
    with pytest.raises(BadInput) as caught:
        record.from_data(SCHEMA, data)
    assert sentence in str(caught.value)
