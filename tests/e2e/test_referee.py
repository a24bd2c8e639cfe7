"""The referee for the cardboard game: cards by fields or by finger, a photo that stays here, a verdict."""

from __future__ import annotations

import struct
import zlib

import pytest
from playwright.sync_api import Locator, Page, expect

from kosmoport.games.kosmiczna_eskadra import GAME
from kosmoport.learn.referee import RefereeCard, RefereeTable, judge
from tests.e2e import words
from tests.e2e.conftest import Arrive
from tests.e2e.test_fit import FINGER, SMALL
from tests.e2e.visitor import Language, Size

PAGE = "/g/kosmiczna_eskadra/referee"
SHIPS = [ship.name for ship in GAME.standard_components.data.ships]
DUCH, TARAN, NISZCZYCIEL = SHIPS.index("Duch"), SHIPS.index("Taran"), SHIPS.index("Niszczyciel")
CARDS = [
    RefereeCard(0, NISZCZYCIEL, -2000, -1200, 30),
    RefereeCard(0, DUCH, -1500, 1200, 0),
    RefereeCard(1, TARAN, -1500, 2400, 180),
    RefereeCard(1, DUCH, 1600, 1005, 180),
]
FIELDS = "section .numbers input"
LISTED = "ol[aria-label] > li"
CARD = "svg [data-card][tabindex]"


def open_referee(page: Page) -> None:
    page.goto(PAGE)
    page.wait_for_selector("label.squadron")


def add(page: Page, seat: int, ship: int) -> None:
    page.locator("label.squadron input").nth(seat).check(force=True)
    page.locator("section[aria-labelledby=adding] li button").nth(ship).click()


def type_pose(page: Page, x: int, y: int, rot: int) -> None:
    """In millimetres and degrees, as a person with a ruler would."""
    for field, value in zip(page.locator(FIELDS).all(), (x / 10, y / 10, rot), strict=True):
        field.fill(f"{value:g}")
        field.press("Tab")


def enter(page: Page, cards: list[RefereeCard]) -> None:
    for card in cards:
        add(page, card.seat, card.ship)
        type_pose(page, card.x, card.y, card.rot)


def judge_it(page: Page) -> None:
    page.locator("button.main").click()
    expect(page.locator("#verdict")).to_be_visible()


def points(page: Page) -> list[str]:
    return page.locator("section[aria-labelledby=verdict] tbody td:last-child").all_inner_texts()


def test_a_table_typed_in_is_judged_and_survives_a_reload(arrive: Arrive) -> None:
    visitor = arrive()
    page = visitor.page
    open_referee(page)
    enter(page, CARDS)
    expect(page.locator(LISTED)).to_have_count(len(CARDS))
    assert visitor.complaints() == []
    page.reload()
    expect(page.locator(LISTED)).to_have_count(len(CARDS))
    expect(page.locator(LISTED).last).to_contain_text("160, 100.5 mm; 180°")
    judge_it(page)
    ours = judge(RefereeTable(CARDS, {"players": 2}))
    assert points(page) == [str(n) for n in ours.points]
    shots = [told for told in ours.told if told.id.startswith("fired_")]
    assert page.locator("section[aria-labelledby=verdict] li").count() >= len(shots) > 5
    expect(page.locator("#verdict")).to_be_focused()
    assert page.locator("a[href$='rules#KE-15']").count() > 0
    assert visitor.complaints() == []


def test_overlapping_cards_are_marked_and_the_later_one_is_taken_off(arrive: Arrive) -> None:
    page = arrive().page
    open_referee(page)
    enter(page, [RefereeCard(0, DUCH, 2000, 1500, 0), RefereeCard(1, DUCH, 2100, 1500, 0)])
    bad = page.locator(f"{LISTED}.bad")
    expect(bad).to_have_count(1)
    expect(bad).to_contain_text("2.")
    page.locator("[data-part=up]").nth(1).click()  # the order of placement decides, not the place
    expect(page.locator(LISTED).first).to_contain_text("210, 150 mm")
    expect(bad).to_contain_text("200, 150 mm")
    page.locator("[data-part=remove]").nth(1).click()
    expect(bad).to_have_count(0)


def test_a_card_is_moved_turned_and_taken_away_by_keys(arrive: Arrive) -> None:
    page = arrive().page
    open_referee(page)
    enter(page, [RefereeCard(0, DUCH, 1000, 1500, 0), RefereeCard(1, TARAN, -1000, -1500, 350)])
    listed, card = page.locator(LISTED), page.locator(CARD)
    card.nth(1).focus()
    for key in ("ArrowRight", "Shift+ArrowUp", "Alt+ArrowLeft", "q", "Shift+E"):
        page.keyboard.press(key)
    expect(listed.nth(1)).to_contain_text("-90.1, -149 mm; 4°")
    page.keyboard.press("Delete")
    expect(listed).to_have_count(1)
    expect(card).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(listed).to_contain_text("100, 140 mm; 0°")


