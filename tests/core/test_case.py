"""Comparing an expectation with a result: only what is listed, and empty means empty."""

from __future__ import annotations

import pytest

from kosmoport.core.case import Either, Maybe, Unordered, difference


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


def test_what_has_no_order_is_compared_as_it_is_counted() -> None:
    found = Unordered([3, "a", [1, 2], 3])
    assert difference([[1, 2], 3, 3, "a"], found) is None
    others: tuple[object, ...] = (
        [3, "a", [1, 2]],
        [3, "a", "a", [1, 2]],
        [3, 3, "a", [2, 1]],
        [3, "3", "a", [1, 2]],
        {},
    )
    for wrong in others:
        assert difference(wrong, found) is not None


def test_lines_in_which_nothing_happened_may_be_left_out() -> None:
    quiet, loud = Maybe(step=1), {"step": 2}
    for listed in ([loud], [dict(quiet), loud], [loud, {"step": 3}]):
        assert difference(listed, [quiet, loud, Maybe(step=3)]) is None
    for wrong in ([], [dict(quiet)], [loud, dict(quiet)], [dict(quiet), dict(quiet), loud], [{"step": 3}]):
        assert difference(wrong, [quiet, loud, Maybe(step=3)]) is not None


def test_of_several_ways_one_is_enough_and_the_first_is_told() -> None:
    found = {"a": Either([1], {"x": 1})}
    assert difference({"a": [1]}, found) is None
    assert difference({"a": {"x": 1}}, found) is None
    assert difference({"a": [2]}, found) == "a[0]: expected 2, found 1"
