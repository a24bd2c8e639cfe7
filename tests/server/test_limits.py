"""Rate limits let through what they say, tell how long to wait, and forget instead of growing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kosmoport.core.errors import BadInput
from kosmoport.server.limits import DEFAULTS, Limits, read_rules


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def limits(text: str, most_keys: int = 1000) -> tuple[Limits, Clock]:
    clock = Clock()
    return Limits(read_rules(text), clock=clock, most_keys=most_keys), clock


def test_the_fourth_of_three_a_minute_waits_for_its_turn() -> None:
    guard, clock = limits("chat=3/minute")
    assert [guard.allow("chat", "ann") for _ in range(3)] == [0.0, 0.0, 0.0]
    assert guard.allow("chat", "ann") == pytest.approx(20)
    clock.now += 19.9
    assert guard.allow("chat", "ann") == pytest.approx(0.1)
    clock.now += 0.1
    assert guard.allow("chat", "ann") == 0.0
    assert guard.allow("chat", "ann") == pytest.approx(20)


def test_being_refused_costs_nothing() -> None:
    guard, clock = limits("chat=1/minute")
    assert guard.allow("chat", "ann") == 0.0
    for _ in range(100):
        assert guard.allow("chat", "ann") == pytest.approx(60)
    clock.now += 60
    assert guard.allow("chat", "ann") == 0.0


def test_a_long_silence_saves_nothing_up() -> None:
    guard, clock = limits("chat=3/minute")
    for _ in range(3):
        clock.now += 3600
        assert [guard.allow("chat", "ann") > 0 for _ in range(4)] == [False, False, False, True]


def test_people_and_rules_do_not_share() -> None:
    guard, _ = limits("chat=1/minute,react=1/minute")
    assert guard.allow("chat", "ann") == 0.0
    assert guard.allow("chat", "bob") == 0.0
    assert guard.allow("react", "ann") == 0.0
    assert guard.allow("chat", "ann") > 0


def networks(*parts: str) -> list[str]:
    """An address, and the networks around it."""
    return [" ".join(parts[: len(parts) - k]) for k in range(len(parts))]


def test_a_network_has_its_share_however_many_addresses_it_has() -> None:
    guard = Limits(read_rules("create=2/hour"), clock=Clock(), shares=(1, 2, 3))
    provider = [networks("provider", f"house {k // 4}", f"address {k}") for k in range(100)]
    allowed = [guard.allow("create", *one) == 0.0 for one in provider for _ in range(3)]
    assert sum(allowed) == 6
    assert sum(allowed[:12]) == 4  # of the first house
    assert sum(allowed[:3]) == 2
    assert guard.allow("create", *networks("other", "house", "address")) == 0.0
    assert [guard.allow("create", "192.0.2.1") == 0.0 for _ in range(3)] == [True, True, False]


def test_what_a_network_refuses_does_not_count_for_the_address() -> None:
    guard = Limits(read_rules("create=2/hour"), clock=Clock(), shares=(1, 1))
    assert [guard.allow("create", "one", "house") for _ in range(2)] == [0.0, 0.0]
    assert guard.allow("create", "two", "house") == pytest.approx(1800)
    assert [guard.allow("create", "two") == 0.0 for _ in range(3)] == [True, True, False]


def test_a_rule_that_is_off_lets_everything_through() -> None:
    guard, _ = limits("chat=off")
    assert not any(guard.allow("chat", "ann") for _ in range(10_000))
    assert guard.remembered() == 0


@given(st.integers(1, 20), st.lists(st.floats(0, 30), min_size=1, max_size=200))
def test_no_stretch_of_time_lets_more_through_than_its_share(amount: int, pauses: list[float]) -> None:
    guard, clock = limits(f"act={amount}/minute")
    allowed: list[float] = []
    for pause in pauses:
        clock.now += pause
        wait = guard.allow("act", "ann")
        if wait == 0.0:
            allowed.append(clock.now)
        else:
            assert 0 < wait <= 60 / amount + 1e-6
    for first, start in enumerate(allowed):
        for last, end in enumerate(allowed[first:], first):
            assert last - first + 1 <= amount + (end - start) * amount / 60 + 1e-6


def test_every_default_can_be_used_at_once_and_runs_out() -> None:
    guard = Limits(clock=Clock())
    for rule in DEFAULTS:
        assert guard.allow(rule, "ann") == 0.0
        assert any(guard.allow(rule, "ann") for _ in range(20_000)), rule


def test_memory_is_bounded_however_many_come() -> None:
    guard, clock = limits("read=5/minute", most_keys=100)
    most = 0
    for number in range(5_000):
        clock.now += 0.001
        guard.allow("read", f"address {number}")
        most = max(most, guard.remembered())
    assert 100 <= most <= 200


def test_a_crowd_does_not_wash_away_who_keeps_knocking() -> None:
    guard, _ = limits("create=1/hour", most_keys=100)
    assert guard.allow("create", "mallory") == 0.0
    for number in range(5_000):
        guard.allow("create", f"address {number}")
        if number % 50 == 0:
            assert guard.allow("create", "mallory") > 0


def test_settings_change_only_what_they_name() -> None:
    assert read_rules(" create = 20/hour , chat=30 per minute,, act=off") == {
        "create": "20/hour",
        "chat": "30 per minute",
        "act": "off",
    }
    assert read_rules("") == {}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("chat", "written like chat=20/minute"),
        ("shout=1/minute", "there is no rate limit 'shout'; there are page, "),
        ("chat=many", "must be like 20/minute"),
        ("chat=", "must be like 20/minute"),
        ("chat=20", "must be like 20/minute"),
        ("chat=-1/minute", "must be like 20/minute"),
        ("chat=5/minute;6/hour", "must be like 20/minute"),
        ("chat=0/minute", "must allow 1 to 1000000"),
        ("chat=9999999999/minute", "must allow 1 to 1000000"),
        ("chat=1/minute,chat=2/minute", "given twice"),
    ],
)
def test_a_wrong_setting_gets_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        read_rules(text)


def test_wrong_rules_are_refused_also_when_given_directly() -> None:
    with pytest.raises(BadInput, match="no rate limit 'shout'"):
        Limits({"shout": "1/minute"})
