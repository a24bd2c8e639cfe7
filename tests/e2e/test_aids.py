"""Aids as people meet them: told before sitting down, granted, switched off; and a card that comes back."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Arrive
from tests.e2e.house import House
from tests.e2e.lightning import HELD, PACK, Racer
from tests.e2e.places import box_of, middle
from tests.e2e.test_hands import Hand
from tests.e2e.test_lightning import NAMES, new_race
from tests.e2e.words import catalogue, drawing, pages

ESKADRA, DRACI = "kosmiczna_eskadra", "kosmodraci"
WAYS = "g[aria-hidden=true] > path[stroke-width]"


# ---------------------------------------------------------------- help to aim


def test_in_a_race_no_beam_is_drawn_and_nothing_is_said_before_a_card_lies(
    arrive: Arrive, house: House
) -> None:
    hand = Hand(house, Racer(arrive(), 0))
    page = hand.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.keyboard.press("d")
    page.wait_for_selector(HELD)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("e")
    hand.is_held_still()
    assert page.locator(WAYS).count() == 0
    expect(page.locator("[data-aim]")).to_be_empty()
    assert not [url for url in asked if url.endswith("/aim")]


@pytest.mark.e2e
@pytest.mark.parametrize("language", ["en", "pl"])
def test_whoever_plays_by_words_asks_for_it_and_everybody_sees_and_agrees(
    arrive: Arrive, house: House, language: str
) -> None:
    table, tokens = new_race(house, 2)
    ada, bob = arrive(language=language), arrive(size="phone", language="cs")
    said, czech = pages(language), pages("cs")
    bob.go(f"/t/{table}#seat={tokens[1]}")
    bob.page.get_by_role("button", name=czech["gather.be_ready"]).click()
    expect(bob.page.get_by_role("button", name=czech["gather.unready"])).to_be_visible()
    ada.go(f"/t/{table}#seat={tokens[0]}")
    ada.page.get_by_label(said["gather.aid"]).check()
    for visitor, words in ((ada, said), (bob, czech)):
        expect(visitor.page.locator("li", has_text=NAMES[0]).locator(".aided")).to_have_text(
            words["gather.aided"]
        )
    bob.page.get_by_role("button", name=czech["gather.be_ready"]).click()  # once more
    ada.page.get_by_role("button", name=said["gather.begin"], exact=True).click()
    ada.page.wait_for_selector("button.pack.inviting", state="attached")
    ada.page.keyboard.press("d")
    ada.page.wait_for_selector(HELD)
    expect(ada.page.locator("[data-aim]")).not_to_be_empty()
    assert ada.page.locator(WAYS).count() > 0


# ---------------------------------------------------------------- beside the table


@pytest.mark.parametrize("finger", [False, pytest.param(True, marks=pytest.mark.e2e)])
def test_a_card_let_go_beside_the_table_comes_back_to_the_hand_with_the_reason(
    arrive: Arrive, house: House, finger: bool
) -> None:
    size = "phone" if finger else "desktop"
    hand = Hand(house, Racer(arrive(size=size, language="pl"), 0, finger))
    page, racer = hand.page, hand.racer
    racer.take(0, 2500)
    box = box_of(page.locator(".sky"))
    racer.carry_to((box["x"] + box["width"] / 2, box["y"] + 3))  # the rim around the table
    racer.carry_to(middle(page.locator(".players")))
    racer.let_go()
    reason = catalogue(ESKADRA, "pl")["reason"]["off_table"]
    expect(page.get_by_role("alert")).to_contain_text(reason)
    assert hand.laid == []
    expect(page.locator(f"{PACK} .n")).to_have_text("9")
    racer.take_again(0, -2500)
    racer.let_go()
    page.wait_for_function("() => !document.querySelector('g.held.free')")
    page.wait_for_timeout(200)
    assert len(hand.laid) == 1


# ---------------------------------------------------------------- a memory


def test_a_table_that_forgets_shows_what_lies_open_and_no_more(arrive: Arrive, house: House) -> None:
    options = {"memory_aids": False}
    table, tokens = house.table(DRACI, ["Ada", "Bob", "Cyd"], players=3, options=options)
    ada = arrive()
    ada.go(f"/t/{table}#seat={tokens[0]}")
    agreed = ada.page.locator("section[aria-labelledby=agreed] li")
    name = catalogue(DRACI, "en")["option"]["memory_aids"]
    expect(agreed.filter(has_text=name[1:40])).to_have_count(1)
    house.begin(table, tokens)
    tricks(house, table, tokens, 2)
    page = ada.page
    page.wait_for_function("() => document.querySelectorAll('[data-moves]').length > 0")
    page.reload()
    page.wait_for_selector("svg [role=button], svg [role=img]")
    assert page.get_by_role("button", name=drawing(DRACI, "en")["memory_button"]).count() == 0
    page.locator("svg [role=button][aria-label^='Bob: ']").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.locator("svg[viewBox='-2 -2 104 46']")).to_have_count(1)
    expect(sheet.locator("svg[viewBox='-2 -2 104 144']")).to_have_count(1)
    played = house.ask("GET", f"/api/tables/{table}")["position"]["view"]["everybody"][1]["played"]
    assert played[0] == -1


def tricks(house: House, table: str, tokens: list[str], count: int) -> None:
    """The draft, and so many tricks, whatever is played."""
    for _ in range(200):
        now = house.ask("GET", f"/api/tables/{table}")
        if now["position"]["view"]["trick"] >= count:
            return
        seat = now["position"]["to_act"][0]
        own = house.ask("GET", f"/api/tables/{table}", token=tokens[seat])
        legal = own["position"]["legal"][0]
        house.send(table, tokens[seat], type="act", seen=own["n"], do=legal["id"], args=legal["args"])
    raise AssertionError("the tricks were not played")


# ---------------------------------------------------------------- a table of other rules


@pytest.mark.parametrize(
    "language", ["en", *(pytest.param(one, marks=pytest.mark.e2e) for one in ("pl", "cs"))]
)
def test_a_table_of_other_rules_says_that_it_sleeps(arrive: Arrive, house: House, language: str) -> None:
    visitor = arrive(language=language)
    words = pages(language)
    body = json.dumps({"error": {"id": "other_rules", "text": "It sleeps."}})
    visitor.page.route("**/api/tables/*", lambda route: route.fulfill(status=409, body=body))
    visitor.page.goto("/t/old-table")
    expect(visitor.page.get_by_role("heading", name=words["table.asleep"])).to_be_visible()
    expect(visitor.page.get_by_text(words["table.asleep_text"])).to_be_visible()
    visitor.errors.clear()
