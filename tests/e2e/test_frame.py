"""The frame around a board: the lane, the seats, the panel; and where the focus goes."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Arrive
from tests.e2e.games.kosmiczni_piraci import CARD, PLANET
from tests.e2e.games.late import new_table
from tests.e2e.games.moving import is_focused, one_of, sit, tab_to
from tests.e2e.house import House
from tests.e2e.playing import ACTIONS, YOUR_TURN, lines, open_actions, wait_for_turn
from tests.e2e.test_company import menu, two_at_a_table
from tests.e2e.test_why_not import table_at

PIRATES = "kosmiczni_piraci"
TURN = ".topbar .turn"
LOG = "ol[aria-label='What happened']"
FOCUS_IS_LOST = "() => document.activeElement === document.body"


def with_bots(arrive: Arrive, house: House) -> Page:
    """Ada and two bots; it is Ada's turn."""
    table, tokens = new_table(house, PIRATES, ["Ada"], 3)
    page = sit(arrive(), table, tokens[0])
    page.wait_for_selector(YOUR_TURN)
    return page


def lay(page: Page) -> None:
    """A card on a planet, and wait until it is this player's turn again."""
    before = lines(page)
    one_of(page, Random(1), f"{CARD}.legal").click()
    one_of(page, Random(1), f"{PLANET}.legal").click()
    page.wait_for_function(
        "(before) => document.querySelector('[data-moves]').dataset.moves !== before", arg=before
    )
    wait_for_turn(page)


# ---------------------------------------------------------------- choosing


def test_what_was_chosen_shortens_what_may_follow_and_can_be_left(arrive: Arrive, house: House) -> None:
    page = with_bots(arrive, house)
    open_actions(page)
    listed = page.locator(f"{ACTIONS} button")
    whole = listed.count()
    page.locator(f"{CARD}.legal").first.click()
    expect(page.locator(TURN)).to_contain_text("now choose a planet")
    expect(listed).to_have_count(6)
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator(TURN)).to_contain_text("choose a card and a planet")
    expect(listed).to_have_count(whole)


def test_a_treasure_is_taken_from_its_planet(arrive: Arrive, house: House) -> None:
    table, token = table_at(house, PIRATES)
    page = sit(arrive(), table, token)
    assert wait_for_turn(page)
    before = lines(page)
    page.locator("g.treasures .spot").first.click()
    page.wait_for_function(
        "(before) => document.querySelector('[data-moves]').dataset.moves !== before", arg=before
    )
    expect(page.locator(".why")).to_have_count(0)


def test_a_move_that_waits_to_be_sent_says_so(arrive: Arrive, house: House) -> None:
    page = with_bots(arrive, house)
    page.context.set_offline(True)
    page.locator(f"{CARD}.legal").first.click()
    page.locator(f"{PLANET}.legal").first.click()
    expect(page.locator(TURN)).to_have_text("Your move waits to be sent")
    expect(page.locator(f"{PLANET}.pointed")).to_have_count(1)
    page.context.set_offline(False)
    wait_for_turn(page)
    expect(page.locator(TURN)).to_contain_text("choose a card and a planet")


def test_a_planet_shows_the_number_that_it_is_called_by(arrive: Arrive, house: House) -> None:
    page = with_bots(arrive, house)
    numbers = page.locator("g.things .number").all_text_contents()
    assert numbers == ["1", "2", "3", "4", "5", "6"]
    for planet, number in zip(page.locator(PLANET).all(), numbers, strict=True):
        assert str(planet.get_attribute("aria-label")).startswith(f"Planet {number}.")


# ---------------------------------------------------------------- a refusal


def test_a_refusal_goes_with_the_next_touch(arrive: Arrive, house: House) -> None:
    table, tokens = house.table(PIRATES, ["Ada", "Bob", "Cyd"], players=3, start=1)
    house.begin(table, tokens)
    page = sit(arrive(), table, tokens[0])
    page.locator(PLANET).first.click(force=True)
    expect(page.get_by_role("alert")).to_contain_text("Not possible")
    page.locator("main.board").click(position={"x": 5, "y": 5})
    expect(page.locator(".why")).to_have_count(0)
    expect(page.locator(TURN)).to_have_text("Waiting for Bob")


