"""A process from the inside: the limits it gives itself, as far as the system takes them."""

from __future__ import annotations

import resource
import sys
from typing import Any

import pytest

from kosmoport.server.processes import child
from kosmoport.server.processes.framing import Hello


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> dict[int, tuple[int, int]]:
    """The limits that would be set."""
    limits: dict[int, tuple[int, int]] = {}
    monkeypatch.setattr(resource, "setrlimit", limits.__setitem__)
    return limits


def test_a_process_bounds_its_memory_and_leaves_no_core(given: dict[int, tuple[int, int]]) -> None:
    child._settle(Hello(list(sys.path), 0, 5 << 20))
    assert given == {resource.RLIMIT_CORE: (0, 0), resource.RLIMIT_AS: (5 << 20, 5 << 20)}
    given.clear()
    child._settle(Hello(list(sys.path), 0))
    assert given == {resource.RLIMIT_CORE: (0, 0)}


def test_processor_time_is_counted_on_from_what_was_used_and_within_what_may_be(
    given: dict[int, tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child, "process_time", lambda: 7.2)
    most = resource.RLIM_INFINITY
    monkeypatch.setattr(resource, "getrlimit", lambda what: (most, most))
    child.allow(10.0)
    assert given == {resource.RLIMIT_CPU: (18, most)}
    most = 12
    child.allow(10.0)
    assert given == {resource.RLIMIT_CPU: (12, 12)}


@pytest.mark.parametrize("refusal", [ValueError("current limit exceeds maximum limit"), OSError(22, "no")])
def test_a_limit_that_the_system_does_not_take_ends_nothing(
    monkeypatch: pytest.MonkeyPatch, refusal: Exception
) -> None:
    def refusing(*about: Any) -> None:
        raise refusal

    monkeypatch.setattr(resource, "setrlimit", refusing)
    child._settle(Hello(list(sys.path), 0, 5 << 20))
    child.allow(1.0)
