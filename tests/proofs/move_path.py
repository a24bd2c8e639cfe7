"""How many functions of ours one human move passes: from the frame that was read to the last that was sent.

`python -m tests.proofs.move_path` plays a move at a table of three people in a real server of this process,
with the profiler's hook in every thread, and prints the functions by file in the order of their first call.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import threading
from asyncio import selector_events
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

from aiohttp import web_protocol

import kosmoport
from tests.server.harness import Company, Server, company, serving

SOURCE = Path(str(kosmoport.__file__)).parent
RULES = ("core", "games")  # what the game itself does; the rest is the way to it and back
GAME = "kosmiczni_piraci"
INNER = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")  # parts of the function they stand in
WARM = 6  # moves before the one that counts: nothing is done for the first time any more
QUIET = 1.5  # seconds; whoever came is told of meanwhile

# The plain loop of asyncio, whose transports are Python: there a frame is read, and there it is written.
TRANSPORT = vars(selector_events)["_SelectorSocketTransport"]
READ, WRITE = TRANSPORT._read_ready__data_received.__code__, TRANSPORT.write.__code__

Step = tuple[str, str]  # the file within the package, and the function


class Hook:
    """The hook: what was called since the server read something, up to the last time it wrote."""

    def __init__(self) -> None:
        self.on = False
        self.steps: list[Step] = []  # every call
        self.sent = 0  # calls until the server last wrote

    def __call__(self, frame: FrameType, event: str, arg: Any) -> None:
        if not self.on or event != "call":
            return
        code = frame.f_code
        if code is READ and _is_servers(frame) and not self.sent:
            self.steps.clear()  # the frame that begins it
        elif code is WRITE and _is_servers(frame):
            self.sent = len(self.steps)
        elif code.co_filename.startswith(str(SOURCE)):
            name = code.co_qualname
            if name.rpartition(".")[2] not in INNER:
                self.steps.append((Path(code.co_filename).relative_to(SOURCE).as_posix(), name))

    def passed(self) -> list[Step]:
        """Each function once, in the order of its first call."""
        return list(dict.fromkeys(self.steps[: self.sent]))


def _is_servers(frame: FrameType) -> bool:
    """Is it the server's end of a connection, and not the client's?"""
    return isinstance(frame.f_locals["self"].get_protocol(), web_protocol.RequestHandler)


async def measure(hook: Hook, folder: Path) -> None:
    async with serving(folder) as server, company(server, game=GAME, players=3) as people:
        await people.begin()
        for number in range(WARM):
            await people.move(number)
        await _settled(server, people)
        hook.on = True
        await people.move()
        hook.on = False


async def _settled(server: Server, people: Company) -> None:
    """Nothing else is under way that would be counted as part of the move."""
    server.parts.loop_monitor.stop()
    await asyncio.sleep(QUIET)
    await people.all_reach(max(client.n for client in people.clients))
    assert all(room.jobs.empty() for room in server.tables.rooms.values())


def record(hook: Hook) -> None:
    """Have the hook see a move, in every thread."""
    threading.setprofile(hook)
    sys.setprofile(hook)
    try:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(measure(hook, Path(folder)))
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def main() -> None:
    hook = Hook()
    record(hook)
    report(hook)


def report(hook: Hook) -> None:
    passed = hook.passed()
    for file, name in passed:
        print(f"{file:40} {name}")
    way = [step for step in passed if step[0].split("/")[0] not in RULES]
    folders = Counter(file.split("/")[0] for file, _ in passed)
    print(f"\n{len(passed)} functions in {len({file for file, _ in passed})} files")
    print(f"{len(way)} of them in {len({file for file, _ in way})} files are the way there and back")
    print(f"{hook.sent} calls; by folder: " + ", ".join(f"{name} {n}" for name, n in folders.most_common()))


if __name__ == "__main__":
    main()
