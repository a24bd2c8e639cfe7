"""Settings for all tests: no timing is asserted, and the gate tries the same examples every time."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator

import pytest
from hypothesis import settings

from tests.command_line import Run, runner

settings.register_profile("gate", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "gate"))

gc.disable()  # nothing that is collected goes before the end


@pytest.hookimpl(wrapper=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Two more than there are cores: many tests wait for a server or a browser."""
    return (yield) + 2


def pytest_collection_finish() -> None:
    """The collector looks at what tests make, not each time at all the thousands of tests."""
    gc.freeze()
    gc.enable()


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command line in this process."""
    return runner(monkeypatch, capsys)
