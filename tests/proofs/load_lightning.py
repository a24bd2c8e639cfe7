"""`make load`, lightning rounds: hands that move twenty times a second at many tables of one process at once.

Four players at each table draw a card, hold it for two seconds and let it go, over loopback; when somebody's
last card calls Stop they keep what they hold and are ready for the next round. Measured is how long a card
takes from being let go to the three other players, beside rooms on bare aiohttp that get the same messages at
the same times and only echo them, in stretches of the same run. Every card that was acknowledged must have
reached all of them.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import signal
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import reduce
from operator import add
from pathlib import Path
from time import perf_counter

import aiohttp
import uvloop

from tests.proofs.load_racers import SEATS, BareRace, Counting, LiveRace, Races, RaceTable
from tests.proofs.load_servers import Server, bare_rooms, cpu_of, kosmoport

STRETCH = 10.0  # seconds of one server before it is the other's turn
WARM_UP = 26.0  # seconds: about one round, which shows how long messages are
ANSWERS_WITHIN = 30.0  # seconds after the last action
ANSWER = 60  # bytes
COMMITS = re.compile(r"^kosmoport_commit_seconds_(sum|count) (\S+)$", re.MULTILINE)


@dataclass(frozen=True)
class Measured:
    """One stretch of load on one server."""

    races: Races
    cpu: float  # seconds of processor time of the server
    own_cpu: float  # of this process, which plays everybody
    wall: float

    def __add__(self, other: Measured) -> Measured:
        cpu, own_cpu = self.cpu + other.cpu, self.own_cpu + other.own_cpu
        return Measured(self.races + other.races, cpu, own_cpu, self.wall + other.wall)


async def measure(server: Server, tables: Sequence[RaceTable], seconds: float) -> Measured:
    """Let everybody play for so long, and wait until all is answered and told."""
    counting = tables[0].counting
    counting.take()
    began, cpu, own_cpu = perf_counter(), server.cpu(), cpu_of(os.getpid())
    for table in tables:
        table.play()
    await asyncio.sleep(seconds)
    for table in tables:
        table.rest()
    wall = perf_counter() - began
    while not all(table.at_rest for table in tables) and perf_counter() < began + seconds + ANSWERS_WITHIN:
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.5)  # what was told last is read
    return Measured(counting.take(), server.cpu() - cpu, cpu_of(os.getpid()) - own_cpu, wall)


async def run(folder: Path, count: int, seconds: float) -> bool:
    """The whole comparison; did everything reach everybody?"""
    with ExitStack() as stack:
        server, counting = stack.enter_context(kosmoport(folder)), Counting()
        async with aiohttp.ClientSession() as http:
            live = [LiveRace(counting) for _ in range(count)]
            for table in live:
                stack.callback(table.close)
                await table.open(http, server.port)
        print(f"{count} lightning rounds of four are on; warming up for {WARM_UP:g} s ...", flush=True)
        warm = (await measure(server, live, WARM_UP)).races
        size = round(warm.broadcast_bytes / max(1, warm.broadcasts))
        peer = stack.enter_context(bare_rooms(folder, size, ANSWER, "load_echo"))
        bare_counting = Counting()
        bare = [BareRace(bare_counting) for _ in range(count)]
        for number, room in enumerate(bare):
            stack.callback(room.close)
            await room.open(peer.port, number)
        return await _in_turns(server, live, peer, bare, seconds)


async def saves(server: Server) -> tuple[float, int]:
    """Seconds in which lines were made durable so far, and how often."""
    url = f"http://127.0.0.1:{server.port}/metrics"
    async with aiohttp.ClientSession() as http, http.get(url) as answer:
        figures = dict(COMMITS.findall(await answer.text()))
    return float(figures["sum"]), int(float(figures["count"]))


async def _in_turns(
    server: Server, live: Sequence[LiveRace], peer: Server, bare: Sequence[BareRace], seconds: float
) -> bool:
    stretches = max(1, round(seconds / STRETCH))
    ours, theirs = [], []
    before = await saves(server)
    for _ in range(stretches):
        theirs.append(await measure(peer, bare, seconds / stretches))
        ours.append(await measure(server, live, seconds / stretches))
    here, there = reduce(add, ours), reduce(add, theirs)
    seconds, count = (after - was for after, was in zip(await saves(server), before, strict=True))
    show("kosmoport", here)
    save = 1000 * seconds / max(1, count)
    print(f"  nothing is told before it is durable: a save took {save:.1f} ms on average")
    show("bare echo rooms", there)
    return judge(here, there)


def show(name: str, measured: Measured) -> None:
    """The figures of one server."""
    races, wall = measured.races, measured.wall
    times = zip(("p50", "p95", "p99", "most"), races.percentiles(0.5, 0.95, 0.99, 1.0), strict=True)
    print(f"{name}: {wall:.1f} s, {races.hovers / wall:.0f} hands/s, {races.releases} cards let go")
    print("  a card to another player: " + ", ".join(f"{share} {ms:.1f} ms" for share, ms in times))
    each = races.received / max(1, races.deliveries)
    print(f"  {races.deliveries / wall:.0f} deliveries/s of {each:.0f} bytes;", end="")
    print(f" server {measured.cpu / wall:.0%} of a core, players {measured.own_cpu / wall:.0%}")
    per_card = 1000 * measured.cpu / max(1, races.releases)
    print(
        f"  {per_card:.2f} ms of processor time for each card, with all that hands did meanwhile", flush=True
    )


def judge(ours: Measured, bare: Measured) -> bool:
    """Did every card that was laid reach the three others?"""
    races = ours.races
    (here,), (there,) = races.percentiles(0.99), bare.races.percentiles(0.99)
    print(f"p99 from a card to another player: {here:.1f} ms here, {there:.1f} ms in bare echo rooms.")
    if races.flawless:
        reached = len(races.seconds)
        print(
            f"All {races.done} cards reached the other players ({reached} times); {races.rounds} new rounds",
            end="",
        )
        print(f" began; {races.overtaken} actions were overtaken by Stop.")
    else:
        missing = (SEATS - 1) * races.done - len(races.seconds)
        print(
            f"{missing} deliveries MISSING, {len(races.refused)} refused, {races.cut} cut.", races.refused[:3]
        )
    return races.flawless


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=50, help="rounds of four at once")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long each server is measured")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the servers are stopped on the way out
    with tempfile.TemporaryDirectory(prefix="kosmoport-load-") as folder:
        fine = uvloop.run(run(Path(folder), asked.tables, asked.seconds))
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
