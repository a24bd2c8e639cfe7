"""Tasks on the cores of this machine: a process for each, replaced when it is lost.

The processes are started anew, not forked, and do not import the program that starts them. They stand
outside the terminal's group, so Ctrl-C reaches only the main process.
"""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import IO, Any, Self

import kosmoport
from kosmoport.core.errors import BadInput
from kosmoport.lab.work import LOST, TRIES, Finished, Job, Result, Task
from kosmoport.lab.worker import BEAT, BROKEN, LAST

POLL_SECONDS = 0.1
SILENCE_SECONDS = 120.0  # a process without a beat for so long is stuck and gets replaced
HOME = str(Path(kosmoport.__file__).parents[1])
BOOT = "import sys; sys.path.append(sys.argv[1]); from kosmoport.lab.worker import main; main()"


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Processes:
    """A crew on this machine."""

    def __init__(self, workers: int | None = None) -> None:
        if workers is not None and workers < 1:
            raise BadInput(f"there must be at least 1 worker, not {workers}")
        self.workers = workers or cores()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Processes live as long as the work they were started for."""

    def work(self, job: Job, tasks: Sequence[tuple[int, Task]], stop: Callable[[], bool]) -> Finished:
        todo, left = deque(tasks), len(tasks)
        done: queue.SimpleQueue[tuple[int, Result] | Exception] = queue.SimpleQueue()
        order = pickle.dumps(job)
        threads = [WorkerThread(order, todo, done) for _ in range(min(self.workers, left))]
        try:
            while left and not stop():
                for thread in threads:
                    thread.check()
                try:
                    item = done.get(timeout=POLL_SECONDS)
                except queue.Empty:
                    continue
                yield _result(item)
                left -= 1
            while not done.empty():  # what came in while somebody asked to stop
                yield _result(done.get())
        finally:
            for thread in threads:
                thread.dismiss()
            for thread in threads:
                thread.leave()


def _result(item: tuple[int, Result] | Exception) -> tuple[int, Result]:
    if isinstance(item, Exception):
        raise item
    return item


class WorkerThread:
    """One process at a time, and the thread that looks after it."""

    def __init__(self, order: bytes, todo: deque[tuple[int, Task]], done: queue.SimpleQueue[Any]) -> None:
        self._order, self._todo, self._done = order, todo, done
        self._process: subprocess.Popen[bytes] | None = None
        self._dismissed = False
        self._checked = monotonic()
        self._silent = 0.0
        self._thread = threading.Thread(target=self._tend, daemon=True)
        self._thread.start()

    def check(self) -> None:
        """End a process that has not been heard of for too long.

        Only time in which this process was awake counts: a laptop may have been asleep.
        """
        now = monotonic()
        self._silent += min(now - self._checked, 10 * POLL_SECONDS)
        self._checked = now
        if self._silent > SILENCE_SECONDS and (process := self._process) is not None:
            self._silent = 0.0
            process.kill()

    def dismiss(self) -> None:
        """No more tasks; what is being done is dropped."""
        self._dismissed = True
        if (process := self._process) is not None:
            process.kill()

    def leave(self) -> None:
        self._thread.join()

    def _tend(self) -> None:
        try:
            while not self._dismissed and (item := self._take()) is not None:
                number, task = item
                self._done.put((number, self._do(task)))
        except Exception as error:
            self._done.put(error)
        finally:
            self._release()

    def _take(self) -> tuple[int, Task] | None:
        try:
            return self._todo.popleft()
        except IndexError:
            return None

    def _do(self, task: Task) -> Result:
        for _ in range(TRIES):
            if self._dismissed:
                break
            process = self._process or self._hire()
            try:
                _send(process, pickle.dumps(task))
                word, value = self._hear(process)
            except (EOFError, OSError, pickle.UnpicklingError):
                self._release()
                continue
            if word == LAST:
                self._release()
            result: Result = value
            return result
        return LOST

    def _hire(self) -> subprocess.Popen[bytes]:
        """A process that is ready; BadInput if none can be had."""
        for _ in range(TRIES):
            process = self._start()
            try:
                _send(process, pickle.dumps(sys.path), self._order)
                word, value = self._hear(process)
            except (EOFError, OSError, pickle.UnpicklingError):
                self._release()
                continue
            if word == BROKEN:
                raise BadInput(f"a worker cannot begin: {value}")
            return process
        raise BadInput("a worker process ended before it could begin")

    def _start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-P", "-c", BOOT, HOME]
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        self._process, self._silent = process, 0.0
        if self._dismissed:  # in the meantime
            process.kill()
        return process

    def _hear(self, process: subprocess.Popen[bytes]) -> tuple[str, Any]:
        """The next answer; in between come signs of life."""
        while True:
            word, value = pickle.load(_pipe(process.stdout))
            self._silent = 0.0
            if word != BEAT:
                return word, value

    def _release(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):  # what could not be sent any more
                _pipe(pipe).close()


def _send(process: subprocess.Popen[bytes], *messages: bytes) -> None:
    pipe = _pipe(process.stdin)
    for message in messages:
        pipe.write(message)
    pipe.flush()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None  # all were asked for
    return pipe
