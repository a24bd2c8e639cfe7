"""Clocks: what each decision costs, what happens when the time is up, and what a restart gives back."""

from __future__ import annotations

from typing import Any

import pytest

from kosmoport.table import entries as log
from kosmoport.table.automatic import next_step
from kosmoport.table.clock import new_clocks
from kosmoport.table.policy import Policy
from kosmoport.table.protocol import ClockState, ComeBack, Leave
from kosmoport.table.settings import BankClock, MoveClock, NoClock
from tests.table.desk import Desk, messages, playing

CREDIT = Policy().lag_credit


def pirates(**asked: Any) -> Desk:
    return playing("kosmiczni_piraci", 3, start=0, **asked)


def last_cause(desk: Desk) -> str:
    """Why the last action was done."""
    acted = desk.lines[-1].entry
    assert isinstance(acted, log.Acted)
    return acted.cause


# ---------------------------------------------------------------- the three kinds


def test_without_a_clock_nobody_has_to_hurry() -> None:
    desk = pirates()
    desk.now += 10**9
    assert next_step(desk.table, desk.now).bots == ()
    assert desk.table.clocks.deadlines() == {}
    assert desk.table.clocks.state(desk.now) == ClockState((None, None, None), running=(0,))


def test_each_decision_has_so_many_seconds() -> None:
    desk = pirates(clock=MoveClock(30))
    desk.now += 12_000
    assert desk.table.clocks.state(desk.now) == ClockState((18_000, 30_000, 30_000), running=(0,))
    desk.act(0)
    assert desk.table.clocks.state(desk.now).running == (1,)
    desk.act(1, choice=-1)
    desk.act(2, choice=-1)
    assert desk.table.clocks.state(desk.now).left[0] == 30_000


def test_a_bank_is_for_the_whole_game_and_gets_some_back_after_each_decision() -> None:
    desk = pirates(clock=BankClock(60, 5))
    desk.now += 12_000
    desk.act(0)
    assert desk.table.clocks.state(desk.now) == ClockState((53_000, 60_000, 60_000), running=(1,))
    desk.now += 1_000
    desk.act(1, choice=-1)
    assert desk.table.clocks.state(desk.now).left == (53_000, 64_000, 60_000)
    desk.now += 61_000
    assert desk.table.clocks.state(desk.now).left == (53_000, 64_000, 0)


def test_everybody_sees_the_clocks_with_every_move() -> None:
    desk = pirates(clock=BankClock(60))
    desk.now += 7_000
    desk.act(0)
    for viewer in (-1, 0, 1, 2):
        clock = messages(desk.told[viewer])[-1]["position"]["clock"]
        assert clock == {"left": [53_000, 60_000, 60_000], "running": [1]}


def test_in_the_draft_all_clocks_run_at_once_and_stop_one_by_one() -> None:
    desk = playing("kosmodraci", 3, clock=BankClock(100))
    assert desk.table.clocks.state(desk.now).running == (0, 1, 2)
    desk.now += 10_000
    desk.act(1)
    desk.now += 10_000
    state = desk.table.clocks.state(desk.now)
    assert state == ClockState((80_000, 90_000, 80_000), running=(0, 2))
    desk.act(0)
    desk.now += 5_000
    desk.act(2)
    assert desk.table.clocks.state(desk.now) == ClockState((80_000, 90_000, 75_000), running=(0, 1, 2))


def test_dice_and_bots_cost_nobody_time() -> None:
    desk = playing("kosmiczna_misja", 2, clock=BankClock(1000), start=0)
    spent = [0, 0]
    for _ in range(12):
        seat = desk.table.to_act()[0]
        desk.now += 3_000
        spent[seat] += 3_000
        desk.act(seat, choice=-1)
        while not desk.table.to_act():
            desk.now += 1_000
            desk.settle()
    assert list(desk.table.clocks.state(desk.now).left) == [1_000_000 - ms for ms in spent]
    assert min(spent) > 0


# ---------------------------------------------------------------- the delay of the line


def test_the_delay_of_the_line_does_not_count() -> None:
    desk = pirates(clock=BankClock(60))
    desk.table.delays[0] = 400
    desk.now += 5_000
    desk.act(0)
    assert desk.table.clocks.state(desk.now).left[0] == 60_000 - 4_600
    assert desk.again().clocks == desk.table.clocks


@pytest.mark.parametrize("delay", [1_000, 1_001, 10**9])
def test_the_credit_for_delay_is_bounded(delay: int) -> None:
    desk = pirates(clock=BankClock(60))
    desk.table.delays[0] = delay
    desk.now += 5_000
    desk.act(0)
    assert desk.table.clocks.state(desk.now).left[0] == 60_000 - 4_000


def test_nobody_wins_time_by_delay() -> None:
    desk = pirates(clock=BankClock(60))
    desk.table.delays[0] = 800
    desk.now += 300
    desk.act(0)
    assert desk.table.clocks.state(desk.now).left[0] == 60_000


