"""Settings of these tests: bots stand beside other tests, not behind them, where they would wait for long."""

from __future__ import annotations

import pytest

from kosmoport.server.bots import host


@pytest.fixture(autouse=True)
def no_low_priority(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "NICE", 0)
