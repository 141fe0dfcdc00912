"""Databases and servers for the tests of this folder."""

import signal
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.live.servers import LiveServer, Postgres, need_postgres, serving
from tests.soak import count


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server; its folder is where any user may go, which pytest's own are not."""
    need_postgres()
    with tempfile.TemporaryDirectory(prefix="heimlich-pg-") as folder:
        Path(folder).chmod(0o755)
        server = Postgres(Path(folder) / "server")
        server.start()
        yield server
        server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database, of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.sqlite3")
    made: Callable[[], str] = request.getfixturevalue("postgres").database
    return made()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """One server on SQLite for all tests of a file."""
    with serving(str(tmp_path_factory.mktemp("server") / "tables.sqlite3")) as running:
        yield running


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def either_server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """One server on each kind of database, for all tests of a file that need no database of their own."""
    if request.param == "sqlite":
        database = str(tmp_path_factory.mktemp("either") / "tables.sqlite3")
    else:
        database = request.getfixturevalue("postgres").database()
    with serving(database) as running:
        yield running


# Real processes on a busy machine: tests wait long for what must happen, but not for ever.
PATIENCE_S = count(600, 7200)


@pytest.fixture(autouse=True)
def impatience() -> Iterator[None]:
    """A test that hangs fails."""

    def give_up(*_: object) -> None:
        raise TimeoutError(f"the test took longer than {PATIENCE_S} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(PATIENCE_S)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
