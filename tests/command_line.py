"""The command line run in this process: what it is given, how it ends and what it says."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest


class Done(NamedTuple):
    """How a command ended and what it said."""

    code: int
    out: str
    err: str


Run = Callable[..., Done]


def runner(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command, given its arguments and what is typed at the keyboard."""
    from kosmoport import cli

    def run(*arguments: str, typed: str = "") -> Done:
        monkeypatch.setattr(sys, "argv", ["kosmoport", *arguments])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as stop:
            cli.main()
        said = capsys.readouterr()
        assert isinstance(stop.value.code, int)
        return Done(stop.value.code, said.out, said.err)

    return run
