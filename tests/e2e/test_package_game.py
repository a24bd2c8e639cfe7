"""A game of another package in the browser of a person who reads Polish: English words, and no drawing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Arrive
from tests.e2e.house import House, serve
from tests.e2e.playing import wait_for_turn
from tests.starters.packages import new_package


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with one more game."""
    folder = tmp_path_factory.mktemp("packages")
    new_package(folder, folder / "site", "quick_comet", dice=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder / "site"))
        with serve(tmp_path_factory.mktemp("house")) as running:
            yield running


def test_a_game_of_a_package_is_found_learned_and_played(arrive: Arrive) -> None:
    visitor = arrive(language="pl", settings={"language": "pl", "motion": "off"})
    page = visitor.page
    visitor.go("/")
    expect(page.get_by_text("Quick Comet").first).to_be_visible()
    visitor.go("/g/quick_comet/rules")
    expect(page.get_by_text("After each throw the player decides")).to_be_visible()
    visitor.go("/g/quick_comet/components")
    expect(page.get_by_role("heading").first).to_be_visible()
    visitor.start("quick_comet", players=3)
    for _ in range(2):
        assert wait_for_turn(page)
        before = page.locator("[data-moves]").first.get_attribute("data-moves")
        page.get_by_role("button", name="throw the die", exact=False).first.click()
        page.wait_for_function(
            "(before) => document.querySelector('[data-moves]').dataset.moves !== before", arg=before
        )
    expect(page.get_by_text("Ada throws").first).to_be_visible()
