"""Workers: the same results however many there are, and whatever happens to them."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kosmoport.core.errors import BadInput
from kosmoport.lab import processes
from kosmoport.lab.processes import Processes
from kosmoport.lab.results import Results
from kosmoport.lab.work import LOST, Job, crew, gather
from tests.lab import jobs

HEADER = {"kosmoport": "test"}


def do_all(job: Job, tasks: list[dict[str, Any]], workers: int = 2) -> list[dict[str, Any]]:
    results = Results(HEADER, tasks)
    assert gather(job, results, Processes(workers))
    return results.finished()


@pytest.mark.parametrize("workers", [1, 3])
def test_results_come_in_the_order_of_the_tasks(workers: int) -> None:
    done = do_all(Job(jobs.doubling, 1), [{"x": x} for x in range(20)], workers)
    assert done == [{"number": x, "x": x, "twice": 2 * x + 1} for x in range(20)]


@pytest.mark.parametrize("trouble", ["exit once", "killed once", "print"])
def test_a_lost_worker_loses_nothing(trouble: str, tmp_path: Path) -> None:
    tasks = [{"x": x, "trouble": trouble, "mark": str(tmp_path / f"{x % 2}")} for x in range(6)]
    done = do_all(Job(jobs.doubling, 0), tasks)
    assert [line["twice"] for line in done] == [0, 2, 4, 6, 8, 10]


def test_a_worker_that_is_stuck_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "SILENCE_SECONDS", 6.0)
    tasks = [{"x": 4, "trouble": "stuck once", "mark": str(tmp_path / "mark")}]
    assert [line["twice"] for line in do_all(Job(jobs.doubling, 0), tasks)] == [8]


def test_a_task_that_always_costs_its_worker_is_given_up() -> None:
    tasks = [{"x": x, "trouble": "exit" if x == 1 else "none"} for x in range(4)]
    done = do_all(Job(jobs.doubling, 0), tasks)
    assert [line.get("twice") for line in done] == [0, None, 4, 6]
    assert done[1]["failed"] == LOST["failed"] == "its worker was lost 3 times"


@pytest.mark.parametrize(
    "trouble, why",
    [("raise", "ZeroDivisionError: integer division or modulo by zero"), ("leave", "SystemExit: 5")],
)
def test_a_task_that_raises_fails_alone(trouble: str, why: str) -> None:
    done = do_all(Job(jobs.doubling, 0), [{"x": 1, "trouble": trouble}, {"x": 2}], workers=1)
    assert [line.get("failed") for line in done] == [why, None]


def test_a_spent_process_is_not_used_again() -> None:
    done = do_all(Job(jobs.telling_process, None), [{"spent": x == 1} for x in range(4)], workers=1)
    first, second, third, fourth = (line["pid"] for line in done)
    assert first == second != third == fourth
    assert os.getpid() not in (first, third)


def test_a_process_full_of_threads_is_replaced() -> None:
    done = do_all(Job(jobs.leaving_threads, 120), [{"x": x} for x in range(3)], workers=1)
    first, second, third = (line["pid"] for line in done)
    assert first == second != third


@pytest.mark.parametrize(
    "prepare, sentence",
    [(jobs.impossible, "nothing fits"), (jobs.deadly, "ended before it could begin")],
)
def test_workers_that_cannot_begin_end_the_run_with_one_sentence(
    prepare: Callable[..., Any], sentence: str
) -> None:
    with pytest.raises(BadInput, match=sentence):
        do_all(Job(prepare, None), [{"x": 1}, {"x": 2}])


@pytest.fixture
def _ctrl_c() -> Iterator[None]:
    """Ctrl-C as a terminal has it; where tests run in the background it may be ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_ctrl_c")
def test_ctrl_c_keeps_what_is_finished_in_any_order(tmp_path: Path) -> None:
    tasks = [{"x": x, "trouble": "sleep" if x in (0, 4) else "none"} for x in range(6)]
    results = Results(HEADER, tasks, tmp_path / "out.jsonl")

    def press(done: int) -> None:
        if done == 3:
            os.kill(os.getpid(), signal.SIGINT)
            os.kill(os.getpid(), signal.SIGINT)  # and again

    assert not gather(Job(jobs.doubling, 0), results, Processes(2), press)
    again = Results(HEADER, tasks, tmp_path / "out.jsonl", resume=True)
    assert [line["twice"] for line in again.finished()] == [2, 4, 6]
    assert [number for number, _ in again.missing()] == [0, 4, 5]
    with pytest.raises(KeyboardInterrupt):  # as before the run
        os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.parametrize("ray", [None, "local"])
def test_a_crew_of_nobody_is_refused(ray: str | None) -> None:
    with pytest.raises(BadInput, match="at least 1 worker, not 0"):
        crew(0, ray)
