"""What runs a game: a module beside it, one made now, native code, plain Python: with the same answers."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kosmoport.bots import Chair
from kosmoport.bots.search import SearchBot, Tree
from kosmoport.conformance.tables import option_sets
from kosmoport.core.chance import Rng
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.layout import Record
from kosmoport.core.levels import Settings
from kosmoport.core.options import Options
from kosmoport.core.play import generator, new_play
from kosmoport.engine import modules, native, wasm
from kosmoport.engine.batch import MAX_SEED, game_number, play_batch
from kosmoport.engine.building import made_from
from kosmoport.engine.emitter.c import c_text
from kosmoport.engine.machine import Fault
from kosmoport.engine.modules import Backend, machine_of, runner
from kosmoport.engine.program import GameProgram
from kosmoport.engine.stepping import Stepper
from kosmoport.games import GAMES, earlier
from tests.conformance.tables import tables

GAME = GAMES[0]
ROOT = Path(__file__).parents[2]
SHIPPED = [game for newest in GAMES for game in (newest, *earlier(newest))]


@pytest.mark.parametrize("game", SHIPPED, ids=lambda game: f"{game.id}-{game.version}")
def test_the_module_beside_a_game_is_made_from_its_text(game: Game) -> None:
    program = GameProgram(game)
    said = json.loads((Path(str(game.compiled[0].__file__)).parent / modules.MADE_FROM).read_text("utf-8"))
    assert said == made_from(program, c_text(program.read())), "run `make modules`"
    assert runner(game, on="wasm").origin == modules.SHIPPED


@pytest.mark.parametrize("on", ["native", "plain"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_backend_plays_the_same_games(game: Game, on: Backend) -> None:
    options, count = game.read_options({}), 300 if on == "native" else 2
    expected = play_batch(game, options, count, 8)
    found = play_batch(game, options, count, 8, on=on)
    assert [found.state(k) for k in range(count)] == [expected.state(k) for k in range(count)]
    assert (found.decisions, found.wins) == (expected.decisions, expected.wins)


def grown(
    game: Game,
    options: Options,
    backend: Backend,
    iterations: int,
    *,
    guided: bool = True,
    checked: bool = False,
) -> list[Record]:
    """All nodes, arms and tools of a search's tree at the first decision of a game."""
    rng = generator(5)
    play = new_play(game, options, rng)
    while play.chance_due:
        play.roll(rng)
    seat = play.seats_to_act()[0]
    bot = SearchBot(Chair(game, options, game.standard_components, seat, 1), Settings(iterations=1))
    tree = Tree(bot.world, Settings(iterations=iterations, guided=guided), checked=checked, on=backend)
    tree.begin(seat, bot.world.of(play.view(seat)), 11)
    tree.grow(iterations, None)
    tools = tree.tools.read()
    nodes: list[Record] = [tree.nodes.read(k) for k in range(tools.nodes)]
    return [*nodes, *(tree.arms.read(k) for k in range(tools.arms)), tools]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_backend_grows_the_same_tree(game: Game) -> None:
    options = game.read_options({**game.calm, "players": game.players[1]})
    assert grown(game, options, "plain", 3) == grown(game, options, "wasm", 3)
    assert grown(game, options, "native", 400) == grown(game, options, "wasm", 400)


