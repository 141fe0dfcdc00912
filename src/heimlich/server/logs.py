"""Logs: one JSON object a line, on standard error. No tokens, codes or chat go in here,
and of tables only the names of those that cannot be read."""

import logging
import sys
import time

import msgspec

from heimlich.errors import HeimlichError

LOGGER = "heimlich"
LEVELS = ("debug", "info", "warning", "error")


class JsonFormatter(logging.Formatter):
    """A record as JSON: when, how bad, what, and the fields given as `extra={"fields": …}`."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z"
        entry: dict[str, object] = {
            "time": moment,
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        entry |= getattr(record, "fields", {})
        if record.exc_info:
            entry["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(entry).decode()


def set_up_logs(level: str) -> None:
    """Send our own lines, and warnings of everyone else, to standard error."""
    if level not in LEVELS:
        raise HeimlichError(f"there is no log level '{level}'; there are: {', '.join(LEVELS)}")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger(LOGGER).setLevel(level.upper())


def log(level: str, message: str, **fields: object) -> None:
    """A line of our own."""
    logging.getLogger(LOGGER).log(logging.getLevelNamesMapping()[level.upper()], message, extra={"fields": fields})


class Seldom:
    """Says the same thing now and then only, however often it happens."""

    def __init__(self, pause_s: float = 10.0) -> None:
        self._pause_s = pause_s
        self._said: dict[tuple[str, object], tuple[float, int]] = {}  # when, and how often since

    def log(self, level: str, message: str, reason: object, **fields: object) -> None:
        """A line, unless one with this reason was written just now; it tells how often that was."""
        now, key = time.monotonic(), (message, reason)
        at, times = self._said.get(key, (now - self._pause_s, 0))
        if now - at < self._pause_s:
            self._said[key] = (at, times + 1)
            return
        self._said[key] = (now, 0)
        log(level, message, reason=reason, **fields, **({"times": times + 1} if times else {}))


seldom = Seldom()
