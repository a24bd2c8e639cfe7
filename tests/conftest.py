"""Settings for all tests: no timing is asserted, and the gate tries the same examples every time."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

from tests.command_line import Run, runner

settings.register_profile("gate", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "gate"))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command line in this process."""
    return runner(monkeypatch, capsys)
