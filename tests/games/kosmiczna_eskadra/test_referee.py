"""The referee for real tables: the same shoot-out as at a live table, and one sentence for what cannot be."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from kosmoport.core.errors import BadInput
from kosmoport.games.kosmiczna_eskadra import GAME
from kosmoport.games.kosmiczna_eskadra.referee import RefereeCard, RefereeTable, judge
from kosmoport.games.kosmiczna_eskadra.shootout import resolve
from tests.games.kosmiczna_eskadra.layouts import blank, place

WAZKA, SZERSZEN, DUCH = 0, 1, 3


def table(*cards: tuple[int, int, int, int, int], **options: Any) -> RefereeTable:
    return RefereeTable([RefereeCard(*card) for card in cards], {"players": 4, **options})


def test_a_duel_is_told_shot_by_shot() -> None:
    judged = judge(table((0, SZERSZEN, -2000, 0, 270), (1, WAZKA, -2000, 2000, 180), players=2))
    assert [told.id for told in judged.told] == [
        "speed_step",
        "fired_ship",
        "fired_space",
        "exploded_trophy",  # before it could fire
        "scored",
        "scored",
        "round_won",
    ]
    assert judged.before.stage == "stopping"
    assert all(ship.fate == "afloat" for ship in judged.before.table)
    assert judged.after.stage == "between"


def test_points_and_winner_come_with_the_formula_behind_them() -> None:
    judged = judge(table((0, SZERSZEN, -2000, 0, 270), players=2))
    assert (judged.points, judged.winner) == ((2, 0), 0)
    assert [step.args for step in judged.count] == [
        {"seat": 0, "trophies": 0, "ore": 2, "losses": 0, "n": 2},
        {"seat": 1, "trophies": 0, "ore": 0, "losses": 0, "n": 0},
    ]


def test_nobody_wins_an_empty_table() -> None:
    judged = judge(table(players=3))
    assert (judged.points, judged.winner) == ((0, 0, 0), None)
    assert [told.id for told in judged.told] == ["scored"] * 3 + ["round_tied"]
    assert judged.before.table_size == (8000, 8000)


def test_the_later_of_two_overlapping_cards_is_taken_off() -> None:
    judged = judge(table((0, DUCH, 2000, 0, 0), (1, DUCH, 2100, 0, 0), (2, DUCH, 4501, 0, 0)))
    assert [told.id for told in judged.told][:2] == ["illegal_ship", "illegal_off"]
    assert [ship.fate for ship in judged.after.table] == ["afloat", "hangar", "hangar"]


def test_it_judges_as_a_live_table_does() -> None:
    c = GAME.component_record()
    for seed in range(40):
        chance = random.Random(seed)
        cards = [
            (seat, ship, chance.randint(-4000, 4000), chance.randint(-4000, 4000), chance.randrange(360))
            for seat in range(4)
            for ship in chance.sample(range(10), 5)
        ]
        chance.shuffle(cards)
        options = {"corsairs": seed % 2 == 0, "asteroids": ("one", "two")[seed % 3 == 0]}
        s = blank(**options)
        for card in cards:
            place(s, *card)
        resolve(s, c)
        judged = judge(table(*cards, **options))
        assert judged.points == tuple(player.points for player in s.player)
        assert tuple(ship.taker for ship in judged.after.table) == tuple(
            None if ship.taker < 0 else ship.taker for ship in s.ship[: s.lying]
        )


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (
            table((0, DUCH, 0, 2000, 0), (0, DUCH, 0, -2000, 0)),
            "card 2 is the second Duch of seat 0, but a squadron has only one",
        ),
        (table((3, DUCH, 0, 0, 0), players=2), "card 1 is of seat 3, but the seats are 0 to 1"),
        (
            table(mode="turns"),
            "the referee has no option mode (there are players, asteroids, asteroid_gap, ore_split, "
            "corsairs, corsair_capacity, touch_is_illegal, table)",
        ),
        (table(players=7), "option players must be a whole number from 2 to 4, not 7"),
    ],
)
def test_what_cannot_be_gets_one_sentence(asked: RefereeTable, sentence: str) -> None:
    with pytest.raises(BadInput) as raised:
        judge(asked)
    assert str(raised.value) == sentence


@pytest.mark.parametrize(
    "wrong", [{"ship": 10}, {"seat": 4}, {"x": 20001}, {"rot": 360}, {"y": 1.5}, {"z": 1}]
)
def test_cards_that_no_box_has_are_not_read(wrong: dict[str, Any]) -> None:
    card = {"seat": 0, "ship": 0, "x": 0, "y": 0, "rot": 0}
    assert msgspec.convert({"cards": [card] * 40}, RefereeTable)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"cards": [card | wrong]}, RefereeTable)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"cards": [card] * 41}, RefereeTable)
