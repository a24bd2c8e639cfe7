"""The two servers of `make load` as processes of their own, and what they use."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from kosmoport.server.limits import DEFAULTS as RATE_LIMITS

NO_LIMITS = ",".join(f"{rule}=off" for rule in RATE_LIMITS)
MANY = "1000000"
STOP_WITHIN = 30.0  # seconds
TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Server:
    """A running server."""

    pid: int
    port: int

    def cpu(self) -> float:
        """Seconds of processor time so far, all threads, user and system."""
        return cpu_of(self.pid)

    def memory(self) -> int:
        """Bytes in memory."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * PAGE


def cpu_of(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


@contextmanager
def kosmoport(folder: Path) -> Iterator[Server]:
    """`kosmoport serve` on SQLite in this folder: no limits of rate or number, all else as usual."""
    wanted = [
        "--no-browser",
        "--port",
        "0",
        "--data",
        str(folder),
        "--limits",
        NO_LIMITS,
    ]
    bounds = ("tables", "tables-per-address", "sockets-per-address", "connections-per-address")
    numbers = [f"--max-{bound}" for bound in bounds]
    most = [part for flag in numbers for part in (flag, MANY)]
    with _running(["-m", "kosmoport", "serve", *wanted, *most], folder / "server.log") as server:
        yield server


@contextmanager
def bare_rooms(folder: Path, broadcast: int, answer: int, peer: str = "load_peer") -> Iterator[Server]:
    """Bare aiohttp, with messages of these lengths."""
    program = ["-m", f"tests.proofs.{peer}", str(broadcast), str(answer)]
    with _running(program, folder / "peer.log") as server:
        yield server


@contextmanager
def _running(program: list[str], log: Path) -> Iterator[Server]:
    with log.open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, *program], stdout=subprocess.PIPE, stderr=errors, text=True
        )
    try:
        assert process.stdout is not None
        address = process.stdout.readline()
        if not address:
            raise RuntimeError(f"the server did not start: {log.read_text()[-2000:]}")
        yield Server(process.pid, int(address.rstrip("/\n").rpartition(":")[2]))
    finally:
        _stop(process)


def _stop(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(STOP_WITHIN)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()
