"""The lattice of poses of Kosmiczna Eskadra: it offers what the rules find legal, and never nothing."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kosmoport.adapters.lattice import LatticePosition, LatticeTable
from kosmoport.adapters.opening import open_table
from kosmoport.core import layout
from kosmoport.core.contract import CHANCE
from kosmoport.core.errors import BadInput
from kosmoport.games.kosmiczna_eskadra import GAME
from kosmoport.games.kosmiczna_eskadra.rules import kind_of, pose_of, posed_action
from kosmoport.games.kosmiczna_eskadra.schema import AFLOAT, HANGAR, KEEP, RELEASE, SPACE
from kosmoport.games.kosmiczna_eskadra.shootout import obstacle

PAGE = Path(__file__).parents[2] / "docs" / "adapters.md"


def lattice_table(players: int, **options: Any) -> LatticeTable:
    table = open_table(GAME, players, options)
    assert isinstance(table, LatticeTable)
    table.seed(players)
    return table


def lay(position: LatticePosition, number: int) -> None:
    """Choose a number, then let the next seat draw its card."""
    position.act(number)
    while position.seat == CHANCE:
        position.throw()


def dealt(table: LatticeTable) -> LatticePosition:
    position = table.deal()
    assert isinstance(position, LatticePosition)
    return position


@pytest.mark.parametrize("players", [2, 3, 4])
def test_numbers_and_poses_are_the_same_thing(players: int) -> None:
    table = lattice_table(players)
    position = dealt(table)
    actions = [position.action(number) for number in range(table.actions)]
    assert [table.number(action) for action in actions] == list(range(table.actions))
    assert {kind_of(action) for action in actions} == {RELEASE}
    assert (0, 0, 0) in {pose_of(action) for action in actions}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_page_says_how_many_poses_there_are(players: int) -> None:
    table = lattice_table(players)
    width, height = GAME.standard_components.data.table_mm[str(players)]
    row = f"| {players} | {width} × {height} mm | {table.actions} | {len(table.deal().legal())} |"
    assert row in PAGE.read_text(encoding="utf-8")
    assert table.limit == 100 * players


def test_a_pose_beside_the_lattice_has_no_number() -> None:
    with pytest.raises(BadInput, match="releases no card at a pose of the lattice"):
        lattice_table(2).number(posed_action(RELEASE, 1, 0, 0))


@pytest.mark.parametrize("options", [{}, {"asteroids": "two"}, {"touch_is_illegal": False}])
def test_offered_poses_are_those_that_the_rules_find_legal(options: dict[str, Any]) -> None:
    table, rng = lattice_table(2, wins=2, **options), np.random.default_rng(1)
    position, rounds, compared = dealt(table), set[int](), 0
    while not position.over:
        s = layout.unpack_from(GAME.schema.State, position.memory)
        rounds.add(s.round)
        mask = position.mask(position.seat)
        for number in rng.integers(0, len(table.poses) - 1, 40).tolist():
            x, y, rot = table.poses[number]
            assert mask[number] == (obstacle(s, table.c, x, y, rot, s.lying) == SPACE)
            compared += 1
        lay(position, int(rng.choice(position.legal())))
    assert len(rounds) > 1, "a new round must free the table again"
    assert compared > 500


@pytest.mark.parametrize("asteroids", ["one", "two"])
def test_cards_on_the_lattice_take_part_and_cards_on_the_asteroid_do_not(asteroids: str) -> None:
    table, rng = lattice_table(3, asteroids=asteroids), np.random.default_rng(2)
    position = dealt(table)
    last, given_up = table.actions - 1, 0
    while not position.over:
        number = last if rng.integers(4) == 0 else int(rng.choice(position.legal()[:-1]))
        given_up += number == last
        lay(position, number)
    s = layout.unpack_from(GAME.schema.State, position.memory)
    in_hangar = sum(ship.fate == HANGAR for ship in s.ship[: s.lying])
    assert s.round == 0
    assert 0 < in_hangar == given_up < s.lying
    assert any(ship.fate == AFLOAT for ship in s.ship[: s.lying])


def held_by(position: LatticePosition) -> int:
    s = layout.unpack_from(GAME.schema.State, position.memory)
    return int(s.player[position.seat].held)


def test_where_overlapping_is_refused_a_card_is_held_back_instead() -> None:
    table = lattice_table(2, placement_check="reject")
    position = dealt(table)
    assert position.action(table.actions - 1) == KEEP
    seat, held = position.seat, held_by(position)
    lay(position, table.actions - 1)
    lay(position, position.legal()[0])
    assert (position.seat, held_by(position)) == (seat, held)


@pytest.mark.parametrize("check", ["accept", "reject"])
def test_on_a_crowded_table_nobody_is_ever_without_an_action(check: str) -> None:
    table = lattice_table(4, placement_check=check, table=[300, 300])
    position, crowded = dealt(table), 0
    while not position.over:
        legal = position.legal()
        assert legal[-1] == table.actions - 1
        crowded += len(legal) == 1
        lay(position, legal[0])
    assert crowded > 3


def test_a_pose_that_is_taken_or_unknown_is_refused() -> None:
    table = lattice_table(2)
    position = dealt(table)
    chosen = position.legal()[0]
    lay(position, chosen)
    with pytest.raises(BadInput, match=f"cannot choose pose {chosen}: a card there would not be legal"):
        position.act(chosen)
    with pytest.raises(BadInput, match="there is no pose 1353: there are 1353, counted from 0"):
        position.act(1353)


def test_a_copy_keeps_its_own_table() -> None:
    position = dealt(lattice_table(2))
    before, twin = position.legal(), position.copy()
    assert isinstance(twin, LatticePosition)
    lay(twin, before[0])
    assert before[0] not in twin.legal()
    assert position.legal() == before


def test_only_turns_and_only_games_that_say_so_have_a_lattice() -> None:
    with pytest.raises(BadInput, match="option mode must be turns"):
        open_table(GAME, 2, {"mode": "lightning"})
    with pytest.raises(BadInput, match="cannot be listed, and it has no lattice"):
        open_table(dataclasses.replace(GAME, lattice=None), 2)
