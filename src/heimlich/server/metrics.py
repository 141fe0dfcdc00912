"""Figures that the server counts about itself: numbers only, no names of people or tables.

Counting happens with every move, so it is plain arithmetic here; prometheus_client writes it down when it is asked for.
"""

import asyncio
import contextlib
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import Metric, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)  # seconds


class Histogram:
    """A histogram of durations."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        """Count one duration."""
        self._counts[bisect_left(BOUNDS, seconds)] += 1
        self._sum += seconds

    def family(self, name: str, help_text: str) -> HistogramMetricFamily:
        """Convert to prometheus_client's type."""
        bounds = (*map(str, BOUNDS), "+Inf")
        buckets = list(zip(bounds, map(float, accumulate(self._counts)), strict=True))
        return HistogramMetricFamily(name, help_text, buckets=buckets, sum_value=self._sum)


class Metrics(Collector):
    """All figures of one process."""

    def __init__(self) -> None:
        self.counters: Counter[str] = Counter(
            dict.fromkeys(
                ("commands", "refusals", "bad_messages", "moves", "updates", "update_bytes", "commits", "additions"), 0
            )
            | dict.fromkeys(("push_sent", "push_failed", "push_gone", "push_dropped"), 0)
            | dict.fromkeys(("conflicts", "dropped_readers", "bot_moves", "bot_failures", "loads", "errors"), 0)
        )
        self.gauges: dict[str, int] = {"tables": 0, "sockets": 0, "leases": 0, "broken_tables": 0}
        self.commit_time = Histogram()
        self.command_time = Histogram()
        self.loop_delay = Histogram()
        self._task: asyncio.Task[None] | None = None

    def committed(self, additions: int, seconds: float) -> None:
        """Count a written group."""
        self.counters["commits"] += 1
        self.counters["additions"] += additions
        self.commit_time.add(seconds)

    def start(self) -> None:
        """Watch how late the event loop is."""
        self._task = asyncio.create_task(self._watch_loop())

    async def stop(self) -> None:
        """Stop watching."""
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _watch_loop(self, pause: float = 0.1) -> None:
        while True:
            started = time.perf_counter()
            await asyncio.sleep(pause)
            self.loop_delay.add(max(0.0, time.perf_counter() - started - pause))

    def collect(self) -> Iterator[Metric]:
        """Yield every figure, for prometheus_client."""
        for name, count in sorted(self.counters.items()):
            yield CounterMetricFamily(f"heimlich_{name}", name.replace("_", " "), value=count)
        for name, value in sorted(self.gauges.items()):
            yield GaugeMetricFamily(f"heimlich_{name}", name.replace("_", " "), value=value)
        yield self.commit_time.family("heimlich_commit_seconds", "time of a group commit")
        yield self.command_time.family("heimlich_command_seconds", "time of a command, from asked to stored")
        yield self.loop_delay.family("heimlich_loop_delay_seconds", "lateness of the event loop")

    def text(self) -> str:
        """Write every figure in Prometheus' text format."""
        return generate_latest(self).decode()
