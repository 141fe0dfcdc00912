"""Tables whose log cannot be read: each is left alone, and all others go on.

An operator finds the table and the row in the log of the server; nothing of the row is quoted there, for it may be
secret. After a while the table is tried again, for it may have been mended.
"""

import time
from collections.abc import Sequence

from heimlich.server.logs import log
from heimlich.server.metrics import Metrics
from heimlich.server.storage.store import BrokenLog
from heimlich.server.table.live_table import LiveTable
from heimlich.server.table.refusals import Refused
from heimlich.server.table.rows import Row

AGAIN_S = 30.0
MOST = 10_000  # are remembered


def replay(rows: Sequence[Row]) -> LiveTable:
    """Build a table from its rows; raise BrokenLog with the number of a row that cannot have happened."""
    table = LiveTable()
    for row in rows:
        try:
            table.apply(row)
        except Exception:  # whatever a damaged row leads to
            raise BrokenLog(row.seq) from None
    return table


class Quarantine:
    """The tables that could not be read, and when that was."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._since: dict[str, float] = {}

    def check(self, table: str) -> None:
        """Refuse a table that could not be read just now."""
        since = self._since.get(table)
        if since is not None and time.monotonic() - since < AGAIN_S:
            raise _refusal()

    def note(self, table: str, error: BrokenLog) -> Refused:
        """Note that a table cannot be read; return the refusal for those who ask for it."""
        log("error", "a table cannot be read and is left alone", table=table, row=error.seq)
        self._since[table] = time.monotonic()
        while len(self._since) > MOST:
            del self._since[next(iter(self._since))]
        self._metrics.counters["errors"] += 1
        self._metrics.gauges["broken_tables"] = len(self._since)
        return _refusal()


def _refusal() -> Refused:
    return Refused("broken", "this table cannot be read just now; the people who run this server have been told")
