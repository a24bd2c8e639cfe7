"""The server's time, on a machine whose clocks are set by hand."""

from __future__ import annotations

import pytest

from kosmoport.house.times import HELD, LATE, ServerTime


class Machine:
    """A machine whose clocks are set by hand."""

    def __init__(self) -> None:
        self.wall, self.ticks = 1_700_000_000.0, 5000.0
        self.time = ServerTime(lambda: self.wall, lambda: self.ticks)

    def run(self, seconds: float) -> None:
        """So much time passes, and the loop runs."""
        while seconds > 0:
            passed = min(seconds, 0.25)
            self.wall, self.ticks, seconds = self.wall + passed, self.ticks + passed, seconds - passed
            assert self.time.beat() == 0

    def stand_still(self, seconds: float) -> None:
        self.wall, self.ticks = self.wall + seconds, self.ticks + seconds


def test_the_servers_time_is_wall_time_as_long_as_nobody_sets_the_clock() -> None:
    machine = Machine()
    assert machine.time.now() == 1_700_000_000_000
    machine.run(10)
    assert machine.time.now() == 1_700_000_010_000


@pytest.mark.parametrize("hours", [3, -3, 24 * 365 * 30])
def test_a_step_of_the_machines_clock_is_no_step_of_the_servers(hours: int) -> None:
    machine = Machine()
    machine.run(10)
    machine.wall += hours * 3600
    assert machine.time.now() == 1_700_000_010_000
    machine.run(1)
    assert machine.time.now() == 1_700_000_011_000


def test_time_stands_still_with_the_loop_and_the_heartbeat_says_for_how_long() -> None:
    machine = Machine()
    machine.run(1)
    machine.stand_still(14)
    before = machine.time.now()
    assert before == 1_700_000_001_000 + HELD
    assert machine.time.beat() == 14_000 - HELD
    assert machine.time.now() == before + 14_000 - HELD == 1_700_000_015_000


def test_a_busy_moment_is_no_absence() -> None:
    machine = Machine()
    machine.run(1)
    machine.stand_still(LATE / 1000)
    assert machine.time.beat() == 0
    assert machine.time.now() == 1_700_000_001_000 + LATE


def test_where_nobody_watches_the_loop_time_does_not_wait() -> None:
    machine = Machine()
    machine.run(1)
    machine.time.rest()
    machine.stand_still(100)
    assert machine.time.now() == 1_700_000_101_000
    assert machine.time.beat() == 0
