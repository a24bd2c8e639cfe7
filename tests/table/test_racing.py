"""A race: three, two, one, go; hands over the table that freeze at Stop; what a slow line is credited."""

from __future__ import annotations

import pytest

from kosmoport.core.contract import CHANCE
from kosmoport.core.play import generator
from kosmoport.core.words import Told
from kosmoport.games import game_by_id
from kosmoport.games.kosmiczna_eskadra import GAME
from kosmoport.games.kosmiczna_eskadra.schema import START, TIME_UP
from kosmoport.games.kosmiczna_eskadra.timing import BETWEEN_BOTS, BETWEEN_CALM, BETWEEN_ROUNDS, COUNTDOWN
from kosmoport.table import entries as log
from kosmoport.table.acting import why_not
from kosmoport.table.automatic import next_step
from kosmoport.table.protocol import Act, Begin, Leave, Ready
from kosmoport.table.racing import hovering
from kosmoport.table.settings import NewTable
from tests.table.desk import Desk, messages, playing, seated, state_of
from tests.table.stopping import ESKADRA, FAR, act, hover, lay_all_but_one, stopped

# ---------------------------------------------------------------- three, two, one


def test_nobody_acts_before_the_signal_not_even_bots() -> None:
    desk = seated(ESKADRA, 1, bots=["casual"])
    begun = desk.now
    desk.send(0, Ready("a"))
    desk.send("host", Begin("b"))
    desk.deal()
    assert desk.refused(0, Act("c", desk.table.n, "draw")).args == {"wait": COUNTDOWN}
    step = next_step(desk.table, desk.now)
    assert (step.entries, step.bots, step.look_again) == ((), (), begun + COUNTDOWN)
    desk.now = begun + COUNTDOWN
    assert [wanted.seat for wanted in next_step(desk.table, desk.now).bots] == [1]
    act(desk, 0, "draw")


def test_why_not_is_because_it_is_too_early() -> None:
    desk = playing(ESKADRA, 2)
    begun = desk.lines[-1].at
    problem = why_not(desk.table, "0", Told("draw", {}), begun + 1)
    assert problem is not None
    assert (problem.id, problem.args) == ("not_yet", {"wait": COUNTDOWN - 1})
    assert why_not(desk.table, "0", Told("draw", {}), begun + COUNTDOWN) is None


def test_everybody_is_told_when_it_begins_and_ends() -> None:
    desk = playing(ESKADRA, 2, options={"round_limit_s": 20})
    begun = desk.lines[-1].at
    (timing,) = {str(messages(desk.told[viewer])[-1]["position"]["timing"]) for viewer in (-1, 0, 1)}
    assert timing == str({"go_at": begun + COUNTDOWN, "ends_at": begun + COUNTDOWN + 20_000, "ready": None})


def test_games_without_a_clock_of_their_own_have_no_timing() -> None:
    desk = playing("piraci", 3)
    assert messages(desk.told[0])[-1]["position"]["timing"] is None
    assert desk.table.race.go_at is None


# ---------------------------------------------------------------- hands


def test_a_hand_over_the_table_is_neither_logged_nor_told() -> None:
    desk = playing(ESKADRA, 2)
    act(desk, 0, "draw")
    lines, told = len(desk.lines), {viewer: list(said) for viewer, said in desk.told.items()}
    hover(desk, 0, x=10, y=20, rot=30)
    hover(desk, 0, x=11, y=20, rot=30)
    assert len(desk.lines) == lines
    assert desk.told == told
    assert desk.play.view(0).held_at is None


def test_stop_freezes_hands_where_they_were_last() -> None:
    desk = playing(ESKADRA, 3)
    lay_all_but_one(desk, 0)
    for seat in (1, 2):
        act(desk, seat, "draw")
    hover(desk, 1, x=10, y=20, rot=30)
    hover(desk, 1, x=-40, y=50, rot=60)
    act(desk, 0, "release", x=0, y=-2500, rot=0)
    pose = desk.play.view(1).held_at
    assert (pose.x, pose.y, pose.rot) == (-40, 50, 60)
    assert desk.play.view(2).held_at is None  # never over the table (KE-B21)
    entries = [line.entry for line in desk.lines[-2:]]
    assert [entry.seat for entry in entries if isinstance(entry, log.Acted)] == [1, 0]
    assert desk.play.legal(1) == [1, 2]


