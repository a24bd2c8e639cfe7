"""Machine code is kept by content: the same text is reused, an edited rule is never run from an old cache."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kosmoport.core import layout
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.engine.assemble import assemble
from kosmoport.engine.batch import MAX_SEED, game_number, play_batch
from kosmoport.engine.compiled import cache_folder, load
from kosmoport.engine.stepping import Stepper
from kosmoport.games import GAMES

GAME = GAMES[0]
ROOT = Path(__file__).parents[2]


def test_the_name_follows_the_text() -> None:
    first, again, checked = assemble(GAME), assemble(GAME), assemble(GAME, boundscheck=True)
    assert first == again
    assert first.name != checked.name
    assert "emit(" not in first.text
    assert '"""' not in first.text.split("\n", 1)[1]


def test_loading_twice_gives_the_same_module() -> None:
    assembled = assemble(GAME)
    assert load(assembled) is load(assembled)


def test_the_cache_can_be_put_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOSMOPORT_CACHE", str(tmp_path / "here"))
    assert cache_folder() == tmp_path / "here"


@pytest.mark.skipif(os.name != "posix", reason="modes are of POSIX")
def test_a_cache_of_one_s_own_can_be_written_by_nobody_else(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("KOSMOPORT_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    before = os.umask(0)
    try:
        assert cache_folder().stat().st_mode & 0o777 == 0o700
    finally:
        os.umask(before)


def test_a_home_that_cannot_be_written_does_not_stop_anybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder", encoding="utf-8")
    monkeypatch.delenv("KOSMOPORT_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert cache_folder().name.startswith("kosmoport-")


EDITED = """
import json, sys
from pathlib import Path
from examples.goofspiel import GAME
from kosmoport.engine import assemble
from kosmoport.engine.batch import play_batch
source = Path(sys.argv[1])
real = assemble._definitions
assemble._definitions = lambda path, **kw: real(source if path.name == "rules.py" else path, **kw)
batch = play_batch(GAME, GAME.read_options({"players": 3}), 50, 1, threads=1)
print(json.dumps([batch.decisions, int(batch.states["player"]["score"].sum())]))
"""
LINE = "s.player[winner].score += s.points[s.left]"


def test_an_edited_rule_is_compiled_anew(tmp_path: Path) -> None:
    """The trap that was met: a cache that looks at the driver's file only would run the old rules."""
    text = (ROOT / "examples" / "goofspiel" / "rules.py").read_text(encoding="utf-8")
    assert LINE in text
    outcomes = []
    for edited in (LINE, LINE.replace("+= ", "+= 1 + "), LINE):
        (tmp_path / "rules.py").write_text(text.replace(LINE, edited), encoding="utf-8")
        environment = {**os.environ, "KOSMOPORT_CACHE": str(tmp_path / "cache")}
        command = [sys.executable, "-c", EDITED, str(tmp_path / "rules.py")]
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True, timeout=300
        )
        outcomes.append(json.loads(done.stdout))
    assert outcomes[0] == outcomes[2]
    assert outcomes[1][0] == outcomes[0][0]
    assert outcomes[1][1] > outcomes[0][1]
    assert len(list((tmp_path / "cache").iterdir())) == 2


def test_seeds_out_of_range_are_refused() -> None:
    assert game_number(MAX_SEED, 5) == MAX_SEED * 2**32 + 5
    for seed in (-1, MAX_SEED + 1):
        with pytest.raises(BadInput, match="a seed must be"):
            game_number(seed)


def test_a_batch_is_its_records_and_nothing_else() -> None:
    small, large = (play_batch(GAME, GAME.read_options({"players": 3}), n, 1) for n in (10, 1000))
    assert large.states.nbytes == 100 * small.states.nbytes
    assert set(vars(large)) == {"game", "states", "comps", "decisions", "wins"}


LISTED = [game for game in GAMES if game.poses is None]  # poses cannot be listed


@pytest.mark.parametrize("game", LISTED, ids=lambda game: game.id)
def test_stepping_from_python_plays_whole_games(game: Game) -> None:
    stepper = Stepper(game, game.read_options({}), 3)
    count, steps = stepper.begin(), 0
    while count:
        s = layout.from_array(stepper.states, 0, game.schema.State)
        assert game.legal(s, game.component_record(), stepper.seat) == stepper.legal[:count].tolist()
        count = stepper.step(int(stepper.legal[steps % count]))
        steps += 1
    assert stepper.over
    assert steps > 10
