"""The component file of Kosmodraci: what is in the box, and what other files may say."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from kosmoport.core.chance import below
from kosmoport.core.components import flatten, from_tables
from kosmoport.core.errors import BadInput
from kosmoport.core.play import generator, new_play
from kosmoport.games.kosmodraci import GAME, schema
from tests.games.paths import put


@pytest.fixture
def tables() -> dict[str, Any]:
    return copy.deepcopy(GAME.standard_components.tables)


@pytest.mark.rule("KD-1")
@pytest.mark.rule("KD-B8")
@pytest.mark.rule("KD-B11")
def test_the_box_has_80_crew_cards_and_20_different_dragons(tables: dict[str, Any]) -> None:
    assert [card["v"] for card in tables["crew"]] == list(range(1, 81))
    dragons = [tuple(dragon[key] for key in "pRMC") for dragon in tables["dragons"]]
    assert len(set(dragons)) == 20
    assert {dragon[0] for dragon in dragons} == set(range(8, 13))
    assert GAME.players == (3, 5)


def test_totals_of_the_reconstruction(tables: dict[str, Any]) -> None:
    """The sums that our component notes state for the 80 cards and the 20 dragons."""
    effects = [effect for card in tables["crew"] for effect in card["fx"]]
    assert {e: effects.count(e) for e in set(effects)} == {
        "target": 24,
        "shield": 19,
        "repair": 15,
        "damage": 9,
    }
    assert [sum(card[key] for card in tables["crew"]) for key in "CRM"] == [33, 30, 27]
    assert [sum(dragon[key] for dragon in tables["dragons"]) for key in "RMC"] == [10, 9, 10]


def test_every_value_has_a_standing() -> None:
    file = GAME.standard_components
    standings = {path: file.standing_of(path) for path, _ in flatten(file.tables)}
    assert "custom" not in standings.values()
    assert standings["crew[79].fx[1]"] == standings["crew[3].v"] == standings["hand"] == "documented"
    assert (
        standings["crew[79].p"] == standings["crew[0].fx[0]"] == standings["dragons[19].p"] == "reconstructed"
    )


@pytest.mark.parametrize(
    "path, value, what",
    [
        ("crew[5].v", 5, r"crew\[5\]\.v must be greater than the value before it"),
        ("crew[3].fx", ["laser"], r"crew\[3\]\.fx\[0\]: .*laser"),
        ("crew[3].fx", ["shield"] * 7, r"crew\[3\]\.fx: .*length <= 6"),
        ("crew[0].R", -1, r"crew\[0\]\.R: expected int >= 0"),
        ("crew[0].p", 1.5, r"crew\[0\]\.p: expected int, got float"),
        ("crew[0].colour", 1, r"crew\[0\]: .*unknown field colour"),
        ("dragons[1].id", "D01", r"dragons\[1\]\.id is 'D01' a second time"),
        ("dragons", [], "dragons has 0 cards, but 5 players need 12"),
        ("crew", [], "crew has 0 cards, but 5 players need 50"),
        ("hand", 10, "hand: expected int <= 9"),
        ("hand", 6, "lair is 7, but everybody can play only 6 cards"),
        ("lair", 0, "lair: expected int >= 1"),
    ],
)
def test_errors_name_the_path(tables: dict[str, Any], path: str, value: Any, what: str) -> None:
    put(tables, path, value)
    with pytest.raises(BadInput, match=what):
        from_tables(tables, GAME.components.Data, "test")


def test_more_than_80_crew_cards_are_refused(tables: dict[str, Any]) -> None:
    tables["crew"].append({"v": 81})
    with pytest.raises(BadInput, match=r"crew: .*length <= 80"):
        from_tables(tables, GAME.components.Data, "test")


@pytest.mark.rule("KD-B7")
def test_symbols_in_a_row_are_one_effect(tables: dict[str, Any]) -> None:
    tables["crew"][0]["fx"] = ["shield", "shield", "target", "shield", "target"]
    face = GAME.component_record(from_tables(tables, GAME.components.Data, "test")).crew[0]
    runs = list(zip(face.effect, face.times, strict=True))[: face.effects]
    assert runs == [(schema.SHIELD, 2), (schema.TARGET, 1), (schema.SHIELD, 1), (schema.TARGET, 1)]
    assert face.targets == 2


@pytest.mark.parametrize("hand, lair", [(1, 1), (2, 2), (5, 3), (9, 1)])
@pytest.mark.parametrize("variant", [True, False])
def test_smaller_games_play_to_their_end(tables: dict[str, Any], hand: int, lair: int, variant: bool) -> None:
    """Another box: just enough cards for five players, other hands and lairs."""
    tables["crew"] = tables["crew"][: 5 * (hand + 1)]
    file = from_tables({**tables, "hand": hand, "lair": lair}, GAME.components.Data, "test")
    rng = generator(hand)
    play = new_play(GAME, GAME.read_options({"players": 5, "family_variant": variant}), rng, file)
    decisions = 0
    while not play.over:
        assert list(GAME.invariants.problems(play.s, play.c)) == []
        seat = play.seats_to_act()[0]
        legal = play.legal(seat)
        for onlooker in range(-1, 5):
            before = play.view(onlooker)
            GAME.hidden.redeal_unseen(play.s, play.c, onlooker, rng)
            assert play.view(onlooker) == before
        legal = play.legal(seat)
        play.act(seat, legal[below(rng, len(legal))])
        decisions += 1
    assert decisions == 5 * (lair + (0 if variant else hand - 1))
    assert play.s.draw == play.s.discard == 0  # no card was left for a pile, so all are markers
