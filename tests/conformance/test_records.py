"""Records and positions are written, read and replayed on both backends; damaged ones get one sentence."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from kosmoport.conformance import machine, records
from kosmoport.conformance.tables import moments
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.play import generator, new_play
from kosmoport.core.records import dump_position, dump_record, load_position, load_record, names_in
from kosmoport.games import game_by_id
from tests.conformance.tables import games, tables


@pytest.mark.parametrize(("game", "players"), tables())
def test_a_record_replays_to_the_same_bits_on_both_backends(game: Game, players: int) -> None:
    assert records.a_record_replays(game, players) > 20
    assert machine.a_record_replays_compiled(game, players) > 20


@pytest.mark.parametrize("game", games())
def test_an_unfinished_record_replays(game: Game) -> None:
    assert records.an_unfinished_record_replays(game) > 3


@pytest.mark.parametrize(("game", "players"), tables())
def test_a_position_reads_back_and_plays_on(game: Game, players: int) -> None:
    assert records.a_position_reads_back_and_plays_on(game, players) > 1


@pytest.mark.parametrize("game", games())
def test_damaged_records_get_one_sentence(game: Game) -> None:
    assert records.damaged_records_get_one_sentence(game) > 40


@pytest.mark.parametrize("game", games())
def test_damaged_positions_get_one_sentence_or_can_be_played(game: Game) -> None:
    assert records.damaged_positions_get_one_sentence_or_can_be_played(game) > 20


def test_half_letters_in_a_file_get_one_sentence() -> None:
    """Over a line they cannot come; a JSON file may spell them."""
    game = game_by_id("kosmiczna_eskadra")
    play = new_play(game, game.read_options({}), generator(1))
    named, edged = (copy.deepcopy(game.standard_components.tables) for _ in range(2))
    named["ships"][0]["name"] = "\ud800"
    edged["ships"][0]["shields"] = [{"edge": "\ud800"}]
    for data, load, printed in (
        (json.loads(dump_record(play)), load_record, named),
        (json.loads(dump_position(game, play.components, play.s)), load_position, edged),
    ):
        with pytest.raises(BadInput, match="components must hold texts in UTF-8 only"):
            load(game, {**data, "components": printed})


# ---------------------------------------------------------------- what a live table adds


def live_extras(players: int) -> dict[str, Any]:
    secrets = {"secret": "0f" * 32, "commitment": "a1" * 32}
    return {
        "table": {
            "names": ["Żółw"] * players,
            "bots": [None] * players,
            "started": 5,
            "undone": 0,
            "x": [{}],
        },
        "fair": {"table": "t-1", **secrets, "luck": ["x" * 64, None, *["🍀"] * (players - 2)]},
    }


@pytest.mark.parametrize("game", games())
def test_what_was_at_the_table_stands_in_the_record_and_changes_nothing(game: Game) -> None:
    *_, (play, _) = moments(game, game.read_options({}), 3, every=1000)
    extra = live_extras(play.options["players"])
    text = dump_record(play, extra)
    data = json.loads(text)
    again = load_record(game, data)
    assert again.s == play.s
    assert {key: data.pop(key) for key in extra} == extra
    assert data == json.loads(dump_record(play))
    assert dump_record(play, {}) == dump_record(play)
    assert dump_record(again, extra) == text
    assert names_in(json.loads(text)) == extra["table"]["names"]
    assert names_in(data) == []


def deep(levels: int) -> Any:
    value: Any = 0
    for _ in range(levels):
        value = [value]
    return value


BAD_EXTRAS: list[tuple[str, dict[str, Any], str]] = [
    ("table", {"names": ["A"]}, "table.names"),
    ("table", {"names": ["A", "", "C"]}, "table.names"),
    ("table", {"names": ["A", 7, "C"]}, "table.names"),
    ("table", {"names": ["A", "B" * 65, "C"]}, "table.names"),
    ("table", {"names": ["A", "\ud800", "C"]}, "UTF-8"),
    ("table", {"bots": [None, 3, None]}, "table.bots"),
    ("table", {"started": -1}, "table.started"),
    ("table", {"undone": True}, "table.undone"),
    ("table", {"note": "x" * 10_001}, "at most 10000 characters"),
    ("table", {"note": 1.5}, "whole numbers"),
    ("table", {"note": ["\ud800"]}, "whole numbers"),
    ("table", {"note": deep(4)}, "more than 4"),
    ("table", {"note": deep(2000)}, "more than 4"),
    ("fair", {"secret": "0F" * 32}, "fair.secret"),
    ("fair", {"secret": "0f" * 31}, "fair.secret"),
    ("fair", {"secret": "0f" * 32 + "\n"}, "fair.secret"),
    ("fair", {"commitment": 7}, "fair.commitment"),
    ("fair", {"table": ""}, "fair.table"),
    ("fair", {"luck": ["a", "b"]}, "fair.luck"),
    ("fair", {"luck": ["a", "b", ""]}, "fair.luck"),
    ("fair", {"luck": ["a", "b", "c" * 65]}, "fair.luck"),
    ("fair", {"luck": "abc"}, "fair.luck"),
    ("fair", {"more": 1}, "fair has the keys"),
]


@pytest.mark.parametrize(("key", "change", "sentence"), BAD_EXTRAS)
def test_damaged_extras_get_one_sentence(key: str, change: dict[str, Any], sentence: str) -> None:
    game = game_by_id("piraci")
    *_, (play, _) = moments(game, game.read_options({"players": 3}), 3, every=1000)
    extra = live_extras(3)
    data = json.loads(dump_record(play, extra))
    data[key] |= change
    with pytest.raises(BadInput, match=sentence) as caught:
        load_record(game, data)
    assert "\n" not in str(caught.value)
    with pytest.raises(BadInput, match=sentence):
        dump_record(play, {**extra, key: {**extra[key], **change}})


def test_extras_are_maps_under_their_own_names() -> None:
    game = game_by_id("piraci")
    *_, (play, _) = moments(game, game.read_options({"players": 3}), 3, every=1000)
    data = json.loads(dump_record(play))
    odd: list[Any] = [None, [], "x"]
    for wrong in odd:
        with pytest.raises(BadInput, match="fair must be a map"):
            load_record(game, data | {"fair": wrong})
    with pytest.raises(BadInput, match="look at chat"):
        load_record(game, data | {"chat": {}})
    with pytest.raises(BadInput, match="no place for 'chat'"):
        dump_record(play, {"chat": {}})
