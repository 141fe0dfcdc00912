"""Long commands: a progress bar on stderr, drawn only at a terminal, and the exit status after Ctrl-C."""

import sys
import time
from types import TracebackType
from typing import Self

INTERRUPTED = 130  # the exit status of a command that Ctrl-C has ended
WIDTH = 30
EVERY = 0.1  # seconds between two drawings


class Progress:
    """A bar that counts up to a total."""

    def __init__(self, total: int, what: str) -> None:
        self._total = total
        self._what = what
        self._shown = sys.stderr.isatty()
        self._started = time.monotonic()
        self._drawn = 0.0
        self._done = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def add(self, number: int = 1) -> None:
        """Count `number` further items as done, and redraw the bar if it is due."""
        self._done += number
        now = time.monotonic()
        if self._shown and now - self._drawn >= EVERY:
            self._drawn = now
            self._draw(now)

    def _draw(self, now: float) -> None:
        share = self._done / self._total if self._total else 1.0
        bar = "█" * round(share * WIDTH)
        rate = self._done / max(now - self._started, 1e-9)
        left = (self._total - self._done) / rate if rate else 0.0
        text = f"\r{bar:·<{WIDTH}} {self._done:,}/{self._total:,} {self._what}, {rate:,.0f}/s, {left:.0f} s left\x1b[K"
        print(text, end="", file=sys.stderr, flush=True)