def test_taking_back_is_offered_only_where_it_is_granted(arrive: Arrive, house: House) -> None:
    table, tokens = house.table(PIRATES, ["Ada", "Bob", "Cyd"], players=3, start=0)
    house.begin(table, tokens)
    ada = sit(arrive(), table, tokens[0])
    back = ada.get_by_role("button", name="Take back")
    ada.locator(f"{CARD}.legal").first.click()
    ada.locator(f"{PLANET}.legal").first.click()
    expect(back).to_be_visible()
    now = house.wait_for_turn(table, tokens[1])
    action = now["position"]["legal"][0]
    house.send(table, tokens[1], type="act", seen=now["n"], do=action["id"], args=action["args"])
    expect(back).to_have_count(0)


# ---------------------------------------------------------------- the panel


def test_the_panel_tells_how_to_begin_and_a_line_of_the_log_points_at_its_place(
    arrive: Arrive, house: House
) -> None:
    page = with_bots(arrive, house)
    expect(page.locator("[data-panel=log]")).to_have_attribute("aria-expanded", "true")
    expect(page.get_by_role("region", name="How it begins")).to_be_visible()
    lay(page)
    expect(page.get_by_role("region", name="How it begins")).to_have_count(0)
    page.locator(f"{LOG} button", has_text="planet").last.hover()
    expect(page.locator(f"{PLANET}.pointed")).to_have_count(1)
    page.locator(TURN).hover()
    expect(page.locator(f"{PLANET}.pointed")).to_have_count(0)


def test_a_letter_leads_into_its_panel_and_escape_back(arrive: Arrive, house: House) -> None:
    page = with_bots(arrive, house)
    tab_to(page, CARD)
    page.keyboard.press("c")
    expect(page.locator("#chat-text")).to_be_focused()
    page.keyboard.press("Escape")
    page.wait_for_function("(card) => document.activeElement.matches(card)", arg=CARD)


def test_after_a_move_the_keys_go_on_at_the_board(arrive: Arrive, house: House) -> None:
    page = with_bots(arrive, house)
    lay(page)
    assert not page.evaluate(FOCUS_IS_LOST)
    tab_to(page, CARD)
    assert is_focused(page, CARD)


def test_what_was_read_does_not_come_back_as_new(arrive: Arrive, house: House) -> None:
    ada, bob = two_at_a_table(arrive, house)
    ada.get_by_role("button", name="Chat", exact=True).click()
    ada.fill("#chat-text", "Ahoy")
    ada.get_by_role("button", name="Send").click()
    bob.get_by_role("button", name="Chat (1)").click()
    bob.get_by_role("button", name="Chat", exact=True).click()
    bob.reload()
    bob.wait_for_selector("main.board svg")
    expect(bob.get_by_role("button", name="Chat", exact=True)).to_be_visible()


def test_whoever_is_muted_is_not_heard(arrive: Arrive, house: House) -> None:
    ada, bob = two_at_a_table(arrive, house)
    for page in (ada, bob):
        page.get_by_role("button", name="Chat", exact=True).click()
    bob.get_by_text("Hear nothing of").click()
    bob.get_by_label("Ada", exact=True).check()
    ada.get_by_role("button", name="Well played!").click()
    ada.fill("#chat-text", "Ahoy")
    ada.get_by_role("button", name="Send").click()
    expect(ada.locator("ol[aria-label=Chat] li")).to_have_count(1)
    bob.get_by_label("Ada", exact=True).uncheck()
    ada.get_by_role("button", name="Wow!").click()
    expect(bob.locator(".seats .bubble")).to_have_text("Wow!")
    expect(bob.locator("ol[aria-label=Chat] li")).to_have_count(0)


@pytest.mark.parametrize("wanted", [False, True])
def test_reactions_are_read_out_only_to_whoever_asks_for_it(
    arrive: Arrive, house: House, wanted: bool
) -> None:
    ada, bob = two_at_a_table(arrive, house)
    if wanted:
        menu(bob)
        bob.get_by_label("Read reactions out").check()
        bob.keyboard.press("Escape")
    ada.get_by_role("button", name="Chat", exact=True).click()
    ada.get_by_role("button", name="Wow!").click()
    expect(bob.locator(".seats .bubble")).to_be_visible()
    expect(bob.get_by_role("status").filter(has_text="Ada: Wow!")).to_have_count(int(wanted))
