"""After the end: the count, a rematch or another game for everybody, the replay, a picture to share."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Arrive
from tests.e2e.games.drivers import DRIVERS
from tests.e2e.games.ending import check_the_end, position_of
from tests.e2e.games.late import any_action, finished_game, most, new_table, play_out
from tests.e2e.games.moving import sit
from tests.e2e.house import MOST_MOVES, House
from tests.e2e.playing import END, stop_time, wait_for_turn
from tests.e2e.visitor import Visitor

GAME = "kosmiczna_misja"
PEOPLE = ["Ada", "Bob"]
STEP = 450  # ms between two categories of the count
COMING = ".ending .chips .coming"
GAMES = list(DRIVERS)
WRITTEN = """() => {
  window.written = [];
  const write = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    window.written.push(text);
    return write.call(this, text, ...rest);
  };
}"""  # whatever is written in a picture


def play_to_the_end(arrive: Arrive, house: House) -> tuple[str, Visitor, Visitor]:
    """Two people in two browsers at a game that programs play for them."""
    table, tokens = new_table(house, GAME, PEOPLE, 2)
    ada, bob = arrive(), arrive()
    for visitor, token in zip((ada, bob), tokens, strict=True):
        sit(visitor, table, token)
    play_out(house, table, tokens, Random(5))
    return table, ada, bob


def button(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def is_elsewhere(page: Page, table: str) -> None:
    page.wait_for_url(lambda url: "/t/" in url and table not in url)


def test_both_see_the_count_and_meet_again_at_the_rematch(arrive: Arrive, house: House) -> None:
    table, ada, bob = play_to_the_end(arrive, house)
    for visitor in (ada, bob):
        check_the_end(visitor.page)
    button(ada.page, "Rematch")
    is_elsewhere(ada.page, table)
    for said in ("Ada is in", "a seat is kept for Bob"):
        expect(bob.page.locator("ul.who")).to_contain_text(said)
    button(bob.page, "Look at the table")
    button(bob.page, "To the rematch")  # whoever has closed the result is told too
    is_elsewhere(bob.page, table)
    assert bob.page.url == ada.page.url
    for visitor in (ada, bob):
        for name in PEOPLE:
            expect(visitor.page.locator(".chip", has_text=name)).to_have_count(1)
    hosts, guests = (ada, bob) if ada.page.locator(".chip.you", has_text="the host").count() else (bob, ada)
    button(guests.page, "I am ready")
    button(hosts.page, "Begin")
    for visitor in (ada, bob):
        expect(visitor.page.locator("main.board svg").first).to_be_visible()
        expect(visitor.page.locator("section.seats li").first).to_contain_text("Bob")  # moved on by one
    check_my_games(ada.page, table)


def check_my_games(page: Page, finished: str) -> None:
    """The game that goes on is listed with whose turn it is, the other one among the finished."""
    rematch = page.url.rsplit("/", 1)[1]
    page.goto("/my")
    going_on = page.get_by_role("list", name="Games that go on")
    for said in ("Kosmiczna Misja", standing(page, rematch)):
        expect(going_on).to_contain_text(said)
    expect(page.get_by_role("link", name="Replay")).to_have_attribute("href", f"/t/{finished}/replay")
    going_on.get_by_role("link").click()
    page.wait_for_url(f"**/t/{rematch}")


def standing(page: Page, table: str) -> str:
    """Whose turn it is, as the list says it."""
    position = page.context.request.get(f"/api/tables/{table}").json()["position"]
    mine = position["view"]["seat"] in position["to_act"]
    return "It is your turn" if mine else "Bob to play"


def test_the_replay_and_a_link_to_share(arrive: Arrive, house: House) -> None:
    table, tokens = new_table(house, GAME, PEOPLE, 2)
    play_out(house, table, tokens, Random(6))
    ada = arrive()
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = sit(ada, table, tokens[0])
    check_the_end(page)
    button(page, "Share the picture")
    button(page, "Copy the link")
    expect(page.get_by_text("Copied")).to_be_visible()
    shared = page.evaluate("() => navigator.clipboard.readText()")
    assert shared == f"{house.address}/t/{table}/replay"
    page.keyboard.press("Escape")
    button(page, "Look at the table")
    expect(page.locator(END)).to_have_count(0)
    button(page, "Result")
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url(f"**/t/{table}/replay**")
    friend = arrive()
    friend.go(shared)
    friend.page.wait_for_selector("main.board svg")
    expect(friend.page.locator("aside.log li").first).to_be_visible()


def test_another_game_with_the_same_people_is_one_touch_away(arrive: Arrive, house: House) -> None:
    table, ada, bob = play_to_the_end(arrive, house)
    ada.page.wait_for_selector(END)
    button(ada.page, "Another game")
    assert ada.complaints() == []
    ada.page.get_by_role("dialog").get_by_role("button", name="Piraci", exact=True).click()
    is_elsewhere(ada.page, table)
    expect(bob.page.locator("ul.who")).to_contain_text("Ada is in")
    button(bob.page, "To the next game")
    is_elsewhere(bob.page, table)
    assert bob.page.url == ada.page.url
    now = house.ask("GET", f"/api/tables/{ada.page.url.rsplit('/', 1)[1]}")
    assert now["settings"]["game"] == "piraci"
    assert [(seat["name"], seat["bot"]) for seat in now["seats"]] == [
        ("Bob", None),
        ("Ada", None),
        (None, "casual"),
    ]


def test_a_picture_of_a_sealed_game_shows_names_and_points_and_nothing_else(
    arrive: Arrive, house: House
) -> None:
    table, tokens = house.table(
        GAME, PEOPLE, 0, players=2, bots=[None, None], options=DRIVERS[GAME].OPTIONS, sealed=True
    )
    house.begin(table, tokens)
    play_out(house, table, tokens, Random(9))
    ada = arrive()
    ada.page.add_init_script(f"({WRITTEN})()")
    page = sit(ada, table, tokens[0])
    check_the_end(page)
    ada.bodies.clear()
    button(page, "Share the picture")
    page.wait_for_selector("canvas[data-ready=true]")
    result = position_of(page)["result"]
    written = set(page.evaluate("() => window.written"))
    points = {str(score) for score in result["scores"]}
    verdict = re.compile(r"(Ada|Bob) wins|The win is shared: Ada, Bob|\d+ more than (Ada|Bob)")
    sentences = {text for text in written if verdict.fullmatch(text)}
    assert written - points - sentences - {"", *PEOPLE, "Kosmiczna Misja"} == {
        text for text in written if text.endswith("· Kosmoport")
    }
    assert points | set(PEOPLE) <= written
    assert not [body.url for body in ada.bodies if "/record" in body.url or "/frames" in body.url]
    assert page.locator("canvas").evaluate(
        "one => new Set(one.getContext('2d').getImageData(0, 0, 1080, 1080).data).size > 20"
    )
    with page.expect_download() as saved:
        button(page, "Save the picture")
    assert saved.value.suggested_filename == f"kosmoport-{GAME}.png"
    assert ada.complaints() == []


@pytest.mark.parametrize(
    "game", [GAMES[0], *(pytest.param(game, marks=pytest.mark.e2e) for game in GAMES[1:])]
)
def test_every_game_ends_with_its_bars_and_numbers(arrive: Arrive, house: House, game: str) -> None:
    visitor = arrive(size="phone")
    visitor.go(f"/t/{finished_game(house, game, most(game))}")
    page = visitor.page
    check_the_end(page)
    totals = page.locator(".ending .bars .total").all_inner_texts()
    result = position_of(page)["result"]
    assert sorted(int(total.replace("−", "-")) for total in totals) == sorted(result["scores"])
    assert page.locator(".ending i").count() == 0, "nothing falls where motion is reduced"
    assert not visitor.scrolls()
    assert visitor.complaints() == []
    button(page, "In numbers")
    expect(page.locator(".ending tfoot tr")).to_be_visible()
    assert visitor.complaints() == []


def test_the_points_grow_before_anybody_is_named_and_any_key_ends_it(arrive: Arrive, house: House) -> None:
    table, tokens = new_table(house, GAME, PEOPLE, 2)
    play_out(house, table, tokens, Random(7))
    visitor = arrive(motion=True)
    visitor.page.clock.install()
    stop_time(visitor.page)
    page = sit(visitor, table, tokens[0])
    title = page.locator(END)
    expect(title).to_have_text("What is it worth?")
    assert page.locator(".ending table").count() == 0
    waiting = page.locator(COMING).count()
    page.clock.run_for(STEP)
    expect(page.locator(COMING)).to_have_count(max(0, waiting - 1))
    if waiting > 1:
        expect(title).to_have_text("What is it worth?")
    page.keyboard.press("Shift")
    expect(title).not_to_have_text("What is it worth?")
    check_the_end(page)


def play_alone(house: House, table: str, token: str, choose: Random) -> None:
    """Play one seat against bots to the end, by program."""
    for _ in range(MOST_MOVES):
        now = house.wait_for_turn(table, token)
        if now["phase"] != "playing":
            return
        house.send(table, token, type="act", seen=now["n"], **any_action(now["position"], choose))
    raise AssertionError(f"the game is not over after {MOST_MOVES} decisions")


@pytest.mark.e2e
def test_alone_with_bots_a_rematch_begins_at_once(arrive: Arrive, house: House) -> None:
    table, tokens = new_table(house, GAME, ["Ada"], 2)
    ada = arrive()
    page = sit(ada, table, tokens[0])
    play_alone(house, table, tokens[0], Random(8))
    page.wait_for_selector(END)
    button(page, "Rematch")
    is_elsewhere(page, table)
    page.wait_for_selector("main.board svg")
    assert wait_for_turn(page)
