"""Trouble other than death: lines that break, ends of lines where nobody is, and a disk without room."""

from __future__ import annotations

import asyncio
import random
import re
import resource
from dataclasses import dataclass, field

import aiohttp

from kosmoport.table import protocol
from tests.proofs.chaos_check import Findings
from tests.proofs.chaos_fleet import Fleet
from tests.proofs.chaos_kills import PACE, all_continue, figures, finish, judge
from tests.proofs.chaos_server import Process
from tests.proofs.chaos_wire import Wire, open_wire

PATIENCE = 60.0  # seconds
SILENCE = 42.0  # a server that pings every 10 s gives up after 30 s of silence
DROP_EVERY = 0.03
SIGN_OF_LIFE = 2.0  # seconds, and how many questions it is
QUESTIONS = 400
SOCKETS = re.compile(r"^kosmoport_sockets (\d+)", re.MULTILINE)
CRAMPED = 8_000_000  # bytes that a file may have when the disk is full


@dataclass
class Trouble:
    """What was done and seen."""

    fleet: Fleet
    said: list[str] = field(default_factory=list)
    found: Findings = field(default_factory=Findings)

    def lines(self) -> list[str]:
        return [*self.said, *figures(self.fleet, self.found)]


async def break_lines(process: Process, tables: int, luck: random.Random) -> Trouble:
    """Sockets dropped in the middle of a message, half-open ones, and people who do not read."""
    fleet = Fleet(process, luck)
    trouble = Trouble(fleet)
    try:
        await process.start()
        await fleet.begin(tables, PACE)
        await all_continue(fleet, PATIENCE)
        loud = [group.players[0].journal.table for group in fleet.groups if len(group.players) > 2]
        deaf = [await _spectator(fleet, table) for table in loud]
        silent = [await _spectator(fleet, await _quiet_table(fleet))]
        for player in fleet.players()[:: len(fleet.groups[0].players)]:
            player.vanish()
        drops = await _break_often(fleet, luck, deaf)
        silent += [wire for player in fleet.players() for wire in player.left]
        await _must_have_ended(fleet, deaf, "somebody who did not read")
        await _must_have_ended(fleet, silent, "the end of a line where nobody was")
        await _count_sockets(fleet)
        fleet.forget_moves()
        await all_continue(fleet, PATIENCE)
        await finish(fleet)
    finally:
        await fleet.end()
        await process.end()
    trouble.said = [
        f"{drops:,} lines broken in the middle of a message; given up by the server while their tables "
        f"went on: {len(silent)} half-open lines, {len(deaf)} that were not read"
    ]
    trouble.found = await judge(fleet)
    return trouble


async def _spectator(fleet: Fleet, table: str) -> Wire:
    """Somebody who watches and from now on does not read."""
    wire = await open_wire(fleet.server.port, table, lambda text: None, narrow=True)
    wire.send(protocol.encode(protocol.Hello(protocol.VERSION)))
    wire.leave_alone()
    return wire


async def _quiet_table(fleet: Fleet) -> str:
    """A table where nothing happens."""
    url = f"{fleet.server.url}/api/tables"
    async with aiohttp.ClientSession() as http, http.post(url, json={"game": "piraci"}) as response:
        return str((await response.json())["table"])


async def _break_often(fleet: Fleet, luck: random.Random, deaf: list[Wire]) -> int:
    """For as long as the server may take to notice silence.

    The deaf are not silent: all the time they ask, and do not read the answers either.
    """
    loop = asyncio.get_running_loop()
    end, next_sign, drops = loop.time() + SILENCE, loop.time(), 0
    while loop.time() < end:
        player = luck.choice(fleet.players())
        drops += player.wire is not None
        player.drop()
        if loop.time() > next_sign:
            next_sign += SIGN_OF_LIFE
            for wire in deaf:
                for _ in range(QUESTIONS):
                    wire.send(protocol.encode(protocol.Ping(0)))
        await asyncio.sleep(luck.uniform(0, 2 * DROP_EVERY))
    return drops


async def _must_have_ended(fleet: Fleet, wires: list[Wire], who: str) -> None:
    """Whoever reads again finds that the server has hung up."""
    for wire in wires:
        wire.read_again()
    if not await fleet.until(lambda: all(wire.ended for wire in wires), 10.0):
        left = sum(not wire.ended for wire in wires)
        fleet.problems.append(f"{left} of {len(wires)} times the server keeps a connection to {who}")
    for wire in wires:
        wire.abort()


async def _count_sockets(fleet: Fleet) -> None:
    """What the server counts is what there is."""
    there = len(fleet.players())
    counted = -1
    for _ in range(100):
        if all(player.wire is not None for player in fleet.players()):
            found = SOCKETS.search((await _get(fleet, "/metrics"))[1])
            counted = int(found[1]) if found else -1
            if counted == there:
                return
        await asyncio.sleep(0.1)
    fleet.problems.append(f"the server counts {counted} sockets, and there are {there}")


async def _get(fleet: Fleet, path: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as http, http.get(fleet.server.url + path) as response:
        return response.status, await response.text()


# ---------------------------------------------------------------- a full disk


async def fill_the_disk(process: Process, tables: int, luck: random.Random) -> Trouble:
    """No room: clear refusals and no damage; then room again, no room again, and death without room."""
    fleet = Fleet(process, luck)
    trouble = Trouble(fleet)
    try:
        await process.start(most=CRAMPED)
        await fleet.begin(tables, PACE)
        await _wait_until_full(fleet)
        await _look_around_while_full(fleet)
        saved = fleet.acknowledged.total()
        process.allow(resource.RLIM_INFINITY)
        fleet.forget_moves()
        await all_continue(fleet, PATIENCE)
        process.allow(0)
        await _wait_until_full(fleet)
        await process.kill()
        fleet.forget_moves()
        await process.start()
        await all_continue(fleet, PATIENCE)
        await finish(fleet)
    finally:
        await fleet.end()
        await process.end()
    trouble.said = [
        f"{saved:,} messages saved before the disk was full, {fleet.refusals['cannot_save']:,} refusals; "
        "went on when there was room, and again after a kill without room"
    ]
    trouble.found = await judge(fleet, "cannot save", "waking failed")
    return trouble


async def _wait_until_full(fleet: Fleet) -> None:
    """Until everybody was told that nothing can be saved."""
    enough = fleet.refusals["cannot_save"] + len(fleet.players())
    if not await fleet.until(lambda: fleet.refusals["cannot_save"] >= enough, PATIENCE):
        fleet.problems.append("nobody was told that the disk is full")


async def _look_around_while_full(fleet: Fleet) -> None:
    """The server lives, says what is wrong, and shows what is saved."""
    for _ in range(100):  # a write of a few bytes may find room for a while
        health = await _get(fleet, "/healthz")
        if health[0] != 200:
            break
        await asyncio.sleep(0.1)
    if health[0] != 503 or "cannot_save" not in health[1]:
        fleet.problems.append(f"/healthz answers {health} while the disk is full")
    table = fleet.players()[0].journal.table
    status, _ = await _get(fleet, f"/api/tables/{table}")
    if status != 200 or not fleet.server.alive:
        fleet.problems.append("a table cannot be looked at while the disk is full")
