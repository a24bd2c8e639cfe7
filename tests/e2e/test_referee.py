"""The referee for the cardboard game: cards by fields or by finger, a photo that stays here, a verdict."""

from __future__ import annotations

import base64
import json
import struct
import zlib
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, expect

from kosmoport.games.kosmiczna_eskadra import GAME
from kosmoport.games.kosmiczna_eskadra.referee import RefereeCard, RefereeTable, judge
from tests.e2e import words
from tests.e2e.conftest import Arrive
from tests.e2e.places import middle
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


def link_to(table: dict[str, Any]) -> str:
    """A link as somebody could make it by hand."""
    return f"{PAGE}#table={base64.urlsafe_b64encode(json.dumps(table).encode()).decode().rstrip('=')}"


def referee_words(language: str) -> dict[str, str]:
    return words.page("kosmiczna_eskadra", "referee", language)


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
    expect(listed.nth(1)).to_contain_text("−90.1, −149 mm; 4°")
    page.keyboard.press("Delete")
    expect(listed).to_have_count(1)
    expect(card).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(listed).to_contain_text("100, 140 mm; 0°")


def test_a_ship_that_is_added_has_the_keys(arrive: Arrive) -> None:
    page = arrive().page
    open_referee(page)
    page.locator("section[aria-labelledby=adding] li button").nth(DUCH).focus()
    page.keyboard.press("Enter")
    expect(page.locator(CARD)).to_be_focused()
    before = page.locator(LISTED).inner_text()
    page.keyboard.press("ArrowRight")
    expect(page.locator(LISTED)).not_to_have_text(before)


# ---------------------------------------------------------------- what people type and send


def test_numbers_have_a_comma_or_a_point_and_what_is_none_is_marked(arrive: Arrive) -> None:
    page = arrive().page
    open_referee(page)
    add(page, 0, DUCH)
    x, y, rot = page.locator(FIELDS).all()
    for field, text in ((x, "-12,5"), (y, "100.5"), (rot, "−10")):
        field.fill(text)
        field.press("Tab")
    listed = page.locator(LISTED)
    expect(listed).to_contain_text("−12.5, 100.5 mm; 350°")
    x.fill("12 cm")
    x.press("Tab")
    expect(x).to_have_attribute("aria-invalid", "true")
    expect(listed).to_contain_text("−12.5, 100.5 mm; 350°")
    x.fill("")
    x.press("Tab")
    expect(x).to_have_value("-12.5")
    expect(x).to_have_attribute("aria-invalid", "false")
    x.press("ArrowUp")
    expect(listed).to_contain_text("−11.5, 100.5 mm; 350°")


@pytest.mark.parametrize("option", [{"asteroid_gap": 99999}, {"table": "huge"}, {"ore_split": [0, 7]}])
def test_a_link_with_impossible_options_shows_its_cards_without_them(
    arrive: Arrive, option: dict[str, Any]
) -> None:
    page = arrive().page
    card = [0, DUCH, 1500, 1200, 0]
    page.goto(link_to({"p": 2, "n": [], "o": {"asteroids": "two", **option}, "c": [card]}))
    expect(page.locator(LISTED)).to_have_count(1)
    page.reload()
    expect(page.locator(LISTED)).to_have_count(1)
    expect(page.locator("svg g[role=img]")).to_have_count(2)  # the asteroids are as the link says


def test_an_option_stays_within_its_bounds(arrive: Arrive) -> None:
    page = arrive().page
    open_referee(page)
    setup = page.locator("details").first
    setup.locator("summary").click()
    setup.locator("select").first.select_option("two")
    gap = setup.get_by_label(words.catalogue("kosmiczna_eskadra", "en")["option"]["asteroid_gap"])
    gap.fill("400")
    gap.press("Tab")
    expect(gap).to_have_value("190")
    page.reload()
    page.wait_for_selector("label.squadron")
    setup.locator("summary").click()
    expect(gap).to_have_value("190")


@pytest.mark.parametrize("language", ["pl", "cs"])
def test_a_table_that_the_server_refuses_can_be_cleared(arrive: Arrive, language: Language) -> None:
    visitor = arrive(language=language)
    page, said = visitor.page, referee_words(language)
    refusal = json.dumps({"error": {"id": "bad_table", "text": "A reason in English."}})
    address = "**/api/referee/*"
    page.route(address, lambda route: route.fulfill(status=400, body=refusal))
    page.goto(link_to({"p": 2, "n": [], "o": {}, "c": [[0, DUCH, 0, 0, 0]]}))
    expect(page.get_by_role("alert")).to_have_text(said["referee.refused"])
    page.unroute(address)
    page.get_by_role("button", name=said["referee.clear"]).click()
    page.locator("dialog[open] button.main").click()
    expect(page.locator(".bar p")).to_have_text(said["referee.begin"])
    visitor.errors[:] = [error for error in visitor.errors if "400" not in error]  # what was asked for


def test_fewer_players_are_asked_before_their_cards_go(arrive: Arrive) -> None:
    page = arrive().page
    open_referee(page)
    page.locator("details summary").first.click()
    counts, dialog = page.locator("details label.choice input"), page.locator("dialog[open]")
    counts.nth(2).check(force=True)
    add(page, 3, DUCH)
    add(page, 0, DUCH)
    counts.nth(1).click(force=True)
    expect(dialog).to_contain_text("1 card ")
    dialog.get_by_role("button", name=words.pages("en")["confirm.no"]).click()
    expect(page.locator(LISTED)).to_have_count(2)
    expect(counts.nth(2)).to_be_checked()
    counts.nth(1).click(force=True)
    dialog.locator("button.main").click()
    expect(page.locator(LISTED)).to_have_count(1)
    expect(counts.nth(1)).to_be_checked()
    counts.nth(0).check(force=True)  # nobody's cards: nothing to ask
    expect(dialog).to_have_count(0)


