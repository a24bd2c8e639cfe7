"""Kosmiczni Piraci: the reader of rule cases understands what people write."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kosmoport.cases import read_cases, run_case
from kosmoport.core.case import Case, difference
from kosmoport.core.errors import BadInput
from kosmoport.games.kosmiczni_piraci.cases import OPS

CASES = read_cases(Path(__file__).parents[3] / "docs" / "rules" / "cases" / "kosmiczni_piraci.yaml")


def report(op: str, do: list[Any] | None = None, **given: Any) -> dict[str, Any]:
    ships = {"players": ["A", "B", "C"], "trade": 4, "pirate": 3} if op != "final" else {}
    return OPS[op](Case("KP-TEST", op, {**ships, **given}, do or [], {}))


def test_there_are_cases_of_every_op_and_each_names_its_rules() -> None:
    assert {case.op for case in CASES} == set(OPS)
    assert all(case.rules for case in CASES)


@pytest.mark.parametrize(
    ("case_id", "expect", "found"),
    [
        ("KP-X01", {"next": "C"}, "next: expected 'C', found 'B'"),
        ("KP-X01", {"piles": {}}, "piles: expected {}, found {'0': ['A:5_']}"),
        ("KP-X12", {"boxed": {1: [2, 1]}}, "boxed.1[0]: expected 2, found 1"),
        ("KP-X28", {"won": {"A": []}}, "won.A: expected [], found [6]"),
        ("KP-P3", {"per_planet": [4, 3, 3, 3, 3, 4]}, "per_planet[0]: expected 4, found 3"),
        ("KP-X30", {"winners": ["A"]}, "winners: expected ['A'], found ['A', 'B']"),
    ],
)
def test_a_case_that_expects_something_else_fails(case_id: str, expect: dict[str, Any], found: str) -> None:
    case = next(case for case in CASES if case.id == case_id)
    assert run_case(Case(case.id, case.op, case.given, case.do, expect)) == found


def test_nobody_and_nothing_may_be_written_either_way() -> None:
    found = report("play", [["A", "T", 0], ["B", "T", 0]])
    empty: list[dict[Any, list[Any]]] = [{}, {0: []}, {"0": [], 5: []}]
    for piles in empty:
        assert difference({"piles": piles}, found) is None
    assert difference({"lost": {"A": ["T"], "B": ["T"], "C": []}}, found) is None
    assert difference({"lost": {}}, found) is not None
    assert difference({"piles": {6: []}}, found) is not None


def test_every_key_is_there_before_the_end() -> None:
    found = report("play", [["A", 1, 0]])
    assert found["won"] == found["boxed"] == {}
    assert found["winners"] == []
    assert difference({"totals": {"A": 0, "B": 0, "C": 0}}, found) is None


def test_players_may_have_numbers_for_names() -> None:
    do = [[1, 2, 0], [2, "T", 0], [1, 3, 1], [3, 5, 0]]
    found = report("play", do, players=[1, 2, 3])
    expect = {
        "next": 1,
        "illegal": [[2, "turn"]],
        "lost": {2: ["T"], 3: [5]},
        "piles": {0: ["1:2^"]},
        "views": {1: {"lost": {3: ["?"]}}, 3: {"hand": [1, 2, 3, 4, 6, 7, "T"]}},
    }
    assert difference(expect, found) is None
    assert difference({"winners": [7, 8]}, report("final", won={7: [3], 8: [3]})) is None


@pytest.mark.parametrize(
    ("hands", "held"),
    [
        ({"A": [7, 2]}, {"A": [7, 2], "B": [1, 2, 3, 4, 5, 6, 7, "T"]}),
        ([[1], [2], ["T"]], {"A": [1], "B": [2], "C": ["T"]}),
        (["T", 1], {"A": ["T", 1], "B": ["T", 1], "C": ["T", 1]}),
        ({"A": [3, 3, 9], "B": []}, {"A": [3, 3, 9], "B": []}),
    ],
)
def test_hands_may_be_given_in_several_ways(hands: Any, held: dict[str, Any]) -> None:
    found = report("play", hands=hands)
    assert difference({"hands": held}, found) is None
    assert difference({"views": {"A": {"hand": held["A"]}}}, found) is None


def test_hands_may_have_more_different_cards_than_a_real_deck() -> None:
    hands = {"A": [11, 12, 13, 14], "B": [21, 22, 23, 24], "C": ["T", "T", 1, 2]}
    do = [["A", 14, 0], ["B", 24, 0], ["C", "T", 0], ["A", 11, 0], ["B", 11, 0], ["B", 24, 0], ["B", 21, 1]]
    found = report("play", do, hands=hands)
    assert found["illegal"] == [[4, "card"], [5, "card"]]
    assert found["lost"] == {"A": [11], "C": ["T"]}
    assert found["piles"] == {"0": ["A:14^", "B:24^"], "1": ["B:21_"]}


def test_a_table_may_have_the_same_card_twice() -> None:
    table = {0: {"A": [7, 7], "B": [6, 6, 6]}, 1: {"A": [7], "C": [1, 2, 3, 4, 5, "T", "T"]}}
    found = report("score", table=table, treasures={0: [5, 4], 1: [7]})
    assert found["won"] == {"A": [4], "B": [5], "C": [7]}


def test_treasures_of_other_values_and_in_a_list() -> None:
    found = report("score", table=[{"A": [1], "B": [2]}], treasures=[[9, 8, 9]], pirate=5)
    assert found["won"] == {"A": [9], "B": [9, 8]}
    assert report("final", won={"A": [9, 9, 8], "B": [10]})["winners"] == ["A"]


def test_picks_may_be_named_by_player_and_left_open() -> None:
    table = {0: {"A": [3], "B": [2], "C": [1]}}
    named = report("score", table=table, treasures={0: [6, 5, 4]}, picks={0: {"B": 4}})
    assert named["won"] == {"A": [6], "B": [4], "C": [5]}
    left_open = report("score", table=table, treasures={0: [6, 5, 4]}, picks={0: [None, 4]})
    assert left_open["won"] == named["won"]


def test_a_pick_of_what_is_not_there_is_an_error_of_the_case() -> None:
    table = {0: {"A": [3], "B": [2]}}
    with pytest.raises(BadInput, match="planet 0 has no treasure 5"):
        report("score", table=table, treasures={0: [6, 4]}, picks={0: [5]})
    with pytest.raises(BadInput, match="there is no treasure 8"):
        report("score", table=table, treasures={0: [6, 4]}, picks={0: [8]})


def test_a_case_of_stage_2_may_do_without_ships() -> None:
    table = {0: {"A": [3]}, 1: {"B": [2]}}
    found = report("score", table=table, treasures={0: [6], 1: [4]}, trade=None, pirate=None)
    assert found["won"] == {"A": [6], "B": [4]}
    assert found["boxed"] == {}
    with pytest.raises(BadInput, match="must say where the pirate ship is"):
        report("score", table=table, treasures={q: [1] for q in range(6)}, pirate=None)


def test_two_players_are_enough_for_a_case() -> None:
    found = report("play", [["A", 1, 0], ["B", 1, 0], ["A", 2, 0]], players=["A", "B"])
    assert found["next"] == "B"
    assert found["trade"] == 4


def test_extra_treasures_belong_on_planets_without_a_ship() -> None:
    with pytest.raises(BadInput, match="richer must be 1 for 2 planets without a ship"):
        report("setup", players_n=5, trade=0, pirate=2, extra=[0, 1])
    with pytest.raises(BadInput, match="option players must be a whole number from 3 to 5"):
        report("setup", players_n=6)


def test_a_player_who_is_not_there_is_an_error_of_the_case() -> None:
    with pytest.raises(BadInput, match="'Z' is not a player"):
        report("play", [["Z", 1, 0]])


def test_a_winner_who_is_not_a_player_is_an_error_of_the_case() -> None:
    with pytest.raises(BadInput, match="'Z' is not a player"):
        report("final", players=["A", "B"], won={"Z": [3]})
