"""Every table, as a parameter; tests of one table stay together, so that they share its games."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as `heimlich` has it, and before NumPy is loaded

import pytest
from hypothesis import HealthCheck, settings

from tests.tables import ALL, Case

# Heed Ctrl-C, and with it every process a test starts, even where the tests run in the background and would not.
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("heimlich", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("heimlich"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "heimlich")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "table_index" in metafunc.fixturenames:
        metafunc.parametrize("table_index", range(len(ALL)), ids=list(map(str, ALL)), scope="session")


@contextlib.contextmanager
def without_the_browsers_loop(item: pytest.Item) -> Iterator[None]:
    """Hide the event loop that a browser's tests leave running in their process from tests that start their own."""
    running = asyncio._get_running_loop()
    if running is None or item.nodeid.startswith("tests/browser/"):
        yield
        return
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(running)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    with without_the_browsers_loop(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    with without_the_browsers_loop(item):
        return (yield)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell dev.py which tests have failed, if it wants to know."""
    wanted = os.environ.get("HEIMLICH_FAILED_TESTS")
    if wanted:
        failed = {report.nodeid for kind in ("failed", "error") for report in terminalreporter.getreports(kind)}
        Path(wanted).write_text("".join(f"{test}\n" for test in sorted(failed)), "utf-8")


@pytest.fixture
def case(table_index: int) -> Case:
    return ALL[table_index]
