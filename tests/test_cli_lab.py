"""Matches and ladders from the command line: reports, files, interruptions, bad input."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.command_line import Run
from tests.lab.folder import SLOW, write_bot

MATCH = ("match", "kosmiczni_piraci", "greedy", "random", "random", "--workers", "1")
PAGE = Path(__file__).parents[1] / "docs" / "lab.md"
PATIENCE = 120.0  # seconds, for machines that have other things to do


@pytest.fixture
def run(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """In a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return run


def test_a_match_is_reported_and_its_games_are_kept(run: Run, tmp_path: Path) -> None:
    done = run(*MATCH, "--deals", "2")
    (file,) = tmp_path.iterdir()
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "Kosmiczni Piraci, 3 players, seed 1: 2 deals x 3 seatings = 6 games"
    assert lines[3].split("  ")[0] == "bot"
    assert "33.3 %" in lines[4]
    assert "66.7 %" in lines[5]
    assert "Pairwise places, the row before the column:" in lines
    assert lines[-1] == f"The games are in {file.name}."
    assert len(file.read_text(encoding="utf-8").splitlines()) == 7


def test_a_file_is_continued_only_when_asked(run: Run, tmp_path: Path) -> None:
    run(*MATCH, "--deals", "1", "--out", "games.jsonl")
    refused = run(*MATCH, "--deals", "2", "--out", "games.jsonl")
    assert refused.code == 2
    assert refused.err == (
        "games.jsonl exists already; give another name with --out, or go on with it by --resume\n"
    )
    more = run(*MATCH, "--deals", "2", "--out", "games.jsonl", "--resume")
    again = run(*MATCH, "--deals", "2", "--out", "games.jsonl", "--resume")
    assert (more.code, more.out) == (0, again.out)
    assert len((tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()) == 7
    other = run(*MATCH, "--deals", "2", "--out", "games.jsonl", "--resume", "--seed", "2")
    assert (other.code, "its seed differs" in other.err) == (2, True)


def test_a_ladder_is_reported_with_a_plot(run: Run, tmp_path: Path) -> None:
    ladder = ["ladder", "kosmiczni_piraci", "greedy", "random", "--players", "3", "--workers", "1"]
    done = run(*ladder, "--deals", "1", "--out", "games.jsonl")
    assert (done.code, done.err) == (0, "")
    assert "1 deal x 6 seatings = 6 games" in done.out
    assert done.out.endswith("The games are in games.jsonl, the plot in games.svg.\n")
    assert "<svg" in (tmp_path / "games.svg").read_text(encoding="utf-8")
    header = json.loads((tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert header["kosmoport"] == "ladder-pairs"


def test_a_bot_in_the_folder_one_stands_in_is_found_by_workers(run: Run, tmp_path: Path) -> None:
    text = "class Bot:\n    def choose(self, view, legal):\n        print('hm')\n        return legal[0]\n"
    (tmp_path / "my_own_bot.py").write_text(text, encoding="utf-8")
    done = run("match", "piraci", "my_own_bot:Bot", "random", "random", "--deals", "1", "--workers", "1")
    assert done.code == 0
    assert "my_own_bot:Bot" in done.out
    assert "Faults" not in done.out
    assert "failed" not in done.out
    del sys.modules["my_own_bot"]


def blocks(kind: str) -> list[str]:
    """The blocks of the lab's page that are of this kind."""
    found = re.findall(rf"```{kind}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found


def without_numbers(text: str) -> list[list[str]]:
    """The words of a report; figures change whenever a bot learns something."""
    return sorted(re.sub(r"[\d.,]+", "#", line).split() for line in text.splitlines())


def test_the_page_shows_what_the_commands_say(run: Run) -> None:
    shown = [
        block for block in blocks("console") if block.startswith(("$ kosmoport match", "$ kosmoport ladder"))
    ]
    assert len(shown) == 2
    for block in shown:
        command, _, output = block.partition("\n")
        assert without_numbers(run(*command.split()[2:]).out) == without_numbers(output)


def test_the_program_on_the_page_runs(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    program, *_ = blocks("python")
    exec(program, {})
    assert "Pairwise places" in capsys.readouterr().out


def bad_commands(tmp_path: Path) -> dict[str, tuple[list[str], str]]:
    """Commands that cannot work, and a part of the sentence that says why."""
    (tmp_path / "bad.toml").write_text("hand = [1]\n", encoding="utf-8")
    (tmp_path / "other.jsonl").write_text('{"kosmoport": "match"}\n', encoding="utf-8")
    (tmp_path / "taken.svg").touch()
    seats, ladder = ["random", "random", "random"], ["ladder", "kosmiczni_piraci", "greedy", "random"]
    match = ["match", "kosmiczni_piraci", *seats]
    return {
        "no game": (["match", "chess", *seats], "there is no game 'chess'"),
        "no bot": (["match", "piraci", "random", "random", "deep"], "there is no bot 'deep'"),
        "no module": (["match", "piraci", "random", "random", "no.such:Bot"], "cannot be loaded"),
        "no budget": (["match", "piraci", "random", "random", "search"], "needs a budget"),
        "too few": (["match", "piraci", "random"], "is for 3 to 5 players, not for 1 bots"),
        "option": ([*match, "--option", "moon=1"], "there is no option moon"),
        "players": ([*match, "--option", "players=5"], "is the number of bots: 3, not 5"),
        "no value": ([*match, "--option", "moon"], "NAME=VALUE"),
        "components": ([*match, "--components", "bad.toml"], "bad.toml"),
        "no file": ([*match, "--components", "none.toml"], "cannot read none.toml"),
        "deals": ([*match, "--deals", "0"], "--deals"),
        "seed": ([*match, "--seed", "-3"], "a seed must be"),
        "seconds": ([*match, "--seconds", "0"], "more than 0"),
        "workers": ([*match, "--workers", "0"], "--workers"),
        "folder": ([*match, "--out", "no/out.jsonl"], "there is no folder no"),
        "another file": ([*match, "--out", "other.jsonl", "--resume"], "other.jsonl holds another run"),
        "ray": ([*match, "--ray", "127.0.0.1:1"], "no Ray cluster answers at 127.0.0.1:1"),
        "ray address": ([*match, "--ray", "nearby"], "a Ray address is local, auto or HOST:PORT"),
        "one bot": (ladder[:3], "at least two bots"),
        "tables": ([*ladder, "--tables", "round"], "tables must be mixed or pairs"),
        "plot": ([*ladder, "--plot", "plot.gif"], "must end in .svg"),
        "plot there": ([*ladder, "--plot", "taken.svg"], "taken.svg exists already"),
        "nothing": (["match"], "GAME"),
    }


def test_bad_input_gets_one_sentence_and_code_2_before_anything_is_played(run: Run, tmp_path: Path) -> None:
    commands = bad_commands(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    for name, (arguments, sentence) in commands.items():
        done = run(*arguments)
        assert (name, done.code, done.out) == (name, 2, "")
        assert sentence in done.err, name
        assert len(done.err.strip().splitlines()) == 1, name
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_folder_that_takes_no_files_is_one_sentence(run: Run, tmp_path: Path) -> None:
    name = "x" * 250 + ".jsonl"  # longer than any file system takes, also for root
    done = run(*MATCH, "--deals", "1", "--out", name)
    assert done.code == 2
    assert "cannot write" in done.err
    assert list(tmp_path.iterdir()) == []


@contextmanager
def slow_match(folder: Path, name: str, out: str) -> Iterator[subprocess.Popen[str]]:
    """A match of a few seconds in a process of its own, when its first games are in the file."""
    command = [sys.executable, "-m", "kosmoport", "match", "kosmiczni_piraci", name, "random", "random"]
    command += ["--deals", "12", "--workers", "2", "--out", out]
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        wait_until(lambda: (folder / out).exists() and (folder / out).read_bytes().count(b"\n") > 3)
        yield process


def wait_until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def finish(run: Run, name: str, out: str, *extra: str) -> bytes:
    arguments = ["match", "kosmiczni_piraci", name, "random", "random", "--deals", "12", "--out", out, *extra]
    done = run(*arguments)
    assert (done.code, done.err) == (0, "")
    return Path(out).read_bytes()


def test_interrupted_and_killed_matches_go_on_to_the_same_bytes(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = write_bot(tmp_path, monkeypatch, SLOW, "slow")
    with slow_match(tmp_path, name, "stopped.jsonl") as process:
        os.killpg(process.pid, signal.SIGINT)  # as the terminal does
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err.strip()) == (130, "")
    kept = len((tmp_path / "stopped.jsonl").read_text(encoding="utf-8").splitlines()) - 1
    assert 3 <= kept < 36
    assert f"Interrupted after {kept} games; --resume goes on from there." in out
    assert "first places" in out
    with slow_match(tmp_path, name, "killed.jsonl") as process:
        process.kill()
        process.communicate(timeout=PATIENCE)  # its workers share its error stream: they are gone too
    stopped, killed = (finish(run, name, f"{way}.jsonl", "--resume") for way in ("stopped", "killed"))
    assert stopped == killed == finish(run, name, "whole.jsonl")


def test_a_balance_report_is_written_with_its_games(run: Run, tmp_path: Path) -> None:
    done = run(
        "balance", "kosmiczni_piraci", "--bot", "random", "-n", "3", "--workers", "1", "--out", "fair.html"
    )
    assert (done.code, done.err) == (0, "")
    assert "fair.html" in done.out
    assert "<h1>" in (tmp_path / "fair.html").read_text(encoding="utf-8")
    lines = (tmp_path / "fair.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + 3
    again = run("balance", "kosmiczni_piraci", "--bot", "random", "-n", "3", "--out", "fair.html")
    assert again.code == 2
    assert len(again.err.splitlines()) == 1


@pytest.mark.parametrize("wrong", [("nogame",), ("piraci", "--bot", "nobody"), ("piraci", "--option", "x=1")])
def test_a_study_of_nothing_is_refused(run: Run, wrong: tuple[str, ...]) -> None:
    done = run("balance", *wrong)
    assert (done.code, done.out) == (2, "")
    assert len(done.err.splitlines()) == 1
