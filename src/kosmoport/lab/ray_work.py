"""Tasks on a Ray cluster, through Ray's own tasks: the same results as on one machine."""

from __future__ import annotations

import importlib
import logging
import os
import pickle
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Self

from kosmoport.core.errors import BadInput
from kosmoport.lab.work import LOST, TRIES, Finished, Job, Result, Spent, Task, interruptions
from kosmoport.lab.worker import BROKEN, attempt, one_line

LOCAL, AUTO = "local", "auto"  # start a cluster; use the one that runs on this machine
POLL_SECONDS = 0.2
ANSWER_SECONDS = 5.0  # for a machine to accept a connection
JOIN_SECONDS = 60.0  # for a cluster to take us in
AHEAD = 4  # tasks under way for each core, so that none waits for work

SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ENABLE_AUTO_CONNECT": "0",  # only what is started here is used
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # Ray's coming default; without it Ray warns
    "RAY_DEDUP_LOGS_SKIP_REGEX": "worker died|retries remaining",  # lost workers are our business
}
PROBE = "import ray, sys; ray.init(sys.argv[1], logging_level='ERROR', log_to_driver=False); print('joined')"


def ray_library() -> Any:
    """Ray itself; BadInput if it is not installed."""
    for name, value in SETTINGS.items():
        os.environ.setdefault(name, value)
    try:
        return importlib.import_module("ray")
    except ImportError:
        raise BadInput("a Ray cluster needs the extra ray: pip install kosmoport[ray]") from None


class RayCluster:
    """A crew on a cluster: `local` starts one on this machine, else the address of one that runs.

    In a program that has called `ray.init` itself, that cluster is used and left running.
    """

    def __init__(self, address: str, workers: int | None = None, modules: Sequence[str] = ()) -> None:
        if workers is not None and workers < 1:
            raise BadInput(f"there must be at least 1 worker, not {workers}")
        self.address, self.workers, self.modules = address, workers, modules
        self._entered = 0  # it may be opened for several contests, each of which opens it again
        self._mine = False

    def __enter__(self) -> Self:
        ray = ray_library()
        if not ray.is_initialized():
            if self.address != LOCAL:
                check_answers(self.address)
            self._begin(ray, TRIES if self.address == LOCAL else 1)
            self._mine = True
        self._entered += 1
        return self

    def _begin(self, ray: Any, tries: int) -> None:
        """Ray gives a cluster half a minute to start, which a machine with much to do may miss."""
        for left in reversed(range(tries)):
            try:
                ray.init(self.address, **self._settings())
                return
            except Exception as error:
                ray.shutdown()
                if not left:
                    raise BadInput(f"no Ray cluster at {self.address}: {one_line(error)}") from None

    def __exit__(self, *_: object) -> None:
        self._entered -= 1
        if self._mine and not self._entered:
            with interruptions():  # it takes a while, and impatience must not cost the report
                ray_library().shutdown()
            self._mine = False

    def _settings(self) -> dict[str, Any]:
        quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
        if self.address == LOCAL:
            return {**quiet, "include_dashboard": False, "num_cpus": self.workers}
        return {**quiet, "runtime_env": {"py_modules": [_place(name) for name in self.modules]}}

    def work(self, job: Job, tasks: Sequence[tuple[int, Task]], stop: Callable[[], bool]) -> Finished:
        ray = ray_library()
        do = ray.remote(num_cpus=1, max_retries=TRIES - 1)(do_task)
        order = ray.put(pickle.dumps(job))
        here = [str(Path(entry).resolve()) for entry in sys.path]
        todo, under_way = iter(tasks), dict[Any, int]()
        try:
            while not stop():
                while len(under_way) < self._room(ray) and (item := next(todo, None)) is not None:
                    under_way[do.remote(here, order, item[1])] = item[0]
                if not under_way:
                    return
                ready, _ = ray.wait(list(under_way), timeout=POLL_SECONDS)
                for reference in ready:
                    yield under_way.pop(reference), _fetch(ray, reference)
            ready, _ = ray.wait(list(under_way), num_returns=len(under_way), timeout=0)
            for reference in ready:  # what came in while somebody asked to stop
                yield under_way.pop(reference), _fetch(ray, reference)
        finally:
            for reference in under_way:
                ray.cancel(reference, force=True)

    def _room(self, ray: Any) -> int:
        """How many tasks may be under way."""
        return self.workers or AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))


def do_task(path: list[str], order: bytes, task: Task) -> tuple[str, Result]:
    """What happens in a process of the cluster."""
    try:
        do = _prepared(tuple(path), order)
    except Exception as error:
        return BROKEN, {"failed": one_line(error)}
    return attempt(do, task)


@lru_cache(maxsize=4)
def _prepared(path: tuple[str, ...], order: bytes) -> Callable[[Task], Result | Spent]:
    """The job, prepared once; on the machine that gave it modules are found where they were found there."""
    sys.path += [entry for entry in path if entry not in sys.path and Path(entry).exists()]
    job: Job = pickle.loads(order)
    return job.prepare(job.shared)


def _fetch(ray: Any, reference: Any) -> Result:
    try:
        word, result = ray.get(reference)
    except ray.exceptions.RuntimeEnvSetupError as error:
        raise BadInput(f"the cluster cannot set up a worker: {one_line(error)}") from None
    except ray.exceptions.RayError:
        return LOST
    if word == BROKEN:
        raise BadInput(f"a worker cannot begin: {result['failed']}")
    found: Result = result
    return found


def _place(module: str) -> str:
    """The file or folder of a module that has to travel: the whole package it lies in."""
    found = importlib.import_module(module.partition(".")[0])
    return str(found.__path__[0] if hasattr(found, "__path__") else found.__file__)


def check_answers(address: str) -> None:
    """Ray itself would wait for minutes; so first the door is tried, then another process enters."""
    if address != AUTO:
        _knock(address)
    command = [sys.executable, "-c", PROBE, address]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=JOIN_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise BadInput(f"no Ray cluster answers at {address} within {JOIN_SECONDS:g} s") from None
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["it cannot be joined"]
        raise BadInput(f"no Ray cluster at {address}: {said[-1].partition('. ')[0]}")


def _knock(address: str) -> None:
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not port.isdecimal() or not 0 < int(port) < 65536:
        raise BadInput(f"a Ray address is local, auto or HOST:PORT, not {address}")
    try:
        socket.create_connection((host.strip("[]"), int(port)), ANSWER_SECONDS).close()
    except OSError as error:
        raise BadInput(f"no Ray cluster answers at {address}: {error.strerror or error}") from None
