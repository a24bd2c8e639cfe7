"""Work for many hands: the same tasks done by processes of this machine or by a Ray cluster.

A job names a function that can be imported, `prepare`, and what all tasks share. Each worker calls
`prepare(shared)` once and the function it gets for every task. A task is a map that can be written as
JSON, and so is a result; a result in `Spent` asks for a fresh process for the next task.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from kosmoport.lab.results import Results

TRIES = 3  # a task whose worker is lost so often is given up

Task = dict[str, Any]
Result = dict[str, Any]
Finished = Generator[tuple[int, Result], None, None]
Prepare = Callable[[Any], Callable[[Task], "Result | Spent"]]


@dataclass(frozen=True)
class Job:
    """What workers do."""

    prepare: Prepare
    shared: Any


@dataclass(frozen=True)
class Spent:
    """A result after which its process should do no other task: something in it may still be running."""

    result: Result


LOST: Result = {"failed": f"its worker was lost {TRIES} times"}


class Crew(AbstractContextManager["Crew"], Protocol):
    """Whoever does the work."""

    def work(self, job: Job, tasks: Sequence[tuple[int, Task]], stop: Callable[[], bool]) -> Finished:
        """Numbers of tasks with their results, as they come; soon after `stop()` is true, no more.

        A lost worker is replaced and its task done again. A task that fails all the same has a result
        {"failed": why}.
        """
        ...


def crew(workers: int | None = None, ray: str | None = None, modules: Sequence[str] = ()) -> Crew:
    """Processes of this machine, as many as it has cores or `workers`; or a Ray cluster: `local`, an address.

    `modules` are those the tasks import beside kosmoport; a cluster elsewhere gets them sent.
    """
    if ray is None:
        from kosmoport.lab.processes import Processes

        return Processes(workers)
    from kosmoport.lab.ray_work import RayCluster

    return RayCluster(ray, workers, modules)


def gather(
    job: Job, results: Results, hands: Crew, progress: Callable[[int], None] = lambda done: None
) -> bool:
    """Do all tasks that have no result yet; False if Ctrl-C (or a request to end) came in between.

    Whatever is finished then is in the results, and in their file if they have one.
    """
    missing = results.missing()
    with interruptions() as stop, results.writing():
        done = len(results.tasks) - len(missing)
        progress(done)
        with closing(hands.work(job, missing, stop)) as finished:
            for number, result in finished:
                results.add(number, result)
                done += 1
                progress(done)
    return done == len(results.tasks)


@contextmanager
def interruptions() -> Iterator[Callable[[], bool]]:
    """Has Ctrl-C been pressed, or the process been asked to end? No exception comes out of the blue.

    Signals belong to the main thread; elsewhere nobody can interrupt and the answer stays no.
    """
    came = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield came.is_set
        return
    signals = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, lambda *_: came.set()) for number in signals]
    try:
        yield came.is_set
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)
