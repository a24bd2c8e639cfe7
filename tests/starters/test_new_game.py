"""`kosmoport new-game`: what it writes, what it asks, and what it refuses without leaving anything behind."""

from __future__ import annotations

import ast
import os
import pty
import re
import select
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from kosmoport.core.errors import BadInput
from kosmoport.games import GAMES
from kosmoport.starters.copying import (
    GAMES_FILE,
    Wanted,
    check_name,
    make,
    new_prefix,
    read_players,
    title_of,
    with_game,
)
from tests.starters.packages import kosmoport, wanted

ROOT = Path(__file__).parents[2]
KINDS = [(hidden, dice) for hidden in (True, False) for dice in (True, False)]


def checkout(folder: Path) -> Path:
    """A repository with the file that has the games."""
    file = folder / GAMES_FILE
    file.parent.mkdir(parents=True)
    file.write_text((ROOT / GAMES_FILE).read_text(encoding="utf-8"), encoding="utf-8")
    return folder


def everything_in(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def python_lines(folder: Path) -> int:
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in folder.rglob("*.py"))


# ---------------------------------------------------------------- what is written


@pytest.mark.parametrize("hidden, dice", KINDS)
def test_a_new_game_has_nothing_left_of_the_starter(hidden: bool, dice: bool, tmp_path: Path) -> None:
    folder, files = make(Wanted("my_game", "My Own Game", hidden, dice, (3, 4)), tmp_path)
    texts = {file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8") for file in files}
    everything = "\n".join(texts.values())
    starter = f"{'hidden' if hidden else 'open'}_{'dice' if dice else 'plain'}"
    assert not re.search(rf"starters|{starter}|{starter.replace('_', ' ')}", everything, re.IGNORECASE)
    assert "players=(3, 4)" in texts["my_game/__init__.py"]
    assert "Three to four players" in texts["my_game/RULES.md"]
    assert 'my_game = "my_game:GAME"' in texts["pyproject.toml"]
    numbered = set(re.findall(r"\*\*(MG-\d+)\*\*", texts["my_game/RULES.md"]))
    assert set(re.findall(r"\b[A-Z]{2}-\d+", everything)) == numbered
    assert len(numbered) >= 6
    for name, text in texts.items():
        assert max(map(len, text.splitlines())) <= 130, name
        assert not name.endswith(".py") or ast.get_docstring(ast.parse(text)), name


def test_the_dice_game_is_as_small_as_promised(tmp_path: Path) -> None:
    folder, files = make(wanted("my_game", dice=True), tmp_path)
    assert len(files) <= 10
    assert python_lines(folder) <= 280


def test_the_rules_of_a_new_game_are_all_cited(tmp_path: Path) -> None:
    for hidden, dice in KINDS:
        name = f"game_{int(hidden)}{int(dice)}"
        folder, _ = make(wanted(name, hidden, dice), tmp_path)
        rules = (folder / name / "RULES.md").read_text(encoding="utf-8")
        code = "\n".join(path.read_text(encoding="utf-8") for path in (folder / name).glob("*.py"))
        number = re.compile(r"[A-Z]{2}-\d+")
        assert set(number.findall(code)) == set(re.findall(rf"\*\*({number.pattern})\*\*", rules)), name


def test_long_names_and_titles_keep_lines_short(tmp_path: Path) -> None:
    """In a checkout the new game has to pass our own checks of style."""
    for hidden, dice in KINDS:
        root = checkout(tmp_path / f"{hidden}-{dice}")
        name = "abcdefghijklmnopqrst_abc"
        make(Wanted(name, "W" * 30, hidden, dice, (2, 5)), root)
        style = ["--config", str(ROOT / "pyproject.toml"), "--no-cache"]
        style += ["--ignore", "I001"]  # what is ours is found by its place, and this is another one
        for check in (["check", *style, str(root)], ["format", "--check", *style[:3], str(root)]):
            ran = subprocess.run(
                [sys.executable, "-m", "ruff", *check], capture_output=True, text=True, check=False
            )
            assert ran.returncode == 0, ran.stdout


# ---------------------------------------------------------------- in a checkout


def test_in_a_checkout_a_game_joins_the_box(tmp_path: Path) -> None:
    root = checkout(tmp_path)
    folder, files = make(wanted("zebra_run", hidden=True), root)
    assert folder == root / "src/kosmoport/games/zebra_run"
    assert "from kosmoport.games.zebra_run import" in (folder / "view.py").read_text(encoding="utf-8")
    assert not [file for file in files if file.name in ("pyproject.toml", "README.md")]
    text = (root / GAMES_FILE).read_text(encoding="utf-8")
    assert "    kosmiczna_eskadra.GAME,\n    zebra_run.GAME,\n)" in text
    assert re.search(r"^ *(from kosmoport.games import .*|)zebra_run,?$", text, re.MULTILINE)


def test_games_can_join_one_after_the_other() -> None:
    text = (ROOT / GAMES_FILE).read_text(encoding="utf-8")
    names = [f"game_with_a_long_name_{k}" for k in range(3)]
    for name in names:
        text = with_game(text, name)
    tree = ast.parse(text)
    tuples = [node.value for node in tree.body if isinstance(node, ast.AnnAssign)]
    assert isinstance(tuples[0], ast.Tuple)
    entries = [ast.unparse(entry) for entry in tuples[0].elts]
    assert entries == [f"{name}.GAME" for name in [*(game.id for game in GAMES), *names]]
    assert max(map(len, text.splitlines())) <= 110


def test_a_file_of_games_that_looks_otherwise_is_left_alone(tmp_path: Path) -> None:
    root = checkout(tmp_path)
    (root / GAMES_FILE).write_text("GAMES = []\n", encoding="utf-8")
    with pytest.raises(BadInput, match="no import of the games"):
        make(wanted("zebra_run"), root)
    assert (root / GAMES_FILE).read_text(encoding="utf-8") == "GAMES = []\n"
    assert everything_in(root / "src/kosmoport/games") == ["__init__.py"]


def test_a_tuple_that_cannot_be_written_leaves_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = checkout(tmp_path)

    def full(path: Path, text: str) -> None:
        raise BadInput(f"cannot write {path}: no space left")

    monkeypatch.setattr("kosmoport.starters.copying.write_whole", full)
    with pytest.raises(BadInput, match="no space left"):
        make(wanted("zebra_run"), root)
    assert everything_in(root / "src/kosmoport/games") == ["__init__.py"]


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    "name, sentence",
    [
        ("", "a game cannot be called ''"),
        ("Comet", "a game cannot be called 'Comet'"),
        ("9lives", "small letters"),
        ("a-b", "small letters"),
        ("../up", "small letters"),
        ("x" * 25, "24 at most"),
        ("żółw", "small letters"),
        ("piraci", "there is a game piraci already"),
        ("class", "a word of Python itself"),
        ("match", "a word of Python itself"),
        ("json", "a word of Python itself"),
        ("range", "a word of Python itself"),
        ("packages", "something else in kosmoport.games already"),
        ("found", "something else in kosmoport.games already"),
        ("numpy", "a Python package numpy already"),
        ("kosmoport", "a Python package kosmoport already"),
    ],
)
def test_a_bad_name_is_refused_in_one_sentence(name: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=re.escape(sentence)) as refused:
        make(wanted(name), tmp_path)
    assert "\n" not in str(refused.value)
    assert everything_in(tmp_path) == []