@pytest.mark.slow
@pytest.mark.parametrize("guided", [True, False], ids=["guided", "textbook"])
@pytest.mark.parametrize("game, players", tables())
def test_every_kind_of_machine_grows_the_same_trees(
    game: Game, players: int, guided: bool, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    request.addfinalizer(runner.cache_clear)  # of what is printed below
    sets = option_sets(game, players)
    shipped = [grown(game, options, "wasm", 500, guided=guided) for options in sets]
    for options, tree in zip(sets, shipped, strict=True):
        assert grown(game, options, "native", 500, guided=guided) == tree
        assert grown(game, options, "wasm", 500, guided=guided, checked=True) == tree
        few = grown(game, options, "wasm", 10, guided=guided)
        assert grown(game, options, "plain", 10, guided=guided, checked=True) == few
        assert grown(game, options, "plain", 10, guided=guided) == few
    monkeypatch.setattr(modules, "shipped_module", lambda program: None)
    runner.cache_clear()
    assert [grown(game, options, "wasm", 500, guided=guided) for options in sets] == shipped


UNREAD = """
import sys
from kosmoport.engine.modules import machine_of
from kosmoport.games import GAMES
machine_of(GAMES[0], on="wasm")
print([name for name in sys.modules if name.startswith("kosmoport.engine.emitter.")])
"""


def test_a_game_with_its_module_needs_no_emitter(tmp_path: Path) -> None:
    """Its many small classes would take most of the time until the first decision."""
    assert _python(UNREAD, tmp_path).strip() == "['kosmoport.engine.emitter.sources']"


def test_what_is_asked_for_in_the_environment_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    for backend in modules.BACKENDS:
        monkeypatch.setenv("KOSMOPORT_ENGINE", backend)
        assert modules.backend() == backend
    monkeypatch.setenv("KOSMOPORT_ENGINE", "gpu")
    with pytest.raises(BadInput, match="KOSMOPORT_ENGINE must be one of wasm, native, plain, not gpu"):
        modules.backend()


def test_the_public_call_of_wasmtime_has_the_same_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its unchecked call is not for the public, and may be gone in a release to come."""
    options = GAME.read_options({})
    expected = play_batch(GAME, options, 20, 3)
    monkeypatch.setattr(wasm, "_unchecked", lambda *given: None)
    found = play_batch(GAME, options, 20, 3)
    assert [found.state(k) for k in range(20)] == [expected.state(k) for k in range(20)]
    assert found.wins == expected.wins


@pytest.mark.parametrize("quick", [True, False])
def test_a_trap_is_one_sentence_and_the_machine_goes_on(quick: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not quick:
        monkeypatch.setattr(wasm, "_unchecked", lambda *given: None)
    machine = machine_of(GAME, checked=True)
    state, comps = (
        machine.record(GAME.blank_state(GAME.read_options({}))),
        machine.record(GAME.component_record()),
    )
    legal = machine.numbers("int64", 0)
    for _ in range(3):
        with pytest.raises(Fault, match=r"^The compiled rules were stopped in line \d+: .*Please report"):
            machine.call("entry_apply", state, 1000, comps, 0, 0)
    assert machine.call("entry_is_over", state, 0) == 0
    assert legal.view.tolist() == []


LEAVING = """
from kosmoport.core.chance import Rng
from kosmoport.core.layout import int8


def entry_product(a: int, b: int) -> int:
    return (
        1
        + (a * b >> 40)
    )


def entry_shift(a: int, b: int) -> int:
    return 0 * (a << b)


def entry_from_behind(rngs: list[Rng], out: list[int], i: int) -> int:
    return out[i] * 0


def entry_narrow(out: list[int8], value: int) -> int:
    out[0] = value
    return 0


def entry_divided(a: int, b: int) -> int:
    return a % b
"""
WRONG: dict[str, tuple[tuple[int, ...], int, str]] = {  # what is given, the line, and what plain Python says
    "entry_product": ((2**40, 2**30), 9, "1180591620717411303424 has more than 64 bits"),
    "entry_shift": ((1, 64), 14, "a shift by 64"),
    "entry_from_behind": ((-1,), 18, "index -1 is below the first"),
    "entry_narrow": ((128,), 22, "memoryview: invalid value for format 'b'"),
    "entry_divided": ((5, 0), 27, "integer (division or )?modulo by zero"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_leaves_its_bounds_is_told_with_its_line(name: str, tmp_path: Path) -> None:
    (path := tmp_path / "leaving.py").write_text(LEAVING, "utf-8")
    numbers, line, said = WRONG[name]
    told = {
        "plain": rf"^The rules were stopped in leaving.py:{line}: {said}\. Please report the record",
        "wasm": rf"^The compiled rules were stopped in line {line}: .*Please report the record",
    }
    for on in modules.BACKENDS:
        checked = machine_of(GAME, checked=True, extra=(path,), on=on)
        lists = {
            "entry_from_behind": (checked.records(Rng), checked.numbers("int64", 2)),
            "entry_narrow": (checked.numbers("int8", 2),),
        }
        call = checked.bind(name, *lists.get(name, ()))
        with pytest.raises(Fault, match=told["plain" if on == "plain" else "wasm"]):
            call(*numbers)
        assert call(*[1] * len(numbers)) in (0, 1)  # what fits goes on


def test_memory_of_a_machine_does_not_move_while_it_grows() -> None:
    machine = machine_of(GAME)
    first = machine.record(generator(5))
    for _ in range(40):
        machine.numbers("int64", 100_000)
    assert first.read() == generator(5)
    machine.call("entry_seed", first, game_number(9))
    assert first.read() == generator(game_number(9))
    with pytest.raises(BadInput, match="does not fit into the 4 GB"):
        machine.numbers("int64", 2**30)


def test_what_a_machine_gave_out_outlives_it() -> None:
    record = machine_of(GAME).record(generator(7))
    view = record.field("a")
    assert view[0] == generator(7).a
    assert isinstance(record.read(), Rng)


BUILD = """
import sys
sys.path.insert(0, sys.argv[1])
from goofspiel import GAME
from kosmoport.engine.building import build
assert build(GAME)
"""
EDITED = """
import json, sys
sys.path.insert(0, sys.argv[1])
from goofspiel import GAME
from kosmoport.engine.batch import play_batch
from kosmoport.engine.modules import runner
batch = play_batch(GAME, GAME.read_options({"players": 3}), 50, 1, threads=1)
scores = [sum(player.score for player in batch.state(k).player) for k in range(50)]
print(json.dumps([batch.decisions, sum(scores), runner(GAME).origin]))
"""
LINE = "s.player[winner].score += s.points[s.left]"


def test_an_edited_rule_never_runs_from_an_old_module(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples" / "goofspiel", tmp_path / "goofspiel")
    rules = tmp_path / "goofspiel" / "rules.py"
    for path in (tmp_path / "goofspiel").glob("*.py"):
        path.write_text(path.read_text("utf-8").replace("examples.goofspiel", "goofspiel"), "utf-8")
    text = rules.read_text("utf-8")
    assert LINE in text
    _python(BUILD, tmp_path)
    outcomes = []
    for edited in (LINE, LINE.replace("+= ", "+= 1 + "), f"{LINE}  # as it was"):
        rules.write_text(text.replace(LINE, edited), "utf-8")
        outcomes.append(json.loads(_python(EDITED, tmp_path)))
    assert [origin for _, _, origin in outcomes] == [modules.SHIPPED, modules.MADE_NOW, modules.SHIPPED]
    assert outcomes[0] == outcomes[2]
    assert outcomes[1][0] == outcomes[0][0]
    assert outcomes[1][1] > outcomes[0][1]


def _python(text: str, folder: Path) -> str:
    command = [sys.executable, "-c", text, str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


# ---------------------------------------------------------------- native code


def test_the_cache_can_be_put_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOSMOPORT_CACHE", str(tmp_path / "here"))
    assert native.cache_folder() == tmp_path / "here"


@pytest.mark.skipif(os.name != "posix", reason="modes are of POSIX")
def test_a_cache_of_one_s_own_can_be_written_by_nobody_else(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("KOSMOPORT_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    before = os.umask(0)
    try:
        assert native.cache_folder().stat().st_mode & 0o777 == 0o700
    finally:
        os.umask(before)


def test_a_home_that_cannot_be_written_does_not_stop_anybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder", encoding="utf-8")
    monkeypatch.delenv("KOSMOPORT_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert native.cache_folder().name.startswith("kosmoport-")


def test_native_code_is_made_once_for_a_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOSMOPORT_CACHE", str(tmp_path))
    text = '__attribute__((visibility("default"))) long long f(void) { return 7; }'
    assert native.library(text).f() == 7
    (made,) = tmp_path.iterdir()
    before = made.stat().st_mtime_ns
    assert native.library(text).f() == 7
    assert native.library(text.replace("7", "8")).f() == 8
    assert made.stat().st_mtime_ns == before
    assert len(list(tmp_path.iterdir())) == 2


def test_where_no_compiler_is_native_code_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOSMOPORT_CACHE", str(tmp_path))
    monkeypatch.setattr(native, "compiler", lambda: None)
    with pytest.raises(BadInput, match="native code needs a C compiler, and there is none"):
        native.library("int x;")
    monkeypatch.setattr(native, "compiler", lambda: (sys.executable, "-c", "raise SystemExit(1)"))
    with pytest.raises(BadInput, match=r"the C compiler .* failed"):
        native.library("int x;")
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------- batches and steps


def test_seeds_out_of_range_are_refused() -> None:
    assert game_number(MAX_SEED, 5) == MAX_SEED * 2**32 + 5
    for seed in (-1, MAX_SEED + 1):
        with pytest.raises(BadInput, match="a seed must be"):
            game_number(seed)


def test_a_batch_is_its_records_and_nothing_else() -> None:
    small, large = (play_batch(GAME, GAME.read_options({"players": 3}), n, 1) for n in (10, 1000))
    assert large.states.nbytes == 100 * small.states.nbytes
    assert len(small) == 10
    with pytest.raises(IndexError, match="there are 10 games"):
        small.state(10)


LISTED = [game for game in GAMES if game.poses is None]  # poses cannot be listed


@pytest.mark.parametrize("game", LISTED, ids=lambda game: game.id)
def test_stepping_from_python_plays_whole_games(game: Game) -> None:
    stepper = Stepper(game, game.read_options({}), 3)
    count, steps = stepper.begin(), 0
    while count:
        legal = game.legal(stepper.state, game.component_record(), stepper.seat)
        assert legal == stepper.legal[:count].tolist()
        count = stepper.step(stepper.legal[steps % count])
        steps += 1
    assert stepper.over
    assert steps > 10
