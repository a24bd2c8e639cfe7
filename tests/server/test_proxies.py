"""A proxy that nobody named is noticed, once and calmly; a stranger who plays one frightens nobody."""

from __future__ import annotations

import asyncio
import json
import logging
from ipaddress import ip_network
from pathlib import Path

import pytest

from kosmoport.server import proxies as module
from kosmoport.server.doctor import examine
from kosmoport.server.logs import LONGEST_VALUE, redact
from kosmoport.server.proxies import FAR, NEAR, NOTE, Proxies, forget_note, noted
from kosmoport.server.settings import ServerSettings
from tests.server.harness import PATIENCE, play, serving
from tests.server.shelf import Shelf
from tests.server.test_addresses import asked

HEADERS = [
    {"X-Forwarded-For": "198.51.100.1"},
    {"Forwarded": "for=198.51.100.1"},
    {"x-real-ip": "198.51.100.1"},
]


def said(caplog: pytest.LogCaptureFixture) -> list[tuple[str, int, str | None]]:
    """What the log has of proxies: the sentence, its level, the address."""
    records = [record for record in caplog.records if record.name == module.__name__]
    return [(record.msg, record.levelno, vars(record)["fields"].get("address")) for record in records]


@pytest.mark.parametrize("headers", HEADERS)
def test_a_proxy_of_the_own_network_is_told_of_once_and_kept_for_the_doctor(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, headers: dict[str, str]
) -> None:
    caplog.set_level(logging.INFO)

    async def situation() -> None:
        async with serving(tmp_path) as server:
            await server.ask("GET", "/api/games")
            assert said(caplog) == []
            for _ in range(5):
                await server.ask("GET", "/api/games", headers=headers)
            assert said(caplog) == [(NEAR, logging.WARNING, "127.0.0.1")]
            async with asyncio.timeout(PATIENCE):
                while not (tmp_path / NOTE).exists():
                    await asyncio.sleep(0.01)

    play(situation())
    sentence = noted(ServerSettings(data=tmp_path))
    assert sentence is not None
    assert "127.0.0.1" in sentence
    assert "trusted_proxies" in sentence
    assert "198.51.100.1" not in (tmp_path / NOTE).read_text()
    assert (tmp_path / NOTE).stat().st_mode & 0o777 == 0o600


def test_a_trusted_proxy_is_not_told_of(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)

    async def situation() -> None:
        async with serving(tmp_path, trusted_proxies=(ip_network("127.0.0.0/8"),)) as server:
            await server.ask("GET", "/api/games", headers=HEADERS[0])

    play(situation())
    assert said(caplog) == []
    assert not (tmp_path / NOTE).exists()


def test_strangers_bring_one_calm_line_that_names_nobody(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    proxies = Proxies((), tmp_path)
    for number in range(100):
        proxies.notice(asked(f"8.8.4.{number}", ("X-Forwarded-For", f"1.1.1.{number}")))
        proxies.notice(asked("2606:4700::1111", ("Forwarded", "for=unknown")))
    assert said(caplog) == [(FAR, logging.INFO, None)]
    assert not (tmp_path / NOTE).exists()


def test_the_sentences_fit_into_the_log() -> None:
    for sentence in (NEAR, FAR):
        assert redact(sentence) == sentence
        assert len(sentence) <= LONGEST_VALUE
        assert "trusted_proxies" in sentence


def test_the_doctor_repeats_it_unless_the_proxy_is_trusted_by_now(file: Shelf) -> None:
    file.put()
    (file.folder / NOTE).write_text('{"address": "172.17.0.1", "at": 1700000000000}')
    told: list[str] = []
    assert examine(file.settings, told.append) == 0  # a note is no problem
    note, summary = told
    assert note.startswith("note: on 2023-11-14 requests came from 172.17.0.1 that spoke for others;")
    assert summary.endswith("0 problems")
    trusting = ServerSettings(
        data=file.folder, database=file.where, trusted_proxies=(ip_network("172.16.0.0/12"),)
    )
    told.clear()
    assert examine(trusting, told.append) == 0
    assert len(told) == 1
    forget_note(file.folder)
    forget_note(file.folder)
    assert noted(file.settings) is None


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "{}", "null", "\0", '{"address": "x", "at": 1}', '{"address": 5, "at": 1}'),
        *('{"address": "10.0.0.1", "at": 1e99}', '{"address": "10.0.0.1", "at": "now"}'),
    ],
)
def test_a_note_that_cannot_be_read_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / NOTE).write_text(text)
    assert noted(ServerSettings(data=tmp_path)) is None
    (tmp_path / NOTE).write_text(json.dumps({"address": "10.0.0.1", "at": 1}))
    assert noted(ServerSettings(data=tmp_path)) is not None
