"""Settings of the server: every way to give them, which way wins, and what is said about wrong ones."""

from __future__ import annotations

from dataclasses import fields
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest

from kosmoport.core.errors import BadInput
from kosmoport.server import settings as module
from kosmoport.server.kinds import SPAN, SPAN_OR_NEVER
from kosmoport.server.settings import SETTINGS, ServerSettings, read_settings

HOUR = 3_600_000


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own for each test; nobody's real settings are read."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setattr(module, "user_data_folder", lambda: folder)
    return folder


def refusal(
    flags: dict[str, Any] | None = None, environ: dict[str, str] | None = None, file: Path | None = None
) -> str:
    """The sentence with which settings are refused."""
    with pytest.raises(BadInput) as caught:
        read_settings(flags or {}, environ or {}, file)
    sentence = str(caught.value)
    assert len(sentence.splitlines()) == 1
    return sentence


def in_file(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_nothing_given_means_the_defaults(home: Path) -> None:
    settings = read_settings({"port": None, "browser": None}, {"PATH": "/bin", "KOSMOPORT_CACHE": "/tmp"})
    assert settings == ServerSettings(data=home)
    assert (settings.host, settings.port, settings.browser) == ("127.0.0.1", 8400, True)
    assert (settings.abandon_gathering, settings.abandon_unhurried) == (2 * HOUR, 60 * 24 * HOUR)
    assert settings.where == str(home / "kosmoport.sqlite3")


@pytest.mark.parametrize("name", [field.name for field in fields(ServerSettings)])
def test_every_default_can_be_given_in_every_way(name: str, tmp_path: Path) -> None:
    setting = next(setting for setting in SETTINGS if setting.name == name)
    default = getattr(ServerSettings(data=tmp_path / "x"), name)
    written = setting.kind.write(default)
    file = in_file(tmp_path / "s.toml", f"{name} = '{written}'\n")
    for settings in (
        read_settings({name: written}, {}),
        read_settings({}, {setting.variable: written}),
        read_settings({}, {}, file),
    ):
        assert getattr(settings, name) == default
    if setting.kind not in (SPAN, SPAN_OR_NEVER):  # there a bare number would not say its unit
        assert getattr(read_settings({name: default}, {}), name) == default


@pytest.mark.parametrize("contact", ["mailto:me@example.org", "https://example.org/about", ""])
def test_push_services_are_told_a_contact(contact: str) -> None:
    assert read_settings({"push_contact": contact}, {}).push_contact == contact


def test_a_flag_beats_the_environment_that_the_file_that_the_default(tmp_path: Path) -> None:
    file = in_file(tmp_path / "s.toml", "port = 1\nmax_chat = 1\nmax_outbox = 110\n")
    environ = {"KOSMOPORT_PORT": "2", "KOSMOPORT_MAX_CHAT": "2", "KOSMOPORT_SETTINGS": str(file)}
    settings = read_settings({"port": "3"}, environ)
    assert (settings.port, settings.max_chat, settings.max_outbox) == (3, 2, 110)
    assert settings.max_tables == ServerSettings.max_tables


def test_a_switch_can_be_turned_back_on_by_a_flag() -> None:
    assert read_settings({"browser": True}, {"KOSMOPORT_BROWSER": "off"}).browser
    assert not read_settings({"browser": False}, {"KOSMOPORT_BROWSER": "on"}).browser


def test_the_file_in_the_data_folder_is_read_unless_another_is_named(home: Path, tmp_path: Path) -> None:
    in_file(home / "settings.toml", "port = 1\n")
    moved = tmp_path / "moved"
    moved.mkdir()
    in_file(moved / "settings.toml", "port = 2\n")
    named = in_file(tmp_path / "named.toml", "max_chat = 7\n")
    assert read_settings({}, {}).port == 1
    assert read_settings({"data": moved}, {}).port == 2
    assert read_settings({}, {"KOSMOPORT_DATA": str(moved)}).port == 2
    assert read_settings({}, {"KOSMOPORT_SETTINGS": str(named)}).port == 8400
    by_flag = read_settings({}, {"KOSMOPORT_SETTINGS": str(tmp_path / "none")}, named)
    assert (by_flag.port, by_flag.max_chat) == (8400, 7)


def test_paths_in_a_file_begin_at_its_folder(tmp_path: Path) -> None:
    file = in_file(tmp_path / "s.toml", 'data = "games"\ndatabase = "games/big.sqlite3"\n')
    settings = read_settings({}, {}, file)
    assert settings.data == tmp_path / "games"
    assert settings.where == str(tmp_path / "games" / "big.sqlite3")
    assert read_settings({"data": "games"}, {}).data == Path("games")


def test_values_of_a_file_have_the_types_of_toml(tmp_path: Path) -> None:
    file = in_file(
        tmp_path / "s.toml",
        "browser = false\nbot_pause = 0.25\nabsence_grace = 90\nabandon_live = '30d'\n"
        "trusted_proxies = ['127.0.0.1', 'fd00::/8']\n",
    )
    settings = read_settings({}, {}, file)
    assert (settings.browser, settings.bot_pause, settings.absence_grace) == (False, 0.25, 90.0)
    assert settings.abandon_live == 30 * 24 * HOUR
    assert settings.trusted_proxies == (ip_network("127.0.0.1/32"), ip_network("fd00::/8"))


@pytest.mark.parametrize(
    "text, milliseconds",
    [("2h", 2 * HOUR), ("30d", 720 * HOUR), ("90s", 90_000), ("1500ms", 1500), ("1.5 m", 90_000)],
)
def test_times_are_written_with_their_unit(text: str, milliseconds: int) -> None:
    assert read_settings({"abandon_live": text}, {}).abandon_live == milliseconds
    if milliseconds <= 24 * HOUR:
        assert read_settings({"absence_grace": text}, {}).absence_grace * 1000 == milliseconds


def test_what_is_kept_for_ever_is_never_purged() -> None:
    assert ServerSettings().purge_finished is None
    assert read_settings({"purge_chat": " never "}, {}).purge_chat is None
    assert read_settings({"purge_finished": "30d"}, {}).purge_finished == 720 * HOUR


def test_a_bare_number_counts_in_the_unit_of_a_setting() -> None:
    settings = read_settings({"bot_pause": "2", "lag_credit": "500"}, {})
    assert (settings.bot_pause, settings.lag_credit) == (2.0, 500)
    assert read_settings({"lag_credit": "1.5s"}, {}).lag_credit == 1500
    assert "abandon-live must be a time" in refusal({"abandon_live": "5"})


def test_origins_are_written_as_browsers_send_them() -> None:
    given = {
        "public_url": "https://Play.Example.org:443/",
        "allowed_origins": "http://a.example:8080,http://[::1]",
    }
    settings = read_settings(given, {})
    assert settings.public_url == "https://play.example.org"
    assert settings.origins == ("https://play.example.org", "http://a.example:8080", "http://[::1]")
    assert read_settings({"allowed_origins": "http://b.example:80"}, {}).origins == ("http://b.example",)


WRONG: dict[str, list[Any]] = {
    "host": ["", "a b", "http://here", "127.0.0.1:8400", "-x", 5],
    "port": ["", "-1", "65536", "8e3", "8400.0", "٣", 80.5, True, [], "9" * 5000],
    "data": ["", "a\0b", 7, "https://here"],
    "database": [7, "mysql://here/x", "postgres://here/x", "sqlite:///file", "postgresql:/here", "a\nb"],
    "pages": ["a\nb", 5, "x" * 5000],
    "browser": ["", "perhaps", 1, "TRUTH"],
    "public_url": [
        "play.example.org",
        "ftp://here",
        "https://here/path",
        "https://",
        "https://here:99999",
        3,
    ],
    "trusted_proxies": ["10.0.0.1/8", "here", "10.0.0.0/8,", 5, [5], "10.0.0.0/33"],
    "allowed_hosts": ["*", "a b", "a.example:80", "https://a.example", ["a", 5], "a,", "-a"],
    "allowed_origins": ["*", "https://a.example/x", "null", [["https://a.example"]], "https://ü.example"],
    "clerks": [0, 65, "two", 1.5],
    "bot_workers": ["-1", "many", "257"],
    "bot_pause": ["-1", "nan", "inf", "61", "1e1", "1 year", float("nan"), 10**400, True],
    "bot_patience": ["0", "11m"],
    "take_back_grace": ["2m"],
    "absence_grace": ["0", "2d"],
    "absence_unhurried": ["500ms"],
    "lag_credit": ["11s", "-5"],
    "stop_credit": ["2s", "-5"],
    "reveal_live": ["0", "2h", "soon"],
    "reveal_unhurried": ["500ms", "3"],
    "max_tables": ["0", "1e6"],
    "max_tables_per_address": ["0"],
    "max_sockets_per_address": ["0"],
    "max_connections": ["-1", "1e4"],
    "max_connections_per_address": ["0"],
    "shares_per_56": ["0", "257"],
    "shares_per_48": ["0", "half"],
    "head_timeout": ["0", "2h"],
    "body_timeout": ["0", "never"],
    "idle_timeout": ["0", "2d"],
    "unread_timeout": ["0", ""],
    "hello_timeout": ["0", "-1"],
    "max_message": ["10", "2000000"],
    "max_outbox": ["1"],
    "max_chat": ["0", "100000"],
    "max_log": ["99", "1000001", "many"],
    "max_components": ["-1", "5000000"],
    "limits": ["a\nb", 5, "x" * 5000],
    "give_way_after": ["15", "0s"],
    "abandon_gathering": ["2", "2 weeks", "0s", "", "5000d", 2],
    "abandon_live": ["500ms"],
    "abandon_unhurried": ["never"],
    "purge_chat": ["", "30", 30, "0s", "sometimes", False],
    "purge_unplayed": ["500ms"],
    "purge_abandoned": ["4000d"],
    "purge_finished": ["none", "NEVER"],
    "push_contact": ["me@example.org", "http://example.org", "mailto:me", "mailto:a b@c", 1],
    "webhook_private": ["maybe"],
    "log_format": ["xml", "", "JSON"],
    "log_level": ["loud", 3],
    "metrics": ["2"],
}


def test_no_setting_lacks_wrong_values() -> None:
    assert set(WRONG) == {setting.name for setting in SETTINGS}


@pytest.mark.parametrize("name, value", [(name, value) for name, values in WRONG.items() for value in values])
def test_a_wrong_value_is_refused_with_its_source_and_what_would_be_right(name: str, value: Any) -> None:
    setting = next(setting for setting in SETTINGS if setting.name == name)
    assert refusal({name: value}).startswith(f"{setting.flag} must be {setting.kind.wanted}, not ")
    if isinstance(value, str):
        sentence = refusal({}, {setting.variable: value})
        assert sentence.startswith(f"{setting.variable} must be {setting.kind.wanted}, not ")
        assert len(sentence) < 300


def test_a_wrong_value_of_a_file_names_the_file_and_the_key(tmp_path: Path) -> None:
    file = in_file(tmp_path / "s.toml", "port = 70000\n")
    assert refusal(file=file) == f"port in {file} must be a whole number from 0 to 65535, not 70000"


def test_a_wrong_value_is_refused_also_where_another_source_beats_it(tmp_path: Path) -> None:
    file = in_file(tmp_path / "s.toml", "port = -1\n")
    assert str(file) in refusal({"port": "1"}, {}, file)
    assert "KOSMOPORT_PORT" in refusal({"port": "1"}, {"KOSMOPORT_PORT": "x"})


def test_unknown_names_are_refused_with_the_likely_one(tmp_path: Path) -> None:
    file = in_file(tmp_path / "s.toml", "max-tables = 5\n")
    table = in_file(tmp_path / "t.toml", "[server]\nport = 5\n")
    odd = in_file(tmp_path / "o.toml", '"a\\nb" = 5\n')
    assert refusal(file=file) == f"there is no setting max-tables in {file}; did you mean max_tables?"
    assert refusal({}, {"KOSMOPORT_PROT": "5"}).endswith("KOSMOPORT_PROT; did you mean KOSMOPORT_PORT?")
    assert refusal({}, {"KOSMOPORT_port": "5"}).startswith("there is no setting KOSMOPORT_port; ")
    assert (
        refusal({"moon": "5"}) == "there is no setting --moon; `kosmoport serve --help` lists all there are"
    )
    assert refusal(file=table).startswith("there is no setting server in ")
    assert refusal(file=odd).startswith("there is no setting 'a\\nb' in ")


def test_files_that_cannot_be_read_are_refused_with_who_named_them(tmp_path: Path, home: Path) -> None:
    missing, binary = tmp_path / "missing.toml", tmp_path / "binary.toml"
    binary.write_bytes(b"\xff")
    assert refusal(file=missing).startswith(f"--settings: cannot read {missing}: ")
    by_variable = refusal({}, {"KOSMOPORT_SETTINGS": str(missing)})
    assert by_variable.startswith(f"KOSMOPORT_SETTINGS: cannot read {missing}: ")
    assert refusal(file=binary) == f"--settings: {binary} is not UTF-8 text"
    assert " is not TOML: " in refusal(file=in_file(tmp_path / "junk.toml", "port: 5\n"))
    assert "too deep in each other" in refusal(file=in_file(tmp_path / "deep.toml", "a = " + "[" * 100_000))
    assert "too many digits" in refusal(file=in_file(tmp_path / "long.toml", "port = " + "9" * 5000))
    (home / "settings.toml").mkdir()
    assert refusal().startswith(f"cannot read {home / 'settings.toml'}: ")


@pytest.mark.parametrize(
    "name, value",
    [
        ("database", "mysql://me:hunter2@here/x"),
        ("database", "postgresql:/me:hunter2@here/x"),
        ("database", "postgres://here/x?password=hunter2"),
        ("database", "postgresql://me:hunter2\n@here/x"),
        ("data", "postgresql://me:hunter2@here/x"),
        ("data", "postgresql://here/x?password=hunter2"),
        ("host", "me:hunter2@here"),
        ("port", "postgresql://here/x?password=hunter2"),
        ("public_url", "https://me:hunter2@here"),
        ("public_url", "https://me:hun/hunter2@here"),
        ("allowed_origins", ["https://me:hunter2@here"]),
    ],
)
def test_a_password_is_never_repeated(name: str, value: Any, tmp_path: Path) -> None:
    assert "hunter2" not in refusal({name: value})
    if isinstance(value, str) and value.isprintable():
        assert "hunter2" not in refusal(file=in_file(tmp_path / "s.toml", f"{name} = '{value}'\n"))
        assert "hunter2" not in refusal({}, {"KOSMOPORT_DATABSE": value})


def test_settings_can_be_printed_without_the_database() -> None:
    settings = read_settings({"database": "postgresql://me:hunter2@here/x"}, {})
    assert settings.where == "postgresql://me:hunter2@here/x"
    assert "hunter2" not in repr(settings)
    assert "port=8400" in repr(settings)
