"""Keeps modules and clocks away from this process, as if it ran where they do not exist."""

from __future__ import annotations

import asyncio
import builtins
import errno
import sys
import time
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

# Nobody may import these, nor what they bring along.
NOWHERE = (
    *("aiohttp", "alembic", "asyncpg", "itsdangerous", "limits", "multidict", "multiprocessing", "wasmtime"),
    *("numpy", "platformdirs", "prometheus_client", "rich", "sqlalchemy", "sqlite3", "typer", "uvloop"),
    *("yaml", "yarl"),
)
# asyncio itself imports these, where they exist; nothing of ours may.
NOT_BY_US = ("concurrent", "ctypes", "queue", "select", "signal", "socket", "ssl", "subprocess", "threading")


class Nowhere(MetaPathFinder):
    """Finds nothing of what is listed, before anybody else looks for it."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] in NOWHERE:
            raise ModuleNotFoundError(f"{fullname} is not here", name=fullname)
        return None


def block() -> None:
    """From now on; nothing of what is listed may have been imported before."""
    assert not here(), here()
    sys.meta_path.insert(0, Nowhere())
    usual = builtins.__import__

    def checked(
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> Any:
        importer = str((globals or {}).get("__name__", ""))
        if level == 0 and importer.startswith("kosmoport") and name.partition(".")[0] in NOT_BY_US:
            raise ModuleNotFoundError(f"{importer} may not import {name}", name=name)
        return usual(name, globals, locals, fromlist or (), level)

    builtins.__import__ = checked
    _take_clocks_away()


def _take_clocks_away() -> None:
    """Of these, Python in a browser has only the name, or not even that."""

    def unknown(clock: int) -> float:
        raise OSError(errno.EINVAL, "no such clock")

    time.clock_gettime = unknown
    del time.thread_time
    del asyncio.TimerHandle.when


def here() -> list[str]:
    """What is listed and was imported all the same."""
    return sorted({name.partition(".")[0] for name in sys.modules} & set(NOWHERE))
