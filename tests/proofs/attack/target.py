"""The server that is attacked, a real process with limits on memory and files, and who visits it then."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import aiohttp
import msgspec

from kosmoport.server.limits import DEFAULTS
from tests.proofs.attack.visitor import DISK, Asked
from tests.proofs.chaos_server import ADDRESS, ROOT, START_WITHIN, STOP_WITHIN, Failed

MEMORY = 4 << 20  # kilobytes of address space, of every process
FILES = 1024
USUAL = {"host": "127.0.0.1", "port": "0", "bot_pause": "0", "take_back_grace": "0"}
OPEN_DOORS = ",".join(f"{rule}=100000/minute" for rule in DEFAULTS)  # with no rate limit in the way
QUIET = 8.0  # seconds in which nobody attacks
SETTLE = 120.0  # seconds that an answer may take before it counts as none


class Target:
    """`kosmoport serve` under ulimits; each one begins with an empty folder."""

    def __init__(self, folder: Path, **flags: str) -> None:
        self.folder, self.data = folder, folder / "data"
        self._flags = USUAL | {"data": str(self.data), "log_format": "json", "log_level": "warning"} | flags
        self._process: asyncio.subprocess.Process | None = None
        self.log = folder / "server.log"
        self.url, self.port, self.most_memory = "", 0, 0

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    def at(self, port: int) -> None:
        """The next time at this port."""
        self._flags["port"] = str(port)

    async def start(self, program: str = "kosmoport", **env: str) -> None:
        words = [word for name, value in self._flags.items() for word in (_flag(name), value)]
        serve = [sys.executable, "-m", program, "serve", "--no-browser", *words]
        limited = f'ulimit -v {MEMORY}; ulimit -n {FILES}; exec "$@"'
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *("sh", "-c", limited, "sh", *serve),
                cwd=ROOT,
                env=os.environ | env,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        assert self._process.stdout is not None
        async with asyncio.timeout(START_WITHIN):
            found = ADDRESS.match((await self._process.stdout.readline()).decode())
        if found is None:
            raise Failed(f"the server does not start: {self.log.read_text()[-2000:]}")
        self.url, self.port = found[1], int(found[2])

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        assert self._process is not None
        with suppress(ProcessLookupError):
            self._process.send_signal(number)
        async with asyncio.timeout(STOP_WITHIN):
            return await self._process.wait()

    def note_memory(self) -> None:
        """Megabytes of the server's own process, at their most."""
        most = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{self.pid}/status").read_text())
        assert most is not None
        self.most_memory = int(most[1]) >> 10

    def open_files(self) -> int:
        """How many it has, connections included."""
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def children(self) -> list[int]:
        """The processes of clerks and bots."""
        tasks = Path(f"/proc/{self.pid}/task").iterdir()
        return [int(pid) for task in tasks for pid in (task / "children").read_text().split()]

    async def figure(self, name: str) -> float:
        """One of its metrics, over all labels."""
        async with aiohttp.ClientSession() as session, session.get(f"{self.url}/metrics") as response:
            text = await response.text()
        return sum(float(value) for value in re.findall(rf"(?m)^{name}(?:{{.*}})? (\S+)$", text))

    def faults(self) -> list[str]:
        """What the log says of mistakes of ours."""
        lines = [line for line in self.log.read_text(errors="replace").splitlines() if line]
        return [line for line in lines if is_fault(line)]


class _Line(msgspec.Struct):
    level: str


def is_fault(line: str) -> bool:
    """Does a line of the log speak of a mistake? What is no line of the log, but stands there, does too."""
    try:
        return msgspec.json.decode(line, type=_Line).level == "error"
    except msgspec.MsgspecError:
        return True


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


@dataclass(frozen=True)
class Worst:
    """The slowest answer of a time, the slowest of its kind before, and what went wrong."""

    kind: str
    took: float
    quiet: float
    disk: float  # what the slowest write of 4 kB to the same disk took meanwhile
    problems: tuple[str, ...] = ()

    @property
    def too_slow(self) -> bool:
        took = self.took - self.disk
        return took > 1.0 and took > 3 * self.quiet


class Visit:
    """What the visitor's process has told so far."""

    def __init__(self) -> None:
        self._answers: list[Asked] = []
        self._open: dict[tuple[str, float], Asked] = {}
        self._quiet: dict[str, float] = {}

    def hear(self, line: bytes) -> None:
        asked = msgspec.json.decode(line, type=Asked)
        if asked.took is None:
            self._open[asked.kind, asked.at] = asked
        else:
            self._open.pop((asked.kind, asked.at), None)
            self._answers.append(asked)

    async def quiet(self) -> None:
        """Learn how long answers take when nobody attacks."""
        while len({asked.kind for asked in self._answers}) < KINDS:
            await asyncio.sleep(0.1)
        began = monotonic()
        await asyncio.sleep(QUIET)
        for kind, (took, problems) in (await self._since(began)).items():
            assert not problems, problems
            self._quiet[kind] = took

    def usual(self) -> str:
        """The worst of quiet times, in words."""
        return ", ".join(f"{kind} {1000 * took:.0f}" for kind, took in self._quiet.items()) + " ms at most"

    async def watch_until(self, until: float) -> None:
        await asyncio.sleep(max(0.0, until - monotonic()))

    async def worst(self, since: float) -> Worst:
        """Of what was asked since then; what has no answer yet is waited for."""
        found = await self._since(since)
        disk, _ = found.pop(DISK)
        problems = tuple(f"{kind}: {text}" for kind, (_, texts) in found.items() for text in texts)
        kind = max(found, key=lambda kind: found[kind][0] / max(1 / 3, self._quiet.get(kind, 0.0)))
        return Worst(kind, found[kind][0], self._quiet.get(kind, 0.0), disk, problems)

    async def _since(self, since: float) -> dict[str, tuple[float, list[str]]]:
        until = monotonic()
        while (
            any(since <= asked.at <= until for asked in self._open.values()) and monotonic() < until + SETTLE
        ):
            await asyncio.sleep(0.02)
        found: dict[str, tuple[float, list[str]]] = defaultdict(lambda: (0.0, []))
        never = [
            Asked(asked.kind, asked.at, SETTLE, "no answer")
            for asked in self._open.values()
            if since <= asked.at <= until
        ]
        for asked in [*self._answers, *never]:
            assert asked.took is not None
            if asked.at <= until and asked.at + asked.took >= since:
                took, problems = found[asked.kind]
                found[asked.kind] = max(took, asked.took), problems + [asked.problem] * bool(asked.problem)
        return found


KINDS = 8  # of questions, the disk counted


@asynccontextmanager
async def visited(target: Target) -> AsyncIterator[Visit]:
    """A visitor at work, once it is known how quick the answers are."""
    words = (sys.executable, "-m", "tests.proofs.attack.visitor", target.url, str(target.folder / "written"))
    process = await asyncio.create_subprocess_exec(*words, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    visit = Visit()
    listening = asyncio.create_task(_listen(process, visit))
    try:
        async with asyncio.timeout(START_WITHIN):
            await visit.quiet()
        yield visit
        assert not listening.done(), "the visitor has gone"
    finally:
        with suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGKILL)
        await process.wait()
        listening.cancel()


async def _listen(process: asyncio.subprocess.Process, visit: Visit) -> None:
    assert process.stdout is not None
    async for line in process.stdout:
        visit.hear(line)
