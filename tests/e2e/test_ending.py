"""After the end: the count, a rematch for everybody, the replay, a link to share, my games."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Arrive
from tests.e2e.games.ending import check_the_end
from tests.e2e.games.late import any_action, new_table, play_out
from tests.e2e.games.moving import sit
from tests.e2e.house import MOST_MOVES, House
from tests.e2e.playing import END, stop_time, wait_for_turn
from tests.e2e.visitor import Visitor

GAME = "kosmiczna_misja"
PEOPLE = ["Ada", "Bob"]
STEP = 700  # ms between two lines of the count
COMING = ".ending tr.coming"


def play_to_the_end(arrive: Arrive, house: House) -> tuple[str, Visitor, Visitor]:
    """Two people in two browsers at a game that programs play for them."""
    table, tokens = new_table(house, GAME, PEOPLE, 2)
    ada, bob = arrive(), arrive()
    for visitor, token in zip((ada, bob), tokens, strict=True):
        sit(visitor, table, token)
    play_out(house, table, tokens, Random(5))
    return table, ada, bob


def button(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def is_elsewhere(page: Page, table: str) -> None:
    page.wait_for_url(lambda url: "/t/" in url and table not in url)


def test_both_see_the_count_and_meet_again_at_the_rematch(arrive: Arrive, house: House) -> None:
    table, ada, bob = play_to_the_end(arrive, house)
    for visitor in (ada, bob):
        check_the_end(visitor.page)
    button(ada.page, "Rematch")
    is_elsewhere(ada.page, table)
    button(bob.page, "To the rematch")
    is_elsewhere(bob.page, table)
    assert bob.page.url == ada.page.url
    for visitor in (ada, bob):
        for name in PEOPLE:
            expect(visitor.page.locator("section[aria-labelledby=who]")).to_contain_text(name)
    button(bob.page, "I am ready")
    button(ada.page, "I am ready")
    begin = (ada if ada.page.get_by_role("button", name="Begin").count() else bob).page
    button(begin, "Begin")
    for visitor in (ada, bob):
        expect(visitor.page.locator("main.board svg").first).to_be_visible()
        expect(visitor.page.locator("section.seats li").first).to_contain_text("Bob")  # moved on by one
    check_my_games(ada.page, table)


def check_my_games(page: Page, finished: str) -> None:
    """The game that goes on is listed with whose turn it is, the other one among the finished."""
    rematch = page.url.rsplit("/", 1)[1]
    page.goto("/")
    mine = page.locator("section[aria-labelledby=my]")
    expect(mine.get_by_role("link", name="Continue")).to_have_attribute("href", f"/t/{rematch}")
    expect(mine.locator("li")).to_have_text([f"Kosmiczna Misja {standing(page, rematch)} Continue"])
    button(page, "Finished games: 1")
    expect(mine.locator("li")).to_have_count(2)
    expect(mine.get_by_role("link", name="Replay")).to_have_attribute("href", f"/t/{finished}/replay")
    button(page, "Remove from the list")
    expect(mine.locator("li")).to_have_count(1)
    page.reload()
    expect(mine.get_by_role("button", name="Finished games")).to_have_count(0)
    mine.get_by_role("link", name="Continue").click()
    page.wait_for_url(f"**/t/{rematch}")


def standing(page: Page, table: str) -> str:
    """Whose turn it is, as the list says it."""
    position = page.context.request.get(f"/api/tables/{table}").json()["position"]
    mine = position["view"]["seat"] in position["to_act"]
    return "It is your turn" if mine else "Bob to play"


def test_the_replay_and_a_link_to_share(arrive: Arrive, house: House) -> None:
    table, tokens = new_table(house, GAME, PEOPLE, 2)
    play_out(house, table, tokens, Random(6))
    ada = arrive()
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = sit(ada, table, tokens[0])
    check_the_end(page)
    button(page, "Share")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    shared = page.evaluate("() => navigator.clipboard.readText()")
    assert shared == f"{house.address}/t/{table}/replay"
    button(page, "Look at the table")
    expect(page.locator(END)).to_have_count(0)
    button(page, "Result")
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url(f"**/t/{table}/replay**")
    friend = arrive()
    friend.go(shared)
    friend.page.wait_for_selector("main.board svg")
    expect(friend.page.locator("aside.log li").first).to_be_visible()


@pytest.mark.e2e
def test_in_motion_the_points_come_one_after_another_or_all_at_once(arrive: Arrive, house: House) -> None:
    table, tokens = new_table(house, GAME, PEOPLE, 2)
    play_out(house, table, tokens, Random(7))
    visitor = arrive(motion=True)
    visitor.page.clock.install()
    stop_time(visitor.page)
    page = sit(visitor, table, tokens[0])
    page.wait_for_selector(COMING, state="attached")
    waiting = page.locator(COMING).count()
    for shown in (1, 2):
        page.clock.run_for(STEP)
        expect(page.locator(COMING)).to_have_count(waiting - shown)
    button(page, "Show all")
    expect(page.locator(COMING)).to_have_count(0)
    expect(page.get_by_role("button", name="Show all")).to_have_count(0)


def play_alone(house: House, table: str, token: str, choose: Random) -> None:
    """Play one seat against bots to the end, by program."""
    for _ in range(MOST_MOVES):
        now = house.wait_for_turn(table, token)
        if now["phase"] != "playing":
            return
        house.send(table, token, type="act", seen=now["n"], **any_action(now["position"], choose))
    raise AssertionError(f"the game is not over after {MOST_MOVES} decisions")


@pytest.mark.e2e
def test_alone_with_bots_a_rematch_begins_at_once(arrive: Arrive, house: House) -> None:
    table, tokens = new_table(house, GAME, ["Ada"], 2)
    ada = arrive()
    page = sit(ada, table, tokens[0])
    play_alone(house, table, tokens[0], Random(8))
    page.wait_for_selector(END)
    button(page, "Rematch")
    is_elsewhere(page, table)
    page.wait_for_selector("main.board svg")
    assert wait_for_turn(page)
