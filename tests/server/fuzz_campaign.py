"""The fuzzer at work on a running server: many lines at once, everything judged, everything counted."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import monotonic
from typing import NamedTuple

from kosmoport.server.headers import CONTENT_SECURITY_POLICY
from tests.server import fuzz_bytes as wire
from tests.server.fuzz_http import KINDS, NOT_FOUND, Requests, Shot
from tests.server.fuzz_play import Evening
from tests.server.fuzz_raw import raw, slow
from tests.server.fuzz_scene import PATIENCE, Scene, bearer
from tests.server.fuzz_sockets import Sockets, Talk

SHOTS = 30  # requests on one line, sent all at once
WORKERS = 6
SLOW_LINES = 12
CLOSE = b'{"type":"close","id":"close"}'
# aiohttp's own words on what it cannot read: the errors of a client, who gets 400.
OF_THE_CLIENT = (
    *("BadHttpMessage", "BadHttpMethod", "BadStatusLine", "LineTooLong", "InvalidHeader", "InvalidURLError"),
    *("ContentEncodingError", "ContentLengthError", "TransferEncodingError", "RequestPayloadError"),
)


Session = Callable[["Campaign", Random], Awaitable[None]]


class Figures(NamedTuple):
    """What the server's process holds."""

    sent: int
    seconds: float
    memory: int  # kilobytes
    files: int
    threads: int

    def __str__(self) -> str:
        return (
            f"{self.sent:>8} sent in {self.seconds:6.1f} s: {self.memory / 1024:7.1f} MB, "
            f"{self.files} open files, {self.threads} threads"
        )


