"""Records and positions are written, read and replayed on both backends; damaged ones get one sentence."""

from __future__ import annotations

import copy
import json
import random

import numpy as np
import pytest

from kosmoport.core import record
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.records import dump_position, dump_record, load_position, load_record
from kosmoport.engine.replay import replay_compiled
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


def _damages(data: dict[str, object]) -> list[dict[str, object]]:
    """The record with single values changed, removed or replaced by nonsense."""
    chooser = random.Random(1)
    damaged = [
        {**data, key: junk} for key in data for junk in (None, -1, "x", [], {}, [[]]) if data[key] != junk
    ]
    damaged += [{k: v for k, v in data.items() if k != key} for key in data]
    for _ in range(150):
        copied = copy.deepcopy(data)
        _change_something(copied, chooser)
        damaged.append(copied)
    return damaged


def _change_something(value: object, chooser: random.Random) -> None:
    """Walk down to a random leaf and put something else there."""
    here = value
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))  # type: ignore[arg-type,call-overload]
        key = chooser.choice(keys)
        inner = here[key]  # type: ignore[index]
        if isinstance(inner, dict | list) and inner and chooser.random() < 0.9:
            here = inner
            continue
        here[key] = chooser.choice([-1, 99, 10**12, "x", None, 1.5, True, [], {}])  # type: ignore[index]
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


def _change_number(value: object, chooser: random.Random) -> None:
    here = value
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))  # type: ignore[arg-type,call-overload]
        key = chooser.choice(keys)
        inner = here[key]  # type: ignore[index]
        if isinstance(inner, dict | list):
            here = inner
            continue
        here[key] = int(np.clip(inner + chooser.choice([-100, -3, -2, -1, 1, 2, 3, 7, 100]), -128, 127))  # type: ignore[index]
        return
