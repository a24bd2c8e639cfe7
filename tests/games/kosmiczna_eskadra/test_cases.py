"""Kosmiczna Eskadra: the cases of the rulebook hold, and cases may be written in other ways too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kosmoport.cases import read_cases, run_case
from kosmoport.core.case import Case, difference
from kosmoport.core.errors import BadInput
from kosmoport.games.kosmiczna_eskadra.cases import OPS

FILE = Path(__file__).parents[3] / "docs" / "rules" / "cases" / "kosmiczna_eskadra.yaml"
CASES = read_cases(FILE)
GUN = {"speed": 1, "hull": 1, "lasers": [{"from": [0, 45], "dir": [0, 1], "power": 1}]}


def report(op: str, given: dict[str, Any], do: list[Any] | None = None) -> dict[str, Any]:
    result: dict[str, Any] = OPS[op](Case("KE-TEST", op, given, do or [], {}))
    return result


def test_there_are_cases_of_every_op_and_each_names_its_rules() -> None:
    assert {case.op for case in CASES} == set(OPS)
    assert all(case.rules for case in CASES)


def test_a_case_that_expects_something_else_fails() -> None:
    case = next(case for case in CASES if case.id == "KE-P1")
    wrong = Case(case.id, case.op, case.given, case.do, {"points": {"red": 6}})
    assert run_case(wrong) == "points.red: expected 6, found 5"


def test_an_empty_map_means_that_nobody_has_anything() -> None:
    ships = [
        {"id": "a", "owner": "red", "pos": [0, 0], **GUN},
        {"id": "b", "owner": "blue", "pos": [0, 200], "hull": 1},
    ]
    found = report("resolve", {"asteroids": [], "ships": ships})
    assert difference({"losses": {}, "ore": {}, "ship_ore": {}, "damage": {}, "hangar": {}}, found) is None
    assert (
        difference({"losses": {"red": [], "blue": []}, "damage": {"a": {}, "b": {"red": 1}}}, found) is None
    )
    assert difference({"trophies": {}}, found) is not None


def test_ships_may_be_those_of_the_box_with_values_of_their_own() -> None:
    ships = [
        {"id": "a", "owner": "red", "type": "Żądło", "pos": [0, 0]},
        {"id": "b", "owner": "blue", "type": "niszczyciel", "hull": 3, "pos": [0, 200]},
    ]
    found = report("resolve", {"asteroids": [], "ships": ships})
    assert found["log"][0]["hits"] == [["a", 0, "b"]]
    assert found["trophies"] == {"red": ["b"], "blue": []}


def test_a_step_without_lasers_is_reported_only_if_the_case_lists_it() -> None:
    ships = [{"id": "hulk", "owner": "red", "speed": 4, "hull": 1, "pos": [200, 0]}]
    given = {"ships": ships}
    found, silent = report("resolve", given), {"speed": 4, "hits": [], "exploded": []}
    assert difference({"log": []}, found) is None
    assert difference({"log": [silent]}, found) is None
    assert difference({"log": [silent, silent]}, found) is not None
    assert difference({"log": [silent | {"speed": 3}]}, found) is not None


def test_lengths_may_have_any_decimals() -> None:
    ships = [
        {"id": "a", "owner": "red", "pos": [0.00025, 0], **GUN},
        {
            "id": "b",
            "owner": "blue",
            "pos": [30.00025, 200],
            "hull": 9,
            "shields": [{"edge": "left", "span": [-45, 1.5]}],
        },
    ]
    found = report("resolve", {"asteroids": [], "ships": ships, "options": {"table": [500.5, 500]}})
    assert found["log"][0]["hits"] == [["a", 0, "b:shield"]]


@pytest.mark.parametrize(
    ("op", "given", "what"),
    [
        ("legality", {"ships": [{"id": "a", "owner": "red", "pos": [0, 0], "rot": 22.5}]}, "whole degrees"),
        ("legality", {"ships": [{"id": i, "owner": "red", "pos": [0, 0]} for i in range(41)]}, "40 cards"),
        ("legality", {"ships": [{"id": i, "owner": i, "pos": [0, 0]} for i in range(5)]}, "4 squadrons"),
        ("legality", {"ships": [{"id": "a", "owner": "red", "pos": [True, 0]}]}, "not a number"),
        ("resolve", {"ships": [], "asteroids": [{"id": i} for i in range(9)]}, "8 asteroids"),
        ("tiers", {"ore": 3, "lasers": ["purple"]}, "white, red or green"),
        (
            "resolve",
            {"ships": [{"id": "a", "owner": "r", "pos": [0, 0], "lasers": [{"dir": [0, 0]}]}]},
            "point somewhere",
        ),
        (
            "resolve",
            {"ships": [{"id": "a", "owner": "r", "pos": [0, 0], "shields": ["front"]}]},
            "top, right",
        ),
        ("resolve", {"ships": [], "options": {"korsarze": True}}, "no option korsarze"),
        ("realtime", {"decks": {"red": list(range(11))}}, "10 cards"),
    ],
)
def test_what_cannot_be_laid_out_is_named(op: str, given: dict[str, Any], what: str) -> None:
    with pytest.raises(BadInput, match=what):
        report(op, given)


def test_poses_of_the_lightning_round_are_tenths() -> None:
    with pytest.raises(BadInput, match="tenths"):
        report("realtime", {"decks": {"red": ["r"]}}, [["red", "draw"], ["red", "release", [0.05, 0, 0]]])


def test_a_release_without_a_pose_takes_the_last_one_held() -> None:
    do = [["red", "draw"], ["red", "release"], ["red", "hold", [1, 2, -15]], ["red", "release"]]
    found = report("realtime", {"decks": {"red": ["r", "r"], "blue": ["b"]}}, do)
    assert found["rejected"] == [[1, "no position"]]
    assert found["table"] == [["red", "r", [1, 2, 345]]]
