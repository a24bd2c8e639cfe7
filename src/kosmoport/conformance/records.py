"""Records and positions are written, read and replayed; damaged ones get one sentence, never a traceback."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from kosmoport.conformance.tables import Broken, hold, last_moment, moments, option_sets, random_move
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.play import Play
from kosmoport.core.records import dump_position, dump_record, load_position, load_record
from kosmoport.games.packages import said

STEPS_BEHIND_DAMAGE = 30
DAMAGED_AT_A_TIME = 25


def a_record_replays(game: Game, players: int) -> int:
    """A finished game is written down, read, and is the same; moves."""
    moves = 0
    for seed, options in enumerate(option_sets(game, players)[:8]):
        play = last_moment(game, options, 400 + seed)
        text = dump_record(play)
        again = _read(game, text)
        hold(again.s == play.s, "a record replays to another state: setup or apply depend on something else")
        hold(dump_record(again) == text, "a record that was read is written in another way")
        moves += len(play.moves)
    return moves


def _read(game: Game, text: str) -> Play:
    try:
        return load_record(game, json.loads(text))
    except BadInput as error:
        raise Broken(f"a record of a random game cannot be read: {error}") from None


def an_unfinished_record_replays(game: Game) -> int:
    """The same in the middle of a game; records."""
    looked = 0
    for play, _ in moments(game, game.read_options({}), 3, every=4):
        hold(_read(game, dump_record(play)).s == play.s, "an unfinished record replays to another state")
        looked += 1
    return looked


def a_position_reads_back_and_plays_on(game: Game, players: int) -> int:
    """A written position is the same when it is read, and can be played; positions."""
    looked = 0
    for play, rng in moments(game, game.read_options({"players": players}), 8, every=9):
        again = load_position(game, json.loads(dump_position(game, play.components, play.s)))
        hold(again.s == play.s, "a position reads back as another one")
        hold(again.options == play.options, "the options of a position read back as others")
        if not again.over:
            random_move(again, rng)
        looked += 1
    return looked


def damaged_records_get_one_sentence(game: Game) -> int:
    """Single values changed, removed or replaced by nonsense; how many were refused."""
    text, refused = dump_record(last_moment(game, game.read_options({}), 5)), 0
    for damage in _damages(text):
        try:
            load_record(game, damage)
        except BadInput as error:
            hold("\n" not in str(error), f"a damaged record gets more than one line: {error}")
            refused += 1
        except Exception as error:
            raise Broken(
                f"a damaged record is not refused with a sentence but raises {said(error)}"
            ) from error
    return refused


def _damages(text: str) -> Iterator[dict[str, Any]]:
    data, chooser = json.loads(text), random.Random(1)
    nonsense: tuple[Any, ...] = (None, -1, "x", [], {}, [[]])
    for key in data:
        yield from ({**data, key: junk} for junk in nonsense if data[key] != junk)
    yield from ({k: v for k, v in data.items() if k != key} for key in data)
    for _ in range(150):
        copied = json.loads(text)
        _change_something(copied, chooser)
        yield copied


def _change_something(value: Any, chooser: random.Random) -> None:
    """Walk down to a random leaf and put something else there."""
    here = value
    while True:
        key = _any_key(here, chooser)
        inner = here[key]
        if isinstance(inner, dict | list) and inner and chooser.random() < 0.9:
            here = inner
            continue
        here[key] = chooser.choice([-1, 99, 10**12, "x", None, 1.5, True, [], {}])
        return


def _any_key(value: Any, chooser: random.Random) -> Any:
    return chooser.choice(list(value) if isinstance(value, dict) else list(range(len(value))))


def damaged_positions_get_one_sentence_or_can_be_played(game: Game) -> int:
    """Any number in range of its field is either refused or leads to a position that plays without harm."""
    chooser, refused = random.Random(2), 0
    for play, rng in moments(game, game.read_options({}), 6, every=7):
        text = dump_position(game, play.components, play.s)
        for _ in range(DAMAGED_AT_A_TIME):
            copied = json.loads(text)
            changed = _change_number(copied["state"], chooser)
            refused += not _plays_on(game, copied, changed, rng)
    return refused


def _plays_on(game: Game, data: dict[str, Any], changed: str, rng: Any) -> bool:
    """False if it is refused, with one sentence."""
    try:
        odd = load_position(game, data)
    except BadInput as error:
        hold("\n" not in str(error), f"a damaged position gets more than one line: {error}")
        return False
    except Exception as error:
        raise Broken(f"invariants.py raises {said(error)} where a position has {changed}") from error
    try:
        for _ in range(STEPS_BEHIND_DAMAGE):
            if not odd.over:
                random_move(odd, rng)
    except Exception as error:
        wrong = f"invariants.py lets a position with {changed} pass"
        raise Broken(f"{wrong}, which cannot be played on: {said(error)}") from error
    return True


def _change_number(value: Any, chooser: random.Random) -> str:
    """Change one number of a state that was written down, and say which."""
    here, path = value, "state"
    while True:
        key = _any_key(here, chooser)
        path += f".{key}" if isinstance(key, str) else f"[{key}]"
        inner = here[key]
        if isinstance(inner, dict | list):
            here = inner
            continue
        there = inner + chooser.choice([-100, -3, -2, -1, 1, 2, 3, 7, 100])
        here[key] = max(-128, min(127, there))
        return f"{path} = {here[key]} instead of {inner}"