def test_an_action_on_the_way_when_the_time_is_up_still_counts() -> None:
    desk = pirates(clock=MoveClock(10))
    desk.now += 10_000 + CREDIT - 1
    assert next_step(desk.table, desk.now).bots == ()
    desk.act(0)
    assert last_cause(desk) == "person"


# ---------------------------------------------------------------- time is up


def test_when_the_time_is_up_a_bot_of_the_tables_level_moves_and_says_so() -> None:
    desk = pirates(clock=MoveClock(10), timeout_level="strong")
    assert next_step(desk.table, desk.now).look_again == desk.now + 10_000 + CREDIT
    desk.pass_time(10_000 + CREDIT)
    moved = messages(desk.told[1])[-1]
    assert (moved["by"], moved["cause"], moved["level"]) == (0, "clock", "strong")
    assert desk.table.seats[0].level is None  # the seat is still theirs
    assert desk.table.to_act() == [1]


def test_a_whole_game_of_people_who_are_not_there_ends_by_the_clock() -> None:
    desk = pirates(clock=MoveClock(10))
    desk.pass_time(3_600_000)
    assert desk.table.over
    acted = [line.entry for line in desk.lines if isinstance(line.entry, log.Acted)]
    assert {entry.cause for entry in acted} == {"clock"}


def test_an_empty_bank_leaves_only_the_increment() -> None:
    desk = pirates(clock=BankClock(5, 2))
    desk.now += 100_000
    desk.settle()
    assert last_cause(desk) == "clock"
    assert desk.table.clocks.state(desk.now).left[0] == 2_000


def test_in_the_draft_the_clock_decides_only_for_those_who_have_not() -> None:
    desk = playing("kosmodraci", 3, clock=MoveClock(10))
    desk.now += 5_000
    desk.act(1)
    desk.now += 5_000 + CREDIT
    wanted = next_step(desk.table, desk.now).bots
    assert [(bot.seat, bot.cause) for bot in wanted] == [(0, "clock"), (2, "clock")]


def test_bots_have_no_deadline() -> None:
    desk = playing("kosmiczni_piraci", 2, bots=["casual"], start=2, clock=MoveClock(10))
    assert {line.entry.cause for line in desk.lines if isinstance(line.entry, log.Acted)} == {"bot"}


# ---------------------------------------------------------------- a restart, and leaving


def test_a_restart_gives_the_time_of_decisions_in_progress_back() -> None:
    for clock, left in ((MoveClock(10), 10_000), (BankClock(60), 60_000)):
        desk = pirates(clock=clock)
        desk.now += 9_000
        desk.table = desk.again()
        desk.now += 3_600_000
        desk.write([log.Resumed()])
        assert desk.table.clocks.state(desk.now).left[0] == left
        assert next_step(desk.table, desk.now).bots == ()
        told = messages(desk.told[0])[-1]
        assert told["type"] == "resumed"
        assert told["position"]["clock"]["left"][0] == left


def test_a_restart_gives_back_nothing_that_was_spent_before() -> None:
    desk = pirates(clock=BankClock(60))
    desk.now += 20_000
    desk.act(0)
    desk.now += 3_600_000
    desk.write([log.Resumed()])
    assert desk.table.clocks.state(desk.now).left == (40_000, 60_000, 60_000)


def test_leaving_and_coming_back_wins_no_time() -> None:
    for clock, left in ((MoveClock(30), 30_000), (BankClock(60), 60_000)):
        desk = pirates(clock=clock)
        desk.now += 20_000
        desk.send(0, Leave("1"))
        desk.now += 8_000  # while a bot thinks for them
        desk.send(0, ComeBack("2"))
        assert desk.table.clocks.state(desk.now).left[0] == left - 20_000
        for viewer in (-1, 0, 2):
            assert messages(desk.told[viewer])[-1]["position"]["clock"]["left"][0] == left - 20_000


# ---------------------------------------------------------------- the clocks alone


def test_whose_clock_does_not_run_is_not_charged() -> None:
    clocks = new_clocks(BankClock(60, 5), 2)
    clocks = clocks.acted(1, 5_000, 0).charge(1, 5_000).skip((1,), 5_000)
    assert clocks.left == [60_000, 60_000]


def test_a_clock_that_goes_backwards_takes_nothing() -> None:
    clocks = new_clocks(BankClock(60), 1)
    clocks = clocks.turn_to([0], 10_000)
    assert clocks.state(9_000).left == (60_000,)
    assert clocks.acted(0, 9_000, 0).left == [60_000]


def test_the_clocks_before_a_move_stay_as_they_were() -> None:
    for rule in (NoClock(), MoveClock(10), BankClock(5)):
        before = new_clocks(rule, 2).turn_to([0], 0)
        after = before.acted(0, 5_000, 0).turn_to([1], 5_000)
        assert before.since == {0: 0}
        assert after.since == {1: 5_000}
        assert before == new_clocks(rule, 2).turn_to([0], 0)
        assert before != after
