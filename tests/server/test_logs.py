"""Log lines are whole, structured, and hold no secret, name, chat or card, however it got in."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from kosmoport.core.errors import BadInput
from kosmoport.server.logs import HIDDEN, AccessLogger, redact, say, setup_logs
from kosmoport.server.tokens import Tokens, new_table_id
from tests.proofs.attack.target import is_fault

log = logging.getLogger("kosmoport.test")
TOKENS = Tokens(bytes(32))


@pytest.fixture(autouse=True)
def _root_as_it_was() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_one_thing_is_one_line_with_its_fields(capsys: pytest.CaptureFixture[str]) -> None:
    setup_logs("json", "info")
    say(log, "table closed", seat=2, ms=1.5, game="piraci", owner=None)
    say(log, "not shown", logging.DEBUG)
    (line,) = lines(capsys)
    assert line.pop("at").endswith("+00:00")
    assert line == {
        "level": "info",
        "log": "kosmoport.test",
        "event": "table closed",
        "seat": 2,
        "ms": 1.5,
        "game": "piraci",
        "owner": None,
    }


def test_text_for_people_stays_on_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    setup_logs("text", "info")
    say(log, "table closed", logging.WARNING, reason="a\nb\x1b[31m", seat=2)
    (line,) = capsys.readouterr().err.splitlines()
    assert line[8:] == ' warning table closed reason="a\\nb\\u001b[31m" seat=2'


@pytest.mark.parametrize("format", ["text", "json"])
def test_no_line_moves_the_cursor_or_turns_the_writing(
    format: str, capsys: pytest.CaptureFixture[str]
) -> None:
    setup_logs(format)
    say(logging.getLogger("kosmoport.test"), "odd", reason="a\x1b[2J\x7f\x9b\u202e\u2028\ud800b\nc")
    (line,) = capsys.readouterr().err.splitlines()
    assert line.isprintable()
    assert "\\u001b[2J\\u007f\\u009b\\u202e\\u2028\\ud800b\\nc" in line


def test_without_a_terminal_logs_are_json(capsys: pytest.CaptureFixture[str]) -> None:
    setup_logs()
    say(log, "started")
    assert lines(capsys)[0]["event"] == "started"


def test_setting_up_again_does_not_double_the_lines(capsys: pytest.CaptureFixture[str]) -> None:
    setup_logs("text", "info")
    setup_logs("json", "info")
    say(log, "once")
    assert len(lines(capsys)) == 1


@pytest.mark.parametrize(("format", "level"), [("xml", "info"), ("json", "loud"), ("json", "INFO")])
def test_wrong_settings_get_one_sentence(format: str, level: str) -> None:
    with pytest.raises(BadInput, match=r"the log (format|level) must be one of"):
        setup_logs(format, level)


def test_fields_that_are_not_listed_stay_hidden(capsys: pytest.CaptureFixture[str]) -> None:
    setup_logs("json", "info")
    say(log, "said", name="Ann", text="meet me", hand=[1, 2], cookie="x", seat=[7], event="fake")
    (line,) = lines(capsys)
    assert {line[key] for key in ("name", "text", "hand", "cookie", "seat")} == {HIDDEN}
    assert line["event"] == "said"


def test_a_table_is_shortened(capsys: pytest.CaptureFixture[str]) -> None:
    setup_logs("json", "info")
    table = new_table_id()
    say(log, "closed", table=table)
    assert lines(capsys)[0]["table"] == table[:6]


def test_arguments_are_not_put_into_texts(capsys: pytest.CaptureFixture[str]) -> None:
    setup_logs("json", "info")
    log.info("said %s", "meet me at seven")
    assert lines(capsys)[0]["event"] == "said %s"


def test_of_an_exception_type_and_place_are_shown_but_no_message(capsys: pytest.CaptureFixture[str]) -> None:
    setup_logs("json", "info")
    try:
        try:
            raise KeyError("ace of comets")
        except KeyError:
            raise OSError(28, "ace of comets") from None
    except OSError as error:
        say(log, "broke", logging.ERROR, error=error)
        log.exception("broke")
    say(log, "broke", error="ace of comets")
    written = capsys.readouterr().err
    assert "comets" not in written
    first, second, third = map(json.loads, written.splitlines())
    assert first["error"] == second["error"]
    assert (first["error"]["type"], first["error"]["errno"]) == ("OSError", 28)
    (place,) = first["error"]["at"]
    assert place.endswith(" test_of_an_exception_type_and_place_are_shown_but_no_message")
    assert "tests/server/test_logs.py:" in place
    assert third["error"] == HIDDEN


def test_what_came_before_an_exception_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    setup_logs("json", "info")
    try:
        try:
            raise KeyError("ace of comets")
        except KeyError as cause:
            raise ValueError("ace of comets") from cause
    except ValueError as error:
        say(log, "broke", error=error)
    assert lines(capsys)[0]["error"]["after"] == "KeyError"


def test_other_peoples_logs_quote_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """The event loop writes the repr of a lost task, message of its exception included."""
    setup_logs("json", "info")

    async def fails() -> None:
        raise ValueError("ace of comets")

    async def loses_a_task() -> None:
        task = asyncio.create_task(fails())
        await asyncio.sleep(0)
        del task
        await asyncio.sleep(0)
        logging.getLogger("other").error("said 'ace of comets'")

    asyncio.run(loses_a_task())
    written = capsys.readouterr().err
    assert "comets" not in written
    events = [json.loads(line)["event"] for line in written.splitlines()]
    assert events == ["Task exception was never retrieved", "said"]


@pytest.mark.parametrize(
    "around", ["{}", "bad {}!", "/t/{}?x=1", "seat={};path", "('{}',)", "https://h.example/{}"]
)
def test_tokens_nonces_and_table_ids_are_recognised_anywhere(around: str) -> None:
    for _ in range(200):
        table, nonce = new_table_id(), Tokens.new_nonce()
        for secret in (TOKENS.issue(table, "host", nonce), nonce, table, Tokens.nonce_hash(nonce)):
            shown = redact(around.format(secret))
            assert HIDDEN in shown
            pieces = [secret[place : place + 12] for place in range(len(secret) - 12)]
            assert not any(piece in shown for piece in pieces), (shown, secret)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Cookie: seat=abc; other=def", f"Cookie: {HIDDEN}"),
        ("Set-Cookie: seat=abc", f"Set-Cookie: {HIDDEN}"),
        ("authorization: Bearer abc", f"authorization: {HIDDEN}"),
        ("{'Authorization': 'Bearer abc'}", f"{{'Authorization': {HIDDEN}"),
        ('{"token": "abc"}', f'{{"token": {HIDDEN}'),
        ("seat_token=abc", f"seat_token= {HIDDEN}"),
        ("password = abc", f"password = {HIDDEN}"),
        ("POST https://hooks.example/abc?d=e failed", f"POST https://hooks.example/{HIDDEN} failed"),
        ("https://ann:pw@hooks.example:8/abc", f"https://hooks.example/{HIDDEN}"),
        ("https://ann:p/w@hooks.example/abc", f"https://ann/{HIDDEN}"),
        ("http://[2001:db8::1]:80/abc", f"http://[2001:db8::1]/{HIDDEN}"),
        ("x " + "aB_-" * 10, f"x {HIDDEN}"),
        ("postgresql://ann:pw@db.example/x", f"postgresql://{HIDDEN}"),
    ],
)
def test_secrets_with_a_sign_on_them_are_hidden(text: str, shown: str) -> None:
    assert redact(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "the table is closed",
        "ServerDisconnectedError in kosmoport.server.rooms.close_abandoned_tables_after_a_while",
        "/api/tables/{table}/seats/{seat}",
        "listening on 127.0.0.1:8000",
        "2026-01-31T12:00:00.000+00:00",
        "kosmiczna_misja",
    ],
)
def test_plain_words_of_the_program_stay(text: str) -> None:
    assert redact(text) == text


def test_long_values_are_cut(capsys: pytest.CaptureFixture[str]) -> None:
    setup_logs("json", "info")
    say(log, "x", reason="ab " * 100_000)
    assert len(lines(capsys)[0]["reason"]) == 200


def test_requests_are_logged_by_the_pattern_of_their_route(capsys: pytest.CaptureFixture[str]) -> None:
    setup_logs("json", "info")

    async def answer(request: web.Request) -> web.Response:
        return web.Response(text="hello")

    async def ask() -> None:
        app = web.Application()
        app.router.add_get("/t/{table}", answer)
        server = TestServer(app)
        await server.start_server(access_log_class=AccessLogger, access_log=log)
        async with TestClient(server) as client:
            await client.get("/t/Zq7?name=Ann", headers={"Cookie": "seat=abc", "Authorization": "Bearer abc"})
            await client.get("/Ann/Zq7")

    asyncio.run(ask())
    written = capsys.readouterr().err
    assert not [word for word in ("Zq7", "Ann", "abc") if word in written]
    known, unknown = map(json.loads, written.splitlines())
    assert (known["event"], known["method"], known["status"]) == ("request", "GET", 200)
    assert known["bytes"] > 5
    assert known["route"] == "/t/{table}"
    assert (unknown["route"], unknown["status"]) == ("unknown", 404)


def test_requests_are_not_logged_when_only_warnings_are(capsys: pytest.CaptureFixture[str]) -> None:
    setup_logs("json", "warning")
    assert not AccessLogger(log, "").enabled
    setup_logs("json", "info")
    assert AccessLogger(log, "").enabled


@pytest.mark.parametrize(("level", "counts"), [(logging.ERROR, True), (logging.WARNING, False)])
def test_the_suite_of_attacks_knows_mistakes_by_their_lines(
    level: int, counts: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    setup_logs("json")
    say(log, "odd", level)
    (line,) = capsys.readouterr().err.splitlines()
    assert is_fault(line) is counts
    assert is_fault("Traceback (most recent call last):")
