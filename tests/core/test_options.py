"""Options: read from words, files or programs, kept as numbers, and back."""

from __future__ import annotations

import pytest

from kosmoport.core.contract import BaseOptions
from kosmoport.core.errors import BadInput
from kosmoport.core.layout import array, int8
from kosmoport.core.options import (
    Choice,
    ChoiceMap,
    Flag,
    StartSeat,
    Whole,
    WholeList,
    fetch_options,
    read_options,
    store_options,
)

SPECS = (
    StartSeat(),
    Flag("loud", False),
    Choice("mode", ("calm", "wild"), "calm"),
    Whole("rounds", 1, 9, 3),
    WholeList("order", 3, 0, 2, "random", word="random", permutation=True),
    WholeList("split", 2, 0, 9, (6, 6)),
    ChoiceMap("sides", ("left", "right"), ("A", "B"), "A"),
)


class Agreed(BaseOptions):
    start_seat: int8
    loud: int8
    mode: int8
    rounds: int8
    order: list[int8] = array(3)
    split: list[int8] = array(2)
    sides: list[int8] = array(2)


def test_silence_means_the_defaults() -> None:
    assert read_options(SPECS, (2, 4), {}) == {
        "players": 4,
        "start_seat": "random",
        "loud": False,
        "mode": "calm",
        "rounds": 3,
        "order": "random",
        "split": (6, 6),
        "sides": {"left": "A", "right": "A"},
    }


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"players": 2, "start_seat": 1, "loud": True, "mode": "wild", "rounds": 9},
        {"order": [2, 0, 1], "split": [0, 9], "sides": {"right": "B"}},
        {
            "players": "3",
            "start_seat": "2",
            "loud": "yes",
            "rounds": "5",
            "order": "1,0,2",
            "sides": "left:B",
        },
        {"order": "[2, 1, 0]", "sides": "{left: B, right: A}", "split": "3,4"},
    ],
)
def test_numbers_give_the_options_back(given: dict[str, object]) -> None:
    values = read_options(SPECS, (2, 4), given)
    opt = Agreed()
    store_options(SPECS, values, opt)
    assert fetch_options(SPECS, opt) == values
    assert read_options(SPECS, (2, 4), values) == values


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"players": 5}, "option players must be a whole number from 2 to 4, not 5"),
        ({"players": True}, "option players"),
        ({"start_seat": 2, "players": 2}, "option start_seat must be random or a seat from 0 to 1, not 2"),
        ({"loud": "maybe"}, "option loud must be true or false, not 'maybe'"),
        ({"loud": 1}, "option loud must be true or false"),
        ({"mode": "x"}, "option mode must be one of calm, wild, not 'x'"),
        ({"mode": ["calm"]}, "option mode"),
        ({"rounds": 0}, "option rounds must be a whole number from 1 to 9, not 0"),
        ({"rounds": 1.0}, "option rounds"),
        (
            {"order": [0, 0, 1]},
            "option order must be random or a list of 3 different whole numbers from 0 to 2",
        ),
        ({"order": "0,1"}, "option order"),
        ({"split": [1]}, "option split must be a list of 2 whole numbers from 0 to 9"),
        ({"sides": {"up": "A"}}, "option sides must be a map of left, right to A, B"),
        ({"sides": {"left": "C"}}, "option sides"),
        ({"sides": "left"}, "option sides"),
        ({"moons": 1}, "there is no option moons (there are players, "),
    ],
)
def test_wrong_values_get_one_sentence(given: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_options(SPECS, (2, 4), given)
    assert sentence in str(caught.value)


def deep(levels: int) -> list[object]:
    value: list[object] = []
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    "odd",
    [
        deep(5000),
        16**5000,
        "9" * 5000,
        "x" * 100_000,
        {"left": deep(5000)},
        dict.fromkeys(map(str, range(50_000)), 1),
    ],
    ids=["deep", "huge", "digits", "long", "deep map", "many"],
)
@pytest.mark.parametrize("name", ["players", *(spec.name for spec in SPECS)])
def test_whatever_is_given_is_refused_with_a_short_sentence(name: str, odd: object) -> None:
    for given in ({name: odd}, {"x" * 100_000: odd}):
        with pytest.raises(BadInput) as refused:
            read_options(SPECS, (2, 4), given)
        assert len(str(refused.value)) < 400
