"""Piraci: the rules of thumb read only what a seat knows, and prefer what they say."""

from __future__ import annotations

from typing import Any

import pytest

from kosmoport.core import layout
from kosmoport.engine.program import thumbs_files
from kosmoport.engine.reference import plain_search
from kosmoport.games.piraci import GAME, thumbs
from kosmoport.games.piraci import cases as piraci_cases
from kosmoport.games.piraci.cases import Play
from kosmoport.games.piraci.schema import ASKING, CALL, DECLINE, DISCS, MOVES, PIRATES, State
from tests.games.judging import decisions, greedy_share, judged_by_knowledge, names, told_apart, weighed_alike
from tests.games.piraci.positions import disc, drawn

TABLES: list[dict[str, Any]] = [{"players": 3, "deadlock": "refresh"}, {"players": 4}, {"players": 5}]


# ---------------------------------------------------------------- what bots rely on


def test_they_are_written_in_the_subset_of_the_rules() -> None:
    assert [path.name for path in thumbs_files(GAME)] == ["thumbs.py"]


@pytest.mark.parametrize("given", TABLES, ids=names)
def test_a_seat_judges_by_what_it_knows_alone(given: dict[str, Any]) -> None:
    """However the ships to come are ordered, every action keeps its worth and its meaning."""
    judged, differ = judged_by_knowledge(GAME, given, seed=31)
    assert differ > judged // 2 > 30


@pytest.mark.parametrize("given", TABLES, ids=names)
def test_different_actions_mean_different_things_to_everybody(given: dict[str, Any]) -> None:
    kinds = set()
    for play, seat, legal, meanings in told_apart(GAME, given, range(6)):
        for viewer in range(given["players"]):
            assert [thumbs.seen(play.s, play.c, viewer, seat, action) for action in legal] == meanings
        kinds |= {"move" if a < MOVES else "board" if a < CALL else "answer" for a in legal}
    assert kinds == {"move", "board", "answer"}


def drawn_after(play: Play, s: State, seat: int, action: int) -> tuple[Any, ...]:
    """What lies on the table behind an action; ships in no order, for the place of a ship means nothing."""
    s = layout.clone(s)
    GAME.rules.apply(s, play.c, seat, action)
    goods = [(player.money, tuple(player.loot)) for player in s.player]
    return sorted(s.place), s.captor, s.size, s.under, goods, s.turn, s.asked, s.mutiny


@pytest.mark.parametrize("given", TABLES, ids=names)
def test_the_same_meaning_is_the_same_thing_wherever_the_ships_lie(given: dict[str, Any]) -> None:
    """The ships in sight in reverse order: actions of one meaning have one worth and lead to one table, and
    those of two meanings to two (so whoever watches may tell apart what `seen` tells apart)."""
    boarded = 0
    for play, _, seat, legal in decisions(GAME, given, seed=33):
        other = layout.clone(play.s)
        other.place[:] = other.place[::-1]
        twins = {thumbs.meaning(other, play.c, seat, a): a for a in GAME.legal(other, play.c, seat)}
        assert len(twins) == len(legal)
        tables = []
        for action in legal:
            twin = twins[thumbs.meaning(play.s, play.c, seat, action)]
            assert thumbs.worth(other, play.c, seat, twin) == thumbs.worth(play.s, play.c, seat, action)
            tables.append(drawn_after(play, play.s, seat, action))
            assert drawn_after(play, other, seat, twin) == tables[-1]
            boarded += twin != action
        assert all(table not in tables[:i] for i, table in enumerate(tables))
    assert boarded > 10


@pytest.mark.parametrize("given", TABLES, ids=names)
def test_plain_and_compiled_judge_alike(given: dict[str, Any]) -> None:
    assert len(weighed_alike(GAME, given, seed=34, temper=200)) > 100


# ---------------------------------------------------------------- what they say

TWO = {"two": {"gold": 12, "q": 3, "min": 2, "loot": ["dagger"]}}
THREE = {"three": {"gold": 18, "q": 3, "min": 3, "loot": ["dagger"]}}
BIG = {"big": {"gold": 30, "q": 3, "min": 9, "loot": ["dagger"]}}


def moving(table: piraci_cases.Table, unit: str, target: str) -> int:
    """How good it looks to the owner of the unit to set it on the target."""
    return liking(table, DISCS * (disc(table, unit) % PIRATES) + disc(table, target))


def boarding(table: piraci_cases.Table, unit: str, place: int = 0, picture: int = 0) -> int:
    return liking(table, MOVES + 6 * (disc(table, unit) % PIRATES) + 2 * place + picture)


def liking(table: piraci_cases.Table, action: int) -> int:
    """How good a legal action looks to the seat that has to decide."""
    seat = table.play.seats_to_act()[0]
    assert action in table.play.legal(seat)
    return int(plain_search(GAME).worth(table.s, table.play.c, seat, action))


