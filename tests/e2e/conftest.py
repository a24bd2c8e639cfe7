"""One server for a process, one browser for a file of tests; a visitor is a browser profile of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e.house import House, serve
from tests.e2e.visitor import CHROMIUM, FLAGS, Visitor


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with quick bots and no limits."""
    with serve(tmp_path_factory.mktemp("house")) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium; gone after a file, because while it is there no other test can run an event loop."""
    assert Path(CHROMIUM).is_file(), f"these tests need Chromium at {CHROMIUM} (Debian: apt install chromium)"
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield launched
        launched.close()


Arrive = Callable[..., Visitor]


@pytest.fixture
def arrive(house: House, browser: Browser) -> Iterator[Arrive]:
    """Visitors of one test; at its end none of their pages may have met an error."""
    visitors: list[Visitor] = []

    def come(**wishes: Any) -> Visitor:
        visitors.append(Visitor(browser, house.address, **wishes))
        return visitors[-1]

    yield come
    errors = [error for visitor in visitors for error in visitor.errors]
    for visitor in visitors:
        visitor.close()
    assert not errors
