"""Clocks that jump, servers that stand still, workers that die: nobody pays for it but the server."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from time import monotonic

from kosmoport.table import protocol
from tests.proofs.attack.odd_clock import FILE
from tests.proofs.attack.people import Company, company
from tests.proofs.attack.suite import SECONDS, Fire, attack, must, shown, status_of

HOURS = 25
BANK, MOVE = 60, 10  # seconds
STILL = 14.0
LIVE = {"game": "kosmiczni_piraci", "players": 3, "start": 0}


async def _look(people: Company) -> protocol.Snapshot:
    return await people.people[0].server.look(people.table)


def _left(shot: protocol.Snapshot) -> list[int]:
    assert shot.position is not None, shot.phase
    assert shot.position.clock is not None
    return [left for left in shot.position.clock.left if left is not None]


async def _check_that_it_goes_on(own: Fire, people: Company) -> None:
    shot = await _look(people)
    must(shot.phase == "playing", f"the game is {shot.phase}")
    answer = await own.ask("GET", f"/api/tables/{people.table}/record", None, 9)
    must(status_of(answer) >= 400, f"its record is open: {shown(answer)}")
    await people.move()


@attack("M1", f"an outage after which the clock is {HOURS} hours ahead, with three people at a live game")
async def outage(fire: Fire) -> str:
    clock = fire.target.folder / f"clock{fire.number}"
    clock.write_text("0")
    async with fire.own() as own:
        await own.target.start("tests.proofs.attack.odd_clock", **{FILE: str(clock)})
        port = own.target.port
        async with company(own.target.url, [fire.address(index) for index in (1, 2, 3)], **LIVE) as people:
            await people.begin()
            await people.move(4)
            await own.target.stop(signal.SIGKILL)
            clock.write_text(str(HOURS * 3600))
            own.target.at(port)
            await own.target.start("tests.proofs.attack.odd_clock", **{FILE: str(clock)})
            await asyncio.sleep(3.0)  # in which tables are looked through
            await _check_that_it_goes_on(own, people)
    return "the game goes on, its record is closed"


@attack("M9", f"the clock jumps by {HOURS} hours, and back, during a game with banks of {BANK} s")
async def steps(fire: Fire) -> str:
    clock = fire.target.folder / f"clock{fire.number}"
    clock.write_text("0")
    async with fire.own() as own:
        await own.target.start("tests.proofs.attack.odd_clock", **{FILE: str(clock)})
        banks = {"clock": {"type": "bank", "seconds": BANK}}
        async with company(
            own.target.url, [fire.address(index) for index in (1, 2, 3)], **LIVE, **banks
        ) as people:
            await people.begin()
            for hours in (HOURS, 0, -HOURS, 0):
                clock.write_text(str(hours * 3600))
                await asyncio.sleep(0.5)
                await people.move()
            left = _left(await _look(people))
            must(min(left) > 1000 * (BANK - 20), f"banks have {left} ms left")
            await _check_that_it_goes_on(own, people)
    return f"at least {min(left) / 1000:.0f} s left in every bank"


@attack("M9", f"SIGSTOP for {STILL:.0f} s while somebody has {MOVE} s for a move")
async def stands_still(fire: Fire) -> str:
    async with fire.own() as own:
        await own.target.start()
        moves = {"clock": {"type": "move", "seconds": MOVE}}
        async with company(
            own.target.url, [fire.address(index) for index in (1, 2, 3)], **LIVE, **moves
        ) as people:
            await people.begin()
            await people.move(3)
            before = await _look(people)
            os.kill(own.target.pid, signal.SIGSTOP)
            await asyncio.sleep(STILL)
            os.kill(own.target.pid, signal.SIGCONT)
            await asyncio.sleep(1.0)
            after = await _look(people)
            must(
                before.position is not None
                and after.position is not None
                and before.position.move == after.position.move,
                "a move was made for somebody",
            )
            left = _left(after)
            await _check_that_it_goes_on(own, people)
    return f"{max(left) / 1000:.0f} s left for the move"


@attack("M9", "the processes of bots and clerks are killed again and again")
async def killed_workers(fire: Fire) -> str:
    killed, until = 0, monotonic() + 2 * SECONDS
    while monotonic() < until:
        for pid in fire.target.children():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
                killed += 1
        await asyncio.sleep(1.2)
    must(killed > 0, "there were none to kill")
    return f"{killed} killed"
