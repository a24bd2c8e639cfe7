"""Commands around a server: their flags, what they hand on, and their documentation."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kosmoport import cli
from kosmoport.cli.asking import say
from kosmoport.core.errors import BadInput
from kosmoport.reference import commands as pages
from kosmoport.server.settings import SETTINGS, ServerSettings, read_settings
from tests.command_line import Done, Run

DOCS = Path(__file__).parents[1] / "docs"


@pytest.fixture
def run(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Away from anybody's real settings."""
    monkeypatch.setenv("KOSMOPORT_DATA", str(tmp_path))
    return run


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str, Any], list[tuple[Any, ...]]]:
    """Put a function in place of a module's, and keep what it is called with."""

    def put(name: str, function: str, answer: Any = None) -> list[tuple[Any, ...]]:
        calls: list[tuple[Any, ...]] = []

        def called(*arguments: Any, **named: Any) -> Any:
            calls.append((*arguments, named))
            if isinstance(answer, Exception):
                raise answer
            return answer

        replacement = ModuleType(name)
        setattr(replacement, function, called)
        monkeypatch.setitem(sys.modules, name, replacement)
        return calls

    return put


StandIn = Callable[..., list[tuple[Any, ...]]]


def test_serve_takes_every_setting_as_a_flag(run: Run, stand_in: StandIn, tmp_path: Path) -> None:
    calls = stand_in("kosmoport.server.serving", "serve")
    settings = ServerSettings(data=tmp_path, database=str(tmp_path / "x.sqlite3"))
    flags: list[str] = []
    for setting in SETTINGS:
        value = getattr(settings, setting.name)
        if isinstance(value, bool):
            flags.append(setting.flag if value else f"--no-{setting.flag[2:]}")
        else:
            flags += [setting.flag, setting.kind.write(value)]
    assert run("serve", *flags) == Done(0, "", "")
    assert calls == [(settings, {})]


def test_serve_reads_flag_environment_and_file(
    run: Run, stand_in: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = stand_in("kosmoport.server.serving", "serve")
    (tmp_path / "s.toml").write_text("port = 1\nmax_chat = 1\nmetrics = false\n", encoding="utf-8")
    monkeypatch.setenv("KOSMOPORT_MAX_CHAT", "2")
    monkeypatch.setenv("KOSMOPORT_PORT", "2")
    assert run("serve", "--settings", str(tmp_path / "s.toml"), "--port", "3", "--no-browser").code == 0
    settings, _ = calls[0]
    assert (settings.port, settings.max_chat, settings.metrics, settings.browser) == (3, 2, False, False)


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        (["serve", "--port", "x"], "--port must be a whole number from 0 to 65535, not 'x'"),
        (["serve", "--moon", "5"], "--moon"),
        (["serve", "here"], "here"),
        (["serve", "--settings", "no.toml"], "--settings: cannot read no.toml"),
        (["doctor", "--data", __file__], "--data must be the name of a folder"),
        (["doctor", "--port", "5"], "--port"),
        (["export", "--database", "mysql://a:b@c/d"], "--database must be the name of an SQLite file or"),
        (["export", "-o", __file__], "exists already"),
        (["verify"], "RECORD"),
        (["verify", "no.json"], "cannot read no.json"),
        (["bot", "greedy", "--table", "x"], "--url"),
        (["bot", "greedy", "--url", "http://127.0.0.1:1"], "--table"),
        (["bot", "--table", "x", "--url", "http://127.0.0.1:1"], "BOT"),
    ],
)
def test_bad_input_gets_one_sentence_and_code_2(
    run: Run, stand_in: StandIn, arguments: list[str], sentence: str
) -> None:
    for name, function in (("serving", "serve"), ("doctor", "examine"), ("export", "export")):
        assert stand_in(f"kosmoport.server.{name}", function) == []
    done = run(*arguments)
    assert (done.code, done.out) == (2, "")
    assert sentence in done.err
    assert len(done.err.splitlines()) == 1


def test_doctor_ends_with_what_was_found(run: Run, stand_in: StandIn, tmp_path: Path) -> None:
    calls = stand_in("kosmoport.server.doctor", "examine", 1)
    assert run("doctor", "--database", "postgresql://here/x").code == 1
    settings = ServerSettings(data=tmp_path, database="postgresql://here/x")
    assert calls == [(settings, say, None, {})]
    assert run("doctor", "--save", str(tmp_path / "new"), "--database", "postgresql://here/x").code == 1
    assert calls[1:] == [(settings, say, tmp_path / "new", {})]
    (tmp_path / "new").touch()
    assert run("doctor", "--save", str(tmp_path / "new")).code == 2
    assert len(calls) == 2


def test_export_writes_a_new_file_and_says_how_much(run: Run, stand_in: StandIn, tmp_path: Path) -> None:
    calls = stand_in("kosmoport.server.export", "export", 1)
    assert run("export", "-o", str(tmp_path / "all.jsonl")) == Done(0, "", "1 record written\n")
    stand_in("kosmoport.server.export", "export", 20)
    assert run("export") == Done(0, "", "20 records written\n")
    assert calls == [(ServerSettings(data=tmp_path), tmp_path / "all.jsonl", {})]