# ---------------------------------------------------------------- by finger, over a photo


def photo_file(data: bytes) -> FilePayload:
    return {"name": "t.png", "mimeType": "image/png", "buffer": data}


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


def pinch(page: Page, first: tuple[float, float], second: tuple[float, float]) -> None:
    """One finger, then another one, which goes half as far away from it again; then both leave."""
    session = page.context.new_cdp_session(page)

    def farther(share: float) -> dict[str, float]:
        x, y = (a + (b - a) * share for a, b in zip(first, second, strict=True))
        return {"x": x, "y": y}

    still, moving = ({"x": x, "y": y, "id": number} for number, (x, y) in enumerate((first, second)))
    for kind, fingers in (
        ("touchStart", [still]),
        ("touchStart", [still, moving]),
        *(("touchMove", [still, {**moving, **farther(share)}]) for share in (1.2, 1.35, 1.5)),
        ("touchEnd", [still]),
        ("touchEnd", []),
    ):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
    session.detach()


@pytest.mark.e2e
def test_cards_are_dragged_over_a_photo_that_never_leaves_the_phone(arrive: Arrive) -> None:
    page = arrive(size="phone").page
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.post_data or ""))
    open_referee(page)
    page.locator("summary").last.click()
    page.set_input_files("input[type=file]", photo_file(picture()))
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
    assert (photo.get_attribute("href", timeout=5000) or "").startswith("data:image/jpeg")
    judge_it(page)
    assert any('"cards"' in body for body in sent)
    assert not any("image" in body or len(body) > 4000 for body in sent)


@pytest.mark.e2e
def test_two_fingers_zoom_the_board_and_nothing_else(arrive: Arrive) -> None:
    page = arrive(size="phone").page
    open_referee(page)
    add(page, 0, DUCH)
    board, card, listed = page.locator("svg[role=group]"), page.locator(CARD), page.locator(LISTED)
    board.scroll_into_view_if_needed()
    before, whole = listed.inner_text(), board.get_attribute("viewBox")
    pinch(page, middle(board), middle(card))  # the second finger on the card
    expect(board).not_to_have_attribute("viewBox", whole or "")
    assert listed.inner_text() == before
    x, y = middle(board)
    pinch(page, (x - 60, y + 130), (x + 20, y + 130))  # both beside it: it is not laid there
    assert listed.inner_text() == before


@pytest.mark.e2e
def test_two_fingers_zoom_the_photo_while_a_tool_is_in_the_hand(arrive: Arrive) -> None:
    page = arrive(size="phone").page
    open_referee(page)
    page.locator("summary").last.click()
    page.set_input_files("input[type=file]", photo_file(picture()))
    board, photo = page.locator("svg[role=group]"), page.locator("svg image")
    for tool in range(3):  # the scale, the middle, the place
        page.locator(".tools button").nth(tool).click()
        board.scroll_into_view_if_needed()
        seen = board.get_attribute("viewBox") or ""
        place = photo.get_attribute("transform") or ""
        x, y = middle(board)
        pinch(page, (x - 40, y), (x + 20, y))
        expect(board).not_to_have_attribute("viewBox", seen)
        expect(page.locator("path.mark")).to_have_count(0)
        expect(photo).to_have_attribute("width", "6000")
        expect(photo).to_have_attribute("transform", place)
        expect(page.locator(".tools [aria-pressed=true]")).to_have_count(1)


@pytest.mark.e2e
def test_a_photo_without_room_does_not_bring_the_old_one_back(arrive: Arrive) -> None:
    page = arrive().page
    open_referee(page)
    page.set_input_files("input[type=file]", photo_file(picture()))
    photo = page.locator("svg image")
    expect(photo).to_have_attribute("height", "4500")
    page.evaluate(
        """() => {
          const write = Storage.prototype.setItem;
          Storage.prototype.setItem = function (key, value) {
            if (key.endsWith(".photo")) throw new DOMException("full", "QuotaExceededError");
            write.call(this, key, value);
          };
        }"""
    )
    page.set_input_files("input[type=file]", photo_file(picture(240, 320)))
    expect(photo).to_have_attribute("height", "8000")
    page.locator("input[type=range]").first.press("ArrowRight")  # which writes where it lies
    page.reload()
    page.wait_for_selector("label.squadron")
    expect(photo).to_have_count(0)


# ---------------------------------------------------------------- sharing, clearing, languages


@pytest.mark.e2e
def test_a_link_shows_the_same_table_and_asks_before_it_replaces_another(arrive: Arrive) -> None:
    page = arrive().page
    open_referee(page)
    enter(page, CARDS[:2])
    page.get_by_role("button", name=referee_words("en")["referee.share"]).click()
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
    page.get_by_role("button", name=referee_words("en")["referee.clear"]).click()
    page.locator("dialog[open] button.main").click()
    expect(page.locator(LISTED)).to_have_count(0)
    page.reload()
    expect(page.locator(".bar p")).to_have_text(referee_words("en")["referee.begin"])


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
    targets = (
        "main button, main summary, main select, label.squadron, label.choice, .numbers input, .pair input"
    )
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
    page.get_by_role("button", name=referee_words("en")["referee.skip"]).click()
    expect(page.locator("#verdict")).to_be_visible()
    page.get_by_role("button", name=referee_words("en")["referee.back"]).click()
    expect(page.locator(LISTED)).to_have_count(len(CARDS))
