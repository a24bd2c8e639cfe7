"""Machines of native code: one C text, made by whatever C compiler is there, kept by the hash of its text."""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from kosmoport.core.errors import BadInput
from kosmoport.engine.machine import ALIGNMENT, Function, Given, Machine, flat

FLAGS = (
    "-O3", "-fwrapv", "-ffp-contract=off", "-fno-strict-aliasing", "-w", "-shared", "-fPIC",
)  # fmt: skip
MADE_WITHIN = 120  # seconds


@cache
def compiler() -> tuple[str, ...] | None:
    """How to call a C compiler; None where there is none."""
    for name in filter(None, (os.environ.get("CC"), "cc", "gcc", "clang")):
        if path := shutil.which(name):
            return (path,)
    if importlib.util.find_spec("ziglang") is not None:
        return (sys.executable, "-m", "ziglang", "cc", "-fno-sanitize=undefined")
    return None


def cache_folder() -> Path:
    """Where machine code is kept: $KOSMOPORT_CACHE, else the user's cache, else a temporary folder."""
    if chosen := os.environ.get("KOSMOPORT_CACHE"):
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folder = Path(base) / "kosmoport"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)  # whoever can write there can run code here
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return _folder_of_this_process()


@cache
def _folder_of_this_process() -> Path:
    """Code is loaded from it, so it must not be one that somebody else could have prepared."""
    return Path(tempfile.mkdtemp(prefix="kosmoport-"))


def library(text: str) -> ctypes.CDLL:
    """The compiled text, from the cache if it is there."""
    command = compiler()
    if command is None:
        raise BadInput("native code needs a C compiler, and there is none (install gcc or clang)")
    name = hashlib.sha256("\n".join((*command, *FLAGS, sys.platform, text)).encode()).hexdigest()[:32]
    path = cache_folder() / f"{name}{'.dll' if sys.platform == 'win32' else '.so'}"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            source, made = Path(folder) / "game.c", Path(folder) / "made"
            source.write_text(text, encoding="utf-8")
            done = subprocess.run(
                [*command, *FLAGS, "-o", str(made), str(source)],
                capture_output=True, text=True, timeout=MADE_WITHIN,
            )  # fmt: skip
            if done.returncode:
                raise BadInput(f"the C compiler {command[0]} failed: {done.stderr.strip()[-300:]}")
            made.replace(path)
    return ctypes.CDLL(str(path))


class NativeMachine(Machine):
    """Memory of this process, and the functions of a library."""

    def __init__(self, code: ctypes.CDLL) -> None:
        self._code = code

    def allocate(self, size: int) -> tuple[int, memoryview]:
        block: Any = (ctypes.c_ubyte * (size + ALIGNMENT))()
        start = -ctypes.addressof(block) % ALIGNMENT
        return ctypes.addressof(block) + start, memoryview(block).cast("B")[start : start + size]

    def bind(self, name: str, *given: Given) -> Function:
        function = getattr(self._code, name)
        function.restype = ctypes.c_int64
        first = tuple(map(ctypes.c_int64, flat(given)))
        kept = given  # the memory stays as long as the function

        def call(*rest: int) -> int:
            assert kept is given
            result: int = function(*first, *map(ctypes.c_int64, rest))
            return result

        return call
