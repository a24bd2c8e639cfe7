"""Links to seats in a browser that has one already: it is asked, keeps its own, changes, and finds back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Arrive
from tests.e2e.games.late import new_table
from tests.e2e.games.moving import sit
from tests.e2e.house import House
from tests.e2e.visitor import Visitor

MISSION = "kosmiczna_misja"
REFUSED = "status of 409"  # the browser tells its console, the page tells the visitor


def own_name(page: Page) -> str:
    """Whose seat this browser has, as the server says."""
    table = page.url.rpartition("/")[2]
    seat = page.evaluate(f"() => fetch('/api/tables/{table}/seat').then((answer) => answer.json())")["seat"]
    return "the host" if seat is None else ("Ada", "Bob")[seat]


def open_link(visitor: Visitor, table: str, token: str) -> None:
    """In the page that is open already: only what is behind # changes."""
    visitor.page.evaluate(f"() => (location.href = '/t/{table}#seat={token}')")
    expect(visitor.page.get_by_role("dialog")).to_be_visible()
    assert "#" not in visitor.page.url
    visitor.errors = [error for error in visitor.errors if REFUSED not in error]


def press(page: Page, name: str) -> None:
    page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()


def test_somebodys_link_does_not_take_the_seat_of_whoever_opens_it(arrive: Arrive, house: House) -> None:
    table, (ada, bob) = new_table(house, MISSION, ["Ada", "Bob"], 2)
    visitor = arrive()
    page = sit(visitor, table, ada)
    open_link(visitor, table, bob)
    expect(page.get_by_role("dialog")).to_contain_text("you are Ada at this table")
    expect(page.get_by_role("dialog")).to_contain_text("for the seat of Bob")
    assert visitor.complaints() == []
    press(page, "Keep my seat")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert own_name(page) == "Ada"
    open_link(visitor, table, bob)
    press(page, "Change to the seat of Bob")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.wait_for_selector("main.board svg")
    assert own_name(page) == "Bob"
    page.reload()
    page.get_by_role("button", name="Menu", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("Your other seat here: Ada")
    with page.expect_navigation():
        press(page, "Go back to it")
    page.wait_for_selector("main.board svg")
    assert own_name(page) == "Ada"


@pytest.mark.e2e
def test_a_host_who_has_not_sat_down_stays_the_host(arrive: Arrive, house: House) -> None:
    visitor = arrive(language="en")
    page = visitor.page
    page.goto("/")
    made = page.evaluate(
        "() => fetch('/api/tables', {method: 'POST', headers: {'Content-Type': 'application/json'},"
        f" body: JSON.stringify({{game: '{MISSION}', players: 2}})}}).then((answer) => answer.json())"
    )
    table = made["table"]
    guest = house.ask("POST", f"/api/tables/{table}/seats", {"name": "Ada"})["token"]
    page.goto(f"/t/{table}")
    page.wait_for_selector("#sit-name")
    open_link(visitor, table, guest)
    expect(page.get_by_role("dialog")).to_contain_text("you are the host at this table")
    press(page, "Change to the seat of Ada")
    page.get_by_text("Your other seat here: the host").wait_for()
    assert own_name(page) == "Ada"
    with page.expect_navigation():
        page.get_by_role("button", name="Go back to it").click()
    page.wait_for_selector("#sit-name")
    assert own_name(page) == "the host"


@pytest.mark.e2e
def test_a_link_that_leads_to_no_seat_any_more_says_so(arrive: Arrive, house: House) -> None:
    table, (ada, _) = new_table(house, MISSION, ["Ada", "Bob"], 2)
    visitor = arrive(language="pl")
    page = sit(visitor, table, ada)
    open_link(visitor, table, "nonsense")
    expect(page.get_by_role("dialog")).to_contain_text("Ten link nie prowadzi już do żadnego miejsca.")
    visitor.errors = [error for error in visitor.errors if "status of 404" not in error]
    press(page, "Zamknij")
    assert own_name(page) == "Ada"