@pytest.mark.parametrize(
    "title", ["", " ", "x" * 31, 'a "quoted" one', "two\nlines", "back\\slash", "{braces}"]
)
def test_a_bad_title_is_refused(title: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="a title has 1 to 30"):
        make(Wanted("my_game", title, False, False, (2, 3)), tmp_path)
    assert everything_in(tmp_path) == []


@pytest.mark.parametrize("text", ["", "x", "1-4", "2-6", "4-2", "2-", "-3", "2-3-4", "²"])
def test_a_bad_number_of_players_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="players"):
        read_players(text)


def test_a_title_is_taken_as_it_is(tmp_path: Path) -> None:
    """Also where a part of it looks like a rule of the starter."""
    folder, _ = make(Wanted("my_game", "GOD-LIKE", False, True, (2, 3)), tmp_path)
    assert 'title="GOD-LIKE"' in (folder / "my_game/__init__.py").read_text(encoding="utf-8")
    assert (title_of("x__y_"), title_of("comet_dash")) == ("X Y", "Comet Dash")


def test_a_package_has_a_name_that_pip_takes(tmp_path: Path) -> None:
    folder, _ = make(wanted("comet_2_"), tmp_path)
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["name"] == "comet-2"
    assert project["entry-points"]["kosmoport.games"] == {"comet_2_": "comet_2_:GAME"}


