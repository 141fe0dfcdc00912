"""Python's collector of reference cycles, kept from stopping the event loop.

Tables are many long-lived objects without cycles, and looking through all of them takes a tenth of a second and more.
So only the newest objects are looked through while there is something to do; the rest when all is quiet.
"""

import gc
import time

NEWEST = 10_000  # objects, which take about a millisecond
NEVER = 1_000_000
PAUSE_S = 300.0
QUIET = 20  # commands since the last look


class QuietCollector:
    """Runs a full collection now and then, when hardly anyone plays."""

    def __init__(self) -> None:
        self._at = time.monotonic()
        self._commands = 0

    def look(self, commands: int) -> None:
        """Collect if all is quiet; to be called regularly, with the number of commands so far."""
        quiet = commands - self._commands < QUIET
        self._commands = commands
        if quiet and time.monotonic() - self._at > PAUSE_S:
            gc.collect()
            self._at = time.monotonic()


def calm_collector() -> None:
    """Exempt everything loaded so far from collection, and let automatic collections visit only the newest objects."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEWEST, NEVER, NEVER)
    gc.enable()
