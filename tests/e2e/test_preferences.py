"""Settings at the table: asking before a move, sounds only when wanted, another language in mid-game."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Arrive
from tests.e2e.games.language import check_language
from tests.e2e.games.late import new_table
from tests.e2e.games.moving import sit
from tests.e2e.house import House
from tests.e2e.playing import YOUR_TURN, act_by_list, lines, open_actions, wait_for_turn
from tests.e2e.visitor import Visitor
from tests.e2e.words import catalogue

GAME = "kosmiczni_piraci"
# Counts the sound devices that the page makes, and makes no sound.
SILENT = """window.made = 0;
window.AudioContext = class {
  constructor() { made += 1; }
  state = "running"; currentTime = 0; destination = {};
  createOscillator() {
    return { frequency: {}, connect: (to) => to, start() {}, stop() {} };
  }
  createGain() {
    const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { gain, connect: (to) => to };
  }
};"""


def start(visitor: Visitor, house: House) -> Page:
    table, tokens = new_table(house, GAME, ["Ada"], 3)
    page = sit(visitor, table, tokens[0])
    assert wait_for_turn(page)
    return page


def open_menu(page: Page) -> None:
    page.locator(".topbar button[aria-haspopup=dialog]").click()


def close_menu(page: Page) -> None:
    page.get_by_role("dialog").locator("header button").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_move_is_asked_about_before_it_is_made(arrive: Arrive, house: House) -> None:
    page = start(arrive(settings={"confirm": True, "language": "en"}), house)
    open_actions(page)
    first = page.locator("section.open ul li button").first
    text = first.inner_text()
    asked = page.get_by_role("alertdialog")
    for refuse in ("click", "Escape"):
        first.click()
        expect(asked.locator("#confirm-text")).to_have_text(text)
        if refuse == "click":
            asked.get_by_role("button", name="No", exact=True).click()
        else:
            page.keyboard.press("Escape")
        expect(asked).to_have_count(0)
        expect(page.locator(YOUR_TURN)).to_be_visible()
        assert lines(page) == "0"
    first.click()
    asked.get_by_role("button", name="Yes", exact=True).click()
    expect(asked).to_have_count(0)
    page.wait_for_function("() => Number(document.querySelector('[data-moves]').dataset.moves) >= 1")


def test_there_is_no_sound_until_it_is_wanted(arrive: Arrive, house: House) -> None:
    visitor = arrive(motion=True, settings={"motion": "fast", "language": "en"})
    visitor.context.add_init_script(SILENT)
    page = start(visitor, house)
    act_by_list(page)
    assert wait_for_turn(page)
    assert page.evaluate("made") == 0
    open_menu(page)
    page.get_by_label("Soft sounds").check()
    close_menu(page)
    act_by_list(page)
    page.wait_for_function("() => made === 1")
    assert wait_for_turn(page)
    act_by_list(page)
    assert wait_for_turn(page)
    assert page.evaluate("made") == 1


def test_the_language_changes_in_the_middle_of_a_game(arrive: Arrive, house: House) -> None:
    page = start(arrive(), house)
    act_by_list(page)
    assert wait_for_turn(page)
    moves = lines(page)
    for language in ("pl", "cs", "en"):
        open_menu(page)
        page.select_option("#menu-language", language)
        close_menu(page)
        begins = catalogue(GAME, language)["action"]["lay"].split()[0].capitalize()
        expect(page.locator("section.open ul li button").first).to_contain_text(begins)
        check_language(page, GAME, language)
        page.locator("[data-panel=log]").click()
        expect(page.locator("section.open ol li").first).to_be_visible()
        check_language(page, GAME, language)
        page.locator("[data-panel=actions]").click()
        assert lines(page) == moves
    open_menu(page)
    page.select_option("#menu-language", "cs")
    close_menu(page)
    page.reload()
    assert wait_for_turn(page)
    check_language(page, GAME, "cs")


def test_the_menu_sets_motion_and_confirming_for_this_browser(arrive: Arrive, house: House) -> None:
    page = start(arrive(motion=True), house)
    open_menu(page)
    page.select_option("#menu-motion", "off")
    page.get_by_label("Ask before every move").check()
    assert page.locator("html").get_attribute("data-motion") == "off"
    page.get_by_role("link", name="All settings").click()
    page.wait_for_url("**/settings")
    expect(page.get_by_label("Ask before every move")).to_be_checked()
    expect(page.get_by_label("off", exact=True)).to_be_checked()
    page.go_back()
    assert wait_for_turn(page)
    open_actions(page)
    page.locator("section.open ul li button").first.click()
    expect(page.get_by_role("alertdialog")).to_be_visible()