def test_numbers_of_players_are_read() -> None:
    assert (read_players("2-5"), read_players("3"), read_players("3-3")) == ((2, 5), (3, 3), (3, 3))


def test_an_existing_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "my_game").mkdir()
    (tmp_path / "my_game" / "mine").write_text("x", encoding="utf-8")
    with pytest.raises(BadInput, match="exists already"):
        make(wanted("my_game"), tmp_path)
    with pytest.raises(BadInput, match="there is no folder"):
        make(wanted("my_game"), tmp_path / "nowhere")
    assert everything_in(tmp_path) == ["my_game", "my_game/mine"]


def test_a_disk_that_is_full_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, *args: Any, **kwargs: Any) -> int:
        if path.name == "view.py":
            raise OSError(28, "No space left on device")
        return written(path, *args, **kwargs)

    written = Path.write_text
    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(BadInput, match="No space left on device"):
        make(wanted("my_game"), tmp_path)
    assert everything_in(tmp_path) == []


def test_prefixes_are_new() -> None:
    taken = {game.prefix for game in GAMES}
    assert new_prefix("comet_dash", taken) == "CD"
    assert new_prefix("kosmos_piraci", taken) not in taken
    assert new_prefix("q", taken) == "QA"
    assert new_prefix("a1_2b", {"AB"}) == "AA"
    assert len({new_prefix("comet_dash", {f"C{letter}" for letter in "DOMETASH"}), "CB"}) == 1


# ---------------------------------------------------------------- the command


def test_where_nobody_can_be_asked_defaults_are_taken(tmp_path: Path) -> None:
    ran = kosmoport(tmp_path, "new-game", "dull_game", folder=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("Dull Game is in dull_game: 10 files, ")
    assert "Two to five players" in (tmp_path / "dull_game/dull_game/RULES.md").read_text(encoding="utf-8")
    assert "dice=rules" not in (tmp_path / "dull_game/dull_game/__init__.py").read_text(encoding="utf-8")
    again = kosmoport(tmp_path, "new-game", "dull_game", folder=tmp_path)
    assert (again.returncode, again.stderr.count("\n")) == (2, 1)
    assert "already" in again.stderr


def test_what_is_told_by_flags_is_so(tmp_path: Path) -> None:
    flags = ["--hidden", "--dice", "--players", "3", "--title", "The Dark", "--into", str(tmp_path)]
    ran = kosmoport(tmp_path, "new-game", "dark_game", *flags)
    assert ran.returncode == 0, ran.stderr
    text = (tmp_path / "dark_game/dark_game/__init__.py").read_text(encoding="utf-8")
    assert all(part in text for part in ("dice=rules", "hidden=hidden", "players=(3, 3)", 'title="The Dark"'))


def at_a_terminal(folder: Path, answers: str) -> tuple[int, str]:
    """The command with a terminal of its own, at which somebody types."""
    mine, its = pty.openpty()
    command = [sys.executable, "-m", "kosmoport", "new-game", "asked_game"]
    process = subprocess.Popen(command, stdin=its, stdout=its, stderr=its, cwd=folder)
    os.close(its)
    os.write(mine, answers.encode())
    said = b""
    try:
        while select.select([mine], [], [], 60)[0] and (part := os.read(mine, 1024)):
            said += part
    except OSError:  # the other end is closed
        pass
    os.close(mine)
    process.kill()  # does nothing to one that has ended
    return process.wait(60), said.decode()


def test_at_a_terminal_every_question_is_asked(tmp_path: Path) -> None:
    code, said = at_a_terminal(tmp_path, "Asked For\ny\ny\n2-3\n")
    assert code == 0, said
    assert all(word in said for word in ("call it", "know", "chance", "How many")), said
    text = (tmp_path / "asked_game/asked_game/__init__.py").read_text(encoding="utf-8")
    assert all(part in text for part in ("dice=rules", "hidden=hidden", "players=(2, 3)", '"Asked For"'))


def test_whoever_stops_at_a_question_leaves_nothing(tmp_path: Path) -> None:
    code, said = at_a_terminal(tmp_path, "Asked For\n\x04")
    assert code == 130, said
    assert "Traceback" not in said
    assert everything_in(tmp_path) == []


def test_a_name_is_looked_at_before_anything_is_asked() -> None:
    with pytest.raises(BadInput, match="there is a game piraci"):
        check_name("piraci")