# ---------------------------------------------------------------- by finger, over a photo


def picture(width: int = 320, height: int = 240) -> bytes:
    """A PNG of one colour."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = (b"\0" + b"\x70\x50\x30" * width) * height
    parts = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """One finger, from here to there."""
    session = page.context.new_cdp_session(page)
    for step in range(11):
        share = step / 10
        x, y = (a + (b - a) * share for a, b in zip(start, end, strict=True))
        kind = "touchStart" if step == 0 else "touchMove"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.e2e
def test_cards_are_dragged_over_a_photo_that_never_leaves_the_phone(arrive: Arrive) -> None:
    page = arrive(size="phone").page
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.post_data or ""))
    open_referee(page)
    page.locator("summary").last.click()
    page.set_input_files("input[type=file]", {"name": "t.png", "mimeType": "image/png", "buffer": picture()})
    photo = page.locator("svg image")
    expect(photo).to_have_attribute("width", "6000")  # as wide as the table
    page.locator(".tools button").first.click()  # the two ends of a card
    board = page.locator("svg[role=group]")
    x, y = middle(board)
    for tap in (-30, 30):
        page.touchscreen.tap(x, y + tap)
    expect(photo).not_to_have_attribute("width", "6000")
    scaled = photo.get_attribute("width")
    expect(page.locator(".tools [aria-pressed=true]")).to_have_count(0)
    add(page, 0, DUCH)
    card = page.locator(CARD)
    board.scroll_into_view_if_needed()
    before = page.locator(LISTED).inner_text()
    start = middle(card)
    drag(page, start, (start[0] + 60, start[1] + 40))
    assert page.locator(LISTED).inner_text() != before
    moved = middle(card)
    assert abs(moved[0] - start[0] - 60) < 3
    assert abs(moved[1] - start[1] - 40) < 3
    drag(page, middle(page.locator("[data-turn] .disc")), (moved[0] + 80, moved[1] + 80))
    assert page.locator(FIELDS).nth(2).input_value() not in ("", "0")
    page.reload()
    expect(photo).to_have_attribute("width", scaled or "")
    assert photo.get_attribute("href", timeout=5000).startswith("data:image/jpeg")  # type: ignore[union-attr]
    judge_it(page)
    assert any('"cards"' in body for body in sent)
    assert not any("image" in body or len(body) > 4000 for body in sent)


# ---------------------------------------------------------------- sharing, clearing, languages


@pytest.mark.e2e
def test_a_link_shows_the_same_table_and_asks_before_it_replaces_another(arrive: Arrive) -> None:
    page = arrive().page
    open_referee(page)
    enter(page, CARDS[:2])
    page.get_by_role("button", name=words.pages("en")["referee.share"]).click()
    link = page.locator("dialog code").inner_text()
    friend = arrive().page
    friend.goto(link)
    expect(friend.locator(LISTED)).to_have_count(2)
    assert "#" not in friend.url
    page.keyboard.press("Escape")
    add(page, 1, TARAN)
    page.goto("/")
    page.goto(link)
    page.locator("dialog[open] button", has_text=words.pages("en")["confirm.no"]).click()
    expect(page.locator(LISTED)).to_have_count(3)
    page.get_by_role("button", name=words.pages("en")["referee.clear"]).click()
    page.locator("dialog[open] button.main").click()
    expect(page.locator(LISTED)).to_have_count(0)
    page.reload()
    expect(page.locator(".bar p")).to_have_text(words.pages("en")["referee.begin"])


@pytest.mark.e2e
@pytest.mark.parametrize("size", ["phone", "tablet", "desktop"])
@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_it_fits_and_has_no_barriers_in_every_language(
    arrive: Arrive, language: Language, size: Size
) -> None:
    visitor = arrive(size=size, language=language, dark=language == "pl")
    page = visitor.page
    open_referee(page)
    enter(page, CARDS)
    for summary in page.locator("main summary").all():
        summary.click()
    wide = "() => document.documentElement.scrollWidth > innerWidth"
    assert not page.evaluate(wide)
    targets = "main button, main summary, main select, label.squadron, label.choice, input[type=number]"
    assert page.eval_on_selector_all(targets, SMALL, FINGER) == []
    assert visitor.complaints() == []
    judge_it(page)
    assert not page.evaluate(wide)
    assert visitor.complaints() == []


@pytest.mark.e2e
def test_the_shoot_out_is_shown_before_the_verdict_and_can_be_skipped(arrive: Arrive) -> None:
    page = arrive(motion=True).page
    open_referee(page)
    enter(page, CARDS)
    page.locator("button.main").click()
    expect(page.locator(".caption")).not_to_be_empty()
    expect(page.locator("#verdict")).to_have_count(0)
    page.get_by_role("button", name=words.pages("en")["referee.skip"]).click()
    expect(page.locator("#verdict")).to_be_visible()
    page.get_by_role("button", name=words.pages("en")["referee.back"]).click()
    expect(page.locator(LISTED)).to_have_count(len(CARDS))