def test_the_ship_that_leaves_more_after_the_wages_is_boarded() -> None:
    """The ? earns 9 of the 18 ducats and nothing of the 12."""
    dear = {"dear": {"gold": 18, "q": 9, "min": 2, "loot": ["dagger"]}}
    cheap = {"cheap": {"gold": 12, "q": 0, "min": 2, "loot": ["dagger"]}}
    table = drawn(["R3 B?", "B2"], cheap | dear, "RBY", turn="R")
    assert boarding(table, "R3", 0) > boarding(table, "R3", 1)


def test_a_boarding_costs_no_more_than_the_captain_has() -> None:
    poor = drawn(["R3 B5 B4 Y5 Y4"], TWO, "RBY", turn="R", money={"R": 1, "B": 10, "Y": 10})
    rich = drawn(["R3 B5 B4 Y5 Y4"], TWO, "RBY", turn="R", money={"R": 9, "B": 10, "Y": 10})
    assert boarding(poor, "R3") == boarding(rich, "R3") + 5 * thumbs.DUCAT


BOTH = {"both": {"gold": 18, "q": 3, "min": 2, "loot": ["chest", "dagger"]}}


@pytest.mark.parametrize(
    ("loot", "picture"),
    [
        ({}, 0),
        ({"B": ["chest"] * 3}, 1),  # out of reach
        ({"R": ["chest"] * 2}, 1),  # safe
        ({"R": ["chest"] * 2, "B": ["chest"] * 2}, 0),
        ({"B": ["chest"] * 3 + ["dagger"] * 3}, None),
    ],
)
def test_loot_is_taken_where_the_majority_is_open(loot: dict[str, list[str]], picture: int | None) -> None:
    table = drawn(["R3 B2", "B4"], BOTH, "RBY", turn="R", loot=loot)
    chest, dagger = (boarding(table, "R3", 0, k) for k in range(2))
    assert picture == (None if chest == dagger else 0 if chest > dagger else 1)


def test_well_paid_pirates_go_into_stacks() -> None:
    table = drawn(["R5", "R2", "B3 Y2", "Y3"], THREE, "RBY", turn="R")
    assert moving(table, "R5", "B3") > moving(table, "R2", "B3")


def test_a_stack_that_would_get_too_dear_for_everybody_gets_no_more_well_paid_pirates() -> None:
    """Of 18 ducats a crew for 9 leaves enough for a five; a crew for 23 is hardly boarded as it is."""
    fair = drawn(["R5", "R2", "B3 Y2 B4", "Y3"], THREE, "RBY", turn="R")
    crowded = drawn(["R5", "R2", "B3 Y5 B4 Y4 B5 Y2", "Y3"], THREE, "RBY", turn="R")
    assert moving(fair, "R5", "B3") > moving(fair, "R2", "B3")
    assert moving(crowded, "R5", "B3") < moving(crowded, "R2", "B3")


def test_the_more_profitable_stack_is_taken_from_its_captain() -> None:
    """Blue would keep 18 - 2, yellow 18 - 5; both stacks are worth the same to red."""
    table = drawn(["R3", "B5 K2 B2", "Y2 K5 Y2", "K3"], THREE, turn="R")
    assert moving(table, "R3", "B5") > moving(table, "R3", "Y2")


def test_own_wages_in_a_stack_that_will_be_boarded_are_left_to_come() -> None:
    """Whoever covers the stack has to pay the others instead of being paid."""
    table = drawn(["R3", "B2 R5 Y2", "Y2 K5 Y2", "K3", "R2"], THREE | TWO, turn="R")
    assert moving(table, "R3", "Y2") > moving(table, "R3", "B2")


def test_a_stack_is_covered_rather_than_a_single_pirate() -> None:
    table = drawn(["R3", "B2 Y2", "Y3", "B4"], BIG, "RBY", turn="R")
    assert moving(table, "R3", "B2") > moving(table, "R3", "B4")


def test_a_small_stack_is_covered_rather_than_a_large_one() -> None:
    table = drawn(["R3", "B2 Y2", "B4 Y3 B3 Y4"], BIG, "RBY", turn="R")
    assert moving(table, "R3", "B2") > moving(table, "R3", "B4")


def test_own_stacks_stay_where_they_are() -> None:
    table = drawn(["R3 Y2", "R2", "B2 Y4", "Y3"], BIG, "RBY", turn="R")
    assert moving(table, "R2", "B2") > moving(table, "R3", "B2")


def test_a_profit_at_hand_is_better_than_another_move() -> None:
    table = drawn(["R2 B3 Y2", "R3", "B2", "Y3"], THREE, "RBY", turn="R")
    assert boarding(table, "R2") > max(moving(table, "R3", "B2"), moving(table, "R2", "B2"))


def test_three_pirates_in_a_stack_call_the_mutiny() -> None:
    table = drawn(["R3 B5 B4 B2", "R2", "Y3"], THREE, "RBY", turn="R")
    assert table.s.stage == ASKING
    assert liking(table, CALL) > liking(table, DECLINE)


# ---------------------------------------------------------------- what they are good for


@pytest.mark.parametrize("players", [3, 4, 5])
def test_greedy_beats_random(players: int) -> None:
    """Far above the fair share of the win."""
    assert greedy_share(GAME, {"players": players}, deals=2) > 0.8