def test_the_clock_freezes_hands_too() -> None:
    desk = playing(ESKADRA, 2, options={"round_limit_s": 20})
    act(desk, 1, "draw")
    hover(desk, 1, **FAR)
    desk.pass_time(20_000)
    assert desk.play.view(1).held_at is not None
    assert [move.seat for move in desk.play.moves[-2:]] == [1, CHANCE]
    assert desk.play.moves[-1].action == TIME_UP


def test_a_card_that_was_let_go_leaves_no_hand_behind() -> None:
    desk = playing(ESKADRA, 2, options={"round_limit_s": 20})
    act(desk, 1, "draw")
    hover(desk, 1, **FAR)
    act(desk, 1, "release", **FAR)
    act(desk, 1, "draw")
    desk.pass_time(20_000)
    assert desk.play.view(1).held_at is None


@pytest.mark.parametrize(
    "told",
    [
        Told("release", FAR),
        Told("draw"),
        Told("nonsense"),
        Told("hold", {"x": 1}),
        Told("hold", {"x": 10**9}),
    ],
)
def test_what_is_no_hand_is_not_remembered(told: Told) -> None:
    desk = playing(ESKADRA, 2)
    act(desk, 1, "draw")
    assert hovering(desk.table, 1, told, None, desk.now) == []
    assert desk.table.race.hovers == {}


def test_hands_belong_to_races_only() -> None:
    for desk in (playing("piraci", 3), playing(ESKADRA, 2, unhurried=True)):
        assert hovering(desk.table, 0, Told("hold", FAR), None, desk.now) == []
        assert desk.table.race.hovers == {}


# ---------------------------------------------------------------- credit


@pytest.mark.rule("KE-B47")
def test_what_was_let_go_before_stop_counts_though_it_comes_after_it() -> None:
    desk = stopped(delay=100)
    stop, lying = desk.now, state_of(desk.table, GAME).lying
    desk.now += 80
    act(desk, 1, "release", at=stop - 5, **FAR)
    ship = state_of(desk.table, GAME).ship[lying]
    assert (ship.owner, ship.x, ship.y) == (1, 2000, 2000)
    said = [line["told"] for line in messages(desk.told[-1]) if line["type"] == "moved"]
    assert {"id": "credited", "args": {"seat": 1, "ms": 80}} in [one for told in said for one in told]


@pytest.mark.rule("KE-B47")
def test_what_comes_late_was_sent_before_the_hand_was_known_to_be_frozen() -> None:
    desk = stopped(delay=100)
    stop, seen = desk.now, desk.table.n - 2  # neither the frozen hand nor Stop had been heard of
    desk.now += 80
    desk.send(1, Act("late", seen, "release", FAR, stop - 5))
    s = state_of(desk.table, GAME)
    assert s.ship[s.lying - 1].x == FAR["x"]


@pytest.mark.rule("KE-B47")
def test_a_restart_credits_nothing_that_came_after_stop() -> None:
    desk = stopped(delay=100)
    desk.now += 2_000
    desk.write([log.Resumed()])
    desk.now += 50
    assert desk.refused(1, Act("x", desk.table.n, "release", FAR, desk.now - 50)).id == "stopped"


@pytest.mark.rule("KE-B47")
def test_a_hand_that_moved_before_stop_is_frozen_there_though_it_comes_after_it() -> None:
    desk = stopped(delay=100)
    stop = desk.now
    desk.now += 60
    hover(desk, 1, at=stop, **FAR)
    pose = desk.play.view(1).held_at
    assert (pose.x, pose.y) == (2000, 2000)
    act(desk, 1, "keep")


@pytest.mark.rule("KE-B47")
@pytest.mark.parametrize(
    "delay, after, done",
    [
        (100, 80, 1),  # done after Stop
        (100, 101, -50),  # older than the line is slow: the time is not believed
        (900, 301, -50),  # more than the house credits
        (0, 1, -50),  # no delay was measured
    ],
)
def test_what_was_done_after_stop_or_comes_too_late_does_not_count(delay: int, after: int, done: int) -> None:
    desk = stopped(delay)
    stop = desk.now
    desk.now += after
    hover(desk, 1, at=stop + done, **FAR)
    pose = desk.play.view(1).held_at
    assert (pose.x, pose.y) == (10, 20)
    assert desk.refused(1, Act("x", desk.table.n, "release", FAR, stop + done)).id == "stopped"


def test_without_a_time_nothing_is_credited() -> None:
    desk = stopped()
    desk.now += 1
    assert desk.refused(1, Act("x", desk.table.n, "release", FAR)).id == "stopped"


