"""Jobs that worker processes do in tests: good ones, and all kinds of trouble."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kosmoport.core.errors import BadInput
from kosmoport.lab.work import Result, Spent, Task


def doubling(shared: int) -> Callable[[Task], Result | Spent]:
    """Twice the number and what is shared; a task may ask for trouble by name."""

    def do(task: Task) -> Result | Spent:
        TROUBLES[task.get("trouble", "none")](task)
        return {"twice": 2 * task["x"] + shared}

    return do


def telling_process(shared: Any) -> Callable[[Task], Result | Spent]:
    """The number of the process, which is spent where the task says so."""
    return lambda task: Spent({"pid": os.getpid()}) if task["spent"] else {"pid": os.getpid()}


def leaving_threads(shared: int) -> Callable[[Task], Result | Spent]:
    """The number of the process, in which every task leaves so many threads behind."""

    def do(task: Task) -> Result | Spent:
        for _ in range(shared):
            threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
        return {"pid": os.getpid()}

    return do


def impossible(shared: Any) -> Callable[[Task], Result | Spent]:
    raise BadInput("nothing fits")


def deadly(shared: Any) -> Callable[[Task], Result | Spent]:
    os._exit(1)


def once(task: Task, trouble: Callable[[], object]) -> None:
    """Trouble for the first who comes."""
    mark = Path(task["mark"])
    if not mark.exists():
        mark.touch()
        trouble()


def be_stuck() -> None:
    """Sleep in machine code that lets no other thread of the process run."""
    ctypes.PyDLL(None).sleep(1000)


TROUBLES: dict[str, Callable[[Task], object]] = {
    "none": lambda task: None,
    "raise": lambda task: 1 // 0,
    "exit": lambda task: os._exit(3),
    "exit once": lambda task: once(task, lambda: os._exit(3)),
    "killed once": lambda task: once(task, lambda: os.kill(os.getpid(), signal.SIGKILL)),
    "stuck once": lambda task: once(task, be_stuck),
    "print": lambda task: print("printed by a task", flush=True),
    "leave": lambda task: sys.exit(5),
    "sleep": lambda task: time.sleep(1000),
}
