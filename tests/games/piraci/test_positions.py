"""Piraci: component files, deals and positions that are wrong are told so in one sentence."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from kosmoport.core import layout
from kosmoport.core.components import flatten, from_tables
from kosmoport.core.errors import BadInput
from kosmoport.core.play import generator, new_play
from kosmoport.games.piraci import GAME, invariants, rules, schema
from kosmoport.games.piraci.cases import Play
from tests.games.paths import put, value_at
from tests.games.piraci.positions import FOUR, drawn


@pytest.mark.parametrize(
    "path, value, wrong",
    [
        ("discs", [2, 3, 4, 5], "discs: "),
        ("discs[4]", "!", "discs"),
        ("loot_value.gem", 4, "loot_value.gem is no kind of loot"),
        ("ships[3].min", 10, "ships[3].min: "),
        ("ships[3].min", 0, "ships[3].min: "),
        ("ships[3].gold", -1, "ships[3].gold: "),
        ("ships[3].loot", [], "ships[3].loot: "),
        ("ships[3].loot", ["rum", "rum"], "ships[3].loot must be two different kinds"),
        ("ships[3].loot", ["gem"], "ships[3].loot[0]: "),
        ("ships[3].id", 1, "ships[3].id must be another number than 1, which ships[0] has"),
        ("ships[3].crew", 1, "ships[3]"),
        ("ships", [], "ships: "),
    ],
)
def test_a_wrong_component_is_named_by_its_path(path: str, value: Any, wrong: str) -> None:
    tables = copy.deepcopy(GAME.standard_components.tables)
    put(tables, path, value)
    with pytest.raises(BadInput) as error:
        from_tables(tables, GAME.components.Data, "ships.toml")
    assert str(error.value).startswith(f"ships.toml: {wrong}")


def test_a_missing_kind_of_loot_is_named() -> None:
    tables = copy.deepcopy(GAME.standard_components.tables)
    del tables["loot_value"]["rum"]
    with pytest.raises(BadInput, match=r"loot_value\.rum is missing"):
        from_tables(tables, GAME.components.Data, "ships.toml")


def test_every_value_has_a_standing_and_the_known_ship_is_documented() -> None:
    file = GAME.standard_components
    standings = {path: file.standing_of(path) for path, _ in flatten(file.tables)}
    assert "custom" not in standings.values()
    documented = {
        path for path, standing in standings.items() if standing == "documented" and "ships" in path
    }
    known = {"ships[9].gold", "ships[9].q", "ships[9].min", "ships[14].gold", "ships[14].min"}
    assert documented == known
    assert standings["loot_value.chest"] == "documented"


def test_the_printed_loot_is_just_what_the_tokens_allow() -> None:
    printed = [kind for ship in GAME.standard_components.data.ships for kind in ship.loot]
    assert {kind: printed.count(kind) for kind in printed} == dict.fromkeys(
        ("chest", "rum", "candelabrum", "dagger"), 6
    )


def _started() -> Play:
    return new_play(GAME, GAME.read_options({"players": 3, "start_seat": 0}), generator(2))


@pytest.mark.parametrize(
    "path, value",
    [
        ("stage", 5),
        ("turn", 3),
        ("turn", -1),
        ("ended", 1),
        ("asked", 1),
        ("about", 2),
        ("mutiny", 1),
        ("mutiny", 64),
        ("place[0]", 100),
        ("place[1]", -1),
        ("in_sight", 2),
        ("least_crew", 1),
        ("turned", 4),
        ("turned", -3),
        ("deck[0]", 14),
        ("deck[20]", 0),
        ("captor[0]", 1),
        ("size[3]", 2),
        ("size[3]", 0),
        ("size[3]", -1),
        ("size[20]", 1),
        ("under[3]", 3),
        ("under[3]", 100),
        ("under[3]", 4),
        ("under[20]", 4),
        ("bottom[3]", 4),
        ("crew[3]", 1 << 30),
        ("supply[0]", 5),
        ("supply[0]", -1),
        ("covered", -1),
        ("covered", 1),
    ],
)
def test_a_damaged_position_is_found_out(path: str, value: int) -> None:
    play = _started()
    assert value_at(play.s, path) != value
    put(play.s, path, value)
    assert list(GAME.invariants.problems(play.s, play.c))


@pytest.mark.rule("PI-13")
def test_a_captain_as_his_own_first_mate_is_found_out() -> None:
    play = _started()
    rules.move(play.s, 0, 1)
    assert "disc 0 lies on a disc of its own colour" in list(GAME.invariants.problems(play.s, play.c))


def test_a_question_that_nobody_can_have_been_asked_is_found_out() -> None:
    play = _started()
    play.s.stage, play.s.asked, play.s.about = schema.ASKING, 1, 0
    assert "seat 1 has no claim on unit 0" in list(GAME.invariants.problems(play.s, play.c))


def test_an_end_that_is_none_is_found_out() -> None:
    play = _started()
    rules.end_game(play.s, schema.DEADLOCK)
    assert "the game has not ended: somebody can still act" in list(GAME.invariants.problems(play.s, play.c))
    play = _started()
    rules.end_game(play.s, schema.ALL_SHIPS)
    assert "ended is 1, which does not fit the ships" in list(GAME.invariants.problems(play.s, play.c))


def test_money_from_nowhere_is_found_out() -> None:
    play = _started()
    play.s.player[1].money += 1
    assert len(list(GAME.invariants.problems(play.s, play.c))) == 1


@pytest.mark.parametrize("number_of_players", [2, 6, -1])
def test_too_few_or_too_many_players_are_found_out(number_of_players: int) -> None:
    play = _started()
    play.s.opt.players = number_of_players
    assert "opt.players" in next(GAME.invariants.problems(play.s, play.c))


def test_a_wrong_deal_is_found_out() -> None:
    play = _started()
    assert list(GAME.invariants.deal_problems(play.s, play.c, play.d)) == []
    for field, value in (("start", 3), ("deck", [0] * 24), ("deck", play.d.deck[::-1])):
        d = layout.clone(play.d)
        setattr(d, field, value)
        assert len(list(GAME.invariants.deal_problems(play.s, play.c, d))) == 1


def test_mutinies_nobody_can_have_called_are_found_out() -> None:
    table = drawn(["R2 B2 B3 B4", "R3 K2", "Y2"], FOUR)
    assert table.s.stage == schema.ASKING
    table.s.mutiny = 2
    assert "nobody can have called a mutiny on unit 1" in list(invariants._mutiny(table.s))
