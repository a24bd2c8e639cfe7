"""The pages over HTTP: one document for every address, files that may be kept, compression, nothing else."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from kosmoport.server.pages import ALWAYS_ASK, FOREVER, read_client
from tests.server.harness import play, serving


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A client as the build leaves it, very small."""
    client = tmp_path / "client"
    (client / "assets").mkdir(parents=True)
    (client / ".vite").mkdir()
    (client / "index.html").write_text("<!doctype html><title>Kosmoport</title>")
    (client / "sw.js").write_text("// works in the background")
    (client / "icon-192.png").write_bytes(b"\x89PNG")
    (client / "assets" / "index-abc_1.js").write_text("export {};")
    (client / ".vite" / "manifest.json").write_text("{}")
    return client


PAGES = [
    "/",
    "/my",
    "/learn",
    "/watch",
    "/settings",
    "/t/xyz",
    "/t/xyz/replay",
    "/g/piraci",
    "/g/piraci/rules",
    "/g/piraci/learn",
]


def test_every_address_of_the_client_has_the_same_document(built: Path, tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, pages=str(built)) as server:
            for path in PAGES:
                answer = await server.ask("GET", path)
                assert answer.status == 200
                assert answer.body == (built / "index.html").read_bytes()
                assert answer.headers["Cache-Control"] == ALWAYS_ASK
                assert "script-src 'self'" in answer.headers["Content-Security-Policy"]

    play(situation())


def test_files_with_a_hash_are_kept_forever_and_others_asked_for(built: Path, tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, pages=str(built)) as server:
            script = await server.ask("GET", "/assets/index-abc_1.js")
            assert script.headers["Cache-Control"] == FOREVER
            assert script.headers["Content-Type"] == "text/javascript; charset=utf-8"
            worker = await server.ask("GET", "/sw.js")
            assert worker.headers["Cache-Control"] == ALWAYS_ASK
            picture = await server.ask("GET", "/icon-192.png")
            assert picture.headers["Content-Type"] == "image/png"
            assert picture.body == b"\x89PNG"

    play(situation())


def test_what_is_not_of_the_client_is_not_served(built: Path, tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, pages=str(built)) as server:
            wrong = ["/assets/nothing.js", "/assets/..%2findex.html", "/nothing.svg", "/g/piraci/other"]
            for path in [*wrong, "/.vite/manifest.json", "/assets/../sw.js%00", "/T/xyz"]:
                assert (await server.ask("GET", path)).status == 404, path

    play(situation())


def test_a_wrong_link_shows_people_a_page_and_programs_an_error(built: Path, tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, pages=str(built)) as server:
            person = await server.ask("GET", "/nowhere/at/all", headers={"Accept": "text/html,*/*"})
            assert person.status == 404
            assert person.body == (built / "index.html").read_bytes()
            program = await server.ask("GET", "/nowhere/at/all")
            assert (program.status, program.error) == (404, "not_found")
            for path in ("/api/nowhere", "/assets/nowhere.js"):
                reply = await server.ask("GET", path, headers={"Accept": "text/html"})
                assert (reply.status, reply.error) == (404, "not_found")

    play(situation())


def test_without_a_built_client_a_sentence_says_so(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path, pages=str(tmp_path / "nothing")) as server:
            answer = await server.ask("GET", "/")
            assert answer.status == 503
            assert answer.sentence == "The pages of this server have not been built."
            assert (await server.ask("GET", "/api/games")).status == 200

    play(situation())


def test_text_is_packed_once_and_pictures_are_not(built: Path) -> None:
    files = read_client(built)
    page = files["index.html"]
    assert page.packed is not None
    assert gzip.decompress(page.packed) == page.body
    assert files["icon-192.png"].packed is None
    assert ".vite/manifest.json" in files  # read, but no address leads to it
