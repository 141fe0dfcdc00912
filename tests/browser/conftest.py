"""A real browser, and real servers with the built page, for the tests of this folder."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import build_page
import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.visitors import PHONE, Visitor
from tests.live.servers import LiveServer, serving

# What keeps a browser from talking to anyone but us.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
MakeVisitor = Callable[..., Visitor]


def find_chromium() -> str:
    """$CHROMIUM, else Debian's; without any the tests are left out, but not where everything must be tested."""
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or ""
    if not found and os.environ.get("CI"):
        pytest.fail("chromium is not installed")
    if not found:
        pytest.skip("chromium is not installed: nothing of the page is tested in a browser")
    return found


@pytest.fixture(scope="session")
def built_page() -> None:
    """The page is built; one process builds, the others wait for it."""
    with (Path(tempfile.gettempdir()) / "heimlich-page.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        build_page.build()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of a process."""
    path = find_chromium()
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield running
        running.close()


@pytest.fixture(scope="module")
def server(built_page: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:  # noqa: ARG001
    """One server on SQLite for all tests of a file."""
    with serving(str(tmp_path_factory.mktemp("page") / "tables.sqlite3")) as running:
        yield running


@pytest.fixture
def make_visitor(browser: Browser, server: LiveServer) -> Iterator[MakeVisitor]:
    """Makes people who are at the page; what goes wrong in their browsers fails the test."""
    made: list[Visitor] = []

    def make(name: str = "Anna", size: tuple[int, int] = PHONE, **options: Any) -> Visitor:
        visitor = Visitor(browser, server, name, size, **options)
        made.append(visitor)
        return visitor

    yield make
    errors = [f"{visitor.name}: {error}" for visitor in made for error in visitor.errors]
    for visitor in made:
        visitor.close()
    assert errors == []


@pytest.fixture
def anna(make_visitor: MakeVisitor) -> Visitor:
    """Someone who is a guest already."""
    return make_visitor().come_in()
