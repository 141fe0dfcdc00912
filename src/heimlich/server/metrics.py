"""What the server counts about itself, as Prometheus reads it. Numbers only: nothing of who or what."""

import asyncio
import contextlib
import time
from bisect import bisect_left
from collections import Counter
from itertools import accumulate

BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)  # seconds


class Histogram:
    """How often something took how long."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        """One more."""
        self._counts[bisect_left(BOUNDS, seconds)] += 1
        self._sum += seconds

    def lines(self, name: str) -> list[str]:
        """As Prometheus reads it."""
        totals = list(accumulate(self._counts))
        rows = [f'{name}_bucket{{le="{bound}"}} {total}' for bound, total in zip(BOUNDS, totals, strict=False)]
        rows += [
            f'{name}_bucket{{le="+Inf"}} {totals[-1]}',
            f"{name}_sum {self._sum:.6f}",
            f"{name}_count {totals[-1]}",
        ]
        return [f"# TYPE {name} histogram", *rows]


class Metrics:
    """All figures of one process."""

    def __init__(self) -> None:
        self.counters: Counter[str] = Counter(
            dict.fromkeys(
                ("commands", "refusals", "bad_messages", "moves", "updates", "update_bytes", "commits", "additions"), 0
            )
            | dict.fromkeys(("conflicts", "dropped_readers", "bot_moves", "bot_failures", "loads", "errors"), 0)
        )
        self.gauges: dict[str, int] = {"tables": 0, "sockets": 0, "claims": 0, "broken_tables": 0}
        self.commit_time = Histogram()
        self.command_time = Histogram()
        self.loop_delay = Histogram()
        self._task: asyncio.Task[None] | None = None

    def committed(self, additions: int, seconds: float) -> None:
        """A group was written."""
        self.counters["commits"] += 1
        self.counters["additions"] += additions
        self.commit_time.add(seconds)

    def start(self) -> None:
        """Watch how late the event loop is."""
        self._task = asyncio.create_task(self._watch_loop())

    async def stop(self) -> None:
        """Watch no longer."""
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _watch_loop(self, pause: float = 0.1) -> None:
        while True:
            started = time.perf_counter()
            await asyncio.sleep(pause)
            self.loop_delay.add(max(0.0, time.perf_counter() - started - pause))

    def text(self) -> str:
        """Everything, as Prometheus reads it."""
        rows: list[str] = []
        for name, count in sorted(self.counters.items()):
            rows += [f"# TYPE heimlich_{name}_total counter", f"heimlich_{name}_total {count}"]
        for name, value in sorted(self.gauges.items()):
            rows += [f"# TYPE heimlich_{name} gauge", f"heimlich_{name} {value}"]
        rows += self.commit_time.lines("heimlich_commit_seconds")
        rows += self.command_time.lines("heimlich_command_seconds")
        rows += self.loop_delay.lines("heimlich_loop_delay_seconds")
        return "\n".join(rows) + "\n"
