"""Compiled games: a generated module is written once, kept by its content, and loaded from the cache."""

from __future__ import annotations

import importlib.util
import os
import sys
import tempfile
from functools import cache
from pathlib import Path
from types import ModuleType

from kosmoport.core.game import Game
from kosmoport.engine.assemble import Assembled, assemble
from kosmoport.files import write_whole


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


@cache
def compiled(game: Game, boundscheck: bool = False) -> ModuleType:
    """The game in machine code; functions compile when they are first called, or come from the cache."""
    return load(assemble(game, boundscheck))


def load(assembled: Assembled) -> ModuleType:
    """Import a generated module from the cache folder, writing it there first if it is new."""
    if assembled.name in sys.modules:
        return sys.modules[assembled.name]
    path = cache_folder() / assembled.name / "generated.py"
    if not path.exists() or path.read_text(encoding="utf-8") != assembled.text:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, assembled.text)
    spec = importlib.util.spec_from_file_location(assembled.name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[assembled.name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[assembled.name]
        raise
    return module
