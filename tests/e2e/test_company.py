"""Company: chat, reactions, spectators, taking back, leaving and coming back, questions to the table."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import Arrive
from tests.e2e.games.late import new_table
from tests.e2e.games.moving import sit
from tests.e2e.house import House, serve
from tests.e2e.playing import act_by_list, lines, wait_for_turn
from tests.e2e.visitor import Visitor

PIRATES = "kosmiczni_piraci"
MISSION = "kosmiczna_misja"
ODD = "<img src=x onerror=alert(1)> <b>bold</b> &amp; 🏴‍☠️🚀 {name}"
HAPPENED = "ol[aria-label='What happened'] li"


def two_at_a_table(arrive: Arrive, house: House) -> tuple[Page, Page]:
    """Ada, who begins, and Bob, each with a browser."""
    table, tokens = new_table(house, MISSION, ["Ada", "Bob"], 2)
    ada, bob = (sit(arrive(), table, token) for token in tokens)
    return ada, bob


def menu(page: Page, *names: str) -> None:
    """Press buttons of the menu."""
    page.get_by_role("button", name="Menu", exact=True).click()
    for name in names:
        page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()


def test_chat_is_plain_text_whatever_is_written(arrive: Arrive, house: House) -> None:
    ada, bob = two_at_a_table(arrive, house)
    ada.get_by_role("button", name="Chat", exact=True).click()
    ada.fill("#chat-text", ODD)
    ada.get_by_role("button", name="Send").click()
    expect(ada.locator("#chat-text")).to_have_value("")
    bob.get_by_role("button", name="Chat (1)").click()
    for page in (ada, bob):
        said = page.locator("ol[aria-label=Chat] li")
        expect(said).to_have_text(f"Ada {ODD}")
        assert said.locator("*").evaluate_all("all => all.map((one) => one.tagName)") == ["STRONG", "BDI"]
    ada.get_by_role("button", name="Well played!").click()
    expect(bob.locator(".seats li", has_text="Ada").locator(".bubble")).to_have_text("Well played!")


def test_what_is_refused_is_told_and_not_lost(arrive: Arrive, house: House) -> None:
    ada, _ = two_at_a_table(arrive, house)
    ada.get_by_role("button", name="Chat", exact=True).click()
    ada.locator("#chat-text").evaluate("(box) => box.removeAttribute('maxlength')")
    ada.fill("#chat-text", "a" * 400)
    ada.get_by_role("button", name="Send").click()
    expect(ada.get_by_role("alert")).to_contain_text("a message must have 1 to 300 characters")
    expect(ada.locator("#chat-text")).to_have_value("a" * 400)


def test_a_spectator_sees_the_public_table_and_that_they_watch(arrive: Arrive, house: House) -> None:
    table, tokens = house.table(PIRATES, ["Ada", "Bob", "Cyd"], players=3, start=0)
    house.begin(table, tokens)
    ada, watcher = sit(arrive(), table, tokens[0]), arrive().page
    watcher.goto(f"/t/{table}")
    expect(watcher.locator(".watching")).to_have_text("You are watching")
    expect(watcher.locator("g.hand")).to_have_count(0)
    expect(watcher.locator("[data-panel=actions], [data-panel=hint]")).to_have_count(0)
    act_by_list(ada)
    told = watcher.locator(HAPPENED, has_text="Ada lays a card face down on planet")
    expect(told).to_have_count(1)
    watcher.locator("[data-panel=chat]").click()
    expect(watcher.locator("ol[aria-label=Chat]")).to_be_visible()
    expect(watcher.locator("#chat-text")).to_have_count(0)


def test_a_move_is_taken_back_while_nothing_was_revealed(arrive: Arrive, house: House) -> None:
    table, tokens = house.table(PIRATES, ["Ada", "Bob", "Cyd"], players=3, start=0)
    house.begin(table, tokens)
    ada, bob = (sit(arrive(), table, token) for token in tokens[:2])
    act_by_list(ada)
    expect(ada.locator("g.hand .spot")).to_have_count(7)
    expect(bob.get_by_role("button", name="Take back")).to_have_count(0)
    assert wait_for_turn(bob)
    ada.get_by_role("button", name="Take back").click()
    expect(ada.locator("g.hand .spot")).to_have_count(8)
    assert wait_for_turn(ada)
    expect(bob.locator(".topbar .turn")).to_have_text("Waiting for Ada")
    for page in (ada, bob):
        expect(page.locator(".happened")).to_have_text("Ada takes the last move back.")
        assert lines(page) == "0"


def test_who_leaves_is_replaced_by_a_bot_and_may_come_back(arrive: Arrive, house: House) -> None:
    table, tokens = house.table(PIRATES, ["Ada", "Bob", "Cyd"], players=3, start=1)
    house.begin(table, tokens)
    ada, bob = (sit(arrive(), table, token) for token in tokens[:2])
    act_by_list(bob)
    menu(ada, "Leave the game", "Leave the game")
    expect(ada.get_by_role("dialog")).to_have_count(0)
    expect(ada.locator("aside.side")).to_contain_text("A bot plays for you.")
    expect(bob.locator(".happened")).to_have_text("A bot plays on for Ada.")
    menu(bob)
    expect(bob.get_by_role("button", name="Ask to go back before my last move")).to_be_disabled()
    expect(bob.get_by_role("dialog")).to_contain_text("the game cannot go back until they return.")
    bob.keyboard.press("Escape")
    ada.get_by_role("button", name="Take my seat back").click()
    expect(ada.get_by_role("button", name="Take my seat back")).to_have_count(0)
    expect(bob.locator(".happened")).to_have_text("Ada is back.")


def question(page: Page) -> Page:
    """The question that everybody is asked stands on the page."""
    asked = page.get_by_role("group", name="A question to the table")
    expect(asked).to_contain_text("Ada asks to go back to move 0.")
    return page


@pytest.mark.parametrize("answer", ["Yes", "No"])
def test_all_decide_whether_to_go_back(arrive: Arrive, house: House, answer: str) -> None:
    ada, bob = two_at_a_table(arrive, house)
    act_by_list(ada)
    assert wait_for_turn(bob)
    act_by_list(bob)
    assert wait_for_turn(ada)
    before = lines(ada)
    assert before not in (None, "0")
    menu(ada, "Ask to go back before my last move")
    expect(question(ada).get_by_role("button", name="Yes", exact=True)).to_have_count(0)
    question(bob).get_by_role("button", name=answer, exact=True).click()
    for page in (ada, bob):
        expect(page.get_by_role("group", name="A question to the table")).to_have_count(0)
        expect(page.locator("[data-moves]")).to_have_attribute(
            "data-moves", "0" if answer == "Yes" else str(before)
        )


@pytest.mark.e2e
def test_others_let_a_bot_play_on_for_somebody_who_is_gone(browser: Browser, tmp_path: Path) -> None:
    with serve(tmp_path, absence_grace="1s") as house:
        table, tokens = house.table(MISSION, ["Ada", "Bob", "Cyd"], 0, players=3, start=0, unhurried=False)
        house.begin(table, tokens)
        ada, bob, cyd = (Visitor(browser, house.address) for _ in tokens)
        for visitor, token in zip((ada, bob, cyd), tokens, strict=True):
            sit(visitor, table, token)
        offer = ada.page.get_by_role("button", name="Let a bot play on")
        expect(offer).to_have_count(0)  # whoever came late is here now
        bob.close()
        offer.click()
        question = cyd.page.get_by_role("group", name="A question to the table")
        expect(question).to_contain_text("Shall a bot play on for Bob?")
        question.get_by_role("button", name="Yes").click()
        expect(question).to_have_count(0)
        wait_for_turn(ada.page)
        act_by_list(ada.page)  # Bob's turn is the bot's now, and then it is Cyd's
        assert wait_for_turn(cyd.page)
        back = Visitor(browser, house.address)
        sit(back, table, tokens[1])
        expect(back.page.locator("aside")).to_contain_text("A bot plays for you.")
        back.page.get_by_role("button", name="Take my seat back").click()
        expect(back.page.get_by_role("button", name="Take my seat back")).to_have_count(0)
        act_by_list(cyd.page)
        wait_for_turn(ada.page)
        act_by_list(ada.page)
        assert wait_for_turn(back.page)
        for visitor in (ada, cyd, back):
            assert visitor.errors == []
            visitor.close()
