"""`kill -9` in the middle of bursts, again and again, on the same data."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from tests.proofs.chaos_check import Findings, check
from tests.proofs.chaos_fleet import Fleet
from tests.proofs.chaos_server import Postgres, Process

PACE = 0.02  # seconds between the answer to a line of chat and the next one, on average
LONGEST_BURST = 1.5  # seconds from the moment when every table goes on to the kill
EARLY = 0.2  # of the kills come before every table has gone on
BURST_WITHIN = 30.0  # seconds


@dataclass(frozen=True)
class Plan:
    """How much of it."""

    kills: int
    tables: int = 14
    least: int = 20  # messages that are in flight at every kill
    patience: float = 60.0  # seconds in which every table must go on
    database_kills: int = 0


@dataclass
class Report:
    """What was done, and what was seen."""

    fleet: Fleet
    in_flight: list[int] = field(default_factory=list)  # at each kill, as the clients saw it
    unanswered: list[int] = field(default_factory=list)  # when the server was dead
    answered_after: list[float] = field(default_factory=list)  # seconds from a kill to the next answer
    moved_after: list[float] = field(default_factory=list)  # and to a move at every table
    killed_at: float = 0.0
    database_kills: int = 0
    found: Findings = field(default_factory=Findings)

    @property
    def kills(self) -> int:
        return len(self.in_flight)

    def lines(self) -> list[str]:
        """For people."""
        said = [
            f"{self.kills} kills with {_range(self.in_flight)} messages in flight, "
            f"{sum(self.in_flight):,} in all; {sum(self.unanswered):,} were not answered by the dead",
            f"first answer {_seconds(self.answered_after)} after a kill, "
            f"a move at every table {_seconds(self.moved_after)}",
            *figures(self.fleet, self.found),
        ]
        if self.database_kills:
            refused = self.fleet.refusals["cannot_save"]
            said.append(f"PostgreSQL itself was ended {self.database_kills} times: {refused:,} refusals")
        return said


def figures(fleet: Fleet, found: Findings) -> list[str]:
    """What was played, and what was held against the database."""
    done = fleet.acknowledged
    return [
        f"acknowledged {done.total():,} ({done['Act']:,} moves, {done['TakeBack']} taken back, "
        f"{done['Rematch']} rematches); sent again {fleet.resent:,}",
        f"checked {found.promises:,} promises, {found.messages:,} messages as they were told and "
        f"{found.tables} tables; doctor: {found.doctor}",
    ]


def _range(numbers: Sequence[int]) -> str:
    return f"{min(numbers)} to {max(numbers)}" if numbers else "no"


def _seconds(times: Sequence[float]) -> str:
    return f"{median(times):.1f} s (at most {max(times):.1f} s)" if times else "never"


async def kill_often(
    process: Process, plan: Plan, luck: random.Random, postgres: Postgres | None = None
) -> Report:
    """Play, kill, start again, go on; then look at the database."""
    fleet = Fleet(process, luck)
    report = Report(fleet)
    try:
        await process.start()
        await fleet.begin(plan.tables, PACE)
        without_database = set(luck.sample(range(plan.kills), plan.database_kills))
        for number in range(plan.kills):
            early = number > 0 and luck.random() < EARLY
            await _burst(report, plan, luck, early)
            await _kill(report, plan)
            if number in without_database and postgres is not None:
                await _lose_database(report, plan, postgres)
            if fleet.contradicted():
                break
        await all_continue(fleet, plan.patience)
        await finish(fleet)
    finally:
        await fleet.end()
        await process.end()
    expected = ("cannot save", "waking failed") if report.database_kills else ()
    report.found = await judge(fleet, *expected)
    return report


async def finish(fleet: Fleet) -> None:
    """Everybody leaves, and the server is told to stop."""
    await fleet.end()
    if await fleet.server.stop() != 0:
        fleet.problems.append("the server does not stop cleanly")


async def judge(fleet: Fleet, *expected: str) -> Findings:
    """What the database, the log and the list of processes say when all is over."""
    process = fleet.server
    found = await check(process, fleet.journals)
    found.problems += fleet.problems
    found.problems += [f"log: {line}" for line in process.faults(*expected)]
    found.problems += [f"process {pid} outlived its server" for pid in await process.orphans()]
    return found


async def all_continue(fleet: Fleet, within: float) -> None:
    """A move at every table since they were forgotten; or it is noted which does not go on."""
    if not await fleet.until(fleet.all_moved, within):
        for group in [group for group in fleet.groups if not group.moved]:
            journal = group.players[0].journal
            place = f"{journal.table[:6]} ({group.asked['game']})"
            fleet.problems.append(f"{place} does not go on after line {journal.seen}")


async def _burst(report: Report, plan: Plan, luck: random.Random, early: bool) -> None:
    """Until the moment to kill has come: many messages are on their way."""
    fleet = report.fleet
    if not early:
        await all_continue(fleet, plan.patience)
        if report.kills:
            report.moved_after.append(asyncio.get_running_loop().time() - report.killed_at)
        await asyncio.sleep(luck.uniform(0, LONGEST_BURST))
    if not await fleet.until(lambda: fleet.unanswered() >= plan.least, BURST_WITHIN):
        fleet.problems.append(f"there were never {plan.least} messages in flight")


async def _kill(report: Report, plan: Plan) -> None:
    fleet, loop = report.fleet, asyncio.get_running_loop()
    report.in_flight.append(fleet.unanswered())
    report.killed_at = loop.time()
    await fleet.server.kill()
    if not await fleet.until(fleet.nobody_is_connected, 10.0):
        fleet.problems.append("a connection outlived its server")
    report.unanswered.append(fleet.unanswered())
    fleet.forget_moves()
    await fleet.server.start()
    since = loop.time()
    if await fleet.until(lambda: fleet.answered_at > since, plan.patience):
        report.answered_after.append(fleet.answered_at - report.killed_at)
    else:
        fleet.problems.append("nothing was acknowledged after a kill")


async def _lose_database(report: Report, plan: Plan, postgres: Postgres) -> None:
    """PostgreSQL quits under a server that plays, which refuses clearly, lives, and goes on."""
    fleet = report.fleet
    await all_continue(fleet, plan.patience)
    refused = fleet.refusals["cannot_save"]
    await asyncio.to_thread(postgres.kill)
    if not await fleet.until(lambda: fleet.refusals["cannot_save"] > refused, plan.patience):
        fleet.problems.append("nobody was told that the database is gone")
    fleet.forget_moves()
    await asyncio.to_thread(postgres.start)
    await all_continue(fleet, plan.patience)
    report.database_kills += 1
    if not fleet.server.alive:
        fleet.problems.append("the server ended with its database")
