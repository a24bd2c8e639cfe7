"""Kosmiczna Misja: the reader of cases understands what people write."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kosmoport.cases import read_cases, run_case
from kosmoport.core.case import Case
from kosmoport.core.errors import BadInput
from kosmoport.games.kosmiczna_misja.cases import OPS

FILE = Path(__file__).parents[3] / "docs" / "rules" / "cases" / "kosmiczna_misja.yaml"
BLANK: dict[str, int] = {}


def case(op: str, do: list[Any], expect: dict[str, Any], **given: Any) -> Case:
    return Case("KM-TEST", op, given, do, expect)


def report(op: str, do: list[Any], **given: Any) -> dict[str, Any]:
    return OPS[op](case(op, do, {}, **given))


def test_there_are_cases_of_every_op() -> None:
    assert {c.op for c in read_cases(FILE)} == set(OPS)


def test_a_case_that_expects_something_else_fails() -> None:
    wrong = case("planet", [], {"need": 3}, planet={0: {"s": 1}})
    assert run_case(wrong) == "need: expected 3, found 2"


def test_uses_may_be_written_in_any_order() -> None:
    turn: dict[str, Any] = {"planets": [{0: BLANK}], "roll": 2, "bank": {"x": BLANK, "a": BLANK}}
    some = {"new": ["x", "a"], "extend": [["x", 0, 3], ["x", 0, 1], ["a", 0, 1], ["a", 0, 3]]}
    assert run_case(case("options", [], some, **turn)) is None
    assert run_case(case("options", [], {"new": ["x"]}, **turn)) is not None
    assert report("options", [], **turn)["new"] == ["a", "x"]


def test_tile_ids_may_be_numbers() -> None:
    found = report("options", [], planets=[], roll=1, bank={10: BLANK, 9: BLANK, "b": BLANK})
    assert found["new"] == [9, 10, "b"]


def test_in_the_first_round_nothing_is_extended_even_if_a_planet_lies_there() -> None:
    found = report("options", [], planets=[{0: {"a": 3}}], first_round=True, roll=6, bank={"x": BLANK})
    assert (found["new"], found["extend"]) == (["x"], [])


def test_whoever_acts_first_is_to_move() -> None:
    found = report(
        "play", [["B", None, "new", "x"]], players=["A", "B"], tiles={"x": BLANK, "y": BLANK}, bank=["x", "y"]
    )
    assert (found["illegal"], found["turn"], found["sizes"]) == ([], "A", {"A": [], "B": [1]})


def test_a_refused_action_leaves_the_die_unrolled() -> None:
    do = [["A", 1, "add", "x", 0, 1], ["A", 9, "add", "x", 0, 1]]
    found = report(
        "play",
        do,
        players=["A", "B"],
        bank=["x", "y"],
        tiles={"x": BLANK, "y": BLANK},
        planets={"A": [{0: {"s": 8}}]},
    )
    assert found["illegal"] == [[0, "cannot add"]]
    assert found["stations"] == {"A": [8], "B": []}


def test_tiles_may_be_those_of_the_game() -> None:
    found = report(
        "play", [["A", None, "new", "T16"]], players=["A", "B"], bank=["T16", "T38"], stack=["T01"]
    )
    assert (found["stations"]["A"], found["bank"]) == ([3], ["T01", "T38"])


def test_tiles_may_be_named_where_they_lie() -> None:
    do = [["A", None, "new", "x"], ["B", None, "new", "z"]]
    found = report("play", do, players=["A", "B"], bank={"x": {"s": 1}, "y": None}, stack={"z": {"s": 2}})
    assert (found["illegal"], found["bank"]) == ([], ["y"])
    assert found["stations"] == {"A": [1], "B": [2]}


def test_players_may_come_with_their_planets_in_a_play() -> None:
    found = report(
        "play", [["A", 2, "add", "T01", 0, 1]], players={"A": [{0: {"s": 1}}], "B": None}, bank=["T01"]
    )
    assert (found["over"], found["sizes"]) == ("exhausted", {"A": [2], "B": []})


def test_players_may_come_apart_from_their_planets_in_a_score() -> None:
    whole = dict.fromkeys(range(4), "p")
    found = report("score", [], players=["A", "B"], tiles={"p": {"s": 1}}, planets={"B": [whole]})
    assert found == {"totals": {"A": 0, "B": 4}, "winners": ["B"]}


def test_a_position_with_nothing_to_take_is_over() -> None:
    found = report("play", [["A", 1, "skip"]], players=["A", "B"], bank=[], stack=[])
    assert (found["over"], found["illegal"]) == ("exhausted", [[0, "over"]])


@pytest.mark.parametrize(
    ("op", "do", "given"),
    [
        ("play", [["C", 1, "skip"]], {"players": ["A", "B"], "bank": ["T01"]}),
        ("play", [["A", 1, "jump"]], {"players": ["A", "B"], "bank": ["T01"]}),
        ("play", [], {"players": ["A", "B"], "bank": ["nowhere"]}),
        ("play", [], {"players": ["A", "B"], "bank": ["T01"], "planets": {"C": [{0: BLANK}]}}),
        ("play", [], {"players": ["A", "B"], "bank": ["T01", "T02", "T03", "T04"]}),
        ("options", [], {"planets": [{}], "roll": 1, "bank": {}}),
        ("options", [], {"planets": [], "roll": 1, "bank": {"x": {"s": 100}}}),
        ("planet", [], {"planet": {4: BLANK}}),
        ("planet", [], {"planet": {-1: BLANK}}),
        ("planet", [], {"planet": {0: {"stations": 1}}}),
        ("score", [], {"players": {name: [] for name in "ABCDE"}}),
    ],
)
def test_a_case_that_cannot_be_set_up_gets_one_sentence(
    op: str, do: list[Any], given: dict[str, Any]
) -> None:
    with pytest.raises(BadInput):
        run_case(case(op, do, {"over": None}, **given))
