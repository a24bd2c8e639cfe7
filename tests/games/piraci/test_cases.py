"""Piraci: the cases of the rulebook hold, and the reader of cases understands what people write."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kosmoport.cases import read_cases, run_case
from kosmoport.core.case import Case, Situation, difference
from kosmoport.core.errors import BadInput
from kosmoport.games.piraci.cases import OPS

FILE = Path(__file__).parents[3] / "docs" / "rules" / "cases" / "piraci.yaml"
CASES = read_cases(FILE)
SHIP = {"gold": 12, "q": 3, "min": 4, "loot": ["dagger"]}


def report(op: str, do: list[Any], **given: Any) -> dict[str, Any]:
    return OPS[op](Situation("PI-TEST", op, {"players": ["R", "B", "Y"], **given}, do))


def test_there_are_cases_of_every_op_and_each_names_its_rules() -> None:
    assert {case.op for case in CASES} == set(OPS)
    assert all(case.rules for case in CASES)


def test_a_case_that_expects_something_else_fails() -> None:
    case = CASES[0]
    wrong = Case(case.id, case.op, case.given, case.do, {"money": {"R": 21}})
    assert run_case(wrong) == "money.R: expected 21, found 20"


def test_sorted_lists_may_be_written_in_any_order() -> None:
    units = [["R2", "B2"], ["Y3"], ["B4"]]
    found = report("play", [], units=units, ships={"s": SHIP})
    assert difference({"units": [["Y3"], ["B4"], ["R2", "B2"]]}, found) is None
    assert difference({"units": [["Y3"]]}, found) is not None
    assert difference({"units": [["Y3"], ["B4"], ["R2", "B3"]]}, found) is not None


def test_without_face_up_ships_the_deck_is_turned_up() -> None:
    deck = [{"id": i, **SHIP} for i in range(5)]
    found = report("play", [], units=[["R2"], ["B2"]], deck=deck)
    assert found["ships"] == [0, 1, 2]
    assert found["deck"] == 2


def test_two_discs_of_one_name_are_two_discs() -> None:
    do = [["R", "move", "R2", "B2"]]
    found = report("play", do, units=[["R2"], ["Y3", "R2"], ["B2"], ["Y7"]], ships={"s": SHIP})
    assert found["illegal"] == []
    assert found["units"] == [["R2", "B2"], ["Y3", "R2"], ["Y7"]]


def test_a_deadlock_at_the_start_can_be_passed_once() -> None:
    found = report("play", [["R", "pass"], ["B", "pass"]], units=[["R2", "B2"]], ships={"s": SHIP})
    assert found["over"] == "deadlock"
    assert found["illegal"] == [[1, "over"]]
    found = report("legal", [], units=[["R2", "B2"]], ships={"s": SHIP}, who="R")
    assert (found["deadlock"], found["may_pass"], found["moves"]) == (True, True, [])
    assert difference({"boards": []}, found) is None


def test_calls_may_stand_in_any_order_but_not_after_a_call_on_the_same_stack() -> None:
    units = [["R2", "B2", "B3", "B4", "Y2", "Y3", "Y4"], ["B5"], ["Y5"]]
    found = report("play", [["Y", "mutiny", "R2"], ["B", "mutiny", "R2"]], units=units, ships={"s": SHIP})
    assert found["illegal"] == [[1, "no mutiny"]]
    split = [["R2", "B2", "B3", "B4"], ["R3", "Y2", "Y3", "Y4"], ["B5"], ["Y5"]]
    found = report("play", [["Y", "mutiny", "R3"], ["B", "mutiny", "R2"]], units=split, ships={"s": SHIP})
    assert found["illegal"] == []


@pytest.mark.parametrize("called", ["R2", ["R2"], [["B", "R2"]]])
def test_a_mutiny_may_be_given_as_called_already(called: Any) -> None:
    units = [["R2", "B2", "B3", "B4"], ["R3"], ["Y5"]]
    found = report("play", [["R", "move", "R3", "Y5"]], units=units, ships={"s": SHIP}, mutiny=called)
    assert found["illegal"] == [[0, "mutiny forces boarding"]]
    assert difference({"boards": [["R2", "s", 0]]}, found) is None
    assert difference({"boards": [["R2", "s"]]}, found) is None
    assert difference({"boards": [["R2", "s", 1]]}, found) is not None


def test_players_who_are_not_listed_are_the_owners_of_the_discs() -> None:
    given = {"units": [["Y2"], ["R2", "B2"]], "ships": {"s": {"min": 2, "loot": ["rum"]}}}
    found = OPS["play"](Situation("PI-TEST", "play", given, []))
    assert list(found["money"]) == ["R", "B", "Y"]
    assert difference({"boards": [["R2", "s", 0]]}, found) is None
    assert difference({"boards": [["R2", "s"]]}, found) is None
    assert difference({"boards": [["R2", "s", 1]]}, found) is not None


@pytest.mark.parametrize(
    "given, do",
    [
        ({"units": [["Q2"]]}, []),
        ({"units": [["R2", "B2"], ["Y2"]], "ships": {"s": SHIP}, "mutiny": ["R2"]}, []),
        ({"units": [["R1", "B2", "R2", "B3", "R3", "R4", "R5", "R6"]]}, []),
        ({"units": [["R2"]], "ships": dict.fromkeys("abcd", SHIP)}, []),
        ({"units": [["R2"], ["B2"]], "ships": {"s": SHIP}}, [["R", "swim"]]),
        ({"units": [["R2"], ["B2"]], "ships": {"s": SHIP}}, [["Q", "pass"]]),
    ],
)
def test_what_cannot_be_a_case_is_said_to_be_none(given: dict[str, Any], do: list[Any]) -> None:
    with pytest.raises(BadInput, match="PI-TEST"):
        report("play", do, **given)


def test_scoring_takes_other_kinds_of_loot_and_refuses_too_many_players() -> None:
    given = {"values": {"gem": 9}, "loot": {"A": ["gem"], "B": {"gem": 1}}}
    found = OPS["score"](Situation("PI-TEST", "score", given, []))
    assert found["detail"] == {"gem": {"A": 4, "B": 4}}
    crowd = {"loot": {name: {"chest": 1} for name in "ABCDEF"}}
    with pytest.raises(BadInput, match="at most 5 players"):
        OPS["score"](Situation("PI-TEST", "score", crowd, []))
