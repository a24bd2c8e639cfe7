"""The figures of a server count what they say, and no input can make new ones."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from kosmoport.house.store import PHASES
from kosmoport.server import loop_monitor
from kosmoport.server.limits import DEFAULTS
from kosmoport.server.metrics import OTHER, Metrics
from tests.server.harness import PATIENCE, play, serving


def value(metrics: Metrics, name: str, **labels: str) -> float | None:
    return metrics.registry.get_sample_value(f"kosmoport_{name}", labels)


def names(metrics: Metrics) -> set[str]:
    """The names of all series with their labels, as Prometheus reads them."""
    families = text_string_to_metric_families(metrics.text()[0].decode())
    return {f"{s.name}{sorted(s.labels.items())}" for family in families for s in family.samples}


def test_every_figure_is_there_from_the_start() -> None:
    metrics = Metrics(["novice", "expert"])
    for name in ("sockets", "bot_queue", "messages_out_total", "messages_in_total", "outbox_drops_total"):
        assert value(metrics, name) == 0
    for name in ("bot_lowered_total", "bot_faults_total", "action_seconds_count", "commit_seconds_count"):
        assert value(metrics, name) == 0
    assert [value(metrics, "tables", phase=phase) for phase in PHASES] == [0, 0, 0, 0]
    assert [value(metrics, "rate_limited_total", rule=rule) for rule in DEFAULTS] == [0] * len(DEFAULTS)
    assert value(metrics, "bot_decisions_total", level="expert") == 0
    for name, label in [
        ("refused", "reason"),
        ("webhooks", "outcome"),
        ("pushes", "outcome"),
        ("errors", "place"),
    ]:
        assert value(metrics, f"{name}_total", **{label: OTHER}) == 0


def test_prometheus_can_read_the_text() -> None:
    metrics = Metrics()
    metrics.sockets.inc(3)
    text, kind = metrics.text()
    assert kind.startswith("text/plain")
    assert b"kosmoport_sockets 3.0" in text
    assert any(name.startswith("process_") for name in names(metrics))


def test_tables_are_counted_by_phase() -> None:
    metrics = Metrics()
    metrics.set_tables({"playing": 4, "over": 2})
    metrics.set_tables({"playing": 3})
    assert [value(metrics, "tables", phase=phase) for phase in PHASES] == [0, 3, 0, 0]


def test_a_commit_counts_its_time_and_its_size() -> None:
    metrics = Metrics()
    metrics.committed(7, 0.004)
    metrics.committed(1, 0.2)
    assert value(metrics, "commit_appends_sum") == 8
    assert value(metrics, "commit_seconds_count") == 2
    assert value(metrics, "commit_seconds_bucket", le="0.005") == 1


def test_the_longest_hold_of_the_loop_is_kept() -> None:
    metrics = Metrics()
    for seconds in (0.0004, 0.03, 0.004):
        metrics.held(seconds)
    assert value(metrics, "loop_held_longest_seconds") == 0.03
    assert value(metrics, "loop_held_seconds_count") == 3
    assert [value(metrics, "loop_held_seconds_bucket", le=le) for le in ("0.001", "0.02", "0.05")] == [
        1,
        2,
        3,
    ]


def test_beats_tell_how_long_the_loop_was_held_by_its_own_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a piece of work takes of the thread's time is in the beat after it, and in no other."""
    spent, held = 100.0, list[float]()
    monkeypatch.setattr(loop_monitor, "thread_time", lambda: spent)
    monkeypatch.setattr(loop_monitor, "EVERY", 0.0)

    async def working() -> None:
        nonlocal spent
        counting = loop_monitor.LoopMonitor(held.append)
        counting.start()
        for seconds in (0.25, 0.0, 0.5):
            spent += seconds
            before = len(held)
            while len(held) == before:
                await asyncio.sleep(0)
        counting.stop()
        count = len(held)
        for _ in range(5):
            await asyncio.sleep(0)
        assert len(held) == count

    asyncio.run(working())
    assert [seconds for seconds in held if seconds] == [0.25, 0.5]


def test_the_beats_of_a_server_are_among_its_figures(tmp_path: Path) -> None:
    async def situation() -> None:
        async with serving(tmp_path) as server:
            async with asyncio.timeout(PATIENCE):
                while not value(server.parts.metrics, "loop_held_seconds_count"):
                    await asyncio.sleep(0.005)
            page = (await server.ask("GET", "/metrics")).body
            assert b"kosmoport_loop_held_longest_seconds" in page

    play(situation())


def test_made_up_kinds_count_as_other_and_make_no_series() -> None:
    metrics = Metrics()
    before = names(metrics)
    for number in range(50):
        metrics.refused.add(f"made up {number}")
        metrics.rate_limited.add(f"rule {number}")
    metrics.refused.add("illegal", 2)
    assert value(metrics, "refused_total", reason=OTHER) == 50
    assert value(metrics, "refused_total", reason="illegal") == 2
    assert names(metrics) == before


def test_two_servers_in_one_process_count_apart() -> None:
    one, other = Metrics(), Metrics()
    one.messages_out += 5
    assert value(one, "messages_out_total") == 5
    assert value(other, "messages_out_total") == 0
