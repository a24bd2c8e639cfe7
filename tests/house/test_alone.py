"""The house needs neither server nor database, arrays, YAML, processes nor threads: it plays without them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kosmoport.games import GAMES
from tests.house.blocked import NOT_BY_US, NOWHERE

REPOSITORY = Path(__file__).parents[2]
PATIENCE = 600.0  # seconds; it takes a few, and is only given up when it is broken


@pytest.fixture(scope="module")
def told() -> Any:
    """What the process said that has nothing of all that."""
    command = [sys.executable, "-m", "tests.house.alone_process"]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, ("src", os.environ.get("PYTHONPATH"))))}
    done = subprocess.run(
        command, cwd=REPOSITORY, env=env, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_game_of_each_title_is_played_with_bots_and_verified(told: Any) -> None:
    assert [one["game"] for one in told["games"]] == [game.id for game in GAMES]
    for one in told["games"]:
        assert {"begun", "bot", "person"} <= set(one["causes"]), one
        assert one["moves"] > 10
        assert one["verified"] is None


def test_nothing_of_what_is_not_there_was_imported(told: Any) -> None:
    assert told["here"] == []


def test_what_is_not_there_is_really_not_there(told: Any) -> None:
    assert told["refused"] == ["kosmoport.server.app", "kosmoport.server.store.sqlite", *NOWHERE]
    assert told["by_us"] == list(NOT_BY_US)
