"""The server's time, which rows carry: it goes on steadily, whatever happens to the machine's wall clock.

While a process runs, its time is that of its start plus what the monotonic clock has counted since: a wall clock that
is set ahead or back changes nothing. From one start to the next it goes on from the last time that was written down, by
no more than an hour: a wall clock that was wrong, or a server that was down for days, takes no player's time away.

A table may be ahead of that all the same, where another process or an earlier version has written rows of the future.
Then the table goes on from its last row (`Entry.now_ms`).
"""

import os
import time
from pathlib import Path

from sqlalchemy import Connection, delete, insert, select

from heimlich.server.storage.schema import marks

LONGEST_STEP = 3600 * 1000  # ms between two starts that count
CLOCK = "clock"
SHIFT = "HEIMLICH_TEST_WALL_SHIFT_FILE"  # for tests only: a file with milliseconds by which the wall clock is wrong


def wall_ms() -> int:
    """Return the time of the machine's wall clock."""
    shift = os.environ.get(SHIFT, "")
    return time.time_ns() // 1_000_000 + (int(Path(shift).read_text()) if shift else 0)


class SteadyClock:
    """Milliseconds since 1970, which never jump."""

    def __init__(self) -> None:
        self._start = wall_ms()
        self._since = time.monotonic_ns()

    def go_on_from(self, last: int | None, wall: int | None = None) -> None:
        """Restart the clock, not before the last known time, and not much later."""
        self._start = _bounded(wall_ms() if wall is None else wall, last)
        self._since = time.monotonic_ns()

    def now_ms(self) -> int:
        """Return the current time."""
        return self._start + (time.monotonic_ns() - self._since) // 1_000_000


def _bounded(wall: int, last: int | None) -> int:
    return wall if last is None else min(max(wall, last), last + LONGEST_STEP)


STEADY = SteadyClock()  # of this process
now_ms = STEADY.now_ms


def read_mark(connection: Connection) -> int | None:
    """Read the last time that was stored."""
    return connection.execute(select(marks.c.at_ms).where(marks.c.name == CLOCK)).scalar()


def operator_time(connection: Connection) -> int:
    """Return the time for an operator's command, as a server that starts now would count it."""
    return _bounded(wall_ms(), read_mark(connection))


def write_mark(connection: Connection, at_ms: int) -> None:
    """Store the time, unless another process has stored a later one."""
    last = read_mark(connection)
    if last is None or last < at_ms:
        connection.execute(delete(marks).where(marks.c.name == CLOCK))
        connection.execute(insert(marks).values(name=CLOCK, at_ms=at_ms))
