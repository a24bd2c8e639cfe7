"""The office of the clerks: whatever a job does, it costs its own answer and nothing else."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from math import ceil
from pathlib import Path
from typing import Any

import pytest

from kosmoport.core.errors import BadInput
from kosmoport.games import GAMES
from kosmoport.house import file_jobs as jobs
from kosmoport.house.file_jobs import ReadComponents
from kosmoport.house.file_work import Broke
from kosmoport.house.http_errors import HTTPError
from kosmoport.house.turns import Turns
from kosmoport.server.clerks import office
from kosmoport.server.clerks.office import Clerks
from tests.server.bots.asks import run, until
from tests.server.bots.test_processes import is_alive
from tests.server.clerks import fakes
from tests.server.shelf import played

ROOT = Path(__file__).parents[3]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where fake clerks say what they have begun, and see that they may go on."""
    monkeypatch.setattr(office, "NICE", 0)
    monkeypatch.setenv(fakes.FOLDER, str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))
    return tmp_path


def fake_clerks(places: int = 1, **more: Any) -> Clerks:
    settings: dict[str, Any] = {"worker": fakes.__name__, "seconds": 60.0, "memory": 300 << 20}
    return Clerks(places, **settings | more)


def begun(folder: Path) -> list[str]:
    try:
        return (folder / "begun").read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []


async def asked(clerks: Clerks, text: str, who: str = "somebody") -> bytes:
    return (await clerks.do(who, ReadComponents("piraci", text))).body


def office_of(clerks: Callable[[], Clerks], test: Callable[[Clerks], Awaitable[None]]) -> None:
    async def bounded() -> None:
        here = clerks()
        try:
            await test(here)
        finally:
            await here.close()
        assert here.pids == []

    run(bounded)


@pytest.mark.parametrize(
    "what, more",
    [
        ("sleep", {"seconds": 0.3}),
        ("spin", {}),  # ended by the system, after its share of processor time
        ("eat", {}),
        ("dive", {}),
        ("die", {}),
    ],
)
def test_a_job_that_takes_too_much_is_refused_and_not_tried_again(
    folder: Path, what: str, more: dict[str, Any]
) -> None:
    told: list[str] = []

    async def test(clerks: Clerks) -> None:
        assert await asked(clerks, "first") == b"first"
        before = clerks.pids
        with pytest.raises(HTTPError) as refused:
            await asked(clerks, what)
        assert (refused.value.status, refused.value.id) == (400, "too_much")
        assert refused.value.text == "This takes too much time or memory."
        clerks._seconds = 60.0
        assert await asked(clerks, "next") == b"next"
        assert clerks.pids != before
        assert not any(map(is_alive, before))

    office_of(lambda: fake_clerks(told=told.append, **more), test)
    assert list(dict.fromkeys(begun(folder))) == ["first", what, "next"]
    assert what == "dive" or len(begun(folder)) == 3
    assert told == ["done", "ended", "done"]