def test_where_overlapping_is_refused_a_late_card_is_only_held_there() -> None:
    desk = playing(ESKADRA, 2, options={"placement_check": "reject"})
    desk.table.delays[1] = 100
    lay_all_but_one(desk, 0)
    act(desk, 1, "draw")
    act(desk, 0, "release", x=0, y=-2500, rot=0)
    desk.now += 5
    act(desk, 1, "release", at=desk.now - 5, x=0, y=-2500, rot=0)
    assert desk.play.view(1).held_at is not None
    assert desk.play.legal(1) == [2]


# ---------------------------------------------------------------- between rounds


def between() -> Desk:
    desk = playing(ESKADRA, 3, options={"round_limit_s": 20})
    desk.pass_time(20_000)
    assert desk.table.waits_for_all
    return desk


@pytest.mark.rule("KE-B39")
def test_the_next_round_begins_when_all_are_ready() -> None:
    desk = between()
    desk.send(0, Ready("a"))
    desk.send(2, Ready("b"))
    assert messages(desk.told[1])[-1]["position"]["timing"]["ready"] == [0, 2]
    desk.send(2, Ready("c", ready=False))
    desk.send(1, Ready("d"))
    assert desk.play.moves[-1].action != START
    desk.send(2, Ready("e"))
    desk.settle()
    assert desk.play.moves[-1].action == START
    assert desk.table.race.go_at == desk.now + COUNTDOWN
    assert desk.table.race.ready == set()


def test_nobody_waits_for_a_seat_that_a_bot_has() -> None:
    desk = between()
    desk.send(0, Ready("a"))
    desk.send(1, Ready("b"))
    desk.settle()
    assert desk.play.moves[-1].action != START
    desk.send(2, Leave("l"))
    desk.settle()
    assert desk.play.moves[-1].action == START


def test_a_calm_table_waits_a_day_for_those_who_are_not_ready() -> None:
    desk, rng = playing(ESKADRA, 2, options={"mode": "turns", "wins": 99}), generator(5)
    while not desk.table.waits_for_all:
        seat = next(iter(desk.table.due))
        desk.act_as(seat, desk.play.game.describe(desk.play.view(seat), desk.random_action(seat, rng)))
        desk.pass_time(desk.policy.take_back_grace)
    assert desk.table.race.timed == (START, desk.lines[-1].at + BETWEEN_CALM)
    desk.send(0, Ready("a"))
    desk.pass_time(BETWEEN_ROUNDS)
    assert desk.table.waits_for_all
    desk.send(1, Ready("b"))
    desk.settle()
    assert desk.play.view(0).round == 1


def test_where_only_bots_play_those_who_watch_have_a_moment() -> None:
    desk = Desk(NewTable(game=ESKADRA, bots=["casual"] * 2, options={"round_limit_s": 5, "wins": 99}))
    desk.begin()
    while not desk.table.waits_for_all:
        desk.pass_time(100)
    assert desk.table.race.since is not None
    assert desk.table.race.timed == (START, desk.table.race.since + BETWEEN_BOTS)


def test_after_a_minute_it_begins_anyway() -> None:
    desk = between()
    desk.send(0, Ready("a"))
    desk.pass_time(BETWEEN_ROUNDS)
    assert desk.play.moves[-1].action == START


def test_ready_means_nothing_while_ships_are_laid() -> None:
    desk = playing(ESKADRA, 2)
    assert desk.refused(0, Ready("a")).id == "begun"


# ---------------------------------------------------------------- the log


def test_a_table_with_late_cards_is_what_its_log_says() -> None:
    desk = stopped()
    stop = desk.now
    desk.now += 50
    act(desk, 1, "release", at=stop, **FAR)
    again = desk.again()
    assert again.begun
    assert [(m.seat, m.action, m.at) for m in again.play.moves] == [
        (m.seat, m.action, m.at) for m in desk.play.moves
    ]
    assert again.play.view(-1) == desk.play.view(-1)


def test_late_outcomes_are_written_in_words_and_read_back() -> None:
    game, desk = game_by_id(ESKADRA), stopped()
    s, c = desk.play.s, desk.play.c
    for seat, x, y, rot, ms in [(0, 0, 0, 0, 0), (1, -20_000, 20_000, 359, 999), (3, 7, -8, 9, 10)]:
        told = Told("late", {"seat": seat, "x": x, "y": y, "rot": rot, "ms": ms})
        assert game.describe_chance(s, c, game.encode_chance(s, c, told)) == told
