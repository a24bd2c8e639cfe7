"""A process killed in the middle of a burst loses nothing that it acknowledged, and doubles nothing."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

from tests.server.store.burst import TABLES
from tests.server.store.places import Place

ROOT = Path(__file__).parents[3]


def acknowledged_before_the_kill(place: Place, wanted: int, *how: str) -> dict[str, int]:
    """Run the burst, kill it once `wanted` lines were acknowledged; the last number of each table."""
    command = [sys.executable, "-m", "tests.server.store.burst", place.where, *how]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(wanted)]
        process.send_signal(signal.SIGKILL)
        said += process.stdout.readlines()  # acknowledged while we were about to kill
    last: dict[str, int] = {}
    for line in said:
        table, n = line.decode().split()
        assert int(n) > last.get(table, 0)
        last[table] = int(n)
    return last


async def lost_lines(place: Place, last: dict[str, int]) -> int:
    """How many acknowledged lines are not there; what is there must be whole."""
    lost = 0
    async with place.store() as store:
        for table, n in last.items():
            lines = await store.read(table)
            row = await store.find(table)
            assert row is not None
            assert row.n == len(lines)
            assert [line.n for line in lines] == list(range(1, row.n + 1))
            assert len({line.message for line in lines}) == row.n
            lost += max(0, n - row.n)
    return lost


def test_everything_acknowledged_is_there_after_a_kill(place: Place) -> None:
    for wanted in (400, 700):
        last = acknowledged_before_the_kill(place, wanted)
        assert len(last) == TABLES
        assert asyncio.run(lost_lines(place, last)) == 0


def test_a_program_that_acknowledges_too_early_is_caught(tmp_path: Path) -> None:
    place = Place(str(tmp_path / "tables.sqlite3"), tmp_path)
    for _ in range(10):
        last = acknowledged_before_the_kill(place, 200, "hasty")
        if asyncio.run(lost_lines(place, last)) > 0:
            return
    raise AssertionError("ten kills have not shown what must be lost")
