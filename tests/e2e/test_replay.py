"""Replays: moving through a game, whose eyes, links to a moment, the record, playing on from a move."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from typer.testing import CliRunner

from kosmoport.cli import app
from tests.e2e.conftest import Arrive
from tests.e2e.games.drivers import DRIVERS
from tests.e2e.games.late import fewest, finished_game, play_out
from tests.e2e.house import House
from tests.e2e.playing import END, act_by_list, lines, stop_time, wait_for_turn
from tests.e2e.visitor import Visitor

Json = Any
GAME = "kosmiczni_piraci"
PLAYERS = 3
COUNT = ".controls .count"
PAUSE = 1400  # ms between moves where nothing moves
CURRENT = "aside.log li[aria-current=step]"
HAND = "document.querySelectorAll('g.hand .spot')"
LABELS = "(all) => all.map((one) => one.ariaLabel)"


def open_replay(visitor: Visitor, table: str, moment: str = "") -> Page:
    visitor.go(f"/t/{table}/replay{moment}")
    visitor.page.wait_for_selector("main.board svg")
    return visitor.page


def frames_of(house: House, table: str, seat: int = -1) -> list[Json]:
    """The finished game as a seat saw it."""
    return list(house.ask("GET", f"/api/tables/{table}/frames?seat={seat}")["frames"])


def is_at(page: Page, at: int, last: int) -> None:
    """The replay shows this moment."""
    expect(page.locator(COUNT)).to_have_text(f"{at} / {last}")


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def test_scrubbing_stepping_and_the_keys_move_through_the_game(arrive: Arrive, house: House) -> None:
    table = finished_game(house, GAME, PLAYERS)
    last = len(frames_of(house, table)) - 1
    page = open_replay(arrive(), table)
    is_at(page, 0, last)
    expect(button(page, "To the beginning")).to_be_disabled()
    button(page, "One move on").click()
    is_at(page, 1, last)
    page.get_by_label("Moment of the game").fill("9")
    is_at(page, 9, last)
    expect(page.get_by_label("Moment of the game")).to_have_attribute("aria-valuetext", f"move 9 of {last}")
    button(page, "One move back").click()
    is_at(page, 8, last)
    button(page, "To the end").click()
    is_at(page, last, last)
    expect(button(page, "One move on")).to_be_disabled()
    button(page, "To the beginning").click()
    is_at(page, 0, last)
    page.locator("main.board").focus()
    for key, at in (("End", last), ("ArrowLeft", last - 1), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        is_at(page, at, last)


def test_what_lies_on_the_table_is_that_of_the_moment(arrive: Arrive, house: House) -> None:
    table = finished_game(house, GAME, PLAYERS)
    frames = frames_of(house, table)
    page = open_replay(arrive(), table)
    for at in (0, 6, 12):
        page.get_by_label("Moment of the game").fill(str(at))
        is_at(page, at, len(frames) - 1)
        for planet, there in zip(page.locator("g.planets .spot").all(), planets(frames[at]), strict=True):
            expect(planet).to_have_attribute("aria-label", re.compile(there))


def planets(frame: Json) -> list[str]:
    """What the page says about how many cards lie on each planet."""
    counts = [len(planet["pile"]) for planet in frame["view"]["planets"]]
    return [rf"\b{n} cards? ?(from the oldest)?:" if n else "No cards" for n in counts]


def test_it_plays_by_itself_to_the_end_and_counts(arrive: Arrive, house: House) -> None:
    table = finished_game(house, GAME, PLAYERS)
    frames = frames_of(house, table)
    page = open_replay(arrive(), table, f"#move={frames[-3]['move']}&seat=all")
    is_at(page, len(frames) - 3, len(frames) - 1)
    button(page, "Play").click()
    expect(button(page, "Pause")).to_be_visible()
    page.wait_for_selector(END)
    is_at(page, len(frames) - 1, len(frames) - 1)
    expect(button(page, "Play")).to_be_visible()


def test_a_pressed_pause_stops_it(arrive: Arrive, house: House) -> None:
    table = finished_game(house, GAME, PLAYERS)
    last = len(frames_of(house, table)) - 1
    visitor = arrive()
    visitor.page.clock.install()
    page = open_replay(visitor, table)
    stop_time(page)
    button(page, "Play").click()
    expect(button(page, "Pause")).to_be_visible()
    for at in (1, 2):
        page.clock.run_for(PAUSE)
        is_at(page, at, last)
    button(page, "Pause").click()
    page.clock.run_for(60_000)
    is_at(page, 2, last)


def cards(page: Page) -> list[str]:
    """The hand of whose eyes are looked through."""
    held: list[str] = page.locator("g.hand .spot").evaluate_all(LABELS)
    return held


def hand(frame: Json) -> list[str]:
    """The same as the page says it."""
    deck = frame["view"]["deck"]
    names = (deck[slot] for slot in frame["view"]["hand"])
    return ["Teleport" if name == "T" else f"Pirate {name}" for name in names]


def differ(frames: Sequence[Json]) -> bool:
    """Everybody holds something, and not the same as anybody else."""
    held = {tuple(hand(frame)) for frame in frames}
    return () not in held and len(held) == len(frames)


def test_each_seats_eyes_show_its_hand_and_nobody_elses(arrive: Arrive, house: House) -> None:
    table = finished_game(house, GAME, PLAYERS)
    moments = zip(*(frames_of(house, table, seat) for seat in range(PLAYERS)), strict=True)
    move, hands = next((at[0]["move"], [hand(one) for one in at]) for at in moments if differ(at))
    page = open_replay(arrive(), table, f"#move={move}&seat=all")
    others = page.locator("li[aria-label*=' holds: ']")
    assert cards(page) == []
    for seat, held in enumerate(hands):
        page.select_option("#eyes", str(seat))
        page.wait_for_function(f"(held) => ({LABELS})([...{HAND}]).join() === held.join()", arg=held)
        expect(others).to_have_count(0)
        expect(page.locator("#eyes option:checked")).to_have_text(f"Through the eyes of Player {seat}")
    page.select_option("#eyes", "open")
    expect(others).to_have_count(PLAYERS)
    for seat, held in enumerate(hands):
        expect(others.nth(seat)).to_have_attribute("aria-label", f"Player {seat} holds: {', '.join(held)}")
    page.select_option("#eyes", "all")
    expect(others).to_have_count(0)
    assert cards(page) == []


def test_a_line_of_the_log_is_a_jump_and_the_address_follows(arrive: Arrive, house: House) -> None:
    table = finished_game(house, GAME, PLAYERS)
    frames = frames_of(house, table, 1)
    ada = arrive()
    page = open_replay(ada, table, "#move=2&seat=1")
    is_at(page, 2, len(frames) - 1)
    listed = page.locator("aside.log li button")
    expect(listed).to_have_count(sum(len(frame["told"]) for frame in frames))
    wanted = next(i for i, frame in enumerate(frames) if frame["move"] == 11)
    before = sum(len(frame["told"]) for frame in frames[:wanted])
    listed.nth(before).click()
    is_at(page, wanted, len(frames) - 1)
    expect(page.locator(CURRENT)).to_have_count(len(frames[wanted]["told"]))
    page.wait_for_url("**/replay#move=11&seat=1")
    sentence = page.locator("header .caption").inner_text()
    assert sentence == " ".join(page.locator(CURRENT).all_inner_texts())
    button(page, "More").click()
    link = page.get_by_role("dialog").locator("code").inner_text()
    assert link == page.url
    again = open_replay(arrive(), table, link.partition("/replay")[2])
    is_at(again, wanted, len(frames) - 1)
    expect(again.locator("header .caption")).to_have_text(sentence)
    assert cards(again) == hand(frames[wanted])


def test_the_record_can_be_taken_along_verified_and_replayed(
    arrive: Arrive, house: House, tmp_path: Path
) -> None:
    table = finished_game(house, GAME, PLAYERS)
    page = open_replay(arrive(), table)
    button(page, "More").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    record = tmp_path / download.value.suggested_filename
    download.value.save_as(record)
    checked = CliRunner().invoke(app, ["verify", str(record)])
    assert checked.exit_code == 0, checked.output
    shown = CliRunner().invoke(app, ["replay", str(record), "--seat", "0"], input="\n" * 100)
    assert shown.exit_code == 0, shown.output
    assert "Your hand" in shown.output


def test_a_game_goes_on_from_a_move_against_bots(arrive: Arrive, house: House) -> None:
    table = finished_game(house, GAME, PLAYERS)
    frames = frames_of(house, table, 2)
    page = open_replay(arrive(), table, "#move=9&seat=2")
    button(page, "More").click()
    button(page, "Continue after move 9").click()
    page.fill("#continue-name", "Ada")
    expect(page.locator("#continue-seat")).to_have_value("2")
    page.select_option("#continue-level", "beginner")
    button(page, "Play on").click()
    page.wait_for_url(lambda url: url.endswith("/replay") is False and table not in url and "/t/" in url)
    page.wait_for_selector("main.board svg")
    assert wait_for_turn(page)
    at = next(i for i, frame in enumerate(frames) if frame["move"] == 9)
    assert cards(page) == hand(frames[at])
    act_by_list(page)
    assert wait_for_turn(page)
    assert int(lines(page) or 0) > 9
    assert len(cards(page)) == len(hand(frames[at])) - 1


def test_the_end_cannot_be_continued(arrive: Arrive, house: House) -> None:
    table = finished_game(house, GAME, PLAYERS)
    page = open_replay(arrive(), table)
    button(page, "To the end").click()
    button(page, "More").click()
    expect(page.get_by_role("dialog")).to_contain_text("This is the end")
    expect(page.get_by_role("button", name="Continue after")).to_have_count(0)


def test_while_a_game_is_on_only_ones_own_eyes_are_offered(arrive: Arrive, house: House) -> None:
    table, tokens = house.table(GAME, ["Ada", "Bob", "Cyd"], players=3, start=0)
    house.begin(table, tokens)
    now = house.wait_for_turn(table, tokens[0])
    choice = now["position"]["legal"][0]
    house.send(table, tokens[0], type="act", seen=now["n"], do=choice["id"], args=choice["args"])
    ada, watcher = arrive(), arrive()
    ada.go(f"/t/{table}#seat={tokens[0]}")
    ada.page.wait_for_selector("main.board svg")
    open_replay(ada, table)
    expect(ada.page.locator("#eyes option")).to_have_text(
        ["What everybody could see", "Through the eyes of Ada"]
    )
    assert len(cards(ada.page)) == len(now["position"]["view"]["hand"])
    open_replay(watcher, table, "#move=1&seat=0")
    expect(watcher.page.locator("#eyes option")).to_have_text(["What everybody could see"])
    assert cards(watcher.page) == []
    for visitor in (ada, watcher):
        button(visitor.page, "More").click()
        expect(visitor.page.get_by_role("dialog")).to_contain_text("The game is still on")
        expect(visitor.page.get_by_role("link", name="Download the record")).to_have_count(0)
    watcher.errors[:] = [error for error in watcher.errors if "409" not in error]  # the eyes it asked for


def test_a_record_that_was_agreed_to_stay_closed_does(arrive: Arrive, house: House) -> None:
    table, tokens = house.table(GAME, ["Ada", "Bob", "Cyd"], players=3, start=0, sealed=True)
    house.begin(table, tokens)
    assert play_out(house, table, tokens, Random(6))
    page = open_replay(arrive(), table, "#move=3")
    expect(page.locator("#eyes option")).to_have_text(["What everybody could see"])
    assert cards(page) == []
    button(page, "More").click()
    expect(page.get_by_role("dialog")).to_contain_text("agreed to keep the record of this game closed")
    expect(page.get_by_role("link", name="Download the record")).to_have_count(0)
    expect(page.get_by_role("button", name="Continue after")).to_have_count(0)


@pytest.mark.e2e
@pytest.mark.parametrize("game", list(DRIVERS))
def test_the_replay_of_every_game_opens_anywhere_through_any_eyes(
    arrive: Arrive, house: House, game: str
) -> None:
    players = fewest(game)
    table = finished_game(house, game, players)
    frames = frames_of(house, table)
    middle = len(frames) // 2
    page = open_replay(arrive(), table)
    for eyes in ("all", *map(str, range(players)), "open"):
        page.select_option("#eyes", eyes)
        for at in (0, middle, len(frames) - 1):
            page.get_by_label("Moment of the game").fill(str(at))
            is_at(page, at, len(frames) - 1)
            page.wait_for_url(f"**/replay#move={frames[at]['move']}&seat={eyes}")
            expect(page.locator("main.board svg").first).to_be_visible()
    listed = page.locator("aside.log li button")
    assert all(text.strip() for text in listed.all_inner_texts())


@pytest.mark.e2e
@pytest.mark.parametrize("game", list(DRIVERS))
def test_a_whole_game_shows_itself_in_motion(arrive: Arrive, house: House, game: str) -> None:
    table = finished_game(house, game, fewest(game))
    last = len(frames_of(house, table)) - 1
    visitor = arrive(motion=True, settings={"motion": "fast", "language": "en"})
    visitor.page.clock.install()
    page = open_replay(visitor, table, "#move=0&seat=open")
    button(page, "Play").click()
    for _ in range(last * 20):
        page.clock.run_for(1000)
        if page.locator(END).count() > 0:
            break
    is_at(page, last, last)
    expect(page.locator(END)).to_be_visible()
