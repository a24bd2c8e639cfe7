"""Bots that a test writes into a folder of its own, as a person would."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

HEAD = """
import os, sys, time
from pathlib import Path
from kosmoport.bots.random import RandomBot

MARK = Path({mark!r})
"""

CRASHING_ONCE = """
class Bot(RandomBot):
    def choose(self, view, legal):
        if not MARK.exists():
            here = [folder for folder in sys.path if Path(folder, Path(__file__).name).exists()]
            MARK.write_text("\\n".join(here), encoding="utf-8")
            os._exit(1)
        return super().choose(view, legal)
"""

CRASHING = """
class Bot(RandomBot):
    def choose(self, view, legal):
        os._exit(1)
"""

SLOW = """
class Bot(RandomBot):
    def __init__(self, chair):
        super().__init__(chair)
        time.sleep(0.1)
"""

CLUMSY = """
class Bot:
    def choose(self, view, legal):
        raise ValueError("no idea")
"""

LATE = """
class Bot(RandomBot):
    def choose(self, view, legal):
        if not MARK.exists():
            MARK.touch()
            time.sleep(2)
        return super().choose(view, legal)
"""


def write_bot(folder: Path, monkeypatch: pytest.MonkeyPatch, body: str, module: str) -> str:
    """The name of a bot whose module lies in a folder that is on the path."""
    text = HEAD.format(mark=str(folder / f"{module}.mark")) + body
    (folder / f"{module}.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, module, raising=False)
    return f"{module}:Bot"
