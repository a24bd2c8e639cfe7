"""An honest connection: lines that break, a server that dies, pages that are loaded again."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.e2e.conftest import Arrive
from tests.e2e.house import House, serve
from tests.e2e.playing import act_by_list, lines, open_actions, wait_for_turn
from tests.e2e.visitor import Visitor

GAME = "kosmiczni_piraci"


def test_a_page_that_is_loaded_again_is_at_the_same_table(arrive: Arrive) -> None:
    ada = arrive()
    ada.start(GAME)
    wait_for_turn(ada.page)
    act_by_list(ada.page)
    wait_for_turn(ada.page)
    before, log = lines(ada.page), what_happened(ada)
    ada.page.reload()
    wait_for_turn(ada.page)
    assert lines(ada.page) == before
    assert len(log) >= 3
    assert what_happened(ada) == log


def what_happened(visitor: Visitor) -> list[str]:
    """The events of the game in the log; what is said of the table itself is not told again."""
    button = visitor.page.get_by_role("button", name="Log")
    if button.get_attribute("aria-expanded") != "true":
        button.click()
    listed = visitor.page.locator("ol[aria-label='What happened'] li")
    expect(listed.first).to_be_visible()
    return [line for line in listed.all_inner_texts() if "planet" in line]


def test_a_move_made_while_the_line_is_down_is_kept_and_sent_once(arrive: Arrive, house: House) -> None:
    ada = arrive()
    ada.start(GAME)
    wait_for_turn(ada.page)
    open_actions(ada.page)
    ada.context.set_offline(True)
    ada.page.locator("section.open ul li button").first.click()
    expect(ada.page.locator(".topbar .line")).to_be_visible()
    ada.context.set_offline(False)
    ada.page.wait_for_function("() => Number(document.querySelector('[data-moves]')?.dataset.moves) >= 1")
    wait_for_turn(ada.page)
    expect(ada.page.locator(".topbar .line")).to_have_count(0)
    table = ada.page.url.rsplit("/", 1)[1]
    frames = house.ask("GET", f"/api/tables/{table}/frames")["frames"]
    assert sum(frame["by"] == 0 for frame in frames) == 1
    ada.errors[:] = [error for error in ada.errors if "ERR_INTERNET_DISCONNECTED" not in error]


def test_a_server_that_is_killed_comes_back_and_so_does_the_page(
    arrive: Arrive, browser: Browser, tmp_path: Path
) -> None:
    with serve(tmp_path) as first:
        ada = Visitor(browser, first.address)
        ada.start(GAME)
        wait_for_turn(ada.page)
        act_by_list(ada.page)
        wait_for_turn(ada.page)
        before = int(lines(ada.page) or 0)
        first.process.kill()
        first.process.wait()
        expect(ada.page.locator(".topbar .line")).to_be_visible()
        port = int(first.address.rsplit(":", 1)[1])
        with serve(tmp_path, port=port):
            expect(ada.page.locator(".topbar .line")).to_have_count(0, timeout=30_000)
            wait_for_turn(ada.page)
            assert int(lines(ada.page) or 0) >= before
            act_by_list(ada.page)
            wait_for_turn(ada.page)
            assert int(lines(ada.page) or 0) > before
            ada.close()