def test_a_refusal_and_a_mistake_of_ours_leave_the_clerk_at_work(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(clerks: Clerks) -> None:
        assert await asked(clerks, "first") == b"first"
        before = clerks.pids
        with pytest.raises(BadInput, match=r"^this is no good$"):
            await asked(clerks, "refuse")
        with pytest.raises(Broke):
            await asked(clerks, "raise something private")
        assert await asked(clerks, "next") == b"next"
        assert clerks.pids == before

    office_of(fake_clerks, test)
    (record,) = [record for record in caplog.records if record.name.startswith("kosmoport")]
    assert record.message == "job broke"
    assert record.__dict__["fields"]["kind"].startswith("ValueError at fakes.py:")


def test_a_clerk_that_died_while_nothing_was_asked_is_not_the_next_jobs_fault(folder: Path) -> None:
    async def test(clerks: Clerks) -> None:
        assert await asked(clerks, "first") == b"first"
        (pid,) = clerks.pids
        os.kill(pid, signal.SIGKILL)
        process = clerks._places[0]._process
        assert process is not None
        await until(lambda: process.has_ended)
        assert await asked(clerks, "next") == b"next"

    office_of(fake_clerks, test)


def test_a_clerk_that_cannot_be_started_is_the_servers_trouble(folder: Path) -> None:
    async def test(clerks: Clerks) -> None:
        with pytest.raises(HTTPError) as refused:
            await asked(clerks, "first")
        assert refused.value.status == 503

    office_of(lambda: fake_clerks(worker="kosmoport.nowhere"), test)


def test_a_clerk_knows_nothing_of_the_servers_settings(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOSMOPORT_DATABASE", "postgresql://me:secret@here/tables")

    async def test(clerks: Clerks) -> None:
        known = (await asked(clerks, "know")).decode().split()
        assert fakes.FOLDER in known
        assert not [name for name in known if name.startswith("KOSMOPORT")]

    office_of(fake_clerks, test)


def test_clerks_without_work_go_home(folder: Path) -> None:
    async def test(clerks: Clerks) -> None:
        assert clerks.pids == []
        assert await asked(clerks, "first") == b"first"
        await until(lambda: clerks.pids == [])
        assert await asked(clerks, "next") == b"next"

    office_of(lambda: fake_clerks(idle=0.05), test)


def test_one_address_never_has_all_clerks_nor_all_of_the_line(folder: Path) -> None:
    async def test(clerks: Clerks) -> None:
        busy = [asyncio.create_task(asked(clerks, f"wait {k}", "busy")) for k in range(5)]
        await until(lambda: begun(folder) == ["wait 0"])
        assert await asked(clerks, "quick", "another") == b"quick"
        assert begun(folder) == ["wait 0", "quick"]
        (folder / "open").touch()
        assert await asyncio.gather(*busy) == [f"wait {k}".encode() for k in range(5)]
        assert len(clerks.pids) == 2

    office_of(lambda: fake_clerks(2), test)


def test_whoever_waits_when_the_office_closes_is_sent_away(folder: Path) -> None:
    async def test() -> None:
        clerks = fake_clerks()
        jobs = [asyncio.create_task(asked(clerks, "wait")) for _ in range(3)]
        await until(lambda: begun(folder) == ["wait"])
        pids = clerks.pids
        await clerks.close()
        ended = await asyncio.gather(*jobs, return_exceptions=True)
        assert [end.id for end in ended if isinstance(end, HTTPError)] == ["stopping"] * 3
        assert not any(map(is_alive, pids))
        with pytest.raises(HTTPError, match="stopping"):
            await asked(clerks, "late")
        assert clerks.pids == []
        assert asyncio.all_tasks() == {asyncio.current_task()}

    run(test)


def test_a_real_clerk_reads_a_real_file_and_knows_no_compiler() -> None:
    """What clerks never need is never loaded: each of them would hold it in memory."""
    heavy = ("wasmtime", "numpy", "aiohttp", "sqlite3", "alembic", "sqlalchemy")
    code = f"import sys, {office.WORKER}; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

    async def test(clerks: Clerks) -> None:
        with pytest.raises(BadInput, match=r"^components: "):
            await clerks.do("somebody", ReadComponents(GAMES[0].id, "moons = 1"))

    office_of(lambda: Clerks(1), test)


def test_the_lines_of_a_log_travel_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "BLOCK", 7)
    lines = played().lines
    steps, blocks = 0, jobs.in_blocks(lines)
    while True:
        try:
            next(blocks)
            steps += 1
        except StopIteration as done:
            assert len(done.value) == steps == ceil(len(lines) / 7)
            assert jobs.lines_in(done.value) == lines
            break


# ---------------------------------------------------------------- the line


def test_too_many_of_one_address_or_of_all_are_asked_to_come_again() -> None:
    async def test() -> None:
        turns, gate = Turns(1, each=2, most=3), asyncio.Event()

        async def work(who: str) -> str:
            async with turns.of(who):
                await gate.wait()
            return who

        tasks = [asyncio.create_task(work(who)) for who in ("a", "a", "b", "c")]
        await until(lambda: len(turns) == 3)
        for who in ("a", "d"):
            with pytest.raises(HTTPError) as refused:
                await work(who)
            assert (refused.value.status, refused.value.id) == (503, "queue_full")
            assert refused.value.wait > 0
        gate.set()
        assert await asyncio.gather(*tasks) == ["a", "a", "b", "c"]
        assert await work("d") == "d"

    run(test)


def test_where_the_line_is_full_whoever_has_most_in_it_gives_way() -> None:
    async def test() -> None:
        turns, gate = Turns(1, each=3, most=5), asyncio.Event()

        async def work(who: str, large: bool = False) -> str:
            async with turns.of(who, large):
                await gate.wait()
            return who

        asked = [("a", False), ("a", False), ("a", True), ("b", False), ("b", False), ("b", True)]
        tasks = [asyncio.create_task(work(*one)) for one in asked]
        await until(lambda: len(turns) == 5)
        tasks += [asyncio.create_task(work("c")), asyncio.create_task(work("d"))]
        for refused in (tasks[5], tasks[2]):  # what is large goes first
            with pytest.raises(HTTPError) as found:
                await refused
            assert (found.value.status, found.value.id) == (503, "queue_full")
            tasks.remove(refused)
        assert len(turns) == 5
        with pytest.raises(HTTPError):
            await work("b")
        gate.set()
        assert await asyncio.gather(*tasks) == ["a", "a", "b", "b", "c", "d"]

    run(test)


def test_addresses_take_turns() -> None:
    order: list[str] = []

    async def test() -> None:
        turns = Turns(1)

        async def work(who: str) -> None:
            async with turns.of(who):
                order.append(who)
                await asyncio.sleep(0)

        await asyncio.gather(*map(work, "aaaabc"))

    run(test)
    assert "".join(order) == "abcaaa"


def test_large_things_never_have_all_places() -> None:
    async def test() -> None:
        turns, gate, inside = Turns(3), asyncio.Event(), list[str]()

        async def work(who: str) -> None:
            async with turns.of(who, large=who.isupper()):
                inside.append(who)
                await gate.wait()

        tasks = [asyncio.create_task(work(who)) for who in "ABCDab"]
        await until(lambda: len(turns) == 3)
        assert inside == ["A", "B", "a"]
        gate.set()
        await asyncio.gather(*tasks)
        assert sorted(inside) == list("ABCDab")

    run(test)


def test_small_and_large_things_take_turns_in_one_place() -> None:
    order: list[str] = []

    async def test() -> None:
        turns = Turns(1)

        async def work(who: str) -> None:
            async with turns.of(who, large=who.isupper()):
                order.append(who)
                await asyncio.sleep(0)

        await asyncio.gather(*map(work, "ABCDab"))

    run(test)
    assert "".join(order) == "AaBbCD"


def test_whoever_goes_away_leaves_their_place_to_others() -> None:
    async def test() -> None:
        turns, gate, inside = Turns(1), asyncio.Event(), list[str]()

        async def work(who: str) -> None:
            async with turns.of(who):
                inside.append(who)
                await gate.wait()

        first, second, third = (asyncio.create_task(work(who)) for who in "abc")
        await until(lambda: inside == ["a"])
        second.cancel()  # while it waits
        await asyncio.gather(second, return_exceptions=True)
        gate.set()
        await first
        third.cancel()  # perhaps just as it is called
        await asyncio.gather(third, return_exceptions=True)
        await asyncio.wait_for(work("d"), 60)
        assert len(turns) == 0

    run(test)


def test_one_that_is_cancelled_in_the_moment_it_is_called_gives_its_place_back() -> None:
    async def test() -> None:
        turns = Turns(1)

        async def work() -> None:
            async with turns.of("a"):
                await asyncio.sleep(0)

        async with turns.of("b"):
            waiting = asyncio.create_task(work())
            await until(lambda: len(turns) == 1)
        waiting.cancel()  # its turn was called by leaving the block, and it has not run since
        await asyncio.gather(waiting, return_exceptions=True)
        await asyncio.wait_for(work(), 60)

    run(test)
