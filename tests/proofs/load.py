"""`make load`: thousands of sockets acting at tables of one process, beside bare aiohttp in the same run.

Tables of four bots play Kosmiczni Piraci over loopback, each socket acting once a second; near the end
of a game all four agree to go back to its beginning (with --rematch they play on to the end, and then
at a new table, over new sockets). A bare aiohttp server that only sends as many messages of the same
size is measured in between, in the same way, since other programs may be about and a processor's time is
not worth the same at all times. All actions must be acknowledged; what one delivery (a message put on a
socket) costs is to be at most three times what it costs there.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import signal
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import add
from pathlib import Path
from time import perf_counter

import aiohttp
import uvloop

from tests.proofs.load_servers import Server, bare_rooms, cpu_of, kosmoport
from tests.proofs.load_tables import EVERY, SEATS, BareTable, LiveTable
from tests.proofs.load_tally import Tally

TO_REACH = 3.0
STRETCH = 10.0  # seconds of one server before it is the other's turn
WARM_UP = 12.0  # seconds: about one game of every table
ANSWERS_WITHIN = 60.0  # seconds after the last action
MESSAGE = 76  # bytes of an action


@dataclass(frozen=True)
class Measured:
    """One stretch of load on one server."""

    tally: Tally
    cpu: float  # seconds of processor time of the server
    own_cpu: float  # of this process, which plays all the clients
    wall: float

    def __add__(self, other: Measured) -> Measured:
        cpu, own_cpu = self.cpu + other.cpu, self.own_cpu + other.own_cpu
        return Measured(self.tally + other.tally, cpu, own_cpu, self.wall + other.wall)

    @property
    def per_delivery(self) -> float:
        """Microseconds of processor time."""
        return 1e6 * self.cpu / max(1, self.tally.deliveries)


async def measure(server: Server, tables: Sequence[LiveTable | BareTable], seconds: float) -> Measured:
    """Let every table act for so long and wait for the answers."""
    before = tables[0].tally.take()
    began, cpu, own_cpu = perf_counter(), server.cpu(), cpu_of(os.getpid())
    for number, table in enumerate(tables):
        table.play_for(round(seconds / EVERY), EVERY * number / len(tables))
    await _rest(tables, began + seconds + ANSWERS_WITHIN)
    cpu, own_cpu, wall = server.cpu() - cpu, cpu_of(os.getpid()) - own_cpu, perf_counter() - began
    tables[0].tally.stuck = sum(not table.at_rest for table in tables)
    return Measured(tables[0].tally.take().after(before), cpu, own_cpu, wall)


async def _rest(tables: Sequence[LiveTable | BareTable], until: float) -> None:
    """Wait until all that was sent is answered, within reason."""
    while not all(table.at_rest for table in tables) and perf_counter() < until:
        await asyncio.sleep(0.05)


async def _open(tables: Sequence[LiveTable | BareTable]) -> None:
    for first in range(0, len(tables), 10):
        await asyncio.gather(*(table.open() for table in tables[first : first + 10]))
    await _rest(tables, perf_counter() + ANSWERS_WITHIN)


async def run(folder: Path, count: int, seconds: float, rematches: bool) -> bool:
    """The whole comparison; was everything acknowledged?"""
    with kosmoport(folder) as server:
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=50)) as http:
            empty, cpu, tally = server.memory(), server.cpu(), Tally()
            live = [LiveTable(http, server.port, tally, rematches) for _ in range(count)]
            await _open(live)
            each = 1000 * (server.cpu() - cpu) / count
            print(f"{count * SEATS} sockets at {count} tables are open: {each:.1f} ms of processor time each")
            show_memory("kosmoport", server, empty, count)
            print(f"warming up for {min(WARM_UP, seconds):g} s ...", flush=True)
            warm = (await measure(server, live, min(WARM_UP, seconds))).tally
            try:
                return await _beside_the_peer(folder, server, live, seconds, warm)
            finally:
                show_memory("kosmoport, at the end", server, empty, count)
                for table in live:
                    table.close()


async def _beside_the_peer(
    folder: Path, server: Server, live: Sequence[LiveTable], seconds: float, warm: Tally
) -> bool:
    rounds = max(1, round(seconds / STRETCH))
    ours, bare = [], []
    with bare_rooms(folder, *warm.sizes(SEATS)) as peer:
        empty, tally = peer.memory(), Tally()
        rooms = [BareTable(peer.port, number, tally, MESSAGE) for number in range(len(live))]
        await _open(rooms)
        show_memory("bare aiohttp", peer, empty, len(live))
        for _ in range(rounds):
            bare.append(await measure(peer, rooms, seconds / rounds / 2))
            ours.append(await measure(server, live, seconds / rounds))
            here, there = ours[-1].per_delivery, bare[-1].per_delivery
            print(f"  {here:.1f} µs for each delivery here, {there:.1f} µs there", flush=True)
        for room in rooms:
            room.close()
    acted = _together(ours)
    return judge(replace(acted, tally=acted.tally.after(warm)), _together(bare))


def _together(stretches: Sequence[Measured]) -> Measured:
    return reduce(add, stretches)


def show_memory(name: str, server: Server, empty: int, tables: int) -> None:
    grown = server.memory() - empty
    each = grown / tables / SEATS / 1024
    print(f"{name}: {server.memory() / 2**20:.0f} MB in memory, {each:.0f} kB for each socket")


def show(name: str, measured: Measured) -> None:
    """The figures of one stretch."""
    tally, wall = measured.tally, measured.wall
    p50, p90, p99, most = tally.percentiles(0.5, 0.9, 0.99, 1.0)
    print(f"{name}: {wall:.1f} s, {tally.sent} actions sent, {tally.acknowledged} acknowledged")
    print(f"  {tally.sent / wall:.0f} actions/s, {tally.games} games begun anew, {tally.rematches} rematches")
    print(f"  action to answer: p50 {p50:.1f} ms, p90 {p90:.1f} ms, p99 {p99:.1f} ms, most {most:.1f} ms")
    print(
        f"  {tally.deliveries} deliveries ({tally.deliveries / wall:.0f}/s), {tally.received / 1e6:.1f} MB,"
        f" {tally.received / max(1, tally.deliveries):.0f} bytes each"
    )
    print(f"  {measured.per_delivery:.1f} µs of processor time for each delivery", end="")
    print(f" (server {measured.cpu / wall:.0%} of a core, clients {measured.own_cpu / wall:.0%})", flush=True)


def judge(ours: Measured, bare: Measured) -> bool:
    """Everything together; were all actions acknowledged?"""
    show("kosmoport", ours)
    show("bare aiohttp", bare)
    ratio = ours.per_delivery / bare.per_delivery if bare.cpu else float("inf")
    reached = "reached" if ratio <= TO_REACH else "NOT reached"
    print(
        f"For each delivery {ours.per_delivery:.1f} µs here and {bare.per_delivery:.1f} µs on bare aiohttp:"
        f" {ratio:.2f} times as much; to reach: at most {TO_REACH:g} ({reached})."
    )
    tally = ours.tally
    if tally.flawless:
        print(f"All {tally.sent} actions were acknowledged.")
    else:
        print(
            f"{tally.lost} of {tally.sent} actions were LOST, {len(tally.refused)} messages refused,"
            f" {tally.gaps} gaps, {tally.cut} connections cut, {tally.stuck} tables stuck."
            f" {' '.join(tally.refused[:3])}"
        )
    return tally.flawless


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=500, help="tables of four sockets each")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long they act")
    parser.add_argument("--rematch", action="store_true", help="play every game to its end")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the servers are stopped on the way out
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # the servers inherit it
    with tempfile.TemporaryDirectory(prefix="kosmoport-load-") as folder:
        fine = uvloop.run(run(Path(folder), asked.tables, asked.seconds, asked.rematch))
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
