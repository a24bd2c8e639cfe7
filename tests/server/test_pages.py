"""The plain page: what it names is there, and nothing in it runs that the policy forbids."""

from __future__ import annotations

import re

import pytest

from kosmoport.server.app import KINDS, PAGES

FILES = sorted(path for path in PAGES.iterdir() if path.suffix in KINDS)
INDEX = (PAGES / "index.html").read_text(encoding="utf-8")


def test_there_are_pages() -> None:
    assert {path.suffix for path in FILES} == {".html", ".js", ".css", ".svg"}


def test_every_file_that_is_named_exists() -> None:
    named = {
        name for path in FILES for name in re.findall(r'"/pages/([\w.]+)"', path.read_text(encoding="utf-8"))
    }
    assert named >= {"plain.js", "plain.css", "icon.svg", "table.js", "lobby.js"}
    assert named <= {path.name for path in FILES}


def test_every_file_is_named_somewhere() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in FILES)
    assert [
        path.name for path in FILES if path.name != "index.html" and f'"/pages/{path.name}"' not in text
    ] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_inline_and_nothing_from_elsewhere(path: object) -> None:
    text = path.read_text(encoding="utf-8")  # type: ignore[attr-defined]
    assert re.findall(r"\bon\w+\s*=\s*\"|<style|style=\"|javascript:", text) == []
    assert [url for url in re.findall(r"https?://[^\s\"'`]+", text) if "www.w3.org" not in url] == []
    assert "innerHTML" not in text
    assert re.findall(r"<script(?![^>]*\bsrc=)", text) == []