def test_verify_prints_what_was_checked_or_what_does_not_hold(
    run: Run, stand_in: StandIn, tmp_path: Path
) -> None:
    data = {"kosmoport": "record", "game": "piraci"}
    file, position = tmp_path / "game.json", tmp_path / "position.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    position.write_text(json.dumps({**data, "kosmoport": "position"}), encoding="utf-8")
    calls = stand_in("kosmoport.table.verify", "verify_record", ["one", "two"])
    assert run("verify", str(file)) == Done(0, "one\ntwo\n", "")
    kept = tmp_path / "kept.json"
    kept.write_text("{}", encoding="utf-8")
    assert run("verify", str(file), "--kept", str(kept)).code == 0
    assert calls == [(data, None, {}), (data, {}, {})]
    assert run("verify", str(position)) == Done(2, "", f"{position} is a position, not a record\n")
    stand_in("kosmoport.table.verify", "verify_record", BadInput("roll 3 is another one"))
    assert run("verify", str(file)) == Done(2, "", f"{file}: roll 3 is another one\n")


def test_what_strangers_wrote_cannot_move_the_cursor(
    run: Run, stand_in: StandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, evil = tmp_path / "game.json", "\x1b[2J\x9b31m\u202eevil\r"
    file.write_text(json.dumps({"kosmoport": "record", "game": "piraci"}), encoding="utf-8")
    spelt = "\\u001b[2J\\u009b31m\\u202eevil\\u000d"
    stand_in("kosmoport.table.verify", "verify_record", [f"table {evil}", "two"])
    assert run("verify", str(file)) == Done(0, f"table {spelt}\ntwo\n", "")
    stand_in("kosmoport.table.verify", "verify_record", BadInput(evil))
    assert run("verify", str(file)) == Done(2, "", f"{file}: {spelt}\n")
    assert run(evil).err.rstrip("\n").isprintable()
    say(evil)
    assert capsys.readouterr().out == f"{spelt}\n"


def test_a_bot_is_sent_to_a_table(run: Run, stand_in: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = stand_in("kosmoport.remote.bot", "play_at")
    where = ["--url", "http://127.0.0.1:8400", "--table", "abc"]
    assert run("bot", *where, "my:Bot", "--name", "Ada", "--games", "2").code == 0
    monkeypatch.setenv("KOSMOPORT_TOKEN", "secret")
    assert run("bot", *where, "greedy").code == 0
    assert calls == [
        ("http://127.0.0.1:8400", "abc", "my:Bot", {"name": "Ada", "token": None, "games": 2}),
        ("http://127.0.0.1:8400", "abc", "greedy", {"name": None, "token": "secret", "games": None}),
    ]
    assert "secret" not in run("bot", "--help").out


def test_help_lists_every_setting_with_its_default(run: Run) -> None:
    said = " ".join(run("serve", "--help").out.split())
    for setting in SETTINGS:
        assert f"{setting.flag} " in said
        assert setting.help in said
        assert setting.default == "" or f"[default: {setting.default}]" in said
    assert len(SETTINGS) > 25


@pytest.mark.parametrize("name", pages.PAGES)
def test_reference_pages_are_fresh(name: str) -> None:
    page = (DOCS / name).read_text(encoding="utf-8")
    assert page.count("<!-- generated:") == 1
    assert pages.refreshed(page) == page, "run python -m kosmoport.reference.commands"


def test_the_reference_knows_every_command_and_setting() -> None:
    commands, settings = pages.commands_block(), pages.settings_block()
    names = {command.__name__.replace("_", "-") for command in cli.COMMANDS} | {
        "bench",
        "bench engine",
        "bench vector",
    }
    assert len(names) == len(cli.COMMANDS) + 3
    assert all(f"## kosmoport {name}\n" in commands for name in names)
    assert all(f"| `{setting.name}` |" in settings for setting in SETTINGS)
    assert "| `--seat` | your seat, counted from 0 [default: 0] |" in commands


def test_the_settings_file_on_the_page_can_be_used(tmp_path: Path) -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", (DOCS / "hosting.md").read_text(encoding="utf-8"), re.DOTALL)
    file = tmp_path / "s.toml"
    file.write_text(text, encoding="utf-8")
    assert read_settings({}, {}, file).public_url == "https://play.example.org"


def test_the_version_is_said_without_loading_games_or_servers() -> None:
    heavy = "{'wasmtime', 'numpy', 'msgspec', 'aiohttp', 'sqlalchemy', 'asyncio', 'kosmoport.games'}"
    question = (
        f"import sys, kosmoport.cli\nsys.argv = ['kosmoport', '--version']\n"
        f"try: kosmoport.cli.main()\nexcept SystemExit: print(*{heavy} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", question], capture_output=True, text=True, check=True)
    assert re.fullmatch(r"kosmoport [\d.]+\n\n", done.stdout)
