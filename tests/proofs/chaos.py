"""`make chaos`: kills, broken lines and a full disk; nothing acknowledged may be lost, and a control must be.

Exit code 0 if every promise was kept and the servers that acknowledge too early were caught.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import uvloop

from tests.proofs.chaos_check import Findings
from tests.proofs.chaos_kills import Plan, kill_often
from tests.proofs.chaos_server import Postgres, Process
from tests.proofs.chaos_trouble import break_lines, fill_the_disk

SHOWN = 20  # problems
CONTROLS = 4  # tries to catch a server that acknowledges too early
CONTROL = Plan(kills=2, patience=5.0)


class Chaos:
    """Everything in turn, each part in a folder of its own."""

    def __init__(self, folder: Path, postgres: Postgres, asked: argparse.Namespace) -> None:
        self._folder, self._postgres, self._asked = folder, postgres, asked
        self._luck = random.Random(asked.seed)
        self._parts = 0
        self.failed: list[str] = []
        self.kills = 0

    def process(self, *, postgres: bool = False, hasty: bool = False, **flags: str) -> Process:
        """A server on data where nothing is yet."""
        self._parts += 1
        folder = self._folder / f"part{self._parts}"
        folder.mkdir()
        database = self._postgres.url(f"part{self._parts}") if postgres else ""
        return Process(folder, database, hasty=hasty, **flags)

    async def run(self) -> None:
        await self._part("kill -9 on SQLite", lambda: self._kills(on_postgres=False))
        await self._part("kill -9 on PostgreSQL", lambda: self._kills(on_postgres=True))
        for name, on_postgres in (("SQLite", False), ("PostgreSQL", True)):
            await self._control(name, on_postgres)
        await self._part("broken and half-open sockets", self._lines)
        await self._part("a full disk", self._disk)

    async def _part(self, name: str, work: Callable[[], Awaitable[tuple[list[str], Findings]]]) -> None:
        began = time.monotonic()
        lines, found = await work()
        say(f"{name} ({time.monotonic() - began:.0f} s)", *lines)
        if found.problems:
            self.failed.append(name)
            say(f"{name}: {len(found.problems)} problems", *found.problems[:SHOWN])

    async def _kills(self, on_postgres: bool) -> tuple[list[str], Findings]:
        asked = self._asked
        plan = Plan(asked.kills, asked.tables, asked.least, database_kills=2 if on_postgres else 0)
        report = await kill_often(
            self.process(postgres=on_postgres), plan, self._luck, self._postgres if on_postgres else None
        )
        self.kills += report.kills
        return report.lines(), report.found

    async def _lines(self) -> tuple[list[str], Findings]:
        trouble = await break_lines(self.process(max_outbox="64"), self._asked.tables, self._luck)
        return trouble.lines(), trouble.found

    async def _disk(self) -> tuple[list[str], Findings]:
        trouble = await fill_the_disk(self.process(), self._asked.tables, self._luck)
        return trouble.lines(), trouble.found

    async def _control(self, name: str, on_postgres: bool) -> None:
        """A server that acknowledges before it saves; the same test must see what it loses."""
        part = f"control on {name}, which acknowledges before it saves"
        for _ in range(CONTROLS):
            report = await kill_often(self.process(postgres=on_postgres, hasty=True), CONTROL, self._luck)
            if report.found.lost:
                lost, kills = report.found.lost, report.kills
                say(part, f"caught: after {kills} kills {lost} acknowledged messages are not in the log")
                return
        self.failed.append(part)
        say(part, "NOT caught, so this test proves nothing")


def say(title: str, *lines: str) -> None:
    print("\n  ".join((title, *lines)), flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="make chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=30, help="on each store")
    parser.add_argument("--tables", type=int, default=14, help="that are played at once")
    parser.add_argument("--least", type=int, default=20, help="messages in flight at every kill")
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    asked = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="kosmoport-") as name, closing(Postgres(Path(name))) as postgres:
        chaos = Chaos(Path(name), postgres, asked)
        uvloop.run(chaos.run())
    took = f"{time.monotonic() - began:.0f} s, seed {asked.seed}"
    if chaos.failed:
        print(f"chaos: FAILED: {'; '.join(chaos.failed)} ({took})")
        return 1
    print(
        f"chaos: {chaos.kills} kills in the middle of bursts, nothing acknowledged was lost or doubled, "
        f"every table went on, and both controls were caught ({took})"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
