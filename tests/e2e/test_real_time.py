"""Replays as it happened: real pauses without the countdown, scrubbing by time; and records from a file."""

from __future__ import annotations

import json
import time
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Arrive
from tests.e2e.games.late import any_action, finished_game
from tests.e2e.house import House
from tests.e2e.playing import stop_time
from tests.e2e.test_replay import button, frames_of, is_at

Json = Any
RACE = "kosmiczna_eskadra"
PIRATES = "kosmiczni_piraci"
COUNTDOWN = 3000
LONGEST = 2000  # ms of a wait that is shortened
STEP = 100  # ms of the bar
PACE = "How it plays"
raced: dict[str, str] = {}


def race(house: House) -> str:
    """A lightning round that two people have played, at the pace of programs; one for each server."""
    if house.address not in raced:
        options = {"mode": "lightning", "wins": 1}
        table, tokens = house.table(RACE, ["Ada", "Bob"], players=2, options=options, unhurried=False)
        house.begin(table, tokens)
        time.sleep(COUNTDOWN / 1000)
        play_round(house, table, tokens)
        raced[house.address] = table
    return raced[house.address]


def play_round(house: House, table: str, tokens: list[str]) -> None:
    choose = Random(4)
    for turn in range(400):
        now = house.ask("GET", f"/api/tables/{table}", token=tokens[turn % 2])
        if now["phase"] != "playing" or now["position"]["view"]["stage"] == "between":
            return
        if now["position"]["legal"]:
            wanted = any_action(now["position"], choose)
            house.send(table, tokens[turn % 2], type="act", seen=now["n"], **wanted)
            time.sleep(STEP / 5000)  # or the whole round is over before the bar can be moved once
    raise AssertionError("the round does not end")


def open_paused(visitor: Any, table: str) -> Page:
    """The replay at its beginning, with a clock that stands still."""
    visitor.page.clock.install()
    visitor.go(f"/t/{table}/replay#move=0&seat=all")
    visitor.page.wait_for_selector("main.board svg")
    stop_time(visitor.page)
    page: Page = visitor.page
    return page


def times_of(frames: list[Json]) -> list[int]:
    """When each frame is shown: as it happened, without the countdown, no wait longer than it may be."""
    times = [0]
    for before, frame in pairwise(frames):
        wait = max(0, frame["at"] - before["at"] - before["countdown"])
        times.append(times[-1] + min(wait, LONGEST))
    return times


def test_a_race_plays_as_it_happened_without_the_countdown(arrive: Arrive, house: House) -> None:
    table = race(house)
    frames = frames_of(house, table)
    assert frames[0]["countdown"] == COUNTDOWN
    assert frames[1]["at"] - frames[0]["at"] >= COUNTDOWN
    times = times_of(frames)
    page = open_paused(arrive(), table)
    expect(page.get_by_label(PACE)).to_have_value("1")
    expect(page.get_by_label("Shorten long waits")).to_be_checked()
    button(page, "Play").click()
    shown = 0
    for wanted in (len(frames) // 4, len(frames) // 2):
        page.clock.run_for(times[wanted] - shown + 60)  # a look at the time every 50 ms
        shown = times[wanted] + 60
        at = int(page.locator(".controls .count").inner_text().split(" / ")[0])
        assert times[at] <= shown
        assert at >= wanted
    button(page, "Pause").click()
    page.clock.run_for(60_000)
    is_at(page, at, len(frames) - 1)


def test_time_can_be_scrubbed_and_moves_gone_back_to(arrive: Arrive, house: House) -> None:
    table = race(house)
    frames = frames_of(house, table)
    times, last = times_of(frames), len(frames) - 1
    page = open_paused(arrive(), table)
    bar = page.get_by_label("Moment of the game")
    moments = range(times[1] // STEP * STEP + STEP, times[last] + 1, STEP)  # something has happened
    middle = moments[len(moments) // 2]
    bar.fill(str(middle))
    at = max(i for i, when in enumerate(times) if when <= middle)
    is_at(page, at, last)
    expect(bar).to_have_attribute(
        "aria-valuetext", f"{clock(middle)} of {clock(times[last])}, move {at} of {last}"
    )
    page.get_by_label(PACE).select_option("Move by move")
    expect(bar).to_have_attribute("aria-valuetext", f"move {at} of {last}")
    page.get_by_label(PACE).select_option("As it happened, 4× as fast")
    button(page, "One move back").click()
    is_at(page, at - 1, last)


def clock(ms: int) -> str:
    return f"{ms // 60_000}:{ms // 1000 % 60:02}.{ms // 100 % 10}"


def test_games_in_turns_are_replayed_move_by_move(arrive: Arrive, house: House) -> None:
    table = finished_game(house, RACE, 2)
    visitor = arrive()
    visitor.go(f"/t/{table}/replay")
    last = len(frames_of(house, table)) - 1
    bar = visitor.page.get_by_label("Moment of the game")
    expect(bar).to_have_attribute("aria-valuetext", f"move 0 of {last}")


def choose_file(page: Page, file: Path, content: str) -> None:
    file.write_text(content, encoding="utf-8")
    page.get_by_label("Record of a game").set_input_files(file)


def test_a_record_alone_is_shown_through_all_eyes(arrive: Arrive, house: House, tmp_path: Path) -> None:
    table = finished_game(house, PIRATES, 3)
    record = house.ask("GET", f"/api/tables/{table}/record")
    visitor = arrive()
    visitor.go("/replay")
    visitor.page.wait_for_selector("#record")
    assert visitor.complaints() == []
    choose_file(visitor.page, tmp_path / "game.json", json.dumps(record))
    page = visitor.page
    page.wait_for_selector("main.board svg")
    last = len(record["moves"])
    is_at(page, 0, last)
    expect(page.locator("#eyes option")).to_have_count(5)
    page.select_option("#eyes", "1")
    expect(page.locator("g.hand .spot")).not_to_have_count(0)
    button(page, "To the end").click()
    is_at(page, last, last)
    button(page, "More").click()
    expect(page.get_by_role("dialog")).to_contain_text("This game comes from a file")
    expect(page.get_by_role("link", name="Download the record")).to_have_count(0)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("not even JSON", "This file is not a record"),
        ("null", "This file is not a record of a game"),
        ("{}", "neither a record nor a position"),
        ('{"kosmoport": "record", "game": "chess"}', "There is no game"),
    ],
)
def test_a_file_that_is_no_record_is_refused_in_a_sentence(
    arrive: Arrive, house: House, tmp_path: Path, content: str, sentence: str
) -> None:
    visitor = arrive()
    visitor.go("/replay")
    choose_file(visitor.page, tmp_path / "file.json", content)
    expect(visitor.page.get_by_role("alert")).to_contain_text(sentence)
    expect(visitor.page.get_by_label("Record of a game")).to_be_enabled()
    visitor.errors[:] = [error for error in visitor.errors if "400" not in error]  # what was asked for


# Those of the drop-downs that are narrower than what stands in them.
NARROWER = """(all) => all.flatMap((one) => {
  const whole = one.cloneNode(true);
  Object.assign(whole.style, { position: "absolute", width: "max-content", maxWidth: "none" });
  one.after(whole);
  const wanted = whole.getBoundingClientRect().width;
  whole.remove();
  return one.getBoundingClientRect().width >= wanted - 1 ? [] : [[one.id, wanted]];
})"""


def test_what_is_chosen_can_be_read_on_a_phone(arrive: Arrive, house: House) -> None:
    page = open_paused(arrive(size="phone", language="pl"), race(house))
    page.wait_for_selector("select.pace")
    assert page.locator("select").evaluate_all(NARROWER) == []
