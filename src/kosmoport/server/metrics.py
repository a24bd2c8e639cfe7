"""What the server counts, in a registry of its own, as text for Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

from kosmoport.house.store import PHASES
from kosmoport.server.limits import DEFAULTS as RULES

LATENCIES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
HOLDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
GROUPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
REFUSALS = ("malformed", "too_large", "unknown", "not_yours", "illegal", "late", "not_now", "full")
ENDS = ("head", "body", "idle", "unread", "gave_way", "refused")
OUTCOMES = ("sent", "failed", "retried", "refused", "dropped")
JOBS = ("done", "refused", "ended", "broke", "lost")
ERRORS = ("http", "socket", "room", "store", "bots", "webhook")
OTHER = "other"


class CounterByKind:
    """A counter by kind with a closed list of kinds, so that no input can make new ones."""

    def __init__(self, counter: Counter, kinds: Iterable[str]) -> None:
        self._children = {kind: counter.labels(kind) for kind in (*kinds, OTHER)}

    def add(self, kind: str, amount: int = 1) -> None:
        """Count one more of this kind; a kind that is not listed counts as `other`."""
        self._children.get(kind, self._children[OTHER]).inc(amount)


class Total(Collector):
    """A number that somebody else counts."""

    def __init__(self, name: str, text: str, total: Callable[[], int]) -> None:
        self._name, self._text, self._total = name, text, total

    def collect(self) -> Iterator[CounterMetricFamily]:
        yield CounterMetricFamily(self._name, self._text, self._total())


class FastHistogram(Collector):
    """A histogram of what happens with every message: without a lock, since only the event loop counts."""

    def __init__(self, name: str, text: str, bounds: tuple[float, ...]) -> None:
        self._name, self._text, self._bounds = name, text, (*bounds, float("inf"))
        self._counts = [0] * len(self._bounds)
        self._sum = 0.0

    def observe(self, amount: float) -> None:
        self._counts[bisect_left(self._bounds, amount)] += 1
        self._sum += amount

    def collect(self) -> Iterator[HistogramMetricFamily]:
        bounds = map(floatToGoString, self._bounds)
        buckets = list(zip(bounds, accumulate(self._counts), strict=True))
        yield HistogramMetricFamily(self._name, self._text, buckets, self._sum)


class Metrics:
    """Every figure of one server; several may live in one process."""

    def __init__(self, levels: Iterable[str] = ()) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._count_people_and_tables()
        self._count_actions()
        self._count_bots(tuple(levels))
        self._count_trouble()
        self._count_loop()

    def _count_people_and_tables(self) -> None:
        self.connections = self._gauge("connections", "Open connections, sockets included")
        self.sockets = self._gauge("sockets", "Open sockets")
        self._tables = Gauge("kosmoport_tables", "Tables by phase", ["phase"], registry=self.registry)
        self.set_tables({})
        self.messages_in = self.messages_out = 0  # numbers, as these come with every message
        self._total("messages_out", "Messages put into outboxes", lambda: self.messages_out)
        self._total("messages_in", "Messages read from sockets", lambda: self.messages_in)

    def _count_actions(self) -> None:
        text = "From a message read to its acknowledgement sent"
        self.action_seconds = self._histogram("action_seconds", text, LATENCIES)
        self.commit_seconds = self._histogram("commit_seconds", "One durable group of appends", LATENCIES)
        self.commit_appends = self._histogram("commit_appends", "Appends in one group", GROUPS)

    def _count_bots(self, levels: tuple[str, ...]) -> None:
        self.bot_queue = self._gauge("bot_queue", "Decisions waiting for a bot")
        self.bot_decisions = self._by_kind("bot_decisions", "Decisions of bots by level", "level", levels)
        self.bot_lowered = self._counter("bot_lowered", "Decisions made at a lower level than asked for")
        self.bot_faults = self._counter("bot_faults", "Bots that broke, stalled or died")
        self.clerk_queue = self._gauge("clerk_queue", "Jobs waiting for a clerk")
        self.clerk_jobs = self._by_kind("clerk_jobs", "Jobs of clerks by outcome", "outcome", JOBS)

    def _count_trouble(self) -> None:
        self.refused = self._by_kind("refused", "Messages and requests refused", "reason", REFUSALS)
        self.rate_limited = self._by_kind("rate_limited", "Refused for coming too often", "rule", RULES)
        self.connections_ended = self._by_kind("connections_ended", "Ended by us, by reason", "reason", ENDS)
        self.outbox_drops = self._counter("outbox_drops", "Clients dropped because they did not read")
        self.webhooks = self._by_kind("webhooks", "Webhook calls by outcome", "outcome", OUTCOMES)
        self.pushes = self._by_kind("pushes", "Pushes to browsers by outcome", "outcome", OUTCOMES)
        self.errors = self._by_kind("errors", "Unexpected errors by place", "place", ERRORS)

    def _count_loop(self) -> None:
        text = "Processor time of the event loop's thread between two beats"
        self._loop_held = self._histogram("loop_held_seconds", text, HOLDS)
        self.loop_longest = self._gauge("loop_held_longest_seconds", "The longest of these since the start")
        self._longest = 0.0

    def held(self, seconds: float) -> None:
        """So long the event loop was held: told by its beats."""
        self._loop_held.observe(seconds)
        if seconds > self._longest:
            self._longest = seconds
            self.loop_longest.set(seconds)

    def set_tables(self, by_phase: dict[str, int]) -> None:
        """How many tables there are now; phases not named have none."""
        for phase in PHASES:
            self._tables.labels(phase).set(by_phase.get(phase, 0))

    def committed(self, appends: int, seconds: float) -> None:
        """One group was written: the store's `on_commit`."""
        self.commit_appends.observe(appends)
        self.commit_seconds.observe(seconds)

    def text(self) -> tuple[bytes, str]:
        """All figures, and the content type they have."""
        return generate_latest(self.registry), CONTENT_TYPE_LATEST

    def _gauge(self, name: str, text: str) -> Gauge:
        return Gauge(f"kosmoport_{name}", text, registry=self.registry)

    def _counter(self, name: str, text: str) -> Counter:
        return Counter(f"kosmoport_{name}", text, registry=self.registry)

    def _total(self, name: str, text: str, total: Callable[[], int]) -> None:
        self.registry.register(Total(f"kosmoport_{name}", text, total))

    def _histogram(self, name: str, text: str, bounds: tuple[float, ...]) -> FastHistogram:
        histogram = FastHistogram(f"kosmoport_{name}", text, bounds)
        self.registry.register(histogram)
        return histogram

    def _by_kind(self, name: str, text: str, label: str, kinds: Iterable[str]) -> CounterByKind:
        return CounterByKind(Counter(f"kosmoport_{name}", text, [label], registry=self.registry), kinds)
