"""A case that expects anything else fails: every value of every expectation is changed, one at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from kosmoport.cases import outcome
from kosmoport.core.case import Case, difference
from kosmoport.games import GAMES
from tests.docs.test_rules_pages import all_cases

# Here the change only says the same otherwise: a refused line or a silent step is left out, a boarding has
# no piece of loot, nobody stopped the round instead of the clock.
SAID_OTHERWISE = {
    ("KP-K67", "log"),
    ("KE-K72", "log"),
    ("PI-K13", "boards"),
    ("PI-K38", "boards"),
    ("KE-K65", "stopped_by"),
    ("KE-K83", "stopped_by"),
}


def changed(value: Any) -> Iterator[Any]:
    """The same with one value in it changed, one member more, or one less."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from (value | {key: other} for other in changed(part))
        yield value | {"nobody's": "nothing"}
    elif isinstance(value, list):
        for i, part in enumerate(value):
            yield from ([*value[:i], other, *value[i + 1 :]] for other in changed(part))
            yield [*value[:i], *value[i + 1 :]]
        yield [*value, "one more"]
    else:
        yield from others(value)


def others(value: Any) -> Iterator[Any]:
    if type(value) is bool:
        yield not value
        yield int(value)
    elif isinstance(value, int | float):
        yield from (value + 1, value - 1, str(value))
    yield "something else"
    if value is not None:
        yield None


def cases_of(prefix: str) -> list[Case]:
    return [case for case in all_cases() if case.id.split("-")[0] == prefix]


@pytest.mark.parametrize("prefix", [game.prefix for game in GAMES])
def test_a_changed_expectation_is_noticed(prefix: str) -> None:
    tried, unnoticed = 0, set()
    for case in cases_of(prefix):
        found = outcome(case)
        for expected in changed(case.expect):
            tried += 1
            if difference(expected, found) is None:
                unnoticed |= {(case.id, key) for key in expected if expected[key] != case.expect[key]}
    assert tried > 1000
    assert unnoticed == {(name, key) for name, key in SAID_OTHERWISE if name.startswith(f"{prefix}-")}
