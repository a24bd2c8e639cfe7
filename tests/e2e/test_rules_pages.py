"""Rules pages and what is in the box: every rule, its number and picture, search, links, languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kosmoport.games import GAMES, game_by_id
from tests.e2e.conftest import Arrive
from tests.e2e.house import House
from tests.e2e.visitor import LOCALES, Language
from tests.learn.sentences import plain, rules_of

ROOT = Path(__file__).parent.parent.parent
GAME = "kosmiczni_piraci"
RULE = re.compile(r"^- \*\*([A-Z]{2}-\d+)\*\* \*\(", re.MULTILINE)
RULING = re.compile(r"^\| ([A-Z]{2}-B\d+[a-z]?) \|", re.MULTILINE)
FIGURE = re.compile(r"\"([A-Z]{2}-\d+)\": [A-Z]")
PER_LANGUAGE = [(game.id, language) for game in GAMES for language in LOCALES]


def written(game: str, language: str) -> str:
    folder = ROOT / "docs" / "rules" / ("" if language == "en" else language)
    return (folder / f"{game}.md").read_text(encoding="utf-8")


def drawn(game: str) -> set[str]:
    """The rules that have a picture."""
    folder = ROOT / "web" / "src" / "games" / game
    files = [folder / "index.ts", folder / "figures" / "index.ts"]
    return {id for file in files if file.is_file() for id in FIGURE.findall(file.read_text(encoding="utf-8"))}


def open_rules(page: Page, game: str, hash: str = "") -> None:
    page.goto(f"/g/{game}/rules{hash}")
    page.wait_for_selector("ol.rules > li figure svg")


def check_page(page: Page, game: str, language: str) -> None:
    """All rules and rulings of the file are there with anchors, and so are the pictures."""
    text = written(game, language)
    open_rules(page, game)
    listed = page.locator("ol.rules > li")
    assert listed.evaluate_all("all => all.map((one) => one.id)") == RULE.findall(text) != []
    anchors = listed.locator("a.number").evaluate_all("all => all.map((one) => one.hash.slice(1))")
    assert anchors == RULE.findall(text)
    rulings = page.locator("section[aria-labelledby=rulings] li")
    assert rulings.evaluate_all("all => all.map((one) => one.id)") == RULING.findall(text) != []
    shown = page.locator("ol.rules > li:has(figure svg)")
    assert set(shown.evaluate_all("all => all.map((one) => one.id)")) == drawn(game) != set()
    for figure in page.locator("figure svg").all():
        expect(figure).to_be_visible()
    check_sentences(page, game, language)


def check_sentences(page: Page, game: str, language: str) -> None:
    assert page.locator("html").get_attribute("lang") == language
    for id, rule in rules_of(game_by_id(game), language).items():
        expect(page.locator(f"[id='{id}']")).to_contain_text(plain(rule.text)[:20])


def test_all_rules_pictures_search_and_links_of_a_game(arrive: Arrive) -> None:
    page = arrive().page
    check_page(page, GAME, "en")
    page.fill("#search", "teleport ship")
    expect(page.locator(".search [role=status]")).to_have_text(re.compile(r"\d+ rules? found"))
    found = page.locator("ol.rules > li")
    assert 0 < found.count() < len(RULE.findall(written(GAME, "en")))
    for text in found.all_inner_texts():
        assert "teleport" in text.lower()
        assert "ship" in text.lower()
    page.fill("#search", "kp-13")
    expect(page.locator("#KP-13")).to_be_visible()
    expect(page.locator("#KP-12")).to_have_count(0)
    page.fill("#search", "")
    page.locator("a[href='#KP-B2']").first.click()
    expect(page.locator("#KP-B2")).to_be_in_viewport()
    expect(page.locator("#KP-B2")).to_be_focused()


def test_a_link_to_a_rule_leads_to_it(arrive: Arrive) -> None:
    page = arrive(size="phone", language="cs").page
    open_rules(page, GAME, "#KP-13")
    expect(page.locator("#KP-13")).to_be_in_viewport()
    expect(page.locator("#KP-13")).to_have_class(re.compile(r"\btarget\b"))
    expect(page.locator("#KP-13")).to_be_focused()
    expect(page.locator("#KP-1")).not_to_be_in_viewport()


@pytest.mark.e2e
@pytest.mark.parametrize(("game", "language"), PER_LANGUAGE)
def test_the_rules_of_every_game_in_every_language(arrive: Arrive, game: str, language: Language) -> None:
    check_page(arrive(language=language).page, game, language)


def test_the_rules_change_their_language_in_place(arrive: Arrive) -> None:
    page = arrive().page
    open_rules(page, GAME)
    for language in LOCALES:
        page.select_option("#language", language)
        first = rules_of(game_by_id(GAME), language)["KP-1"]
        expect(page.locator("#KP-1")).to_contain_text(plain(first.text)[:20])
        check_sentences(page, GAME, language)


def check_components(page: Page, house: House, game: str, words: tuple[str, str]) -> None:
    """Documented values and ours stand apart, with how many there are of each."""
    page.goto(f"/g/{game}/components")
    values = house.ask("GET", f"/api/games/{game}/components")["values"]
    for place, (standing, word) in enumerate(zip(("documented", "reconstructed"), words, strict=True)):
        count = sum(value["standing"] == standing for value in values)
        heading = page.locator(f"h3#{standing}")
        if count == 0:
            expect(heading).to_have_count(0)
            continue
        expect(heading).to_have_text(word)
        expect(page.locator("ul.sums strong").nth(place)).to_have_text(str(count))
        sources = page.locator(f"section[aria-labelledby={standing}] details")
        assert sources.count() > 0
        for source in sources.all():
            assert source.locator("summary").inner_text().strip()
    assert values


def test_the_box_says_what_is_documented_and_what_is_ours(arrive: Arrive, house: House) -> None:
    check_components(arrive().page, house, GAME, ("Documented", "Ours"))


@pytest.mark.e2e
@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_the_boxes_of_all_games_in_polish(arrive: Arrive, house: House, game: str) -> None:
    words = ("Udokumentowane", "Nasze")
    check_components(arrive(language="pl", size="phone").page, house, game, words)
