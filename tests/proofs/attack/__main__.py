"""`make attack`: one line for each attack, with the innocent visitor's worst answer meanwhile.

It fails where that took more than a second and more than three times the same without the attack, where the
visitor was refused anything, where the server died, where a file, a record or a log held the event loop for
more than 20 ms, and where an attack got what it wanted.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

import uvloop

from tests.proofs.attack import clocks, files, floods, lines, storage, tricks
from tests.proofs.attack.suite import ATTACKS, HOUSES, PREPARED, Attack, Broken, Fire
from tests.proofs.attack.target import Target, Visit, visited

PARTS = (files, lines, floods, tricks, clocks, storage)  # importing them makes the list
LONGEST = "kosmoport_loop_held_longest_seconds"
HOLD = 0.02  # seconds of its own thread's time for which the loop may be held
FILES = (
    "C1",
    "like C1",
    "H2",
    "H4",
)  # rows of which this is asked; floods of other things may add up to more
CONTROL = 3.0  # seconds
LEAST = 4.0  # seconds that the visitor is watched for


class Suite:
    """The attacks in turn, on a server for each house."""

    def __init__(self, folder: Path, only: str) -> None:
        self.folder = folder
        self.attacks = [found for found in ATTACKS if only in f"{found.row} {found.name}"]
        self.failed: list[str] = []

    async def run(self) -> None:
        for number, house in enumerate(HOUSES):
            chosen = [found for found in self.attacks if found.house == house]
            if chosen:
                folder = self.folder / f"house{number}"
                folder.mkdir()
                target = Target(folder, **HOUSES[house])
                if house in PREPARED:
                    await PREPARED[house](target)
                await self._house(target, house, chosen)

    async def _house(self, target: Target, house: str, attacks: Sequence[Attack]) -> None:
        await target.start()
        try:
            async with visited(target) as visit:
                print(f"\n{house}: {visit.usual()}", flush=True)
                await self._control(target, visit)
                for found in attacks:
                    await self._attack(found, target, visit)
                    if not target.alive:
                        break
        finally:
            ended = await target.stop() if target.alive else -1
        faults = target.faults()
        print(f"  {'':7} memory at most {target.most_memory} MB, {len(faults)} mistakes in the log")
        if ended != 0 or faults:
            self.failed.append(f"{house}: exit {ended}, {faults[:3]}")

    async def _control(self, target: Target, visit: Visit) -> None:
        """A server that stands still must be noticed, or the rest proves nothing."""
        began = monotonic()
        os.kill(target.pid, signal.SIGSTOP)
        await visit.watch_until(began + CONTROL)
        os.kill(target.pid, signal.SIGCONT)
        worst = await visit.worst(began)
        print(f"  control {worst.took:.1f} s with a server that stood still for {CONTROL:.0f} s", flush=True)
        if not worst.too_slow:
            self.failed.append("nobody notices a server that stands still")

    async def _attack(self, found: Attack, target: Target, visit: Visit) -> None:
        began, problems, came = monotonic(), list[str](), ""
        held = await target.figure(LONGEST)
        number = ATTACKS.index(found)
        try:
            came = await found.work(Fire(target, number))
        except Broken as broken:
            problems.append(str(broken))
        except Exception as error:
            problems.append("".join(traceback.format_exception(error)))
        await visit.watch_until(began + LEAST)
        worst = await visit.worst(began)
        problems += worst.problems
        if worst.too_slow:
            problems.append(
                f"the visitor waited {worst.took:.2f} s for {worst.kind}, {worst.quiet:.2f} s before"
            )
        if not target.alive:
            problems.append("the server is dead")
        else:
            target.note_memory()
            longest = await target.figure(LONGEST)
            if longest > max(held, HOLD):
                came += f" (the loop was held for {1000 * longest:.0f} ms)"
                problems += ["nothing may hold the loop for so long"] if found.row in FILES else []
        mark = "FAILED" if problems else f"{1000 * worst.took:4.0f} ms"
        print(
            f"  {found.row:7} {mark:8} ({worst.kind}, {1000 * worst.quiet:.0f} quiet) {found.name}: {came}",
            flush=True,
        )
        for problem in problems:
            print(f"          {problem}", flush=True)
        if problems:
            self.failed.append(found.name)


def main() -> int:
    parser = argparse.ArgumentParser(prog="make attack", description=__doc__)
    parser.add_argument("--only", default="", help="attacks whose row or name has this in it")
    asked = parser.parse_args()
    began = monotonic()
    with tempfile.TemporaryDirectory(prefix="kosmoport-") as name:
        suite = Suite(Path(name), asked.only)
        uvloop.run(suite.run())
    took = f"{len(suite.attacks)} attacks, {monotonic() - began:.0f} s"
    if suite.failed:
        print(f"\nattack: FAILED: {'; '.join(suite.failed)} ({took})")
        return 1
    print(f"\nattack: nobody was kept waiting, nothing was lost or told ({took})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
