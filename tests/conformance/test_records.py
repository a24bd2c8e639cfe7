"""Records and positions are written, read and replayed on both backends; damaged ones get one sentence."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import numpy as np
import pytest

from kosmoport.core import record
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.play import generator, new_play
from kosmoport.core.records import dump_position, dump_record, load_position, load_record, names_in
from kosmoport.games import game_by_id
from tests.conformance.replaying import replay_compiled
from tests.conformance.tables import games, moments, option_sets, random_move, tables


@pytest.mark.parametrize(("game", "players"), tables())
def test_a_record_replays_to_the_same_bits_on_both_backends(game: Game, players: int) -> None:
    for seed, options in enumerate(option_sets(game, players)[:8]):
        *_, (play, _) = moments(game, options, 400 + seed, every=50)
        text = dump_record(play)
        again = load_record(game, json.loads(text))
        assert again.s == play.s
        assert dump_record(again) == text
        compiled = replay_compiled(again)
        assert compiled.tobytes() == record.to_array(play.s).tobytes()


@pytest.mark.parametrize("game", games())
def test_an_unfinished_record_replays(game: Game) -> None:
    for play, _ in moments(game, game.read_options({}), 3, every=4):
        assert load_record(game, json.loads(dump_record(play))).s == play.s


@pytest.mark.parametrize(("game", "players"), tables())
def test_a_position_reads_back_and_plays_on(game: Game, players: int) -> None:
    for play, rng in moments(game, game.read_options({"players": players}), 8, every=9):
        again = load_position(game, json.loads(dump_position(game, play.components, play.s)))
        assert again.s == play.s
        assert again.options == play.options
        if not play.over:
            random_move(again, rng)


@pytest.mark.parametrize("game", games())
def test_damaged_records_get_one_sentence(game: Game) -> None:
    *_, (play, _) = moments(game, game.read_options({}), 5, every=1000)
    data = json.loads(dump_record(play))
    refused = 0
    for damage in _damages(data):
        try:
            load_record(game, damage)
        except BadInput as error:
            assert "\n" not in str(error)
            refused += 1
    assert refused > 40


def _damages(data: dict[str, Any]) -> list[dict[str, Any]]:
    """The record with single values changed, removed or replaced by nonsense."""
    chooser = random.Random(1)
    odd: list[Any] = [None, -1, "x", [], {}, [[]]]
    damaged = [{**data, key: junk} for key in data for junk in odd if data[key] != junk]
    damaged += [{k: v for k, v in data.items() if k != key} for key in data]
    for _ in range(150):
        copied = copy.deepcopy(data)
        _change_something(copied, chooser)
        damaged.append(copied)
    return damaged


def _change_something(value: Any, chooser: random.Random) -> None:
    """Walk down to a random leaf and put something else there."""
    here = value
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        key = chooser.choice(keys)
        inner = here[key]
        if isinstance(inner, dict | list) and inner and chooser.random() < 0.9:
            here = inner
            continue
        here[key] = chooser.choice([-1, 99, 10**12, "x", None, 1.5, True, [], {}])
        return


@pytest.mark.parametrize("game", games())
def test_damaged_positions_get_one_sentence_or_can_be_played(game: Game) -> None:
    """Any number in range of its field is either refused or leads to a position that plays without harm."""
    chooser = random.Random(2)
    refused = 0
    for play, rng in moments(game, game.read_options({}), 6, every=7):
        data = json.loads(dump_position(game, play.components, play.s))
        for _ in range(25):
            copied = copy.deepcopy(data)
            _change_number(copied["state"], chooser)
            try:
                odd = load_position(game, copied)
            except BadInput as error:
                assert "\n" not in str(error)
                refused += 1
                continue
            for _ in range(30):
                if not odd.over:
                    random_move(odd, rng)
    assert refused > 20


def _change_number(value: Any, chooser: random.Random) -> None:
    here = value
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        key = chooser.choice(keys)
        inner = here[key]
        if isinstance(inner, dict | list):
            here = inner
            continue
        here[key] = int(np.clip(inner + chooser.choice([-100, -3, -2, -1, 1, 2, 3, 7, 100]), -128, 127))
        return


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
