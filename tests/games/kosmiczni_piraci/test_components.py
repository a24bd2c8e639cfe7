"""Kosmiczni Piraci: other component files are played with, and wrong ones are told what is wrong where."""

from __future__ import annotations

import copy
import json
from importlib import resources
from typing import Any

import pytest

from kosmoport.conformance.tables import random_move
from kosmoport.core.components import from_tables
from kosmoport.core.errors import BadInput
from kosmoport.core.play import generator, new_play
from kosmoport.core.records import dump_record, load_record
from kosmoport.games.kosmiczni_piraci import GAME
from tests.games.paths import holder_of, put

STANDARD = GAME.standard_components.tables


def changed(path: str, value: Any) -> dict[str, Any]:
    """The standard tables with one value changed (None: left out); `hand[2]`, `treasures.9`."""
    tables: dict[str, Any] = copy.deepcopy({key: v for key, v in STANDARD.items() if key != "standing"})
    if value is None:
        holder, key = holder_of(tables, path)
        del holder[key]
    else:
        put(tables, path, value)
    return tables


@pytest.mark.rule("KP-2")
@pytest.mark.rule("KP-3")
def test_the_box_has_twenty_treasures_worth_eighty_and_forty_cards() -> None:
    c = GAME.component_record()
    assert c.treasures == 20
    assert sum(c.worth[kind] for kind in c.treasure[: c.treasures]) == 80
    assert len(GAME.colours) * c.cards == 40


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("hand[2]", 100, "hand[2]: expected int <= 99"),
        ("hand[2]", 0, "hand[2]: expected int >= 1"),
        ("hand[2]", "X", "hand[2]: "),
        ("hand", [], "hand: expected array of length >= 1"),
        ("hand", [1] * 9, "hand: expected array of length"),
        ("hand", None, "hand"),
        ("treasures.9", -1, "treasures.9: expected int >= 0"),
        ("treasures.9", "two", "treasures.9: expected int, got str"),
        ("treasures.12", 1, "treasures.12 must be a value from 1 to one below the trade ship's"),
        ("treasures.03", 1, "treasures.03 must be a value"),
        ("treasures.x", 1, "treasures.x must be a value"),
        ("treasures.8", 1, "treasures may have 1 to 7 different values"),
        ("treasures.7", 13, "treasures may be 30 pieces at most"),
        ("trade_ship_value", 7, "treasures.7 must be a value from 1 to one below the trade ship's"),
        ("trade_ship_value", 1000, "trade_ship_value: expected int <= 999"),
        ("treasures_per_planet.4", None, "treasures_per_planet.4 is missing"),
        ("treasures_per_planet.5", 4, "treasures_per_planet.5 asks for 26 treasures, but there are 20"),
        ("treasures_per_planet.5", 6, "treasures_per_planet.5: expected int <= 5"),
        ("treasures_per_planet.6", 1, "treasures_per_planet: invalid enum value '6'"),
        ("richer_planets.5", 5, "richer_planets.5: expected int <= 4"),
        ("richer_planets.5", 3, "treasures_per_planet.5 asks for 21 treasures, but there are 20"),
        ("richer_planets.3", None, "richer_planets.3 is missing"),
        ("colour", "red", "unknown field colour"),
    ],
)
def test_an_error_names_the_path_and_what_is_wrong(path: str, value: Any, told: str) -> None:
    with pytest.raises(BadInput) as caught:
        from_tables(changed(path, value), GAME.components.Data, "mine.toml")
    assert told.lower() in str(caught.value).lower()
    assert str(caught.value).startswith("mine.toml: ")
    assert "\n" not in str(caught.value)


@pytest.mark.rule("KP-4")
@pytest.mark.parametrize("hand", [["T"], [1], [9, 9, "T"], [99] * 8, ["T", "T", 5, 5, 5]])
def test_another_deck_is_played_and_recorded(hand: list[Any]) -> None:
    file = from_tables(changed("hand", hand), GAME.components.Data, "mine.toml")
    for seed in range(6):
        rng = generator(seed)
        play = new_play(GAME, GAME.read_options({}), rng, file)
        while not play.over:
            assert list(GAME.invariants.problems(play.s, play.c)) == []
            random_move(play, rng)
        assert play.s.laid <= 5 * len(hand)
        assert load_record(GAME, json.loads(dump_record(play))).s == play.s


def test_other_treasures_are_dealt_and_counted() -> None:
    tables = {**changed("treasures", {"1": 10, "50": 10}), "trade_ship_value": 60}
    tables["treasures_per_planet"] = {"3": 3, "4": 0, "5": 2}
    tables["richer_planets"] = {"3": 0, "4": 4, "5": 1}
    file = from_tables(tables, GAME.components.Data, "mine.toml")
    dealt = {}
    for players in (3, 4, 5):
        play = new_play(GAME, GAME.read_options({"players": players}), generator(players), file)
        dealt[players] = sorted(sum(planet.treasure) for planet in play.s.planet)
        rng = generator(8)
        while not play.over:
            random_move(play, rng)
        assert set(GAME.scores(play.s, play.c)) <= {
            n + 50 * m + s for n in range(11) for m in range(11) for s in (0, 60)
        }
    assert dealt == {3: [3] * 6, 4: [0, 0, 1, 1, 1, 1], 5: [2, 2, 2, 2, 2, 3]}


def test_the_shipped_file_says_where_every_value_comes_from() -> None:
    text = (resources.files(GAME.package) / "components.toml").read_text(encoding="utf-8")
    assert text.count("[[standing]]") == 2
    assert GAME.standard_components.standing_of("hand[7]") == "documented"
    assert GAME.standard_components.standing_of("treasures.3") == "documented"
