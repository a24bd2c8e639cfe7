"""Processes of bots come and go with the server: killed ones are replaced, and none is left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kosmoport.server.bots import host as host_module
from kosmoport.server.bots.host import BotHost
from kosmoport.server.bots.process import BotProcess
from tests.server.bots import fakes
from tests.server.bots.asks import PATIENCE, an_ask, pids_of, run, until

ROOT = Path(__file__).parents[3]
GATED = {"beginner": fakes.name_of(fakes.Gated)}


def is_alive(pid: int) -> bool:
    """Zombies, which only wait for somebody to look at them, are not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_a_process_killed_in_the_middle_of_a_thought_is_replaced_and_the_thought_begun_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(fakes.FOLDER, str(tmp_path))

    async def test() -> None:
        host = BotHost(workers=1, makers=GATED, most=PATIENCE)
        deciding = asyncio.create_task(host.decide(an_ask("beginner")))
        await until((tmp_path / "here").exists)
        [killed] = pids_of(host)
        os.kill(killed, signal.SIGKILL)
        await until(lambda: not is_alive(killed))
        (tmp_path / "open").touch()
        assert (await deciding).level == "beginner"
        assert (host.replaced, host.faults) == (1, 0)
        await host.close()

    run(test)


@pytest.mark.parametrize("noticed", [0.0, 0.5])  # seconds in which the loop may hear of its end
def test_a_process_killed_while_idle_is_replaced(noticed: float) -> None:
    async def test() -> None:
        host = BotHost(workers=1)
        first = await host.decide(an_ask())
        [killed] = pids_of(host)
        os.kill(killed, signal.SIGKILL)
        await until(lambda: not is_alive(killed))
        await asyncio.sleep(noticed)
        assert await host.decide(an_ask()) == first
        assert pids_of(host) != [killed]
        assert host.faults == 0
        await host.close()

    run(test)


def test_a_mistake_of_ours_costs_a_decision_and_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError

    async def test() -> None:
        host = BotHost(workers=1)
        with monkeypatch.context() as patch:
            patch.setattr(BotProcess, "think", broken)
            assert (await host.decide(an_ask())).level == "random"
            assert await host.suggest(an_ask()) == ()
        assert host.faults == 2
        assert (await host.decide(an_ask())).level == "casual"
        await host.close()

    run(test)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_processes_do_not_listen_to_the_signals_of_a_terminal(number: int) -> None:
    async def test() -> None:
        host = BotHost(workers=1)
        await host.decide(an_ask())
        [pid] = pids_of(host)
        assert os.getpgid(pid) != os.getpgid(0)
        os.kill(pid, number)
        await host.decide(an_ask())
        assert (pids_of(host), host.replaced) == ([pid], 0)
        await host.close()
        assert not is_alive(pid)

    run(test)


def test_processes_stand_behind_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_module, "NICE", 7)

    async def test() -> None:
        host = BotHost(workers=1)
        await host.decide(an_ask())
        [pid] = pids_of(host)
        assert os.getpriority(os.PRIO_PROCESS, pid) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 7)
        await host.close()

    run(test)


def test_a_machine_that_starts_no_process_still_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")

    async def test() -> None:
        host = BotHost(workers=1)
        await host.start()
        answer = await host.decide(an_ask("expert"))
        assert answer.level == "random"
        assert answer.action in an_ask().legal
        await host.close()

    run(test)


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_nothing_outlives_a_server_that_is_killed_nor_reaches_its_output(loop: str) -> None:
    command = [sys.executable, "-m", "tests.server.bots.parent", loop]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        assert parent.stderr is not None
        try:
            pids = [int(pid) for pid in parent.stdout.readline().split()]
            assert pids  # one thinks; on a slow machine the other may not have been needed
            assert all(map(is_alive, pids))
        finally:
            parent.kill()  # or the end of the block would wait for it for ever
        deadline = time.monotonic() + PATIENCE
        while any(map(is_alive, pids)) and time.monotonic() < deadline:
            time.sleep(0.005)
        assert not any(map(is_alive, pids))
        assert (parent.stdout.read(), parent.stderr.read()) == ("", "")
