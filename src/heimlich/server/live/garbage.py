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
    """Looks through everything now and then, when hardly anyone plays."""

    def __init__(self) -> None:
        self._at = time.monotonic()
        self._commands = 0

    def look(self, commands: int) -> None:
        """Called every now and then, with the number of commands so far."""
        quiet = commands - self._commands < QUIET
        self._commands = commands
        if quiet and time.monotonic() - self._at > PAUSE_S:
            gc.collect()
            self._at = time.monotonic()


def calm_collector() -> None:
    """What is loaded by now stays for ever, and of the rest only the newest is looked through by itself."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEWEST, NEVER, NEVER)
    gc.enable()
