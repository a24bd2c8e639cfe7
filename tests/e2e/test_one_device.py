"""One device for several people: a curtain between their turns, and nothing of the table behind it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Arrive
from tests.e2e.games.ending import check_the_end
from tests.e2e.house import Json
from tests.e2e.playing import END, YOUR_TURN, act_by_list
from tests.e2e.visitor import Visitor

GAME = "kosmiczni_piraci"
PEOPLE = ("Ada", "Bob")
CURTAIN = "main.curtain"
MOST_TURNS = 60
MOST_IN_A_ROW = 12  # treasures that one player chooses


def start_together(visitor: Visitor, game: str = GAME) -> str:
    """Two people and bots on this device, from the game's page; the id of their table."""
    page = visitor.page
    page.goto(f"/g/{game}")
    page.click("[data-preset=device]")
    page.click("[data-seat='2']")
    page.get_by_role("button", name="Bot, beginner").click()
    for place, name in zip(("#name", "#person1"), PEOPLE, strict=True):
        page.fill(place, name)
    page.get_by_role("button", name="Start on this device").click()
    page.wait_for_url("**/t/*")
    return page.url.rsplit("/", 1)[1]


def lift(page: Page) -> str | None:
    """Lift the curtain when it has fallen: for whom it was; None where the game has ended instead."""
    page.wait_for_selector(f"{CURTAIN}, {END}")
    if page.locator(END).count() > 0:
        return None
    check_behind(page)
    name = page.locator(f"{CURTAIN} h1").inner_text().removeprefix("Pass the device to ")
    page.get_by_role("button", name=f"I am {name}, show the table").click()
    page.wait_for_selector(f"main.board, {END}")
    return name


def check_behind(page: Page) -> None:
    """Nothing of a table is on the page: no board, no log, no list, no card, nothing that was announced."""
    assert page.locator("main").count() == 1
    for part in ("main.board", ".topbar", "aside", "[data-announcer]", ".hand", "[data-moves]"):
        assert page.locator(part).count() == 0, f"{part} is behind the curtain"
    told = page.locator("body").inner_text()
    assert "Pirate" not in told
    assert "planet" not in told


def hand(page: Page) -> list[str]:
    """The cards of whoever looks."""
    cards: list[str] = page.locator("g.hand .spot").evaluate_all("all => all.map((one) => one.ariaLabel)")
    return cards


def hands_by_seat(visitor: Visitor, table: str) -> list[list[str]]:
    """What each person holds, as the server tells it to those who may know."""
    held = []
    for token in kept(visitor, table)["tokens"]:
        view = ask(visitor, table, token)["position"]["view"]
        names = (view["deck"][slot] for slot in view["hand"])
        held.append(["Teleport" if name == "T" else f"Pirate {name}" for name in names])
    return held


def kept(visitor: Visitor, table: str) -> Json:
    """What the browser keeps of a table."""
    stored: list[Json] = visitor.page.evaluate("() => JSON.parse(localStorage.getItem('kosmoport.tables'))")
    return next(one for one in stored if one["table"] == table)


def ask(visitor: Visitor, table: str, token: str) -> Json:
    headers = {"Authorization": f"Bearer {token}"}
    return visitor.context.request.get(f"/api/tables/{table}", headers=headers).json()


def test_a_curtain_falls_between_the_turns_and_nobody_sees_the_others_hand(arrive: Arrive) -> None:
    ada = arrive()
    page, table = ada.page, start_together(ada)
    looked: list[str] = []
    for turn in range(3):
        name = lift(page)
        assert name is not None
        looked.append(name)
        page.wait_for_selector(YOUR_TURN)
        page.wait_for_selector("g.hand .spot")  # the drawing speaks when its words have come
        mine = PEOPLE.index(name)
        assert hand(page) == hands_by_seat(ada, table)[mine]
        act_by_list(page, choice=turn * 7)
        expect(page.locator(CURTAIN)).to_be_visible()
    assert set(looked) == set(PEOPLE)
    assert all(before != after for before, after in pairwise(looked))


def test_my_games_lead_back_to_the_curtain(arrive: Arrive) -> None:
    ada = arrive()
    page, table = ada.page, start_together(ada)
    name = lift(page)
    act_by_list(page)
    expect(page.locator(CURTAIN)).to_be_visible()
    page.reload()
    expect(page.locator(CURTAIN)).to_be_visible()
    check_behind(page)
    page.goto("/my")
    mine = page.get_by_role("list", name="Games that go on").get_by_role("listitem")
    expect(mine).to_have_count(1)
    expect(mine).to_contain_text("On this device; to act:")
    mine.get_by_role("link").click()
    page.wait_for_url(f"**/t/{table}")
    again = lift(page)
    assert again in PEOPLE
    assert again != name
    page.wait_for_selector(YOUR_TURN)
    act_by_list(page)


def test_who_shares_a_device_needs_a_name_of_their_own(arrive: Arrive) -> None:
    page = arrive().page
    page.goto(f"/g/{GAME}")
    page.click("[data-preset=device]")
    page.fill("#name", "Ada")
    page.fill("#person1", "Ada")
    page.get_by_role("button", name="Start on this device").click()
    expect(page.get_by_role("alert")).to_have_text("Everybody needs a name of their own.")
    page.fill("#person1", "Bob")
    page.get_by_role("button", name="Start on this device").click()
    expect(page.locator(CURTAIN)).to_be_visible()


@pytest.mark.e2e
def test_a_whole_game_on_one_device_and_its_rematch(arrive: Arrive) -> None:
    ada = arrive()
    page, table = ada.page, start_together(ada)
    for turn in range(MOST_TURNS):
        if page.locator(END).count() > 0 or lift(page) is None:
            break
        for _ in range(MOST_IN_A_ROW):
            page.wait_for_selector(f"{YOUR_TURN}, {CURTAIN}, {END}")
            if page.locator(YOUR_TURN).count() == 0:
                break
            act_by_list(page, choice=turn)
    check_the_end(page)
    page.get_by_role("button", name="Rematch", exact=True).click()
    page.wait_for_url(lambda url: "/t/" in url and table not in url)
    assert lift(page) in PEOPLE
    page.wait_for_selector(YOUR_TURN)
