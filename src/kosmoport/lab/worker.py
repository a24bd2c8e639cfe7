"""A worker process: reads a job and then tasks from its input, and answers on its output until that ends.

Messages are pickles; an answer is a pair of a word and a value. The process ends itself when its input ends,
also in the middle of a game, so nothing is left running when whoever started it is gone.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import IO, Any

from kosmoport.lab.work import Job, Result, Spent, Task

BEAT_SECONDS = 1.0
MOST_THREADS = 200  # a process in which tasks have left more than so many behind is replaced

READY, BROKEN, BEAT, DONE, LAST = "ready", "broken", "beat", "done", "last"


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this decides when to stop
    inward, outward = _own_pipes()
    say = Voice(outward)
    threading.Thread(target=_beat, args=(say,), daemon=True).start()
    try:
        sys.path[:] = pickle.load(inward)
        job: Job = pickle.load(inward)
        do = job.prepare(job.shared)
    except Exception as error:
        say(BROKEN, one_line(error))
        return
    say(READY)
    tasks: queue.SimpleQueue[Task] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(inward, tasks), daemon=True).start()
    while True:
        say(*attempt(do, tasks.get()))


def attempt(do: Callable[[Task], Result | Spent], task: Task) -> tuple[str, Result]:
    """One task; whatever it raises makes a failed task, not a lost worker."""
    try:
        result = do(task)
    except BaseException as error:
        return LAST, {"failed": one_line(error)}
    if isinstance(result, Spent):
        return LAST, result.result
    return (LAST if threading.active_count() > MOST_THREADS else DONE), result


def one_line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]


class Voice:
    """Answers, one at a time although two threads speak."""

    def __init__(self, outward: IO[bytes]) -> None:
        self._outward, self._lock = outward, threading.Lock()

    def __call__(self, word: str, value: Any = None) -> None:
        with self._lock:
            pickle.dump((word, value), self._outward)
            self._outward.flush()


def _own_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Input and output for messages alone: what bots print goes to the error stream."""
    inward, outward = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    return inward, outward


def _beat(say: Voice) -> None:
    """A process that is stuck in machine code falls silent; see `processes`."""
    while True:
        time.sleep(BEAT_SECONDS)
        try:
            say(BEAT)
        except OSError:
            os._exit(0)


def _listen(inward: IO[bytes], tasks: queue.SimpleQueue[Task]) -> None:
    while True:
        try:
            tasks.put(pickle.load(inward))
        except (EOFError, OSError):
            os._exit(0)
