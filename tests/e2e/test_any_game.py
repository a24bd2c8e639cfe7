"""A game that no page knows, the teaching game: its table is made from its view and its words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import with_goofspiel
from tests.e2e.conftest import Arrive
from tests.e2e.games.moving import play_on, tab_to
from tests.e2e.house import House, serve
from tests.e2e.plain import CARD, KNOWN, MINE, MOVED, check_words, decide_by_clicks
from tests.e2e.playing import YOUR_TURN
from tests.e2e.test_fit import CUT_OFF, found
from tests.e2e.visitor import Size

Json = Any
CARDS = 13
BOB = f"{KNOWN} section[aria-label='Bob']"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that has the teaching game, too."""
    program = (str(Path(with_goofspiel.__file__)),)
    with serve(tmp_path_factory.mktemp("any_game"), program) as running:
        yield running


def with_bots(house: House) -> tuple[str, str]:
    """Ada and two bots."""
    bots = [None, "beginner", "beginner"]
    table, tokens = house.table("goofspiel", ["Ada"], 0, players=3, bots=bots)
    house.begin(table, tokens)
    return table, tokens[0]


def sit(page: Page, table: str, token: str) -> Page:
    page.goto(f"/t/{table}#seat={token}")
    page.wait_for_selector(KNOWN)
    return page


def cards_of(page: Page, seat: str, label: str) -> list[int]:
    """The faces of a row of cards before a seat."""
    row = page.locator(f"{KNOWN} section[aria-label='{seat}'] ul[aria-label='{label}'] li svg")
    return [int(text) for text in row.all_text_contents()]


def test_a_game_that_no_page_knows_is_played_to_its_end_by_clicks(arrive: Arrive, house: House) -> None:
    table, token = with_bots(house)
    visitor = arrive(settings={"language": "en", "motion": "off"})
    page, choose = sit(visitor.page, table, token), Random(4)
    rounds: list[int] = []

    def step() -> None:
        check_words(page)
        view = house.ask("GET", f"/api/tables/{table}", token=token)["position"]["view"]
        for seat, name in enumerate(("Ada", "Blue bot", "Yellow bot")):
            assert cards_of(page, name, "Bids so far") == view["everybody"][seat]["bids"]
        assert cards_of(page, "Blue bot", "Cards in hand") == view["everybody"][1]["hand"]
        assert page.locator(CARD).count() == len(view["everybody"][0]["hand"])
        rounds.append(len(view["points"]))
        decide_by_clicks(page, choose)

    assert play_on(page, step) == CARDS - 1  # the last card is played without asking
    assert rounds == list(range(1, CARDS))
    check_words(page)
    scores = house.ask("GET", f"/api/tables/{table}", token=token)["position"]["result"]["scores"]
    expect(page.locator(".ending tfoot td")).to_have_text([str(n) for n in sorted(scores, reverse=True)])
    for name, score in zip(("Ada", "Blue bot", "Yellow bot"), scores, strict=True):
        expect(page.locator(f"{KNOWN} section[aria-label='{name}'] .score b")).to_have_text(str(score))
    assert visitor.complaints() == []


def test_a_bid_face_down_changes_nothing_but_who_has_to_choose(arrive: Arrive, house: House) -> None:
    table, tokens = house.table("goofspiel", ["Ada", "Bob"], 0, players=2)
    house.begin(table, tokens)
    visitor = arrive(settings={"language": "en", "motion": "off"})
    page = sit(visitor.page, table, tokens[0])
    expect(page.locator(f"{BOB} .to-act")).to_have_count(1)
    before = page.locator(KNOWN).inner_text().replace("to choose", "").split()
    now = house.ask("GET", f"/api/tables/{table}", token=tokens[1])
    house.send(table, tokens[1], type="act", seen=now["n"], do="bid", args={"card": 11})
    expect(page.locator(f"{BOB} .to-act")).to_have_count(0)
    assert page.locator(KNOWN).inner_text().split() == before
    assert cards_of(page, "Bob", "Cards in hand") == list(range(1, CARDS + 1))
    page.get_by_role("button", name="Bid 4").click()
    page.wait_for_function(MOVED, arg="1")
    assert cards_of(page, "Bob", "Bids so far") == [11]
    assert cards_of(page, "Ada", "Bids so far") == [4]


def test_who_watches_sees_every_seat_and_chooses_nothing(arrive: Arrive, house: House) -> None:
    table, _ = with_bots(house)
    visitor = arrive(settings={"language": "en", "motion": "off"})
    visitor.go(f"/t/{table}")
    expect(visitor.page.locator(f"{KNOWN} section")).to_have_count(3)
    expect(visitor.page.locator(MINE)).to_have_count(0)
    assert len(cards_of(visitor.page, "Ada", "Cards in hand")) == CARDS


@pytest.mark.parametrize("language", ["pl", "cs"])
def test_a_game_without_words_in_a_language_speaks_english_there(
    arrive: Arrive, house: House, language: Any
) -> None:
    table, token = with_bots(house)
    page = sit(arrive(language=language).page, table, token)
    check_words(page)
    expect(page.locator(KNOWN)).to_contain_text("Cards in hand")
    expect(page.locator(f"{MINE} p")).to_have_text(
        {"pl": "Wybierz kartę z ręki.", "cs": "Vyber kartu z ruky."}[language]
    )


@pytest.mark.parametrize("size", ["phone", "sideways", "small"])
def test_the_whole_hand_is_in_sight_on_a_phone_and_chosen_by_keyboard(
    arrive: Arrive, house: House, size: Size
) -> None:
    table, token = with_bots(house)
    visitor = arrive(size=size, settings={"language": "en", "motion": "off"})
    page = sit(visitor.page, table, token)
    page.wait_for_selector(YOUR_TURN)
    assert not visitor.scrolls()
    assert found(page, f"{CARD}, .topbar .turn", CUT_OFF) == []
    tab_to(page, CARD, 0)
    tab_to(page, CARD, 5, "ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('main.board').innerText.includes('Bids so far')")
    assert cards_of(page, "Ada", "Bids so far") == [6]
    page.wait_for_function("(card) => document.activeElement.matches(card)", arg=CARD)
