"""The deal in browsers: promised and revealed by themselves, checked by a button, failing in sight of all."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from kosmoport.table.fair import Fair, Stream
from tests.e2e.conftest import Arrive
from tests.e2e.games.late import play_out
from tests.e2e.house import House, serve
from tests.e2e.test_one_device import start_together
from tests.e2e.visitor import Visitor
from tests.server.shelf import Shelf, played

GAME = "kosmiczna_misja"
END = ".ending"


def button(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def gather(ada: Page, bob: Page) -> str:
    """Ada makes a table for two, Bob comes by the link; both are ready. The id of the table."""
    ada.goto(f"/g/{GAME}")
    ada.fill("#name", "Ada")
    ada.click("[data-preset=friends]")
    button(ada, "Open the table")
    ada.wait_for_url("**/t/*")
    table = ada.url.rsplit("/", 1)[1]
    bob.goto(f"/t/{table}")
    bob.fill("#sit-name", "Bob")
    button(bob, "Sit down")
    for page in (ada, bob):
        expect(page.get_by_text("takes no part in the deal")).to_have_count(0)
    button(bob, "I am ready")
    expect(ada.get_by_role("button", name="Begin", exact=True)).to_be_enabled()
    return table


def token_of(page: Page, table: str) -> str:
    answer = page.context.request.put(f"/api/tables/{table}/seat", headers={"Origin": origin(page)})
    return str(answer.json()["token"])


def origin(page: Page) -> str:
    return str(page.evaluate("() => location.origin"))


def check_deal(page: Page, where: str = END) -> str:
    """Press the button; what the page and the server found."""
    page.locator(where).get_by_role("button", name="Check the deal").click()
    expect(page.get_by_text("Checked by the server")).to_be_visible()
    return page.locator(".findings").inner_text()


def test_two_friends_take_part_and_check_the_deal(arrive: Arrive, house: House, tmp_path: Path) -> None:
    ada, bob = arrive().page, arrive().page
    table = gather(ada, bob)
    button(ada, "Begin")
    for page in (ada, bob):
        page.wait_for_selector("main.board svg")
    stranger, taken_over = arrive().page, arrive().page
    taken_over.goto(f"/t/{table}#seat={token_of(bob, table)}")  # a seat that was dealt to another device
    for page, told in ((taken_over, 1), (bob, 0)):
        page.get_by_role("button", name="Log", exact=True).click()
        lines = page.get_by_role("list", name="What happened").get_by_role("listitem")
        expect(lines.first).to_be_visible()
        expect(lines.filter(has_text="This browser has no part in this deal")).to_have_count(told)
    play_out(house, table, [token_of(ada, table), token_of(bob, table)], Random(5))
    for page in (ada, bob):
        found = check_deal(page)
        assert "2 devices gave random numbers" in found
        assert "nobody chose this deal" in found
        assert "The deal is the one that follows from it" in found
        assert "!" not in found
    with ada.expect_download() as download:
        ada.get_by_role("button", name="Save what this browser kept").click()
    kept, record = tmp_path / "kept.json", tmp_path / "record.json"
    download.value.save_as(kept)
    record.write_text(json.dumps(house.ask("GET", f"/api/tables/{table}/record")))
    command = [sys.executable, "-m", "kosmoport", "verify", str(record), "--kept", str(kept)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "what the device of seat 0 kept is what the record tells: nobody chose this deal" in done.stdout
    stranger.goto(f"/t/{table}")
    for page in (stranger, taken_over):
        found = check_deal(page)
        assert "This browser kept nothing of this deal" in found
        assert "nobody chose this deal" not in found


def test_several_people_on_one_device_are_one_party(arrive: Arrive, house: House) -> None:
    visitor = arrive()
    table = start_together(visitor, "kosmiczni_piraci")
    visitor.page.wait_for_selector("main.curtain")
    seats = house.ask("GET", f"/api/tables/{table}")
    frozen = json.loads(seats["deal"]["frozen"])
    assert [seat.get("device") for seat in frozen["seats"]] == [0, 0, None]


@pytest.mark.e2e
def test_a_device_that_is_gone_makes_the_round_void_for_all_to_see(browser: Browser, tmp_path: Path) -> None:
    with serve(tmp_path, reveal_unhurried="2s") as house:
        ada, bob = (Visitor(browser, house.address) for _ in range(2))
        gather(ada.page, bob.page)
        bob.page.goto("about:blank")
        button(ada.page, "Begin")
        expect(ada.page.get_by_text("The deal: waiting for the device of Bob.")).to_be_visible()
        failed = ada.page.get_by_text("A deal has failed: whoever then had the seat of Bob left, or")
        expect(failed).to_be_visible()
        expect(ada.page.get_by_role("button", name="Begin", exact=True)).to_have_count(0)
        bob.page.go_back()
        button(bob.page, "I am ready")
        button(ada.page, "Begin")
        for visitor in (ada, bob):
            visitor.page.wait_for_selector("main.board svg")
            visitor.context.close()


@pytest.mark.e2e
def test_the_deal_of_a_game_that_was_abandoned_can_be_checked_too(browser: Browser, tmp_path: Path) -> None:
    with serve(tmp_path, abandon_unhurried="1s") as house:
        ada, bob = (Visitor(browser, house.address) for _ in range(2))
        table = gather(ada.page, bob.page)
        button(ada.page, "Begin")
        for visitor in (ada, bob):
            visitor.page.wait_for_selector("main.board svg")
        bob.close()
        ada.page.goto("about:blank")
        for _ in range(600):
            if house.ask("GET", f"/api/tables/{table}")["phase"] == "closed":
                break
            time.sleep(0.05)
        ada.page.goto(f"/t/{table}")
        found = check_deal(ada.page, "main")
        assert "nobody chose this deal" in found
        assert "!" not in found
        ada.close()


def chosen(fair: Fair) -> Stream:
    """What a server would deal from that does not keep to what was promised."""
    return fair.roll_stream(1)


def test_a_deal_that_the_server_chose_is_found_out_in_polish(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as cheating:
        cheating.setattr(Fair, "deal_stream", chosen)
        desk = played(GAME, players=2)
    shelf = Shelf(str(tmp_path / "kosmoport.sqlite3"), tmp_path)
    with ThreadPoolExecutor(1) as aside:  # where no browser has an event loop
        aside.submit(shelf.put, desk).result()
    with serve(tmp_path) as house:
        player = Visitor(browser, house.address, language="pl")
        player.page.goto(f"/t/{desk.table.id}")
        player.page.get_by_role("button", name="Sprawdź rozdanie").click()
        found = player.page.locator(".findings")
        expect(found).to_contain_text(
            "Coś się nie zgadza: to inne rozdanie, bo z sekretu i z liczb od wszystkich wynika"
        )
        expect(found).not_to_contain_text("Rozdanie jest tym, które z tego wynika")
        assert found.locator("[lang]").count() == 0
        player.close()
