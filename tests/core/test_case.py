"""Comparing an expectation with a result: only what is listed, and empty means empty."""

from __future__ import annotations

import pytest

from kosmoport.core.case import difference


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ({"a": 1}, {"a": 1, "b": 2}),
        ({"a": {"x": [1]}}, {"a": {"x": [1], "y": 0}}),
        ({}, {}),
        ([], []),
        ([{"a": 1}], [{"a": 1, "b": 2}]),
        (None, None),
        ({"a": []}, {"a": ()}),
    ],
)
def test_equal_on_the_listed_keys(expected: object, found: object) -> None:
    assert difference(expected, found) is None


@pytest.mark.parametrize(
    ("expected", "found", "told"),
    [
        ({"a": 1}, {"a": 2}, "a: expected 1, found 2"),
        ({"a": {"x": 1}}, {"a": {}}, "a.x: expected 1, but there is no such key"),
        ({"a": {}}, {"a": {"x": 1}}, "a: expected {}, found {'x': 1}"),
        ({"a": []}, {"a": [1]}, "a: expected [], found [1]"),
        ({"a": [1, 2]}, {"a": [1, 3]}, "a[1]: expected 2, found 3"),
        ({"a": True}, {"a": 1}, "a: expected True, found 1"),
        ({"a": 0}, {"a": None}, "a: expected 0, found None"),
        ({"a": {"b": 1}}, {"a": 3}, "a: expected {'b': 1}, found 3"),
    ],
)
def test_the_first_difference_is_told(expected: object, found: object, told: str) -> None:
    assert difference(expected, found) == told