class Campaign:
    """So many messages and requests from a seed; a failure names the seed of the one line it was on."""

    def __init__(self, scene: Scene, process: int | None, seed: int, source: str = "127.0.0.1") -> None:
        self.scene, self.process, self.seed, self.source = scene, process, seed, source
        self.count: Counter[str] = Counter()
        self.statuses: Counter[int] = Counter()
        self.figures: list[Figures] = []
        self.made: list[tuple[str, str]] = []
        self.sessions: Sequence[Session] = SESSIONS
        self._requests = Requests(scene, self.made)
        self._sockets = Sockets(scene, self.count, source)
        self._batches = itertools.count()
        self._began = monotonic()

    @property
    def sent(self) -> int:
        return self.count.total() - self.count["evenings: actions done"]

    def make_no_tables(self) -> None:
        """From now on only what leaves nothing behind: then memory must not grow at all."""
        self.sessions = [session for session in SESSIONS if session is not Campaign.evening]
        self._requests.kinds = [kind for kind in KINDS if kind is not Requests.create]

    # ------------------------------------------------------------ the whole

    async def run(self, total: int, every: int, workers: int = WORKERS) -> None:
        """Until so many were sent; every so many the tables are looked at and the process is measured."""
        stop = asyncio.Event()
        seats = [asyncio.create_task(self._watch(number, stop)) for number in range(len(self.scene.tables))]
        slow_lines = [
            asyncio.create_task(slow(Random(f"{self.seed} slow {number}"), self.scene, stop))
            for number in range(SLOW_LINES)
        ]
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(workers):
                    group.create_task(self._work(total))
                group.create_task(self._measure(total, every, [*seats]))
        finally:
            stop.set()
            results = await asyncio.gather(*seats, *slow_lines, return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException):
                raise result
        self.count["slow lines"] += SLOW_LINES
        await self.scene.check()

    async def _work(self, total: int) -> None:
        while self.sent < total:
            name = f"{self.seed} {next(self._batches)}"
            rng = Random(name)
            session = rng.choice(self.sessions)
            try:
                async with asyncio.timeout(2 * PATIENCE):
                    await session(self, rng)
            except BaseException as error:
                error.add_note(f"in {session.__name__} with the seed {name!r}")
                raise

    async def _measure(self, total: int, every: int, watchers: list[asyncio.Task[None]]) -> None:
        for mark in range((self.sent // every + 1) * every, total + 1, every):
            while self.sent < mark:
                await asyncio.sleep(0.05)
                for watcher in watchers:
                    if watcher.done():
                        watcher.result()
                        raise AssertionError("somebody who watched was cut off")
            await self.scene.check()
            if self.process is not None:
                self.figures.append(self.measure())

    def measure(self) -> Figures:
        assert self.process is not None
        status = Path(f"/proc/{self.process}/status").read_text()
        said = dict(re.findall(r"(\w+):\s+(\d+)", status))
        memory, threads = int(said["VmRSS"]), int(said["Threads"])
        files = len(os.listdir(f"/proc/{self.process}/fd"))
        return Figures(self.sent, monotonic() - self._began, memory, files, threads)

    async def _watch(self, number: int, stop: asyncio.Event) -> None:
        """A person who sits at a table all the while and is told of nothing but who comes and goes."""
        table = self.scene.tables[number]
        async with wire.line(self.scene.port) as line:
            talk = Talk(line, self.scene, table.id)
            assert (await talk.open(wire.opening(table.id))).status == 101
            talk.say({"type": "hello", "version": 3, "token": table.tokens[1], "seen": table.n})
            await talk.settle()
            reading = asyncio.create_task(talk.until_the_end())
            stopped = asyncio.create_task(stop.wait())
            await asyncio.wait((reading, stopped), return_when=asyncio.FIRST_COMPLETED)
            assert stop.is_set(), "cut off"
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
        kinds = {type(got).__name__ for got in talk.got}
        assert kinds <= {"Welcome", "Presence", "Pong"}, kinds

    # ------------------------------------------------------------ sessions

    async def requests(self, rng: Random) -> None:
        """Many requests on one line; those that may be no HTTP, and end it, each on one of their own."""
        shots = [self._requests.shot(rng) for _ in range(SHOTS)]
        together = [shot for shot in shots if not shot.loose]
        async with wire.line(self.scene.port, self.source) as line:
            line.write(b"".join(shot.data for shot in together))
            for shot in together:
                await self._answered(line, shot)
        for shot in shots:
            if shot.loose:
                async with wire.line(self.scene.port, self.source) as line:
                    line.write(shot.data)
                    await self._answered(line, shot)
        await self._close_made()

    async def _answered(self, line: wire.Line, shot: Shot) -> None:
        try:
            self.judge(shot, await line.answer(shot.method == "HEAD"))
        except (AssertionError, wire.Ended) as error:
            error.add_note(f"{shot.kind}: {shot.data[:600]!r}")
            raise
        self.count[shot.kind] += 1

    def judge(self, shot: Shot, answer: wire.Answer) -> None:
        """Known, in the one form of errors, and without anybody's secrets."""
        self.statuses[answer.status] += 1
        assert answer.status < 500, answer
        leaked = self.scene.seen_in(answer.head + answer.body, shot.about, shot.allowed)
        assert not leaked, leaked
        if answer.status >= 400 and not (shot.loose and is_parsers(answer)) and not is_page(answer):
            check_error(answer, shot.method == "HEAD")
        elif answer.status < 400 and answer.status != 101:
            assert answer.header("Content-Security-Policy") == CONTENT_SECURITY_POLICY.encode()
        if answer.status != 429:
            shot.verify(answer)

    async def _close_made(self) -> None:
        """Tables that could be made after all; a server takes only so many."""
        while self.made:
            table, token = self.made.pop()
            async with wire.line(self.scene.port, self.source) as line:
                line.write(wire.request("POST", f"/api/tables/{table}/messages", bearer(token), CLOSE))
                assert (await line.answer()).status in (200, 429)

    async def bytes(self, rng: Random) -> None:
        for _ in range(5):
            data, answers = await raw(rng, self.scene, self.source)
            for answer in answers:
                self.statuses[answer.status] += 1
                assert answer.status < 500, answer
                # What the parser cannot read it quotes, to whoever sent it.
                sent = data if is_parsers(answer) else b""
                assert not self.scene.seen_in(answer.head + answer.body, sent=sent), (data, answer)
                if answer.status >= 400 and not is_parsers(answer) and not is_page(answer):
                    check_error(answer)
            self.count["no HTTP"] += 1

    async def sockets(self, rng: Random) -> None:
        await self._sockets.session(rng)

    async def evening(self, rng: Random) -> None:
        await Evening(self.scene, self.count, rng).play(60)

    # ------------------------------------------------------------ the end

    async def quiet(self, files: int) -> None:
        """All lines are closed on the server's side too."""
        async with asyncio.timeout(PATIENCE):
            while self.process is not None and self.measure().files > files:
                await asyncio.sleep(0.2)
            while (await self.metric("kosmoport_sockets")) > 0:
                await asyncio.sleep(0.2)

    async def metric(self, name: str) -> float:
        """A figure of the server's own, over all its labels."""
        async with wire.line(self.scene.port) as line:
            line.write(wire.request("GET", "/metrics"))
            text = (await line.answer()).body.decode()
        return sum(float(value) for value in re.findall(rf"(?m)^{name}(?:{{.*}})? (\S+)$", text))

    def report(self) -> str:
        rows = [f"{number:>8}  {kind}" for kind, number in sorted(self.count.items())]
        by_status = ", ".join(f"{status}: {number}" for status, number in sorted(self.statuses.items()))
        return "\n".join(
            ["", *rows, f"{self.sent:>8}  in all", f"statuses {by_status}", *map(str, self.figures)]
        )


def is_parsers(answer: wire.Answer) -> bool:
    """aiohttp's own answer to what is no HTTP, before this server sees it: plain text, and the end."""
    return answer.status in (400, 417) and (answer.header("Content-Type") or b"").startswith(b"text/plain")


def is_page(answer: wire.Answer) -> bool:
    """A wrong link, asked for by a browser: the page that says so, or that there is none of it here."""
    html = (answer.header("Content-Type") or b"").startswith(b"text/html")
    safe = answer.header("Content-Security-Policy") == CONTENT_SECURITY_POLICY.encode()
    return answer.status == 404 and html and safe


def check_error(answer: wire.Answer, head_only: bool = False) -> None:
    """The one form of errors."""
    assert answer.header("Content-Type") == b"application/json", answer
    assert answer.header("Content-Security-Policy") == CONTENT_SECURITY_POLICY.encode(), answer
    if head_only:
        return
    error = json.loads(answer.body)
    assert set(error) == {"error"}, error
    assert set(error["error"]) == {"id", "text"}, error
    assert answer.status != 404 or answer.body == NOT_FOUND, error
    if answer.status == 429 and error["error"]["id"] == "too_many":
        assert int(answer.header("Retry-After") or 0) >= 1, answer


SESSIONS: tuple[Session, ...] = (
    *(Campaign.requests,) * 40,
    *(Campaign.sockets,) * 40,
    *(Campaign.bytes,) * 8,
    Campaign.evening,
    Campaign.evening,
)


# ---------------------------------------------------------------- the process


@contextmanager
def server_process(folder: Path, *flags: str) -> Iterator[tuple[str, int, Path]]:
    """`kosmoport serve` on its own: its address, its process, and its log; it is stopped as it should be."""
    log = folder / "log"
    command = [sys.executable, "-m", "kosmoport", "serve", "--no-browser", "--port", "0"]
    command += ["--data", str(folder / "data"), "--log-format", "json", *flags]
    with log.open("wb") as stderr:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr)
        assert process.stdout is not None
        try:
            said = process.stdout.readline().decode()
            assert said.startswith("Kosmoport is at "), log.read_text()
            yield said.split()[-1], process.pid, log
            assert process.poll() is None, "the server has died"
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)
            process.stdout.close()
    assert process.returncode == 0, process.returncode


def check_log(log: Path, scene: Scene) -> Counter[str]:
    """No mistake of ours, and nobody's secrets; how often each thing was said."""
    data = log.read_bytes()
    public = [canary for canary in scene.canaries if canary.text in data]
    assert not public, f"the log holds the {public[0].what} of a table"
    events: Counter[str] = Counter()
    for line in data.splitlines():
        said = json.loads(line)
        events[said["event"]] += 1
        if said["level"] in ("error", "critical"):
            kind = said.get("error", {}).get("type")
            assert said["log"] == "aiohttp.server", said
            assert kind in OF_THE_CLIENT, said
    return events
