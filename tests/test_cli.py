"""The command line as a person uses it: playing, replaying, and being told kindly what went wrong."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from pathlib import Path

import pytest

from kosmoport import cli
from kosmoport.core.options import Flag
from kosmoport.games import GAMES, game_by_id
from kosmoport.lab.pages import describe_game
from kosmoport.starters import open_plain
from tests.command_line import Run

all_games = pytest.mark.parametrize("name", [game.id for game in GAMES])


LONG = "kosmiczna_eskadra"  # many rounds with plain poses


@pytest.mark.parametrize(
    ("name", "more"),
    [
        *(pytest.param(game.id, ["--option", "wins=1"] * (game.id == LONG), id=game.id) for game in GAMES),
        pytest.param(LONG, [], id=f"{LONG}-whole", marks=pytest.mark.slow),
    ],
)
def test_a_game_is_played_to_its_end_and_replayed(
    name: str, more: list[str], run: Run, tmp_path: Path
) -> None:
    record = tmp_path / "game.json"
    typed = "1\nany\n" * 3000
    done = run("play", name, "--seed", "5", "--seat", "1", "--record", str(record), *more, typed=typed)
    assert done.code == 0
    assert "wins." in done.out or "share the win." in done.out
    data = json.loads(record.read_text(encoding="utf-8"))
    assert data["result"] is not None
    for seat in ("-1", "0", "1"):
        again = run("replay", str(record), "--seat", seat)
        assert again.code == 0
        assert f"Move {len(data['moves'])} of {len(data['moves'])}:" in again.out
    assert list(tmp_path.iterdir()) == [record]


@all_games
def test_the_end_of_input_is_a_goodbye_and_the_record_is_kept(name: str, run: Run, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    done = run("play", name, "--seed", "1", "--record", str(record), typed="")
    assert done.code == 0
    assert done.out.rstrip().endswith(f"Goodbye.\nThe record is in {record}.")
    assert json.loads(record.read_text(encoding="utf-8"))["result"] is None
    assert run("replay", str(record)).code == 0


@all_games
def test_nonsense_gets_a_kind_answer(name: str, run: Run) -> None:
    typed = (
        "fly to the moon\n\n999999\nhelp\nlist\ntable\n-1\nlay\nlay the 3 on planet 77\n\u00e9\u0142\nquit\n"
    )
    done = run("play", name, "--seed", "2", typed=typed)
    assert done.code == 0
    assert 'I do not understand "fly to the moon"' in done.out
    assert "Numbers go from 1 to" in done.out
    assert done.out.rstrip().endswith("Goodbye.")


@all_games
def test_rules_show_every_option_and_the_standing_of_values(name: str, run: Run) -> None:
    done = run("rules", name)
    game = next(game for game in GAMES if game.id == name)
    assert done.code == 0
    assert all(f"  {spec.name} = " in done.out for spec in game.options)
    assert "[documented]" in done.out
    assert all(author in done.out for author in game.authors)
    page = run("rules", name, "--text")
    assert f"{game.prefix}-1" in page.out


def test_rules_of_a_game_say_nothing_of_what_it_does_not_have() -> None:
    game = open_plain.GAME
    assert len(list(describe_game(game, game.standard_components))) == 2
    begun = dataclasses.replace(game, options=(Flag("quick", False),))
    *_, option = describe_game(begun, game.standard_components)
    assert option == "  quick = false: no words yet (true or false)"


def test_the_game_can_be_chosen_when_asked(run: Run) -> None:
    done = run("play", "--seed", "1", typed="7\nnothing\n2\nquit\n")
    assert done.code == 0
    assert "1. Kosmiczni Piraci, 3 to 5 players" in done.out
    assert "Piraci, 5 players. You are" in done.out
    assert run("play", typed="").out.rstrip().endswith("Goodbye.")


def test_the_same_seed_gives_the_same_game(run: Run) -> None:
    first, again = (run("play", "kosmiczni_piraci", "--seed", "9", typed="1\n1\nquit\n") for _ in range(2))
    other = run("play", "kosmiczni_piraci", "--seed", "10", typed="1\n1\nquit\n")
    assert first.out == again.out
    assert first.out != other.out


def test_simulate_says_how_it_went(run: Run) -> None:
    done = run("simulate", "kosmiczni_piraci", "-n", "500", "--players", "4", "--seed", "3")
    assert done.code == 0
    assert "500 random games" in done.out
    assert "decisions/s" in done.out
    assert done.out.count("points on average") == 4


def test_a_position_is_printed_and_played_on(run: Run, tmp_path: Path) -> None:
    record, position = tmp_path / "game.json", tmp_path / "position.json"
    run(
        "play",
        "kosmiczni_piraci",
        "--seed",
        "5",
        "--players",
        "3",
        "--record",
        str(record),
        typed="1\n1\n1\nquit\n",
    )
    position.write_text(run("replay", str(record), "--position", "4").out, encoding="utf-8")
    done = run("play", "--position", str(position), "--seed", "1", typed="1\n" * 100)
    assert done.code == 0
    assert "wins." in done.out or "share the win." in done.out


def broken(tmp_path: Path) -> dict[str, tuple[list[str], str]]:
    """Commands that cannot work, and a part of the sentence that says why."""
    files = {
        "junk.json": "{",
        "list.json": "[]",
        "binary.json": "\udcff",
        "other.json": '{"kosmoport": "record", "game": "chess"}',
        "empty.yaml": "",
        "odd.yaml": "- id: KP-1\n  op: dance\n  expect: {a: 1}\n",
        "tabs.yaml": "a: [",
        "bad.toml": "hand = [1, 2",
        "value.toml": 'hand = ["X"]\n',
        "exists.json": "{}",
        "deep.yaml": "[" * 50_000,
        "alias.yaml": "- &a [*a]",
        "digits.yaml": "- " + "9" * 5000,
        "date.yaml": "- 2026-99-99",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8", errors="surrogateescape")
    at = {name: str(tmp_path / name) for name in files}
    game = "kosmiczni_piraci"
    return {
        "no game": (["play", "chess"], "there is no game 'chess'"),
        "too many players": (
            ["play", game, "--players", "9"],
            "option players must be a whole number from 3 to 5",
        ),
        "no seat": (["play", game, "--seat", "7"], "a seat must be a number from 0 to 4, not 7"),
        "bad seed": (["play", game, "--seed", "-1"], "a seed must be"),
        "bad option": (["play", game, "--option", "full_tie=no"], "option full_tie must be one of"),
        "unknown option": (["play", game, "--option", "x=1"], "there is no option x"),
        "option without value": (["play", game, "--option", "x"], "NAME=VALUE"),
        "record exists": (["play", game, "--record", at["exists.json"]], "exists already"),
        "record nowhere": (["play", game, "--record", str(tmp_path / "no" / "x.json")], "there is no folder"),
        "no words": (["play", game, "--language", "tlh"], "there are no words for the language tlh"),
        "no file": (["replay", str(tmp_path / "missing")], "cannot read"),
        "a folder": (["replay", str(tmp_path)], "cannot read"),
        "not JSON": (["replay", at["junk.json"]], "is not JSON"),
        "not a record": (["replay", at["list.json"]], "neither a record nor a position"),
        "not text": (["replay", at["binary.json"]], "is not UTF-8 text"),
        "unknown game in record": (["replay", at["other.json"]], "there is no game 'chess'"),
        "no cases": (["cases", at["empty.yaml"]], "list of cases"),
        "unknown op": (["cases", at["odd.yaml"]], "there is no op 'dance'"),
        "not YAML": (["cases", at["tabs.yaml"]], "is not YAML"),
        "too deep YAML": (["cases", at["deep.yaml"]], "at most 50 lists and maps in each other"),
        "alias in YAML": (["cases", at["alias.yaml"]], "must have no aliases"),
        "too long a number in YAML": (["cases", at["digits.yaml"]], "a number or a date that cannot be read"),
        "no such date in YAML": (["cases", at["date.yaml"]], "a number or a date that cannot be read"),
        "not TOML": (["rules", game, "--components", at["bad.toml"]], "is not TOML"),
        "wrong value": (["rules", game, "--components", at["value.toml"]], "hand[0]"),
        "position as record": (["play", "--position", at["other.json"]], "is a record, not a position"),
        "simulate nothing": (["simulate", game, "-n", "0"], "-n"),
        "no command": (["dance"], "dance"),
        "no such flag": (["play", "--fly"], "--fly"),
        "not a number": (["play", game, "--players", "many"], "--players"),
        "no file named": (["replay"], "FILE"),
    }


def test_bad_input_gets_one_sentence_and_code_2(run: Run, tmp_path: Path) -> None:
    commands = broken(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert len(commands) > 20
    for name, (arguments, sentence) in commands.items():
        done = run(*arguments)
        assert done.code == 2, name
        assert sentence in done.err, name
        assert "Traceback" not in done.err, name
        assert len(done.err.strip().splitlines()) == 1, name
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_failing_case_is_one_line_and_code_1(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(
        "- {id: KP-W1, op: final, given: {won: {A: [7, 3]}}, expect: {totals: {A: 11}}}\n"
        "- {id: KP-W2, op: final, given: {won: {A: [7, 3]}}, expect: {totals: {A: 10}}}\n"
        "- {id: KP-W3, op: final, given: {won: {A: [7, 3]}}, expect: {moons: 1}}\n",
        encoding="utf-8",
    )
    done = run("cases", str(file))
    assert done.code == 1
    assert done.out.splitlines() == [
        "KP-W1: totals.A: expected 11, found 10",
        "KP-W3: moons: expected 1, but there is no such key",
        "1 passed, 2 failed",
    ]


def test_a_case_that_cannot_be_used_does_not_stop_the_others(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mixed.yaml"
    file.write_text(
        "- {id: KP-W1, op: score, given: {players: 7}, expect: {totals: {A: 11}}}\n"
        "- {id: XX-W2, op: final, given: {won: {A: [7, 3]}}, expect: {totals: {A: 10}}}\n"
        "- {id: KP-W3, op: final, given: {won: {A: [7, 3]}}, expect: {totals: {A: 10}}}\n",
        encoding="utf-8",
    )
    done = run("cases", str(file))
    assert done.code == 2
    assert done.out.splitlines() == ["1 passed, 2 failed"]
    assert [line.split(":")[0] for line in done.err.splitlines()] == ["KP-W1", "XX-W2"]


def test_names_and_texts_of_a_record_cannot_move_the_cursor(run: Run, tmp_path: Path) -> None:
    file, evil = tmp_path / "game.json", "\x1b]0;owned\x07\x9b2J\u202e"
    run("play", "kosmiczna_eskadra", "--seed", "5", "--record", str(file), typed="any\n" * 4 + "quit\n")
    data = json.loads(file.read_text(encoding="utf-8"))
    tables = json.loads(json.dumps(game_by_id("kosmiczna_eskadra").standard_components.tables))
    for ship in tables["ships"]:
        ship["name"] = f"{evil}A"
    data |= {"components": tables, "table": {"names": [f"{evil}Żaneta", "\u2800", None, None]}}
    file.write_text(json.dumps(data), encoding="utf-8")
    shown = run("replay", str(file))
    assert shown.code == 0
    assert "Żaneta" in shown.out
    printed = [shown.out, run("replay", str(file), "--position", "2").out]
    data["game"], data["look"] = f"{evil}chess", {}
    file.write_text(json.dumps(data), encoding="utf-8")
    printed += [run("replay", str(file)).err, run("verify", str(file)).err]
    own = tmp_path / "own.toml"
    own.write_text('"\x7f\x9b" = 1\n'.replace("\x7f", "\u202e"), encoding="utf-8")
    printed.append(run("rules", "piraci", "--components", str(own)).err)
    case = tmp_path / "case.yaml"
    case.write_text('- {id: "KP-\\e[2J", op: final, given: {won: {A: [7]}}, expect: {x: 1}}\n')
    printed += [run("cases", str(case)).out, run("cases", str(case)).err]
    for text in printed:
        assert text.replace("\n", " ").isprintable() or text == ""


def test_a_replay_is_stepped_through(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = tmp_path / "game.json"
    run("play", "piraci", "--seed", "5", "--record", str(record), typed="1\n" * 3000)
    monkeypatch.setattr(cli.playing, "at_keyboard", lambda: True)
    typed = "\nnext\nback\n20\ntable\nnonsense\n99999\nn\nquit\n"
    done = run("replay", str(record), "--seat", "0", typed=typed)
    assert done.code == 0
    assert "0 of " in done.out
    assert "20 of " in done.out
    assert "21 of " in done.out
    assert done.out.count("Enter: next move.") == 3
    assert done.out.rstrip().endswith("Goodbye.")


def test_the_terminal_has_words_for_all_it_says_and_no_idle_ones() -> None:
    messages = GAMES[0].words("en").messages
    package = Path(cli.__file__).parents[1]
    files = [*package.glob("terminal/*.py"), *package.glob("cli/*.py")]
    source = "".join(path.read_text(encoding="utf-8") for path in files)
    idle = [
        name for section in ("terminal", "command") for name in messages[section] if f'"{name}"' not in source
    ]
    assert idle == []


def test_the_installed_command_answers() -> None:
    command = [sys.executable, "-m", "kosmoport", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.startswith("kosmoport ")


def test_interrupting_is_quiet_and_keeps_the_record(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    record = tmp_path / "game.json"
    done = run("play", "kosmiczni_piraci", "--seed", "1", "--record", str(record))
    assert done.code == 130
    assert "Traceback" not in done.err
    assert run("replay", str(record)).code == 0
