"""Kosmiczna Eskadra after the shots: every one explains itself, the ruler measures, the show has its pace."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Arrive
from tests.e2e.games.late import finished_game, free_place, late_table
from tests.e2e.games.moving import sit
from tests.e2e.house import House
from tests.e2e.visitor import Visitor

Json = Any
GAME = "kosmiczna_eskadra"
PLAYERS = 2
LIST = "section[aria-label='Shots of the round, by speed'] button"
FACTS = ".shot dl"
SAID = ".ruler [role=status]"


def end_of(visitor: Visitor, house: House) -> tuple[Page, Json]:
    """The replay of a finished round at its end, and the view of that moment."""
    table = finished_game(house, GAME, PLAYERS)
    last = house.ask("GET", f"/api/tables/{table}/frames")["frames"][-1]
    visitor.go(f"/t/{table}/replay#move={last['move']}&seat=all")
    visitor.page.wait_for_selector(LIST)
    return visitor.page, last["view"]


def shots_of(view: Json) -> list[tuple[int, int, Json, Json]]:
    """What the server says: speed, number of the ship, its card, and what each laser struck."""
    found = [
        (view["squadron"][ship["card"]]["speed"], number, laser, ship, struck)
        for number, ship in enumerate(view["table"])
        for laser, struck in enumerate(ship["struck"])
        if struck["what"] is not None
    ]
    return [(speed, number, ship, struck) for speed, number, _, ship, struck in sorted(found, key=by_order)]


def by_order(shot: tuple[int, int, int, Json, Json]) -> tuple[int, int, int]:
    return shot[:3]


def test_every_shot_is_listed_by_speed_and_says_what_the_server_says(arrive: Arrive, house: House) -> None:
    page, view = end_of(arrive(), house)
    shots = shots_of(view)
    assert len({struck["what"] for *_, struck in shots}) >= 3
    expect(page.locator(LIST)).to_have_count(len(shots))
    speeds = page.locator("section[aria-label='Shots of the round, by speed'] h2").all_inner_texts()
    assert speeds == [f"Speed {speed}" for speed in sorted({speed for speed, *_ in shots})]
    for said, (_, _, ship, struck) in zip(page.locator(LIST).all_inner_texts(), shots, strict=True):
        name = view["squadron"][ship["card"]]["name"]
        assert f"Player {ship['owner']}: {name}" in said
        assert target(view, struck) in said


def target(view: Json, struck: Json) -> str:
    if struck["what"] in ("space", "asteroid"):
        return {"space": "→ into space", "asteroid": "→ an asteroid"}[struck["what"]]
    other = view["table"][struck["number"]]
    ship = f"Player {other['owner']}'s {view['squadron'][other['card']]['name']}"
    return f"→ a shield of {ship}" if struck["what"] == "shield" else f"→ {ship}"


def test_a_shot_explains_itself_to_whoever_uses_keys(arrive: Arrive, house: House) -> None:
    page, view = end_of(arrive(), house)
    shots = shots_of(view)
    wanted = {"ship": "KE-15", "shield": "KE-16", "asteroid": "KE-14", "space": "KE-13"}
    for what in dict.fromkeys(struck["what"] for *_, struck in shots):
        at = next(i for i, (*_, struck) in enumerate(shots) if struck["what"] == what)
        page.locator(LIST).nth(at).focus()
        page.keyboard.press("Enter")
        facts = page.locator(FACTS)
        expect(facts).to_contain_text(f"fired at speed {shots[at][0]}")
        expect(facts).to_contain_text(re.compile(r"[\d.,]+ mm from the muzzle"))
        link = facts.get_by_role("link", name=wanted[what], exact=True)
        expect(link).to_have_attribute("href", f"/g/{GAME}/rules#{wanted[what]}")
        if what in ("ship", "shield"):
            expect(facts).to_contain_text(re.compile(r"mm from the (front|back|left|right)"))
        page.keyboard.press("Escape")
        expect(facts).to_have_count(0)


def test_the_next_shot_is_one_press_away_and_they_go_round(arrive: Arrive, house: House) -> None:
    page, view = end_of(arrive(), house)
    page.locator(LIST).first.click()
    first = page.locator(FACTS).inner_text()
    for _ in shots_of(view):
        page.get_by_role("button", name="Next shot").click()
    expect(page.locator(FACTS)).to_have_text(first, use_inner_text=True)


# A place on a beam where no card lies.
ON_A_BEAM = """() => { for (const beam of document.querySelectorAll(".sky .shots > g")) {
  const length = Number(beam.querySelector("rect").getAttribute("width"));
  for (let part = 0.05; part < 1; part += 0.05) {
    const { x, y } = new DOMPoint(length * part, 0).matrixTransform(beam.getScreenCTM());
    const there = document.elementFromPoint(x, y);
    if (there?.closest(".sky svg") && !there.closest("[role=button]")) return [x, y];
  } }
  return null; }"""


def test_a_beam_that_is_pointed_at_says_what_it_is(arrive: Arrive, house: House) -> None:
    page, _ = end_of(arrive(), house)
    hint = page.locator(".sky .hint")
    for tries in range(50):  # the table may still be growing to its size
        at = page.evaluate(ON_A_BEAM)
        if at is not None:
            page.mouse.move(at[0], at[1] + tries % 2)
        page.wait_for_timeout(100)
        if hint.count() > 0:
            break
    expect(hint).to_contain_text("laser")
    page.mouse.click(*at)
    expect(page.locator(FACTS)).to_be_visible()


def test_the_ruler_measures_from_any_laser_to_any_ship(arrive: Arrive, house: House) -> None:
    page, view = end_of(arrive(), house)
    shots = shots_of(view)
    page.get_by_role("button", name="Measure with the ruler").click()
    laser, ship = page.get_by_label("Laser", exact=True), page.get_by_label("Ship", exact=True)
    struck = next(shot for shot in shots if shot[3]["what"] == "ship")
    laser.select_option(f"shot:{struck[1]}.{struck[2]['struck'].index(struck[3])}")
    said = page.locator(SAID)
    ship.select_option(str(struck[3]["number"]))
    expect(said).to_contain_text("The beam strikes Player")
    ship.select_option(str(struck[1]))
    expect(said).to_contain_text("A laser never hits its own card.")
    others = {struck[1], struck[3]["number"]}
    ship.select_option(str(next(i for i in range(len(view["table"])) if i not in others)))
    expect(said).to_contain_text(re.compile("The (line|beam) (passes|goes|strikes)"))
    expect(said.get_by_role("link")).not_to_have_count(0)
    # While the ruler is out, a ship on the table is what it measures to.
    card = page.locator(".fleet .spot[aria-label^='Player']").nth(struck[1])
    card.focus()
    page.keyboard.press("Enter")
    expect(ship).to_have_value(str(struck[1]))


def test_shots_and_ruler_are_there_for_everyone(arrive: Arrive, house: House) -> None:
    visitor = arrive()
    page, _ = end_of(visitor, house)
    assert visitor.complaints() == []
    page.locator(LIST).first.click()
    assert visitor.complaints() == []
    page.get_by_role("button", name="Measure with the ruler").click()
    assert visitor.complaints() == []
    assert not visitor.scrolls()


def test_on_a_phone_the_shots_are_gone_through_one_by_one(arrive: Arrive, house: House) -> None:
    visitor = arrive(size="phone")
    table = finished_game(house, GAME, PLAYERS)
    last = house.ask("GET", f"/api/tables/{table}/frames")["frames"][-1]
    visitor.go(f"/t/{table}/replay#move={last['move']}&seat=all")
    page = visitor.page
    page.get_by_role("button", name="Shots", exact=True).tap()
    first = page.locator(".shot h2").inner_text()
    page.get_by_role("button", name="Next shot").tap()
    expect(page.locator(".shot h2")).not_to_have_text(first, use_inner_text=True)
    page.get_by_role("button", name="Measure with the ruler").tap()
    expect(page.locator(SAID)).not_to_be_empty()
    assert not visitor.scrolls()


def test_the_show_can_be_slower_or_over_at_once_without_being_skipped(arrive: Arrive, house: House) -> None:
    table, tokens = late_table(house, GAME, ["Ada", "Bob"], PLAYERS, before_end=1)
    visitor = arrive(motion=True)
    page = sit(visitor, table, tokens[0])
    now = house.wait_for_turn(table, tokens[0])
    pose = free_place(now["position"]["view"], Random(1))
    house.send(table, tokens[0], type="act", seen=now["n"], do="release", args=pose)
    pace = page.get_by_role("group", name="How fast the shoot-out is shown")
    slow = pace.get_by_role("button", name="slow")
    slow.click()
    expect(slow).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="Skip", exact=True)).to_be_visible()
    pace.get_by_role("button", name="at once").click()
    expect(page.get_by_role("button", name="Skip", exact=True)).to_have_count(0)
    expect(page.locator(".deck caption")).to_have_text("Points of round 1")
