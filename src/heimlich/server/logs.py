"""Logs: one JSON object a line, on standard error. No tokens, codes or chat go in here,
and of tables only the names of those that cannot be read."""

import logging
import sys
import time
import traceback
from pathlib import Path

import msgspec

from heimlich.errors import HeimlichError

LOGGER = "heimlich"
MOST_FRAMES = 30
LEVELS = ("debug", "info", "warning", "error")


class JsonFormatter(logging.Formatter):
    """A record as JSON: when, how bad, what, and the fields given as `extra={"fields": …}`."""

    def format(self, record: logging.LogRecord) -> str:
        """Format one line."""
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z"
        entry: dict[str, object] = {
            "time": moment,
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        entry |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[1] is not None:
            entry |= failure_fields(record.exc_info[1])
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
    logging.getLogger("uvicorn.error").setLevel(
        logging.ERROR
    )  # anyone can cause its warnings, and fill a disk with them


def failure_fields(error: BaseException) -> dict[str, object]:
    """Return the loggable fields of an unexpected error: its type and frames, not its text, which may quote secrets."""
    return {"error": type(error).__name__, "frames": frames_of(error)}


def frames_of(error: BaseException) -> list[str]:
    """List an error's frames, innermost last, as file:line and function; no values and no folders of a machine.

    An error that was raised while another one was handled comes after the frames of that one.
    """
    earlier = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    before = [*frames_of(earlier), f"then {type(error).__name__}"] if earlier is not None else []
    frames = traceback.extract_tb(error.__traceback__)
    return [*before, *(f"{_short(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames)][-MOST_FRAMES:]


def _short(filename: str) -> str:
    """Shorten a file of ours to its path from the package on, any other to its last two parts."""
    parts = Path(filename).parts
    start = len(parts) - 1 - parts[::-1].index("heimlich") if "heimlich" in parts else len(parts) - 2
    return "/".join(parts[max(0, start) :])


def log_failure(message: str, error: BaseException, **fields: object) -> None:
    """Log an unexpected error."""
    log("error", message, **failure_fields(error), **fields)


def log(level: str, message: str, **fields: object) -> None:
    """Log a line of our own."""
    logging.getLogger(LOGGER).log(logging.getLevelNamesMapping()[level.upper()], message, extra={"fields": fields})


class Seldom:
    """Logs a repeated message only now and then, however often it happens."""

    def __init__(self, pause_s: float = 10.0) -> None:
        self._pause_s = pause_s
        self._said: dict[tuple[str, object], tuple[float, int]] = {}  # when, and how often since

    def log(self, level: str, message: str, reason: object, **fields: object) -> None:
        """Log a line with its number of repetitions, unless one with this reason was written just now."""
        now, key = time.monotonic(), (message, reason)
        at, times = self._said.get(key, (now - self._pause_s, 0))
        if now - at < self._pause_s:
            self._said[key] = (at, times + 1)
            return
        self._said[key] = (now, 0)
        log(level, message, reason=reason, **fields, **({"times": times + 1} if times else {}))


seldom = Seldom()
