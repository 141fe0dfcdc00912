"""An unexpected error is logged with the lines that it came through, and without anything that its text quotes."""

import json
import logging
import sys

from heimlich.server.logs import JsonFormatter, failure_fields, frames_of

SECRET = "identity violet"


def _inner() -> None:
    raise ValueError(SECRET)


def _outer() -> None:
    try:
        _inner()
    except ValueError as error:
        raise RuntimeError(f"again: {SECRET}") from error


def _caught() -> BaseException:
    try:
        _outer()
    except RuntimeError as error:
        return error
    raise AssertionError


def test_frames_name_file_line_and_function() -> None:
    frames = frames_of(_caught())
    line = _inner.__code__.co_firstlineno + 1
    assert f"requests/test_failures_logged.py:{line} _inner" in frames
    assert "then RuntimeError" in frames
    assert frames[-1].endswith("_outer")


def test_nothing_that_the_error_says_is_logged() -> None:
    error = _caught()
    assert SECRET not in json.dumps(failure_fields(error))
    record = logging.LogRecord("uvicorn", logging.ERROR, "x.py", 1, "it failed", (), (type(error), error, None))
    line = JsonFormatter().format(record)
    assert SECRET not in line
    assert json.loads(line)["error"] == "RuntimeError"


def test_no_folder_of_the_machine_is_logged() -> None:
    frames = frames_of(_caught())
    assert all(not frame.startswith("/") and sys.prefix not in frame for frame in frames)
